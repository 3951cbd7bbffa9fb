import { app } from 'electron';
import { homedir } from 'node:os';
import { ownAppImage } from '../linux/app-image.ts';
import { renewEntry, setEntry, type AutostartEntry } from '../linux/autostart-entry.ts';

/** Returns the path of the running program: the AppImage, or the packaged program. */
const ownProgram = (): string => ownAppImage(process.env, process.execPath) ?? process.execPath;

/**
 * Returns the arguments with the app's folder first if the program is not packaged, as the Electron binary needs it.
 */
const ownArguments = (args: readonly string[]): string[] => [...(app.isPackaged ? [] : [app.getAppPath()]), ...args];

const entryOf = (args: readonly string[], program = ownProgram()): AutostartEntry => ({
  name: 'askbell',
  env: process.env,
  home: homedir(),
  command: [program, ...ownArguments(args)],
});

/**
 * Turns start at login with these arguments on or off.
 * @throws StartAtLoginUnsupported if that is not possible
 */
export async function setStartAtLogin(on: boolean, args: readonly string[]): Promise<void> {
  // Electron supports no login items on Linux. On macOS they take no arguments: see `wasOpenedAtLogin`.
  if (process.platform === 'linux') setEntry(on, entryOf(args));
  else app.setLoginItemSettings({ openAtLogin: on, args: ownArguments(args) });
}

/**
 * Rewrites, on Linux, an existing entry that starts another program than this one, or than `program` if Askbell was
 * just renamed to that. Other systems update their entries themselves.
 */
export function renewStartAtLogin(args: readonly string[], program?: string): void {
  if (process.platform === 'linux') renewEntry(entryOf(args, program));
}

/** Whether macOS started Askbell at login: its login items take no `--hidden`. */
export function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
