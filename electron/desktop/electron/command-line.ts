/** Switches that Chromium and Node take for themselves; they share the command line with Askbell's own options. */
const CHROMIUM_SWITCHES = new RegExp(
  '^--(' +
    'no-sandbox|disable-|enable-|force-|ozone-|remote-debugging-|inspect|password-store|lang=|user-data-dir' +
    '|log-|v=|vmodule|proxy-|host-rules|use-|in-process-gpu|no-zygote|allow-file-access-from-files' +
    '|original-process-start-time|gtk-version|class=|trace-' +
    ')',
);

/** The scheme of the addresses that a browser leads back to Askbell by; the packages name it, too. */
export const DEEP_LINK_SCHEME = 'askbell';

const isDeepLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${DEEP_LINK_SCHEME}:`);

/** The `askbell:` address among the arguments of a start, where the system put one there. */
export const deepLinkIn = (argv: readonly string[]): string | undefined => argv.find(isDeepLink);

/**
 * Takes Electron's `process.argv` and whether an Electron binary was given the app's folder (`process.defaultApp`);
 * gives what is meant for Askbell itself, for `parseOptions`.
 */
export function ownArguments(argv: readonly string[], defaultApp: boolean): string[] {
  const given = argv.slice(1).filter((argument) => !CHROMIUM_SWITCHES.test(argument) && !isDeepLink(argument));
  return defaultApp ? given.slice(1) : given;
}
