import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpText } from '../../electron/help.ts';
import { OptionsError, parseOptions } from '../../electron/options.ts';
import { buildParts, electronParts, headlessParts } from '../build.ts';
import { appDir, nodeParts } from '../vite.node.config.ts';
import { become } from './become.ts';
import { fetchElectron, findElectron } from './electron-binary.ts';
import { becomeHeadless, headlessLine, whyNoDesktop, whyNotLoadable } from './shells.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string) => process.stderr.write(`${line}\n`);

/** What is run here finds the programs of the packages, its own Node first. */
const environment = () => ({
  ...process.env,
  PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env['PATH'] ?? ''),
});

function askbellVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The headless shell, its window built first; what only looks needs none. */
async function startHeadless(args: string[], onlyLooks: boolean): Promise<number> {
  await buildParts(onlyLooks ? ['headless'] : headlessParts, { ifStale: true, say });
  return becomeHeadless(join(appDir, nodeParts.headless.file), args, environment());
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
  let isCommand: boolean;
  try {
    const options = parseOptions(own);
    isDoctor = options.doctor;
    isCommand = options.status || options.open;
    if (options.help || options.version) {
      process.stdout.write(options.help ? helpText('clone') : `${askbellVersion()}\n`);
      return 0;
    }
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    say(error.message);
    return 2;
  }
  const goHeadless = (why: string) => {
    say(headlessLine(why, isDoctor));
    return startHeadless(own, isDoctor);
  };
  if (headless || isCommand) return startHeadless(own, isDoctor || isCommand);

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
  const notLoadable = whyNotLoadable(electron);
  if (notLoadable) return goHeadless(notLoadable);
  await buildParts(electronParts, { ifStale: true, say });
  return become(electron, [root, ...own], environment());
}
