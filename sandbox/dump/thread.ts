import { tmpdir } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { threadEnvironment } from '../compile-cache.ts';
import { createTickingClock } from '../world/clock.ts';
import { DumpError, type Dump, type DumpListener } from './dump.ts';

/** Order to the thread. */
interface Order {
  readonly file: string;
  readonly dumps: readonly Dump[];
  readonly now: number | undefined;
}

/** Message to a listener, by the name of its method. */
type Told = {
  [Method in keyof DumpListener]-?: { method: Method; told: Parameters<NonNullable<DumpListener[Method]>> };
}[keyof DumpListener];

/** Message of the thread. */
type Said = Told | { end: 'loaded' } | { end: 'stopped' } | { end: 'refused'; why: string };

/**
 * How many megabytes V8 has for new objects. Each row is garbage as soon as it is written, and left alone V8 gives such
 * a program ever more room: the same dump once took 134 MB in all and once 167. With a small room it takes 120, at no
 * cost in speed. The limit can only be set for a thread, not for a program that runs already.
 */
const YOUNG_GENERATION_MB = 6;

/** How often progress is told, in milliseconds. */
const PROGRESS_EVERY_MS = 50;

const isOrder = (data: unknown): data is { loadDumps: Order } =>
  typeof data === 'object' && data !== null && 'loadDumps' in data;

function tell(listener: DumpListener, { method, told }: Told): void {
  (listener[method] as ((...all: unknown[]) => void) | undefined)?.(...told);
}

/**
 * Loads dumps as `loadDumps` does, in a thread of its own, whose memory goes when it ends.
 * @param now epoch seconds at which the network begins; the machine's present if left out
 * @throws DumpError for a folder that is no dump, or a site named twice
 */
export async function loadInThread(
  file: string,
  dumps: readonly Dump[],
  now: number | undefined,
  listener: DumpListener,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const loadDumps: Order = { file, dumps, now };
  const thread = new Worker(new URL(import.meta.url), {
    workerData: { loadDumps },
    env: threadEnvironment(),
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  // The thread is asked to stop and not ended, since it has something to clean up first.
  const stop = () => thread.postMessage('stop');
  signal?.addEventListener('abort', stop);
  try {
    await new Promise<void>((resolve, reject) => {
      thread.on('message', (said: Said) => {
        if ('method' in said) tell(listener, said);
        else if (said.end === 'loaded') resolve();
        else if (said.end === 'refused') reject(new DumpError(said.why));
        else reject(new Error('Loading was stopped.'));
      });
      thread.on('error', (error) => reject(error instanceof Error ? error : new Error(String(error))));
      thread.on('exit', (code) => reject(new Error(`Loading ended early, with code ${code}.`)));
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.terminate();
  }
}

/** SQLite's word for a full disk, or for one that takes no more of this program's. */
const isNoRoom = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [10, 13].includes(Number(error.errcode) & 0xff);

/** Loads in the thread. Its modules are read here only, so that the one that waits stays small. */
async function work({ file, dumps, now }: Order): Promise<void> {
  const { loadDumps } = await import('./load.ts');
  const say = (said: Said) => parentPort?.postMessage(said);
  const stopping = new AbortController();
  parentPort?.once('message', () => stopping.abort());
  let toldAt = Number.NEGATIVE_INFINITY;
  const listener: Required<DumpListener> = {
    progress(...told) {
      const at = performance.now();
      if (at - toldAt < PROGRESS_EVERY_MS) return;
      toldAt = at;
      say({ method: 'progress', told });
    },
    loaded: (...told) => say({ method: 'loaded', told }),
    resumed: (...told) => say({ method: 'resumed', told }),
    leftOut: (...told) => say({ method: 'leftOut', told }),
    broken: (...told) => say({ method: 'broken', told }),
    orphaned: (...told) => say({ method: 'orphaned', told }),
    missing: (...told) => say({ method: 'missing', told }),
  };
  try {
    await loadDumps(file, dumps, createTickingClock(now), listener, { signal: stopping.signal });
    say({ end: 'loaded' });
  } catch (error) {
    if (error instanceof DumpError) say({ end: 'refused', why: error.message });
    else if (stopping.signal.aborted) say({ end: 'stopped' });
    else if (isNoRoom(error))
      throw new Error(
        `There is no room left for the database. Free some at "${file}" and in "${tmpdir()}", where it is sorted.`,
        { cause: error },
      );
    else throw error;
  }
}

if (!isMainThread && isOrder(workerData)) await work(workerData.loadDumps);
