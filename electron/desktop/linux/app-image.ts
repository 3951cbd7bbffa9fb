import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * The AppImage that a program runs from; undefined where it is none. A program that an AppImage of somebody else's
 * started has that one's variables, too: an update would delete the wrong file.
 */
export function ownAppImage(env: Record<string, string | undefined>, program: string): string | undefined {
  const { APPIMAGE: file, APPDIR: mounted } = env;
  // Unpacked and run, an AppImage need not say where to.
  if (!file || !mounted) return file || undefined;
  return [mounted, realPath(mounted)].some((folder) => program.startsWith(folder + sep)) ? file : undefined;
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
