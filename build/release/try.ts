import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import packageJson from '../../package.json' with { type: 'json' };
import { ReleaseError, runCommand } from './command.ts';

/**
 * `node build/release/try.ts PROGRAM`: starts what was packed, before it is published. Checks run on what is built, and
 * a package can lack what was there.
 */
const HELP = `Usage: node build/release/try.ts PROGRAM

Starts PROGRAM, an Askbell out of a package, with the demo network and an empty folder, and ends it once the network has
answered. One without Electron is asked for its version and its status, too.

Ends with 0, or with 2 when something of that does not happen; it says what.`;

/** How long the program may take until then. */
const MAX_ANSWER_MS = 80_000;
/** How long it may take to end; what is left of it then is killed. */
const MAX_STOP_MS = 10_000;

const logOf = (dataDir: string) => {
  const file = join(dataDir, 'askbell.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** What the app's log says once the network has answered; the headless shell's is shorter. */
const logTells = (dataDir: string) => logOf(dataDir).includes('requests left');

/**
 * Starts an Askbell with the demo network, and ends it once that has answered. Gives the app's log.
 *
 * @throws {ReleaseError} Where it ends by itself, or nothing has answered for long; with what it said.
 */
export async function askOnce(
  program: string,
  args: readonly string[] = [],
  hasAnswered: (dataDir: string) => boolean = logTells,
): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'askbell-try-'));
  const child = spawn(program, [...args, '--demo', '--hidden', '--data-dir', dataDir], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own, so that nothing that it started outlives this.
    detached: true,
  });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.on('error', (error) => (err += error.message));
  const ended = once(child, 'exit').catch(() => undefined);
  try {
    const until = performance.now() + MAX_ANSWER_MS;
    while (!hasAnswered(dataDir)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new ReleaseError(`${program} ended by itself: ${err}`);
      if (performance.now() > until) throw new ReleaseError(`${program} was not answered: ${err}${logOf(dataDir)}`);
      await pause(500);
    }
    return logOf(dataDir);
  } finally {
    child.kill('SIGTERM');
    await Promise.race([ended, pause(MAX_STOP_MS, undefined, { ref: false })]);
    killGroup(child.pid);
    await ended;
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

/**
 * Tries the program of a package.
 *
 * @throws {ReleaseError} Where it does not do what it should.
 */
export async function tryProgram(program: string): Promise<void> {
  // Electron's program has the app beside it, and does not answer at a command line.
  if (existsSync(join(dirname(program), 'resources', 'app.asar'))) {
    await askOnce(program);
    return;
  }
  const ask = (...args: string[]) => spawnSync(program, args, { encoding: 'utf8' });
  const { stdout, stderr, error } = ask('--version');
  if (stdout?.trim() !== packageJson.version)
    throw new ReleaseError(`${program} --version does not say ${packageJson.version}: ${error?.message ?? stderr}`);
  await askOnce(program, [], (dataDir) => ask('status', '--data-dir', dataDir).status === 0);
}

if (import.meta.main) {
  await runCommand(HELP, async (program) => {
    await tryProgram(resolve(program));
    return `${program} starts, and the demo network answers it.`;
  });
}
