import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Opens an http(s) address in the person's browser; gives whether there is one to open it. */
export type OpenInBrowser = (url: string) => Promise<boolean>;

/** The address is not one that may be opened. */
export class NotAWebAddress extends Error {
  override readonly name = 'NotAWebAddress';
}

/** Checks that an address is http or https and gives it in its normal form; throws `NotAWebAddress`. */
export function webAddress(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new NotAWebAddress('Askbell opens only http and https addresses.');
  }
  return parsed.href;
}

export interface Machine {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  /** Whether a program of this name can be run. */
  has(program: string): boolean;
}

/** The command that opens `url` on this machine, or undefined where there is no screen or no such program. */
export function browserCommand(url: string, { platform, env, has }: Machine): { program: string; args: string[] } | undefined {
  if (platform === 'darwin') return { program: 'open', args: [url] };
  // explorer takes an address as it is; cmd's "start" would read & and ^ in it as its own.
  if (platform === 'win32') return { program: 'explorer.exe', args: [url] };
  const onScreen = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
  return onScreen && has('xdg-open') ? { program: 'xdg-open', args: [url] } : undefined;
}

/** The real one: starts the browser without a shell and without waiting for it to end. */
export const openInBrowser: OpenInBrowser = (url) => {
  const command = browserCommand(webAddress(url), { platform: process.platform, env: process.env, has: isOnPath });
  if (!command) return Promise.resolve(false);
  return new Promise((resolve) => {
    const browser = spawn(command.program, command.args, { detached: true, stdio: 'ignore' });
    browser.once('error', () => resolve(false));
    browser.once('spawn', () => resolve(true));
    browser.unref();
  });
};

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}
