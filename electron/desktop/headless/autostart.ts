import { homedir } from 'node:os';
import { isSea } from 'node:sea';
import { StartAtLoginUnsupported } from '../desktop.ts';
import { renewEntry, setEntry, type AutostartEntry } from '../linux/autostart-entry.ts';
import { MEMORY_GOES_BACK } from '../linux/c-library-memory.ts';

export interface AutostartSurroundings {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  home: string;
  /** The command that starts Askbell: program and arguments. */
  command: string[];
}

/** This process and where it runs; `args` are Askbell's own at login. */
export const thisMachine = (args: readonly string[]): AutostartSurroundings => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
  // The executable for servers has its program inside.
  command: isSea()
    ? [process.execPath, ...args]
    : [process.execPath, ...process.execArgv, process.argv[1] ?? '', ...args],
});

/** A desktop starts the program itself, so the entry says what its launcher would. */
const entryOf = ({ env, home, command }: AutostartSurroundings): AutostartEntry => ({
  name: 'askbell-headless',
  env,
  home,
  command,
  variables: MEMORY_GOES_BACK,
});

/**
 * Starts Askbell at every login, or no longer. Linux: a file in the desktop's autostart folder. Rejects with
 * `StartAtLoginUnsupported` elsewhere, and where the file cannot be had.
 */
export async function setStartAtLogin(on: boolean, surroundings: AutostartSurroundings): Promise<void> {
  const { platform } = surroundings;
  if (platform === 'linux') setEntry(on, entryOf(surroundings));
  else if (on) throw new StartAtLoginUnsupported('system', platform);
}

/** Writes the file again where it is there and starts another version's command. */
export async function renewStartAtLogin(surroundings: AutostartSurroundings): Promise<void> {
  if (surroundings.platform === 'linux') renewEntry(entryOf(surroundings));
}
