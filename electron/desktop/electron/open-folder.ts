import { shell } from 'electron';

/** Shows a folder in the system's file manager. Rejects in words for the person. */
export async function openFolder(path: string): Promise<void> {
  const problem = await shell.openPath(path);
  if (problem) throw new Error(`The folder is ${path}. (${problem})`);
}
