import { homedir } from 'node:os';
import { isSea } from 'node:sea';
import { StartAtLoginUnsupported } from '../desktop.ts';
import { renewEntry, setEntry, type AutostartEntry } from '../linux/autostart-entry.ts';
import { MEMORY_GOES_BACK } from '../linux/c-library-memory.ts';

export interface AutostartSurroundings {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  home: string;
  /** Command that starts Askbell: program and arguments. */
  command: string[];
}

/** Returns this process's environment and command; `args` are Askbell's own at login. */
export const thisMachine = (args: readonly string[]): AutostartSurroundings => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
  // The server executable contains its program.
  command: isSea()
    ? [process.execPath, ...args]
    : [process.execPath, ...process.execArgv, process.argv[1] ?? '', ...args],
});

/** Returns the autostart entry. A desktop starts the program directly, so the entry sets the launcher's variables. */
const entryOf = ({ env, home, command }: AutostartSurroundings): AutostartEntry => ({
  name: 'askbell-headless',
  env,
  home,
  command,
  variables: MEMORY_GOES_BACK,
});

/**
 * Turns start at login on or off. Linux: a file in the desktop's autostart folder.
 * @throws StartAtLoginUnsupported elsewhere, and where the file cannot be written
 */
export async function setStartAtLogin(on: boolean, surroundings: AutostartSurroundings): Promise<void> {
  const { platform } = surroundings;
  if (platform === 'linux') setEntry(on, entryOf(surroundings));
  else if (on) throw new StartAtLoginUnsupported('system', platform);
}

/** Updates an existing entry that starts another command. */
export async function renewStartAtLogin(surroundings: AutostartSurroundings): Promise<void> {
  if (surroundings.platform === 'linux') renewEntry(entryOf(surroundings));
}
