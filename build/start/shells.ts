import { spawnSync } from 'node:child_process';
import { become, EXIT_COULD_NOT_LOAD } from './become.ts';

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
export function whyNotLoadable(electron: string): string | undefined {
  const { status, error } = spawnSync(electron, ['--version'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: 'ignore',
  });
  if (error === undefined && status !== EXIT_COULD_NOT_LOAD) return undefined;
  return 'the system could not load Electron (a shared library is missing)';
}

/** New objects get 1 MB before they are collected, instead of 16: Askbell makes few, and lives for weeks. */
const HEADLESS_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'];

/** Becomes the headless shell of this bundle, with this Node and these arguments; gives its exit code if it stays. */
export function becomeHeadless(bundle: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  // With one arena, what the C library got for the start goes back to the system.
  const arenas = env['MALLOC_ARENA_MAX'] ?? '1';
  return become(process.execPath, [...HEADLESS_FLAGS, bundle, ...args], { ...env, MALLOC_ARENA_MAX: arenas });
}

/** The line that says which shell starts in the place of the app, and why. */
export function headlessLine(why: string, isDoctor: boolean): string {
  return isDoctor
    ? `Checking what Askbell uses when it is headless: ${why}.`
    : `Starting headless, with the window in your browser: ${why}.`;
}
