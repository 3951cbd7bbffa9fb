import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack, packageFolder, readTarget, type Target } from './package.ts';

/**
 * `npm run dist`: packs the app and makes the installers of this machine's system from that folder. `--arch` names
 * another processor; what else follows on the command line goes to electron-builder (for example `-- --linux deb`).
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What electron-builder makes installers from: on macOS the app in the folder, elsewhere the folder. */
const prepackaged = (target: Target) =>
  target.platform === 'darwin' ? join(packageFolder(target), 'Askbell.app') : packageFolder(target);

/** Makes the installers of a package that is there; gives electron-builder's exit code. */
function makeInstallers(target: Target, args: string[]): number {
  const from = prepackaged(target);
  if (!existsSync(from)) throw new Error(`Forge left no package at ${from}.`);
  const builder = fileURLToPath(import.meta.resolve('electron-builder/cli.js'));
  const { status, error } = spawnSync(
    process.execPath,
    [
      builder,
      `--${target.arch}`,
      '--prepackaged',
      from,
      '--config',
      'build/packages/electron/electron-builder.yml',
      '--publish',
      'never',
      ...args,
    ],
    { cwd: root, stdio: 'inherit' },
  );
  if (error) throw error;
  return status ?? 1;
}

const { platform } = process;
// One for both processors on macOS, unless somebody wants one of them.
const here = { platform, arch: platform === 'darwin' ? 'universal' : process.arch };
const { rest, ...target } = readTarget(process.argv.slice(2), here);
process.exitCode = (await pack(target)) || makeInstallers(target, rest);
