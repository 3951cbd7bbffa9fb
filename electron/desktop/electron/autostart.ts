import { app } from 'electron';
import { homedir } from 'node:os';
import { ownAppImage } from '../linux/app-image.ts';
import { renewEntry, setEntry, type AutostartEntry } from '../linux/autostart-entry.ts';

/** What starts this very Askbell: the AppImage, or the packaged program. */
const ownProgram = (): string => ownAppImage(process.env, process.execPath) ?? process.execPath;

/** A program that is no package is an Electron binary, which takes the app's folder. */
const ownArguments = (args: readonly string[]): string[] => [...(app.isPackaged ? [] : [app.getAppPath()]), ...args];

const entryOf = (args: readonly string[], program = ownProgram()): AutostartEntry => ({
  name: 'askbell',
  env: process.env,
  home: homedir(),
  command: [program, ...ownArguments(args)],
});

/**
 * Makes Askbell start with these arguments when the person logs in, or not. Rejects with `StartAtLoginUnsupported`
 * where that cannot be had.
 */
export async function setStartAtLogin(on: boolean, args: readonly string[]): Promise<void> {
  // Electron has no login items on Linux. On macOS they take no arguments: see `wasOpenedAtLogin`.
  if (process.platform === 'linux') setEntry(on, entryOf(args));
  else app.setLoginItemSettings({ openAtLogin: on, args: ownArguments(args) });
}

/**
 * On Linux, writes the entry again where it is there and starts something else than this Askbell, or than `program`
 * where Askbell has just become that. Other systems keep theirs.
 */
export function renewStartAtLogin(args: readonly string[], program?: string): void {
  if (process.platform === 'linux') renewEntry(entryOf(args, program));
}

/** Whether macOS opened Askbell because somebody logged in: its login items take no `--hidden`. */
export function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
