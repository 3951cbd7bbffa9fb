/** What tells how this Askbell came onto the machine. */
export interface InstallationFacts {
  platform: NodeJS.Platform;
  /** The processor that it was made for, as `process.arch` has it. */
  arch: string;
  isPackaged: boolean;
  env: Record<string, string | undefined>;
  /** What electron-builder writes into the package for those that a system manages: `deb`, `rpm`. */
  packageType: string | undefined;
}

/**
 * How a newer Askbell gets here: by itself (Windows, macOS, AppImage), by the system that manages its packages, or by
 * the person (npm, a checkout, and Windows on ARM: electron-updater knows one installer for Windows, that for x64).
 */
export function updateWay(facts: InstallationFacts): 'self' | 'system' | 'page' {
  const { platform, arch, isPackaged, env, packageType } = facts;
  if (!isPackaged) return 'page';
  if (platform === 'win32') return arch === 'x64' ? 'self' : 'page';
  if (platform === 'darwin') return 'self';
  if (env['SNAP'] || env['FLATPAK_ID'] || packageType !== undefined) return 'system';
  return env['APPIMAGE'] ? 'self' : 'page';
}
