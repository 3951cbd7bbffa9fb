import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OptionsError, helpText, parseOptions } from '../../../electron/options.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { become } from '../../start/become.ts';
import { findElectron } from '../../start/electron-binary.ts';
import { becomeHeadless, headlessLine, whyNoDesktop, whyNotLoadable } from '../../start/shells.ts';

/**
 * The command `askbell` of the npm package. It starts what is in the package as it is: with the Electron that is
 * installed beside it, or headless, with one line that says why.
 */

/** This file is bundled into the package's folder; the app is in `app` beside it. */
const packageFolder = import.meta.dirname;

const say = (line: string) => process.stderr.write(`${line}\n`);

/** The Electron that is installed where the package is; undefined where there is none. */
function installedElectron(): string | undefined {
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH']) return findElectron(process.env, packageFolder);
  try {
    const manifest = createRequire(import.meta.url).resolve('electron/package.json');
    return findElectron(process.env, dirname(manifest));
  } catch {
    return undefined;
  }
}

/** Says why the app cannot be started with this Electron; undefined when it can. */
function whyHeadless(electron: string | undefined): string | undefined {
  if (electron === undefined) return 'Electron is not installed beside it (npm install --global electron)';
  return whyNoDesktop() ?? whyNotLoadable(electron);
}

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
  const options = parseOptions(own);
  if (options.help || options.version) {
    process.stdout.write(options.help ? helpText('installed') : `${packageJson.version}\n`);
    return 0;
  }
  const headless = () => becomeHeadless(join(packageFolder, 'app', 'headless.mjs'), own, process.env);
  if (options.status) return headless();
  const electron = isHeadless ? undefined : installedElectron();
  const why = whyHeadless(electron);
  if (electron !== undefined && why === undefined) return become(electron, [packageFolder, ...own], process.env);
  if (!isHeadless && why !== undefined) say(headlessLine(why, options.doctor));
  return headless();
}

const tooOld = whyTooOld(process.versions.node);
if (tooOld !== undefined) {
  say(tooOld);
  process.exit(1);
}
try {
  process.exitCode = await start(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof OptionsError)) throw error;
  say(`${error.message}\nSee --help for all options.`);
  process.exitCode = 2;
}
