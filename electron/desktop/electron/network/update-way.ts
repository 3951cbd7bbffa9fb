import { ownAppImage } from '../../linux/app-image.ts';

/** What tells how this Askbell came onto the machine. */
export interface InstallationFacts {
  platform: NodeJS.Platform;
  /** The processor that it was made for, as `process.arch` has it. */
  arch: string;
  isPackaged: boolean;
  env: Record<string, string | undefined>;
  /** The program that runs, as `process.execPath` has it. */
  program: string;
}

/**
 * How a newer Askbell gets here: by itself (Windows, macOS, AppImage), or by the person, who gets it from its page
 * (npm, a checkout, deb, rpm, snap and flatpak, which come from no repository, and Windows on ARM: electron-updater
 * knows one installer for Windows, that for x64). The `package-type` that electron-builder writes is not asked: all
 * packages for Linux are made from one folder, so an AppImage has that of the deb or rpm made before it.
 */
export function updateWay({ platform, arch, isPackaged, env, program }: InstallationFacts): 'self' | 'page' {
  if (!isPackaged) return 'page';
  if (platform === 'win32') return arch === 'x64' ? 'self' : 'page';
  if (platform === 'darwin') return 'self';
  return ownAppImage(env, program) === undefined ? 'page' : 'self';
}
