import { availableParallelism } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Beginning } from '../send.ts';
import { ApiError } from '../errors.ts';
import type { NetworkBehaviour } from '../../behaviour.ts';
import { threadEnvironment } from '../../compile-cache.ts';
import { createStatements, type Statements } from '../../world/database/statements.ts';
import { defineTextFunctions } from '../../world/database/text.ts';
import { readList, type List } from './list.ts';

/** Reads lists. */
export interface Reader {
  /** Rejects with an ApiError where the list is refused. */
  read(list: List): Promise<Beginning>;
  close(): Promise<void>;
}

/** Reads lists in the thread that serves. */
export class OwnReader implements Reader {
  readonly #statements: Statements;
  readonly #behaviour: NetworkBehaviour;

  constructor(statements: Statements, behaviour: NetworkBehaviour) {
    this.#statements = statements;
    this.#behaviour = behaviour;
  }

  async read(list: List): Promise<Beginning> {
    return readList(this.#statements, this.#behaviour, list);
  }

  async close(): Promise<void> {}
}

/** Data of a thread that reads lists. */
interface ReaderData {
  readonly file: string;
  readonly behaviour: NetworkBehaviour;
}

/** Result of a list in the thread. */
type Reading =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly length: number; readonly crc: number }
  | { readonly refusal: Pick<ApiError, 'id' | 'message' | 'errorName'> }
  | { readonly failure: string };

/** A list that waits, or is read. */
interface Job {
  readonly list: List;
  readonly resolve: (beginning: Beginning) => void;
  readonly reject: (error: Error) => void;
}

/** Ends a job with what came of it in a thread. */
function finish({ resolve, reject }: Job, reading: Reading): void {
  if ('bytes' in reading) {
    const { bytes, length, crc } = reading;
    resolve({ blocks: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), length, crc });
  } else if ('refusal' in reading) {
    const { id, message, errorName } = reading.refusal;
    reject(new ApiError(id, message, errorName));
  } else reject(new Error(reading.failure));
}

/** Creates a thread that reads one list after the other; it starts with the first, and anew after it has died. */
function createReaderThread(data: ReaderData) {
  let worker: Worker | undefined;
  let job: Job | undefined;
  const take = () => {
    const taken = job;
    job = undefined;
    return taken;
  };
  const start = (): Worker => {
    // This file, or in a bundle the one that it has become part of.
    const entry = new URL(import.meta.url);
    const started = new Worker(entry, { workerData: { readLists: data }, env: threadEnvironment() });
    started.on('message', (reading: Reading) => {
      // While it waits, it keeps no process alive.
      started.unref();
      const taken = take();
      if (taken) finish(taken, reading);
    });
    const end = (error: unknown) => {
      if (worker !== started) return;
      worker = undefined;
      take()?.reject(error instanceof Error ? error : new Error(String(error)));
    };
    started.on('error', end);
    started.on('exit', (code) => end(`The thread that read it ended with code ${code}.`));
    return started;
  };
  return {
    isBusy: () => job !== undefined,
    run(next: Job): void {
      worker ??= start();
      worker.postMessage(next.list);
      worker.ref();
      job = next;
    },
    close: async () => void (await worker?.terminate()),
  };
}

const MIN_THREADS = 2;
const MAX_THREADS = 4;

/** How many threads read where nothing else is said: one core is for the thread that serves. */
export const usualThreads = (): number => Math.min(MAX_THREADS, Math.max(MIN_THREADS, availableParallelism() - 1));

/**
 * Creates a reader of a database file in threads. One of them takes what takes long, and anything else only while it is
 * idle; the others never do, so that nobody waits for somebody's search.
 * @param count threads, at least 2
 */
export function createReaderPool(data: ReaderData, count: number): Reader {
  /** The last takes what takes long, so that it is the last to be given anything else. */
  const threads = Array.from({ length: count }, () => createReaderThread(data));
  const heavy: Job[] = [];
  const light: Job[] = [];
  let isClosed = false;
  const assign = (): void => {
    if (isClosed) return;
    for (const thread of threads) {
      if (thread.isBusy()) continue;
      const job = (thread === threads.at(-1) ? heavy.shift() : undefined) ?? light.shift();
      if (job) thread.run(job);
    }
  };
  return {
    async read(list) {
      const { promise, resolve, reject } = Promise.withResolvers<Beginning>();
      (list.isHeavy ? heavy : light).push({ list, resolve, reject });
      assign();
      try {
        return await promise;
      } finally {
        assign();
      }
    },
    async close() {
      isClosed = true;
      for (const { reject } of [...heavy.splice(0), ...light.splice(0)]) reject(new Error('It was closed.'));
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/** Bytes of the file that are read through the system's own cache of it, and so are there but once for all threads. */
const MAPPED_BYTES = 4 * 1024 ** 3;

function serve({ file, behaviour }: ReaderData): void {
  const db = new DatabaseSync(file, { readOnly: true });
  db.exec(`PRAGMA query_only = 1; PRAGMA mmap_size = ${MAPPED_BYTES}`);
  defineTextFunctions(db);
  const statements = createStatements(db);
  const read = (list: List): Reading => {
    try {
      const { blocks, length, crc } = readList(statements, behaviour, list);
      // A copy, since what is transferred is gone here, and small buffers share their memory.
      return { bytes: new Uint8Array(blocks), length, crc };
    } catch (error) {
      if (error instanceof ApiError) {
        const { id, message, errorName } = error;
        return { refusal: { id, message, errorName } };
      }
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  };
  parentPort?.on('message', (list: List) => {
    const reading = read(list);
    parentPort?.postMessage(reading, 'bytes' in reading ? [reading.bytes.buffer] : []);
  });
}

const isReader = (data: unknown): data is { readLists: ReaderData } =>
  typeof data === 'object' && data !== null && 'readLists' in data;

if (!isMainThread && isReader(workerData)) serve(workerData.readLists);
