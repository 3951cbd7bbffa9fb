import { delimiter, join } from 'node:path';
import { buildParts, electronParts, headlessParts } from '../build.ts';
import { appDir, nodeParts } from '../vite.node.config.ts';
import { parseOrAnswer } from './answer.ts';
import { become } from './become.ts';
import { becomeHeadless, electronOrWhy, headlessLine } from './shells.ts';

const root = join(import.meta.dirname, '../..');
const say = (line: string) => process.stderr.write(`${line}\n`);

/** What is run here finds the programs of the packages, its own Node first. */
const environment = () => ({
  ...process.env,
  PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env['PATH'] ?? ''),
});

/** The headless shell, its window built first; what only looks needs none. */
async function startHeadless(args: string[], onlyLooks: boolean): Promise<number> {
  await buildParts(onlyLooks ? ['headless'] : headlessParts, { ifStale: true, say });
  return becomeHeadless(join(appDir, nodeParts.headless.file), args, environment());
}

/**
 * Starts Askbell: with Electron where that is possible, headless with one line of explanation where it is not, and
 * headless at once with `--headless-shell` as the first argument. Takes the command line's arguments, gives the exit
 * code (electron/commands/table.ts lists them).
 */
export async function start(args: string[]): Promise<number> {
  const headless = args[0] === '--headless-shell';
  const own = headless ? args.slice(1) : args;
  const options = parseOrAnswer(own, 'clone');
  if (typeof options === 'number') return options;
  const isDoctor = options.doctor;
  const isCommand = options.command !== undefined;
  if (headless || isCommand) return startHeadless(own, isDoctor || isCommand);
  const found = await electronOrWhy(say);
  if ('why' in found) {
    say(headlessLine(found.why, isDoctor));
    return startHeadless(own, isDoctor);
  }
  await buildParts(electronParts, { ifStale: true, say });
  return become(found.electron, [root, ...own], environment());
}
