import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run dist`: makes the installers of this machine's system from the folder Forge packed, packing it first.
 * What follows on the command line goes to electron-builder (for example `-- --linux deb`).
 */
const root = fileURLToPath(new URL('../..', import.meta.url));

function run(script: string, args: string[]): void {
  const { status, error } = spawnSync(process.execPath, [fileURLToPath(import.meta.resolve(script)), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

run('@electron-forge/cli/dist/electron-forge.js', ['package']);
const packed = join(root, 'out', 'package', `Askbell-${process.platform}-${process.arch}`);
if (!existsSync(packed)) throw new Error(`Forge left no package at ${packed}.`);
run('electron-builder/cli.js', [
  '--prepackaged',
  packed,
  '--config',
  'build/packages/electron-builder.yml',
  '--publish',
  'never',
  ...process.argv.slice(2),
]);
