import { join } from 'node:path';
import { parseOrAnswer } from '../../start/answer.ts';
import { become } from '../../start/become.ts';
import { becomeHeadless, electronOrWhy, headlessLine } from '../../start/shells.ts';

/**
 * The command `askbell` of the npm package. It starts what is in the package as it is: with the Electron that is
 * installed beside it, or headless, with one line that says why.
 */

/** This file is bundled into the package's folder; the app is in `app` beside it. */
const packageFolder = import.meta.dirname;

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Why this Node cannot run Askbell, in one line to act on; undefined when it can. */
function whyTooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  // From here on it has all of SQLite that Askbell uses, without a flag.
  if (major > 22 || (major === 22 && minor >= 18)) return undefined;
  return `Askbell needs Node 22.18 or newer; this is ${version}.`;
}

async function start(args: string[]): Promise<number> {
  const isHeadless = args[0] === 'headless';
  const own = isHeadless ? args.slice(1) : args;
  const options = parseOrAnswer(own, 'installed');
  if (typeof options === 'number') return options;
  const headless = () => becomeHeadless(join(packageFolder, 'app', 'headless.mjs'), own, process.env);
  if (options.command || isHeadless) return headless();
  const found = await electronOrWhy(say);
  if ('electron' in found) return become(found.electron, [packageFolder, ...own], process.env);
  say(headlessLine(found.why, options.doctor));
  return headless();
}

const tooOld = whyTooOld(process.versions.node);
if (tooOld !== undefined) {
  say(tooOld);
  process.exit(1);
}
process.exitCode = await start(process.argv.slice(2));
