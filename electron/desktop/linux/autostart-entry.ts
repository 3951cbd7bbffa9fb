import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { StartAtLoginUnsupported } from '../desktop.ts';
import { configHome } from './config-home.ts';

/** The file by which a desktop starts Askbell at login (Desktop Application Autostart Specification). */
export interface AutostartEntry {
  /** What the file is called, without its ending. */
  name: 'askbell' | 'askbell-headless';
  env: Record<string, string | undefined>;
  home: string;
  /** The command that starts Askbell: program and arguments. */
  command: readonly string[];
  /** What its environment has besides. */
  variables?: Readonly<Record<string, string>>;
}

/** What the system says where a folder is not to be written; Node makes ENOENT of it for a folder that is missing. */
const FORBIDDEN = ['EROFS', 'EACCES', 'EPERM', 'ENOENT'];

/** Writes the entry, or removes it. @throws StartAtLoginUnsupported where that cannot be had */
export function setEntry(on: boolean, entry: AutostartEntry): void {
  // Its own folder for settings is not the one that the desktop reads.
  if (on && isConfined(entry)) throw new StartAtLoginUnsupported('confined', 'Askbell runs in a snap or a flatpak');
  const file = fileOf(entry);
  if (on) write(file, entryText(entry));
  else if (read(file) !== undefined) permitted(file, () => unlinkSync(file));
}

/**
 * Writes the entry again where one is there that starts something else: another version had other arguments, or the
 * program has a new name. One that was switched off in the desktop's settings stays as it is.
 *
 * @throws StartAtLoginUnsupported where it cannot be written
 */
export function renewEntry(entry: AutostartEntry): void {
  if (isConfined(entry)) return;
  const file = fileOf(entry);
  const lines = read(file)?.split('\n');
  if (!lines || lines.includes('Hidden=true') || lines.includes('X-GNOME-Autostart-enabled=false')) return;
  const text = entryText(entry);
  // What desktops add of their own is not a reason to write.
  const isCurrent = text.split('\n').every((line) => !/^(Try)?Exec=/.test(line) || lines.includes(line));
  if (!isCurrent) write(file, text);
}

/** The entry as text. Pure. */
export function entryText({ command, variables = {} }: Pick<AutostartEntry, 'command' | 'variables'>): string {
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const line = settings.length === 0 ? command : ['env', ...settings, ...command];
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Askbell',
    'Comment=Tells you when there is something new for you on a question-and-answer network',
    `Exec=${line.map(execArgument).join(' ')}`,
    // Where Askbell has been removed since, a desktop passes the entry over.
    ...command.slice(0, 1).map((program) => `TryExec=${program.replaceAll('\\', '\\\\')}`),
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** One argument of an `Exec` line, quoted as the Desktop Entry Specification ("The Exec key") asks. */
function execArgument(argument: string): string {
  const plain = argument.replaceAll('%', '%%');
  if (/^[\w@%+=:,./-]+$/.test(plain)) return plain;
  // The value is unescaped twice: once as a string of the file, once as a quoted argument.
  return `"${plain.replace(/["`$\\]/g, '\\$&').replaceAll('\\', '\\\\')}"`;
}

const fileOf = ({ name, env, home }: AutostartEntry): string =>
  join(configHome(env, home), 'autostart', `${name}.desktop`);

/** Whether Askbell itself runs in a snap or a flatpak: a snapped terminal hands its variables to what it starts. */
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

/** Does this to the file; where the system forbids it, the error says so in Askbell's words. */
function permitted(file: string, change: () => void): void {
  try {
    change();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !FORBIDDEN.includes(code)) throw error;
    throw new StartAtLoginUnsupported('forbidden', `${file} may not be written`, { cause: error });
  }
}
