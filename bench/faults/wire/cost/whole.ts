import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HEADLESS_FLAGS } from '../../../../build/start/shells.ts';
import { MEMORY_GOES_BACK } from '../../../../electron/desktop/linux/memory.ts';
import { startSandbox } from '../../../../sandbox/server/server.ts';
import { demoDataCopy, storyStart } from '../../../../test/support/demo-data.ts';
import { inTime, untilHolds } from '../../../support/waiting.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import type { WholeMemory, WholeOrder } from '../../child/main.ts';
import { HOSTILE_ANSWERS, HOSTILE_NAMES } from './answers.ts';
import { send } from './server.ts';

const CHILD = fileURLToPath(new URL('../../child/main.ts', import.meta.url));

/** Memory of a whole Askbell in MB: before hostile answers, the most meanwhile, and once all is well again. */
export interface MemoryOfWhole {
  answers: number;
  rss_before_mb: number;
  rss_peak_mb: number;
  rss_after_mb: number;
}

/** An answer that never ends is hung up on after this time; Askbell itself waits longer. */
const HANG_UP_MS = 2000;
/** How long Askbell lives with a good network again, in real time: some driven days. */
const RECOVERY_MS = 5000;

/** Network that passes requests on to a sandbox, or gives every request the next hostile answer. */
class Gateway {
  /** Number of hostile answers that were given; undefined while the network is good. */
  given: number | undefined;
  readonly #target: URL;
  readonly #open = new Set<Socket>();
  readonly #server = createServer((socket) => this.#take(socket));

  constructor(target: string) {
    this.#target = new URL(target);
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#target.pathname}`;
  }

  /** Becomes hostile, or good again; connections that are kept open are closed. */
  become(manner: 'good' | 'hostile'): void {
    this.given = manner === 'hostile' ? 0 : undefined;
    for (const socket of this.#open) socket.destroy();
  }

  close(): void {
    this.become('good');
    this.#server.close();
  }

  #take(socket: Socket): void {
    this.#open.add(socket.on('error', () => undefined));
    socket.once('close', () => this.#open.delete(socket));
    if (this.given === undefined) {
      const network = connect(Number(this.#target.port), this.#target.hostname);
      network.on('error', () => socket.destroy()).once('close', () => socket.destroy());
      socket.once('close', () => network.destroy());
      socket.pipe(network).pipe(socket);
      return;
    }
    socket.once('data', () => {
      const name = HOSTILE_NAMES[(this.given ?? 0) % HOSTILE_NAMES.length]!;
      this.given = (this.given ?? 0) + 1;
      setTimeout(() => socket.destroy(), HANG_UP_MS).unref();
      void send(socket, HOSTILE_ANSWERS[name]).catch(() => socket.destroy());
    });
  }
}

async function memoryOf(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message') as Promise<[WholeMemory]>;
  child.send('memory');
  return (await inTime('The answer', answer))[0].rss_mb;
}

/** The most memory of a process so far, in MB. */
function peakOf({ pid }: ChildProcess): number {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}

/**
 * Gives all hostile answers to a whole Askbell, with its history, schedulers and services, in a process that runs as
 * the headless one does, and lets it recover. @throws Error where it dies or no longer asks
 */
export async function memoryOfWhole(): Promise<MemoryOfWhole> {
  let child: ChildProcess | undefined;
  const folder = temporaryFolder('hostile', () => child?.kill('SIGKILL'));
  const sandbox = await startSandbox({
    file: await demoDataCopy(folder.path, storyStart),
    apps: [{ clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' }],
    burst: Infinity,
  });
  const gateway = new Gateway(sandbox.apiBaseUrl);
  try {
    child = fork(CHILD, [], { execArgv: HEADLESS_FLAGS, env: { ...process.env, ...MEMORY_GOES_BACK } });
    const lives = once(child, 'message');
    child.send({
      apiBaseUrl: await gateway.listen(),
      authUrl: sandbox.authUrl,
      dataDir: folder.path,
      startMs: Date.now(),
    } satisfies WholeOrder);
    await inTime('The start', lives);
    const rss_before_mb = await memoryOf(child);
    gateway.become('hostile');
    await untilHolds('Asking for all hostile answers', async () => gateway.given! >= HOSTILE_NAMES.length);
    const answers = gateway.given!;
    const rss_peak_mb = peakOf(child);
    gateway.become('good');
    const asked = sandbox.requests.length;
    await untilHolds('Asking again', async () => sandbox.requests.length > asked);
    await pause(RECOVERY_MS);
    return { answers, rss_before_mb, rss_peak_mb, rss_after_mb: await memoryOf(child) };
  } finally {
    child?.kill('SIGKILL');
    gateway.close();
    await sandbox.close();
    folder.remove();
  }
}
