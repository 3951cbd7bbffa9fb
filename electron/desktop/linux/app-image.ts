import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * Returns the AppImage that a program runs from, if any. A program started by another AppImage inherits that one's
 * variables; using them, an update would delete the wrong file.
 */
export function ownAppImage(env: Record<string, string | undefined>, program: string): string | undefined {
  const { APPIMAGE: file, APPDIR: mounted } = env;
  // An extracted AppImage may not name its folder.
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
