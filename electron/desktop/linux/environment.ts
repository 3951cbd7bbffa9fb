import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';

/**
 * Variables that make the GNU C library return unused memory of the start to the system: one arena, and separate blocks
 * for large allocations (mallopt(3)).
 */
export const MEMORY_GOES_BACK = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '16384',
  MALLOC_TOP_PAD_: '16384',
};

/** Returns `$XDG_CONFIG_HOME`, or `~/.config` if it is unset or, against the XDG rules, relative. */
export function configHome(env: Record<string, string | undefined>, home: string): string {
  const configured = env['XDG_CONFIG_HOME'];
  return configured?.startsWith('/') ? configured : join(home, '.config');
}

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

/** Returns the file of an executable program in the folders of `PATH`. */
export function onPath(program: string, path = ''): string | undefined {
  return path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, program))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
