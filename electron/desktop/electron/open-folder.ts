import { shell } from 'electron';

/** Opens a folder in the system's file manager. Rejects with a message for the user. */
export async function openFolder(path: string): Promise<void> {
  const problem = await shell.openPath(path);
  if (problem) throw new Error(`The folder is ${path}. (${problem})`);
}
