import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { asThePerson } from '../../../private-files.ts';
import { openableAddress } from '../../desktop.ts';

/** Opens an address in the person's browser; resolves with whether there is one to open it. */
export type OpenInBrowser = (url: string) => Promise<boolean>;

export interface Machine {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  /** Whether a program of this name can be run. */
  has(program: string): boolean;
}

/** A program that is started without a shell. */
export interface Command {
  program: string;
  args: string[];
}

/** Set by Askbell's own unit of systemd (build/packages/server/deb/). */
export const UNIT_VARIABLE = 'ASKBELL_UNIT';

/**
 * A browser must not live in the unit, with its limits, and end with it. The description stands in the journal in the
 * place of the address.
 */
const OUTSIDE = ['--user', '--quiet', '--collect', '--description=A page that Askbell opens', '--'];

/** The command as it has to be given where Askbell runs in its unit. */
export function outsideUnit(command: Command, { env, has }: Machine): Command {
  if (!env[UNIT_VARIABLE] || !has('systemd-run')) return command;
  return { program: 'systemd-run', args: [...OUTSIDE, command.program, ...command.args] };
}

/** The command that opens `url` on this machine, or undefined where there is no screen or no such program. */
export function browserCommand(url: string, machine: Machine): Command | undefined {
  const { platform, env, has } = machine;
  if (platform === 'darwin') return { program: 'open', args: [url] };
  // explorer takes an address as it is; cmd's "start" would read & and ^ in it as its own.
  if (platform === 'win32') return { program: 'explorer.exe', args: [url] };
  const onScreen = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
  if (!onScreen || !has('xdg-open')) return undefined;
  return outsideUnit({ program: 'xdg-open', args: [url] }, machine);
}

/** A browser starter that fails does so quickly; one that is still running by then shows the browser. */
const MAX_WAIT_MS = 3_000;

/** The real one: starts the browser of this machine without a shell, and gives false where it fails to start. */
export function createBrowserOpener(machine: Omit<Machine, 'has'>): OpenInBrowser {
  const open = createStarter(machine, browserCommand);
  return (url) => open(openableAddress(url));
}

/** Shows a folder of this machine in its file manager, by the same programs; gives whether there is one. */
export const createFolderOpener = (machine: Omit<Machine, 'has'>): ((path: string) => Promise<boolean>) =>
  createStarter(machine, browserCommand);

/** Starts the command for a target; gives false where there is none or it fails at once. */
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
      // explorer.exe ends with 1 although it did what it was asked.
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
