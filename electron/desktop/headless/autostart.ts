import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isSea } from 'node:sea';
import { StartAtLoginUnsupported } from '../desktop.ts';
import { configHome } from './data-dir.ts';

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

/**
 * Starts Askbell at every login, or no longer. Linux: a file in the desktop's autostart folder (XDG Desktop Application
 * Autostart Specification). Rejects with `StartAtLoginUnsupported` elsewhere.
 */
export async function setStartAtLogin(
  on: boolean,
  { platform, env, home, command }: AutostartSurroundings,
): Promise<void> {
  if (platform !== 'linux') {
    if (!on) return;
    throw new StartAtLoginUnsupported(platform);
  }
  const file = join(configHome(env, home), 'autostart', 'askbell-headless.desktop');
  if (!on) return rm(file, { force: true });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, desktopEntry(command), { mode: 0o644 });
}

/** The text of the autostart file. */
function desktopEntry(command: string[]): string {
  return `[Desktop Entry]
Type=Application
Name=Askbell
Comment=Tells you when there is something new for you on a question-and-answer network
Exec=${command.map(quoted).join(' ')}
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** One argument as an Exec line wants it (Desktop Entry Specification, "The Exec key"). */
function quoted(argument: string): string {
  // Quoting escapes these four; then every backslash doubles, because the line itself is an escaped string; % is a
  // code.
  const escaped = argument
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `"${escaped}"`;
}
