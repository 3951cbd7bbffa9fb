import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { configHome } from './data-dir.ts';

/** This system has no start at login that Askbell can set. */
class StartAtLoginUnsupported extends Error {
  override readonly name = 'StartAtLoginUnsupported';
}

export interface AutostartSurroundings {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  home: string;
  /** The command that starts Askbell: program and arguments. */
  command: string[];
}

const thisMachine = (): AutostartSurroundings => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
  command: [process.execPath, process.argv[1] ?? '', '--hidden'],
});

/**
 * Starts Askbell at every login, or no longer. Linux: a file in the desktop's autostart folder (XDG Desktop Application
 * Autostart Specification). Rejects with `StartAtLoginUnsupported` elsewhere.
 */
export async function setStartAtLogin(on: boolean, { platform, env, home, command }: AutostartSurroundings = thisMachine()): Promise<void> {
  if (platform !== 'linux') {
    if (!on) return;
    throw new StartAtLoginUnsupported('Without its desktop app, Askbell can start at login only on Linux. Add its command to the startup programs yourself.');
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
Comment=Tells you when something happens for you on a question-and-answer network
Exec=${command.map(quoted).join(' ')}
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** One argument as an Exec line wants it (Desktop Entry Specification, "The Exec key"). */
function quoted(argument: string): string {
  // Quoting escapes these four; then every backslash doubles, because the line itself is an escaped string; % is a code.
  const escaped = argument.replace(/["`$\\]/g, '\\$&').replaceAll('\\', '\\\\').replaceAll('%', '%%');
  return `"${escaped}"`;
}
