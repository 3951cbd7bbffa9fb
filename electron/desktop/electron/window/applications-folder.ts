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
 * neither update itself nor start at login for long. Gives true where it has moved, and starts anew from there.
 */
export async function offerToMove(
  question: () => Promise<MoveQuestion>,
  asked: { get(): boolean; set(): void },
): Promise<boolean> {
  if (process.platform !== 'darwin' || !app.isPackaged || app.isInApplicationsFolder() || asked.get()) return false;
  asked.set();
  const { title, detail, move, stay } = await question();
  const buttons = [move, stay];
  const { response } = await dialog.showMessageBox({ message: title, detail, buttons, defaultId: 0, cancelId: 1 });
  return response === 0 && app.moveToApplicationsFolder();
}
