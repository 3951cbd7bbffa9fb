import { openableAddress, type ShortcutTarget } from '../../desktop.ts';
import { createStarter, outsideUnit, type Command, type Machine, type OpenInBrowser } from './browser.ts';
import { PANEL_WINDOW } from './panel-page.ts';

/** Browsers that show a page as a window without tabs (`--app`), by the names of their programs. */
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

/** The panel's size. Browsers that run already pass over it, so the page brings itself to it, too. */
const SIZE = '--window-size=400,560';

/** The command that shows `url` as a small window of its own, or undefined where no browser here can. */
export function appWindowCommand(url: string, machine: Machine): Command | undefined {
  const { platform, env, has } = machine;
  if (platform !== 'linux' || !(env['DISPLAY'] || env['WAYLAND_DISPLAY'])) return undefined;
  const program = BROWSERS.find((name) => has(name));
  return program && outsideUnit({ program, args: [`--app=${url}`, SIZE] }, machine);
}

/** The real one: starts such a browser without a shell, and gives false where there is none or it fails to start. */
export function createAppWindowOpener(machine: Omit<Machine, 'has'>): OpenInBrowser {
  const open = createStarter(machine, appWindowCommand);
  return (url) => open(openableAddress(url));
}

/** The programs that show pages on this machine. */
export interface Browsers {
  openInBrowser: OpenInBrowser;
  /** Shows an address as a small window without tabs, where a browser can. */
  openAppWindow: OpenInBrowser;
}

/** The entry link, leading to a view. */
export function entryAt(link: string, view: string): string {
  const address = new URL(link);
  address.searchParams.set('view', view);
  return address.href;
}

/** Opens the window or the panel by an entry link; gives whether there is a browser to open it. */
export async function openEntry(
  link: string,
  opens: ShortcutTarget,
  { openInBrowser, openAppWindow }: Browsers,
): Promise<boolean> {
  if (opens === 'window') return openInBrowser(link);
  return (await openAppWindow(entryAt(link, PANEL_WINDOW))) || openInBrowser(entryAt(link, 'panel'));
}
