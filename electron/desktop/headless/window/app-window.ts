import { openableAddress, type ShortcutTarget } from '../../desktop.ts';
import { createStarter, outsideUnit, type Command, type Machine, type OpenInBrowser } from './browser.ts';
import { PANEL_WINDOW } from './panel-page.ts';

/** Programs of browsers that can show a page as a window without tabs (`--app`). */
const BROWSERS = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
  'brave-browser-stable',
] as const;

/** Size of the panel. Running browsers ignore it, so the page also resizes itself. */
const SIZE = '--window-size=400,560';

/** Returns the command that shows `url` as a small window, or undefined if no installed browser can. */
export function appWindowCommand(url: string, machine: Machine): Command | undefined {
  const { platform, env, has } = machine;
  if (platform !== 'linux' || !(env['DISPLAY'] || env['WAYLAND_DISPLAY'])) return undefined;
  const program = BROWSERS.find((name) => has(name));
  return program && outsideUnit({ program, args: [`--app=${url}`, SIZE] }, machine);
}

/**
 * Creates an opener that starts such a browser without a shell; it resolves with false if there is none or it fails to
 * start.
 */
export function createAppWindowOpener(machine: Omit<Machine, 'has'>): OpenInBrowser {
  const open = createStarter(machine, appWindowCommand);
  return (url) => open(openableAddress(url));
}

/** Programs that show pages on this machine. */
export interface Browsers {
  openInBrowser: OpenInBrowser;
  /** Shows an address as a small window without tabs, if a browser supports that. */
  openAppWindow: OpenInBrowser;
}

/** Returns the entry link to a view. */
export function entryAt(link: string, view: string): string {
  const address = new URL(link);
  address.searchParams.set('view', view);
  return address.href;
}

/** Opens the window or the panel by an entry link. Resolves with whether a browser was started. */
export async function openEntry(
  link: string,
  opens: ShortcutTarget,
  { openInBrowser, openAppWindow }: Browsers,
): Promise<boolean> {
  if (opens === 'window') return openInBrowser(link);
  return (await openAppWindow(entryAt(link, PANEL_WINDOW))) || openInBrowser(entryAt(link, 'panel'));
}
