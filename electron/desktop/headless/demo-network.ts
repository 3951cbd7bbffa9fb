import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { MINUTE_MS } from '../../../common/durations.ts';
import type { Log } from '../../base/log.ts';
import { appFiles } from '../app-files.ts';
import { demoArguments, readReady, type Ready } from '../demo-process.ts';
import type { DemoNetwork, DemoOptions } from '../desktop.ts';

/** The demo network did not start, or exited before it listened. */
export class DemoNetworkFailed extends Error {
  override readonly name = 'DemoNetworkFailed';
}

/** Creating the demo data takes a while on a slow machine. */
const MAX_START_MS = MINUTE_MS;
const MAX_STOP_MS = 3_000;

/**
 * Starts the demo network in its own process, on a free port, and waits for the line with its addresses. It ends with
 * this process: it is forked with a channel, and the sandbox stops when the channel closes; a normal exit ends it too.
 * Rejects with `DemoNetworkFailed`. `sandbox` names another program (tests).
 */
export async function startDemoNetwork(
  options: DemoOptions,
  { log, sandbox = appFiles.sandbox }: { log: Log; sandbox?: string },
): Promise<DemoNetwork> {
  if (!existsSync(sandbox)) throw new DemoNetworkFailed('The demo network is not part of this copy of Askbell.');
  const child = fork(sandbox, demoArguments(options), { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  }).finally(() => process.removeListener('exit', endWithUs));

  /** Last meaningful line of output: no stack frames, no version. */
  let lastWords = '';
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (/^\S.*:/.test(line)) lastWords = line;
      log.info(`Demo network: ${line}`);
    });
  try {
    const addresses = await firstAddresses(child, ended, () => lastWords);
    let stopping = false;
    void ended.then((how) => {
      if (!stopping) log.error(`Demo network: ended by itself (${how})`);
    });
    return {
      ...addresses,
      ended: ended.then(() => undefined),
      stop: async () => {
        stopping = true;
        await stop(child, ended);
      },
    };
  } catch (error) {
    await stop(child, ended);
    throw error;
  }
}

async function firstAddresses(child: ChildProcess, ended: Promise<string>, lastWords: () => string): Promise<Ready> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      new Promise<Ready>((resolve) => {
        if (!child.stdout) return;
        createInterface({ input: child.stdout }).on('line', (line) => {
          const read = readReady(line);
          if (read) resolve(read);
        });
      }),
      ended.then((how): never => {
        const words = lastWords();
        throw new DemoNetworkFailed(`The demo network did not start (${how})${words === '' ? '.' : `: ${words}`}`);
      }),
      new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new DemoNetworkFailed('The demo network took longer than a minute to start.')),
          MAX_START_MS,
        );
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS);
  await ended;
  clearTimeout(force);
}
