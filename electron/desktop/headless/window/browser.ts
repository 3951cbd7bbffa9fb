import { spawn } from 'node:child_process';
import { asThePerson } from '../../../base/private-files.ts';
import { openableAddress, type PageName, type ShortcutTarget } from '../../desktop.ts';
import { ActiveWindow, isTitleOf } from '../../linux/active-window.ts';
import { onPath } from '../../linux/environment.ts';

/** View of the entry that opens a small window; the page then resizes itself. */
export const PANEL_WINDOW = 'panel-window';

export interface Machine {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  /** Whether a program of this name is executable. */
  has(program: string): boolean;
}

/** Program to start without a shell. */
export interface Command {
  program: string;
  args: string[];
}

/** Set by Askbell's own systemd unit (build/packages/server/deb/). */
export const UNIT_VARIABLE = 'ASKBELL_UNIT';

/**
 * Runs a browser outside the unit, so that the unit's limits do not apply to it and it does not end with the unit. The
 * description appears in the journal in place of the address.
 */
const OUTSIDE = ['--user', '--quiet', '--collect', '--description=A page that Askbell opens', '--'];

/** Wraps a command to run outside Askbell's systemd unit, if it runs in one. */
export function outsideUnit(command: Command, { env, has }: Machine): Command {
  if (!env[UNIT_VARIABLE] || !has('systemd-run')) return command;
  return { program: 'systemd-run', args: [...OUTSIDE, command.program, ...command.args] };
}

/** Returns the command that opens `url`, or undefined if there is no display or no such program. */
export function browserCommand(url: string, machine: Machine): Command | undefined {
  const { platform, env, has } = machine;
  if (platform === 'darwin') return { program: 'open', args: [url] };
  // explorer takes an address unchanged; cmd's "start" would interpret & and ^.
  if (platform === 'win32') return { program: 'explorer.exe', args: [url] };
  const onScreen = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
  if (!onScreen || !has('xdg-open')) return undefined;
  return outsideUnit({ program: 'xdg-open', args: [url] }, machine);
}

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

/** Time in ms after which a browser starter that still runs counts as successful; failures are quick. */
const MAX_WAIT_MS = 3_000;

/**
 * Opens pages and folders with the user's programs, and knows which page has the focus. Each opening resolves with
 * whether a program was started.
 */
export class Browser {
  readonly #machine: Machine;
  readonly #activeWindow = new ActiveWindow();

  constructor({ platform, env }: Omit<Machine, 'has'> = process) {
    this.#machine = { platform, env, has: (program) => onPath(program, env['PATH']) !== undefined };
  }

  /** Opens an address. @throws NotAWebAddress */
  open(address: string): Promise<boolean> {
    return this.#start(browserCommand(openableAddress(address), this.#machine));
  }

  /** Shows an address as a small window without tabs, if a browser supports that. @throws NotAWebAddress */
  openAppWindow(address: string): Promise<boolean> {
    return this.#start(appWindowCommand(openableAddress(address), this.#machine));
  }

  /** Opens a folder in the file manager, with the same programs. */
  openFolder(path: string): Promise<boolean> {
    return this.#start(browserCommand(path, this.#machine));
  }

  /** Whether the browser window of a page has the focus, as reported by the desktop; the page itself cannot know. */
  isFocused(page: PageName): boolean {
    return isTitleOf(page, this.#activeWindow.title());
  }

  /** Whether the focused window is covered, or may be. */
  isCovered(): Promise<boolean> {
    return this.#activeWindow.isCovered();
  }

  /** Stops following the focus, until it is asked for again. */
  stopFollowing(): void {
    this.#activeWindow.stop();
  }

  /** Starts a command without a shell. */
  #start(command: Command | undefined): Promise<boolean> {
    if (!command) return Promise.resolve(false);
    const { platform, env } = this.#machine;
    return new Promise((resolve) => {
      const starter = asThePerson(() => spawn(command.program, command.args, { detached: true, stdio: 'ignore', env }));
      const running = setTimeout(() => resolve(true), MAX_WAIT_MS);
      const settle = (opened: boolean) => {
        clearTimeout(running);
        resolve(opened);
      };
      starter.once('error', () => settle(false));
      // explorer.exe exits with 1 even on success.
      starter.once('exit', (code) => settle(code === 0 || platform === 'win32'));
      starter.unref();
    });
  }
}

/** Opens the window or the panel by an entry link. Resolves with whether a browser was started. */
export async function openEntry(
  link: string,
  opens: ShortcutTarget,
  browser: Pick<Browser, 'open' | 'openAppWindow'>,
): Promise<boolean> {
  if (opens === 'window') return browser.open(link);
  return (await browser.openAppWindow(entryAt(link, PANEL_WINDOW))) || browser.open(entryAt(link, 'panel'));
}

/** Returns the entry link to a view. */
export function entryAt(link: string, view: string): string {
  const address = new URL(link);
  address.searchParams.set('view', view);
  return address.href;
}
