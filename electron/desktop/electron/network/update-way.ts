import { ownAppImage } from '../../linux/app-image.ts';

/** Facts that determine how this copy was installed. */
export interface InstallationFacts {
  platform: NodeJS.Platform;
  /** Processor architecture of the build, as in `process.arch`. */
  arch: string;
  isPackaged: boolean;
  env: Record<string, string | undefined>;
  /** Path of the running program, as in `process.execPath`. */
  program: string;
}

/**
 * Returns how updates are installed: by Askbell itself (Windows, macOS, AppImage), or by the user from its page (npm, a
 * checkout, deb, rpm, snap and flatpak, which come from no repository, and Windows on ARM: electron-updater supports
 * one Windows installer, for x64). The `package-type` written by electron-builder is not used: all Linux packages are
 * made from one folder, so an AppImage contains that of a deb or rpm built before it.
 */
export function updateWay({ platform, arch, isPackaged, env, program }: InstallationFacts): 'self' | 'page' {
  if (!isPackaged) return 'page';
  if (platform === 'win32') return arch === 'x64' ? 'self' : 'page';
  if (platform === 'darwin') return 'self';
  return ownAppImage(env, program) === undefined ? 'page' : 'self';
}
