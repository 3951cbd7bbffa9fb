import { app } from 'electron';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** One argument of an `Exec` line, quoted as the Desktop Entry Specification ("The Exec key") asks. */
function execArgument(argument: string): string {
  const plain = argument.replaceAll('%', '%%');
  if (/^[\w@%+=:,./-]+$/.test(plain)) return plain;
  // The value is unescaped twice: once as a string of the file, once as a quoted argument.
  return `"${plain.replace(/["`$\\]/g, '\\$&').replaceAll('\\', '\\\\')}"`;
}

/** The autostart entry for a command, as text. */
export function autostartEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Askbell',
    'Comment=Tells you when there is something new for you on a question-and-answer network',
    `Exec=${command.map(execArgument).join(' ')}`,
    // Where Askbell has been removed since, a desktop passes the entry over.
    ...command.slice(0, 1).map((program) => `TryExec=${program.replaceAll('\\', '\\\\')}`),
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** What starts this very Askbell: the AppImage, the packaged program, or an Electron binary with the app's folder. */
function ownCommand(args: readonly string[]): string[] {
  const program = process.env['APPIMAGE'] ?? process.execPath;
  return [program, ...(app.isPackaged ? [] : [app.getAppPath()]), ...args];
}

/** Makes Askbell start with these arguments when the person logs in, or not. */
export async function setStartAtLogin(on: boolean, args: readonly string[]): Promise<void> {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on, args: ownCommand(args).slice(1) });
    return;
  }
  // Electron has no login items on Linux; desktops read this folder (Desktop Application Autostart Specification).
  const folder = join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'autostart');
  const file = join(folder, 'askbell.desktop');
  if (!on) {
    await rm(file, { force: true });
    return;
  }
  await mkdir(folder, { recursive: true });
  await writeFile(file, autostartEntry(ownCommand(args)));
}
