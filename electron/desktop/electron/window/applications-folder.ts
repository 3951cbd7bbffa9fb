import { app, dialog } from 'electron';

/** What is asked, in the person's language. */
export interface MoveQuestion {
  title: string;
  detail: string;
  move: string;
  stay: string;
}

/**
 * On macOS, asks once whether Askbell should move to the Applications folder: from the folder for downloads it can
 * neither update itself nor start at login for long. Gives true where it has moved, and starts anew from there; where
 * it cannot, `onFailure` gets the error and Askbell goes on where it is.
 */
export async function offerToMove(
  question: () => Promise<MoveQuestion>,
  asked: { get(): boolean; set(): void },
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  if (process.platform !== 'darwin' || !app.isPackaged || app.isInApplicationsFolder() || asked.get()) return false;
  asked.set();
  const { title, detail, move, stay } = await question();
  const buttons = [move, stay];
  const { response } = await dialog.showMessageBox({ message: title, detail, buttons, defaultId: 0, cancelId: 1 });
  if (response !== 0) return false;
  try {
    return app.moveToApplicationsFolder();
  } catch (error) {
    // A folder that may not be written, or a copy that failed.
    onFailure(error);
    return false;
  }
}
