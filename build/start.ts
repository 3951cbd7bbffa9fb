import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HELP_TEXT, OptionsError, parseOptions } from '../electron/options.ts';
import { buildParts, partNames } from './build.ts';
import { fetchElectron, findElectron } from './electron-binary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line: string) => process.stderr.write(`${line}\n`);

/** What a program gives when the system cannot even load it (a missing shared library). */
const EXIT_COULD_NOT_LOAD = 127;

/** Runs a program in the foreground; passes signals on, gives its exit code (128 + number when a signal ended it). */
function run(program: string, args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const env = { ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env['PATH'] ?? '') };
    const child = spawn(program, args, { stdio: 'inherit', env });
    const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
    const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, passOn);
    const end = (code: number) => {
      for (const signal of signals) process.off(signal, passOn);
      resolve(code);
    };
    child.once('error', () => end(EXIT_COULD_NOT_LOAD));
    child.once('exit', (code, signal) => end(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/** Says why no Electron window can open here whatever binary there is; undefined when one can. */
export function whyNoDesktop(
  env: Record<string, string | undefined> = process.env,
  platform = process.platform,
  userId = process.getuid?.(),
): string | undefined {
  if (platform !== 'linux') return undefined;
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY'])
    return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)';
  if (userId === 0 && !env['ELECTRON_OVERRIDE_DIST_PATH']) return 'Electron does not run as root';
  return undefined;
}

function askbellVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The headless shell, its window built first; the doctor needs none. */
async function startHeadless(args: string[], isDoctor: boolean): Promise<number> {
  if (!isDoctor) await buildParts(['renderer', 'licences', 'networks'], { ifStale: true, say });
  return run(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    join(root, 'electron', 'headless.ts'),
    ...args,
  ]);
}

/**
 * Starts Askbell: with Electron where that is possible, headless with one line of explanation where it is not, and
 * headless at once with `--headless-shell` as the first argument. Takes the command line's arguments, gives the exit
 * code (electron/options.ts lists them).
 */
export async function start(args: string[]): Promise<number> {
  const headless = args[0] === '--headless-shell';
  const own = headless ? args.slice(1) : args;
  let isDoctor: boolean;
  try {
    const options = parseOptions(own);
    isDoctor = options.doctor;
    if (options.help || options.version) {
      process.stdout.write(options.help ? HELP_TEXT : `${askbellVersion()}\n`);
      return 0;
    }
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    say(error.message);
    return 2;
  }
  const goHeadless = (why: string) => {
    say(
      isDoctor
        ? `Checking what Askbell uses when it is headless: ${why}.`
        : `Starting headless, with the window in your browser: ${why}.`,
    );
    return startHeadless(own, isDoctor);
  };
  if (headless) return startHeadless(own, isDoctor);

  const noDesktop = whyNoDesktop();
  if (noDesktop) return goHeadless(noDesktop);
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const electron = findElectron() ?? (override ? undefined : await fetchElectron(say));
  if (!electron) {
    const why = override
      ? 'the folder that ELECTRON_OVERRIDE_DIST_PATH names holds no Electron'
      : "Electron's program is not here and could not be downloaded";
    return goHeadless(why);
  }
  await buildParts(partNames, { ifStale: true, say });
  const code = await run(electron, [root, ...own]);
  if (code !== EXIT_COULD_NOT_LOAD) return code;
  return goHeadless('the system could not load Electron (a shared library is missing)');
}
