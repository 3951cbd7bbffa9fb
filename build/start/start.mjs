// Plain JavaScript on purpose: a Node too old for the rest of Askbell has to be able to say so in one line.
import { spawnSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** Node runs TypeScript without a flag, and has the SQLite that Askbell needs, from here on. */
const runsTypeScript = major > 22 || (major === 22 && minor >= 18);

if (runsTypeScript) {
  const { start } = await import('./start.ts');
  process.exitCode = await start(process.argv.slice(2));
} else {
  const own = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const ownWorks =
    existsSync(own) && spawnSync(own, ['--version'], { shell: process.platform === 'win32' }).status === 0;
  if (!ownWorks) {
    const missing = existsSync(join(root, 'node_modules'))
      ? 'the Node that comes with it was not installed. Run "npm ci" without --ignore-scripts'
      : 'its packages are not installed. Run "npm ci"';
    process.stderr.write(
      `Askbell needs Node 22.18 or newer; this is ${process.versions.node}, and ${missing}, then try again.\n`,
    );
    process.exitCode = 1;
  } else {
    const env = { ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env['PATH'] ?? '') };
    const again = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
      stdio: 'inherit',
      env,
      shell: process.platform === 'win32',
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => again.kill(signal));
    again.on('exit', (code, signal) => {
      process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
    });
  }
}
