import { ownAppImage } from '../linux/environment.ts';

/** Switches handled by Chromium and Node, which share the command line with Askbell's own options. */
const CHROMIUM_SWITCHES = new RegExp(
  '^--(' +
    'no-sandbox|disable-|enable-|force-|ozone-|remote-debugging-|inspect|password-store|lang=|user-data-dir' +
    '|log-|v=|vmodule|proxy-|host-rules|use-|in-process-gpu|no-zygote|allow-file-access-from-files' +
    '|original-process-start-time|gtk-version|class=|trace-' +
    ')',
);

/** Scheme of the addresses that lead a browser back to Askbell; the packages register it as well. */
export const DEEP_LINK_SCHEME = 'askbell';

const isDeepLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${DEEP_LINK_SCHEME}:`);

/** Returns the `askbell:` address among the arguments, if any. */
export const deepLinkIn = (argv: readonly string[]): string | undefined => argv.find(isDeepLink);

/**
 * Returns Askbell's own arguments, for `parseOptions`.
 * @param argv Electron's `process.argv`
 * @param defaultApp `process.defaultApp`: whether an Electron binary was given the app's folder
 */
export function ownArguments(argv: readonly string[], defaultApp: boolean): string[] {
  const given = argv.slice(1).filter((argument) => !CHROMIUM_SWITCHES.test(argument) && !isDeepLink(argument));
  return defaultApp ? given.slice(1) : given;
}

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
