import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import * as http from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** How long the network may take to show that a download is possible at all, in ms. */
const REACH_TIMEOUT_MS = 4_000;
/** How long Electron's installer may take without the network: enough to unpack a zip from its cache. */
const CACHE_TIMEOUT_MS = 10_000;
/** How long a download that is under way may take, in ms. */
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/** An installed `electron` package. */
export interface ElectronPackage {
  folder: string;
  version: string;
}

/** Returns the `electron` package that is installed where this program is, or undefined. */
export function electronPackage(): ElectronPackage | undefined {
  try {
    const manifest = require.resolve('electron/package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    return { folder: dirname(manifest), version };
  } catch {
    return undefined;
  }
}

/** Where the executable is inside Electron's `dist` folder on a platform. */
function executableName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/**
 * Gives the Electron executable that is there, if one is: the one `ELECTRON_OVERRIDE_DIST_PATH` names, or the one the
 * package's own installer has unpacked (it writes path.txt last, so a broken-off download does not count).
 */
export function findElectron(
  env: Record<string, string | undefined> = process.env,
  folder = electronPackage()?.folder ?? '',
  platform = process.platform,
): string | undefined {
  const name = executableName(platform);
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override) return existsSync(join(override, name)) ? join(override, name) : undefined;
  const executable = join(folder, 'dist', name);
  return existsSync(join(folder, 'path.txt')) && existsSync(executable) ? executable : undefined;
}

/**
 * Where Electron's installer would download from, for asking whether that can be reached (npm's mirror settings count).
 */
export function downloadAddress(version: string, env: Record<string, string | undefined> = process.env): string {
  const mirror =
    env['npm_config_electron_mirror'] ??
    env['NPM_CONFIG_ELECTRON_MIRROR'] ??
    env['ELECTRON_MIRROR'] ??
    'https://github.com/electron/electron/releases/download/';
  return `${mirror.replace(/\/?$/, '/')}v${version}/electron-v${version}-${process.platform}-${process.arch}.zip`;
}

/** Whether the download can begin: something answers there, and does not refuse. */
async function isReachable(address: string): Promise<boolean> {
  try {
    // Node 22 has none; there, a download that only a proxy can reach has the shorter limit.
    (http as Partial<typeof http>).setGlobalProxyFromEnv?.();
    const answer = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(REACH_TIMEOUT_MS) });
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Runs Electron's own installer, which takes the zip from its cache or downloads and checks it. Gives the executable,
 * or undefined when there is neither; without a network that is known within some 14 s.
 */
export async function fetchElectron(
  say: (line: string) => void,
  { folder, version }: ElectronPackage,
): Promise<string | undefined> {
  say(`Electron ${version} is not here yet; getting it once (about 110 MB) …`);
  const began = performance.now();
  const progress = setInterval(
    () => say(`… still getting Electron (${Math.round((performance.now() - began) / 1000)} s)`),
    15_000,
  );
  const timeout = (await isReachable(downloadAddress(version))) ? DOWNLOAD_TIMEOUT_MS : CACHE_TIMEOUT_MS;
  const env = { ...process.env, ELECTRON_GET_USE_PROXY: '1' };
  const options = { stdio: 'ignore', env, timeout, killSignal: 'SIGKILL' } as const;
  // Whether it ended well is seen from what it leaves.
  await once(spawn(process.execPath, [join(folder, 'install.js')], options), 'exit').catch(() => undefined);
  clearInterval(progress);
  return findElectron(process.env, folder);
}
