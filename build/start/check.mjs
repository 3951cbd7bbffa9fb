// Loaded before each command of package.json (`node --import`), and by start.mjs. Plain JavaScript on purpose: a Node
// that is too old for the rest has to be able to say so in one line, and so has a clone without its packages.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = join(root, 'node_modules', '.bin');
const isWindows = process.platform === 'win32';
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** Node runs TypeScript without a flag, and has the SQLite that Askbell needs, from here on. */
const isNewEnough = major > 22 || (major === 22 && minor >= 18);
const tooOld = `Askbell needs Node 22.18 or newer; this is ${process.versions.node}`;

/** Ends the process with one line. */
function endPlainly(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** Runs this command again with the Node that Askbell brings, and ends as that does. */
async function runWithOwnNode() {
  const own = join(programs, isWindows ? 'node.cmd' : 'node');
  if (!existsSync(own) || spawnSync(own, ['--version'], { shell: isWindows }).status !== 0)
    endPlainly(
      `${tooOld}, and the Node that comes with it was not installed. ` +
        'Run "npm ci" without --ignore-scripts, then try again.',
    );
  const again = spawn(own, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: programs + delimiter + (process.env['PATH'] ?? '') },
    shell: isWindows,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => again.kill(signal));
  const code = await new Promise((resolve) => {
    again.on('exit', (status, signal) => resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
  process.exit(code);
}

if (!existsSync(join(root, 'node_modules', 'vite')))
  endPlainly(
    isNewEnough
      ? `Askbell's packages are not installed. Run "npm ci", then try again.`
      : `${tooOld}, and its packages, which bring one, are not installed. Run "npm ci", then try again.`,
  );
if (!isNewEnough) await runWithOwnNode();

// What a person can do something about is said without a trace. A worker thread's errors are for whoever started it.
if (isMainThread)
  process.on('uncaughtException', (error) => {
    if (error?.name === 'PlainError') endPlainly(error.message);
    console.error(error);
    process.exit(1);
  });
