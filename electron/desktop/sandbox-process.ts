import { fork } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { MINUTE_MS } from '../../common/durations.ts';
import type { Log } from '../base/log.ts';
import { appFiles } from './app-files.ts';
import type { DemoNetwork, DemoOptions } from './desktop.ts';

/** Child process of Node or Electron, which both adapters fork in their own way. */
export interface SandboxChild extends EventEmitter {
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  kill(signal?: 'SIGKILL'): boolean;
}

/** Line that the demo network prints once it listens. */
const Ready = z.object({ apiBaseUrl: z.url(), authUrl: z.url() });
type Ready = z.output<typeof Ready>;

/** Maximum start time in ms: the first start creates all data. */
const MAX_START_MS = 3 * MINUTE_MS;
/** Time to stop by itself, in ms. */
const MAX_STOP_MS = 3_000;

/** Starts the demo network in a process of Node. Rejects with a message for the user. */
export async function startSandbox(options: DemoOptions, log: Log, program = appFiles.sandbox): Promise<DemoNetwork> {
  if (!existsSync(program)) throw new Error('The demo network is not part of this copy of Askbell.');
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
  return followSandbox(fork(program, sandboxArguments(options), { stdio: [...stdio], execArgv: [] }), log);
}

/** Returns the demo network's command line; port 0 selects a free one. */
export const sandboxArguments = ({ dataFile, port, speed, like, app }: DemoOptions): string[] =>
  Object.entries({
    '--port': String(port),
    '--db': dataFile,
    '--speed': String(speed),
    '--like': like,
    '--app': `client_id=${app.clientId},key=${app.key},domain=${app.domain},name=Askbell`,
  }).flat();

/**
 * Follows the started process of the demo network, and waits for the line with its addresses. It ends with this
 * process: the sandbox stops when its channel closes, and a normal exit ends it too. Rejects with a message for the
 * user.
 */
export async function followSandbox(child: SandboxChild, log: Log): Promise<DemoNetwork> {
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  let hasEnded = false;
  let isStopping = false;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error: unknown) => resolve(error instanceof Error ? error.message : String(error)));
    child.once('exit', (code: number | null, signal?: string | null) =>
      resolve(signal ? `signal ${signal}` : `exit code ${code}`),
    );
  }).finally(() => {
    hasEnded = true;
    process.removeListener('exit', endWithUs);
  });
  const stop = async (): Promise<void> => {
    isStopping = true;
    for (const signal of [undefined, 'SIGKILL'] as const) {
      if (hasEnded) return;
      child.kill(signal);
      await Promise.race([ended, pause(MAX_STOP_MS, undefined, { ref: false })]);
    }
  };
  try {
    const addresses = await addressesOf(child, ended, log);
    void ended.then((how) => {
      if (!isStopping) log.error(`Demo network: ended by itself (${how})`);
    });
    return { ...addresses, ended: ended.then(() => undefined), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addressesOf(child: SandboxChild, ended: Promise<string>, log: Log): Promise<Ready> {
  /** Last meaningful line of output: no stack frames, no version. */
  let lastWords = '';
  const { promise, resolve, reject } = Promise.withResolvers<Ready>();
  const fail = (message: string) => reject(new Error(message));
  onLines(child.stderr, (line) => {
    if (/^\S.*:/.test(line)) lastWords = line;
    log.info(`Demo network: ${line}`);
  });
  onLines(child.stdout, (line) => {
    const ready = readyIn(line);
    if (ready) resolve(ready);
  });
  void ended.then((how) =>
    fail(
      `The demo network could not start (${how}${lastWords && `: ${lastWords}`}). Start Askbell again; if it stays ` +
        'so, delete its data file.',
    ),
  );
  const limit = setTimeout(
    () => fail('The demo network did not start within three minutes. Quit Askbell and start it again.'),
    MAX_START_MS,
  );
  return promise.finally(() => clearTimeout(limit));
}

const onLines = (output: NodeJS.ReadableStream | null, read: (line: string) => void): void =>
  void (output && createInterface({ input: output }).on('line', read));

function readyIn(line: string): Ready | undefined {
  try {
    return Ready.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
