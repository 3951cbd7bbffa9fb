import { join } from 'node:path';
import { helpText } from '../../../electron/help.ts';
import { OptionsError, parseOptions } from '../../../electron/options.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { become } from '../../start/become.ts';
import { electronPackage, fetchElectron, findElectron, type ElectronPackage } from '../../start/electron-binary.ts';
import { becomeHeadless, headlessLine, whyNoDesktop, whyNotLoadable } from '../../start/shells.ts';

/**
 * The command `askbell` of the npm package. It starts what is in the package as it is: with the Electron that is
 * installed beside it, or headless, with one line that says why.
 */

/** This file is bundled into the package's folder; the app is in `app` beside it. */
const packageFolder = import.meta.dirname;

const say = (line: string) => process.stderr.write(`${line}\n`);

/** The `electron` package that is installed where this one is; undefined where there is none. */
function packageBeside(): ElectronPackage | undefined {
  try {
    return electronPackage();
  } catch {
    return undefined;
  }
}

/**
 * The Electron to start with, or why there is none. With its package, npm installs only what downloads its program at
 * the first start (https://www.electronjs.org/docs/latest/tutorial/installation, "Binary download step"): that is done
 * here, once it is known that a window could open.
 */
async function electronOrWhy(): Promise<{ electron: string } | { why: string }> {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const beside = override ? undefined : packageBeside();
  if (!override && !beside) return { why: 'Electron is not installed beside it (npm install --global electron)' };
  const noDesktop = whyNoDesktop();
  if (noDesktop !== undefined) return { why: noDesktop };
  const electron = beside
    ? (findElectron(process.env, beside.folder) ?? (await fetchElectron(say, beside)))
    : findElectron(process.env, packageFolder);
  if (electron === undefined)
    return {
      why: beside
        ? `Electron's program could not be downloaded (to see why: node "${join(beside.folder, 'install.js')}")`
        : 'the folder that ELECTRON_OVERRIDE_DIST_PATH names holds no Electron',
    };
  const notLoadable = whyNotLoadable(electron);
  return notLoadable === undefined ? { electron } : { why: notLoadable };
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
  if (options.status || options.open || isHeadless) return headless();
  const found = await electronOrWhy();
  if ('electron' in found) return become(found.electron, [packageFolder, ...own], process.env);
  say(headlessLine(found.why, options.doctor));
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
