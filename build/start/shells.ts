import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { MEMORY_GOES_BACK } from '../../electron/desktop/linux/environment.ts';
import { become, EXIT_COULD_NOT_LOAD } from './become.ts';
import { electronPackage, fetchElectron, findElectron } from './electron-binary.ts';

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

/** Says why the system cannot load this Electron, which needs many libraries; undefined when it can. */
function whyNotLoadable(electron: string): string | undefined {
  const { status, error } = spawnSync(electron, ['--version'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: 'ignore',
  });
  if (error === undefined && status !== EXIT_COULD_NOT_LOAD) return undefined;
  return 'the system could not load Electron (a shared library is missing)';
}

/**
 * Returns the Electron to start with, or why there is none. npm installs only what downloads Electron's program at the
 * first start (https://www.electronjs.org/docs/latest/tutorial/installation, "Binary download step"): that is done
 * here, once it is known that a window could open.
 */
export async function electronOrWhy(say: (line: string) => void): Promise<{ electron: string } | { why: string }> {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const beside = override ? undefined : electronPackage();
  if (!override && !beside) return { why: 'Electron is not installed beside it (npm install --global electron)' };
  const noDesktop = whyNoDesktop();
  if (noDesktop !== undefined) return { why: noDesktop };
  const electron = findElectron() ?? (beside && (await fetchElectron(say, beside)));
  if (electron === undefined)
    return {
      why: beside
        ? `Electron's program could not be downloaded (to see why: node "${join(beside.folder, 'install.js')}")`
        : 'the folder that ELECTRON_OVERRIDE_DIST_PATH names holds no Electron',
    };
  const notLoadable = whyNotLoadable(electron);
  return notLoadable === undefined ? { electron } : { why: notLoadable };
}

/**
 * What Node is told of memory that runs Askbell headless: it makes few objects, and lives for weeks. New objects get
 * 1 MB before they are collected, instead of 16; code takes little room; V8 looks for garbage a minute after something
 * was done, rather than every 8 s, and in this thread: so small a heap is soon done, and threads that work together
 * wake each other.
 */
export const MEMORY_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=1',
  '--optimize-for-size',
  '--gc-memory-reducer-start-delay-ms=60000',
  '--single-threaded-gc',
];

/**
 * All that it is told. It waits nearly all of its time, so V8's compilers are left out: they and what they make of the
 * code take 4.5 MB. A new item is in the window after 37 ms instead of 32 (`npm run bench:ui`); searches take place in
 * SQLite. The collector is for electron/headless.ts.
 */
export const HEADLESS_FLAGS = [...MEMORY_FLAGS, '--no-opt', '--no-maglev', '--no-sparkplug', '--expose-gc'];

/** Becomes the headless shell of this bundle, with this Node and these arguments; gives its exit code if it stays. */
export function becomeHeadless(bundle: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return become(process.execPath, [...HEADLESS_FLAGS, bundle, ...args], { ...MEMORY_GOES_BACK, ...env });
}

/** The line that says which shell starts in the place of the app, and why. */
export function headlessLine(why: string, isDoctor: boolean): string {
  return isDoctor
    ? `Checking what Askbell uses when it is headless: ${why}.`
    : `Starting headless, with the window in your browser: ${why}.`;
}
