import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { asThePerson } from '../../../base/private-files.ts';
import { openableAddress } from '../../desktop.ts';

/** Opens an address in the user's browser. Resolves with whether a browser was started. */
export type OpenInBrowser = (url: string) => Promise<boolean>;

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

/** Time in ms after which a browser starter that still runs counts as successful; failures are quick. */
const MAX_WAIT_MS = 3_000;

/** Creates an opener that starts the browser without a shell; it resolves with false if the browser fails to start. */
export function createBrowserOpener(machine: Omit<Machine, 'has'>): OpenInBrowser {
  const open = createStarter(machine, browserCommand);
  return (url) => open(openableAddress(url));
}

/**
 * Creates an opener for folders in the file manager, with the same programs; it resolves with whether one was started.
 */
export const createFolderOpener = (machine: Omit<Machine, 'has'>): ((path: string) => Promise<boolean>) =>
  createStarter(machine, browserCommand);

/**
 * Creates a function that starts the command for a target; it resolves with false if there is none or it fails at once.
 */
export function createStarter(
  { platform, env }: Omit<Machine, 'has'>,
  commandFor: (target: string, machine: Machine) => Command | undefined,
): (target: string) => Promise<boolean> {
  return (target) => {
    const command = commandFor(target, { platform, env, has: (program) => isOnPath(program, env['PATH']) });
    if (!command) return Promise.resolve(false);
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
  };
}

function isOnPath(program: string, path = ''): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}
