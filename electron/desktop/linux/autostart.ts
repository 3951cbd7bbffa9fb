import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { isSea } from 'node:sea';
import { StartAtLoginUnsupported } from '../desktop.ts';
import { MEMORY_GOES_BACK, configHome } from './environment.ts';

/** File that starts Askbell at login (Desktop Application Autostart Specification). */
export interface AutostartEntry {
  /** Name of the file without its extension. */
  name: 'askbell' | 'askbell-headless';
  env: Record<string, string | undefined>;
  home: string;
  /** Command that starts Askbell: program and arguments. */
  command: readonly string[];
  /** Additional environment variables. */
  variables?: Readonly<Record<string, string>>;
}

/**
 * Returns the entry of this process without Electron; `args` are Askbell's own at login. A desktop starts the program
 * directly, so the entry sets the launcher's variables.
 */
export const headlessEntry = (args: readonly string[], home: string): AutostartEntry => ({
  name: 'askbell-headless',
  env: process.env,
  home,
  // The server executable contains its program.
  command: [process.execPath, ...(isSea() ? [] : [...process.execArgv, process.argv[1] ?? '']), ...args],
  variables: MEMORY_GOES_BACK,
});

/** Errors of a folder that is not writable; Node reports ENOENT for a missing folder. */
const FORBIDDEN = ['EROFS', 'EACCES', 'EPERM', 'ENOENT'];

/**
 * Writes the entry, or removes it.
 * @throws StartAtLoginUnsupported if that is not possible
 */
export function setEntry(on: boolean, entry: AutostartEntry): void {
  // Its own settings folder is not the one that the desktop reads.
  if (on && isConfined(entry)) throw new StartAtLoginUnsupported('confined', 'Askbell runs in a snap or a flatpak');
  const file = fileOf(entry);
  if (on) write(file, entryText(entry));
  else if (read(file) !== undefined) permitted(file, () => unlinkSync(file));
}

/**
 * Updates an existing entry that starts another command: another version had other arguments, or the program was
 * renamed. An entry that was disabled in the desktop's settings stays unchanged.
 *
 * @throws StartAtLoginUnsupported if it cannot be written
 */
export function renewEntry(entry: AutostartEntry): void {
  if (isConfined(entry)) return;
  const file = fileOf(entry);
  const lines = read(file)?.split('\n');
  if (!lines || lines.includes('Hidden=true') || lines.includes('X-GNOME-Autostart-enabled=false')) return;
  const text = entryText(entry);
  // Lines added by desktops are no reason to write.
  const isCurrent = text.split('\n').every((line) => !/^(Try)?Exec=/.test(line) || lines.includes(line));
  if (!isCurrent) write(file, text);
}

/** Returns the entry as text. Pure. */
export function entryText({ command, variables = {} }: Pick<AutostartEntry, 'command' | 'variables'>): string {
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const line = settings.length === 0 ? command : ['env', ...settings, ...command];
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Askbell',
    'Comment=Tells you when there is something new for you on a question-and-answer network',
    `Exec=${line.map(execArgument).join(' ')}`,
    // Desktops ignore the entry if the program is missing.
    ...command.slice(0, 1).map((program) => `TryExec=${program.replaceAll('\\', '\\\\')}`),
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** Returns one argument of an `Exec` line, quoted as required by the Desktop Entry Specification ("The Exec key"). */
function execArgument(argument: string): string {
  const plain = argument.replaceAll('%', '%%');
  if (/^[\w@%+=:,./-]+$/.test(plain)) return plain;
  // The value is unescaped twice: once as a string of the file, once as a quoted argument.
  return `"${plain.replace(/["`$\\]/g, '\\$&').replaceAll('\\', '\\\\')}"`;
}

const fileOf = ({ name, env, home }: AutostartEntry): string =>
  join(configHome(env, home), 'autostart', `${name}.desktop`);

/**
 * Whether Askbell itself runs in a snap or a flatpak: a snapped terminal passes its variables on to the programs it
 * starts.
 */
function isConfined({ env, command: [program = ''] }: AutostartEntry): boolean {
  const { FLATPAK_ID: flatpak, SNAP: snap } = env;
  return Boolean(flatpak || (snap && program.startsWith(snap + sep)));
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function write(file: string, text: string): void {
  if (read(file) === text) return;
  permitted(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o644 });
  });
}

/**
 * Changes the file.
 * @throws StartAtLoginUnsupported if the system forbids it
 */
function permitted(file: string, change: () => void): void {
  try {
    change();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !FORBIDDEN.includes(code)) throw error;
    throw new StartAtLoginUnsupported('forbidden', `${file} may not be written`, { cause: error });
  }
}
