import { app, dialog } from 'electron';

/** Texts of the dialog, in the user's language. */
export interface MoveQuestion {
  title: string;
  detail: string;
  move: string;
  stay: string;
}

/**
 * On macOS, asks once whether Askbell should move to the Applications folder: from the downloads folder it can neither
 * update itself nor reliably start at login. Returns true if it has moved and restarts from there; on failure, calls
 * `onFailure` with the error and returns false.
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
    // No write permission, or a failed copy.
    onFailure(error);
    return false;
  }
}
