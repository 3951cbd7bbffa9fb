import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Beginning } from '../send.ts';
import { ApiError } from '../errors.ts';
import type { NetworkBehaviour } from '../../behaviour.ts';
import { threadEnvironment } from '../../compile-cache.ts';
import type { Statements } from '../../world/database/statements.ts';
import { readList, type List } from './list.ts';
import { READER_THREAD, type ReaderData, type Reading } from './reader-thread.ts';

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

/** One thread that reads one list after the other; it starts with the first of them, and anew after it has died. */
class ReaderThread {
  readonly #data: ReaderData;
  #worker: Worker | undefined;
  #job: Job | undefined;

  constructor(data: ReaderData) {
    this.#data = data;
  }

  get isBusy(): boolean {
    return this.#job !== undefined;
  }

  run(job: Job): void {
    const worker = (this.#worker ??= this.#start());
    worker.postMessage(job.list);
    worker.ref();
    this.#job = job;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(READER_THREAD, { workerData: { readLists: this.#data }, env: threadEnvironment() });
    worker.on('message', (reading: Reading) => {
      // While it waits, it keeps no process alive.
      worker.unref();
      const job = this.#job;
      this.#job = undefined;
      if (job) finish(job, reading);
    });
    const end = (error: unknown) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      const job = this.#job;
      this.#job = undefined;
      job?.reject(error instanceof Error ? error : new Error(String(error)));
    };
    worker.on('error', end);
    worker.on('exit', (code) => end(`The thread that read it ended with code ${code}.`));
    return worker;
  }
}

const MIN_THREADS = 2;
const MAX_THREADS = 4;

/** How many threads read where nothing else is said: one core is for the thread that serves. */
export const usualThreads = (): number => Math.min(MAX_THREADS, Math.max(MIN_THREADS, availableParallelism() - 1));

/**
 * Reads lists of a database file in threads. One of them takes what takes long, and anything else only while it is
 * idle; the others never do, so that nobody waits for somebody's search.
 */
export class ReaderPool implements Reader {
  /** The last takes what takes long, so that it is the last to be given anything else. */
  readonly #threads: readonly ReaderThread[];
  readonly #heavy: Job[] = [];
  readonly #light: Job[] = [];
  #isClosed = false;

  /** @param count threads, at least 2 */
  constructor(data: ReaderData, count: number) {
    this.#threads = Array.from({ length: count }, () => new ReaderThread(data));
  }

  async read(list: List): Promise<Beginning> {
    const { promise, resolve, reject } = Promise.withResolvers<Beginning>();
    (list.isHeavy ? this.#heavy : this.#light).push({ list, resolve, reject });
    this.#assign();
    try {
      return await promise;
    } finally {
      this.#assign();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of [...this.#heavy.splice(0), ...this.#light.splice(0)]) reject(new Error('It was closed.'));
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #assign(): void {
    if (this.#isClosed) return;
    for (const thread of this.#threads) {
      if (thread.isBusy) continue;
      const job = (thread === this.#threads.at(-1) ? this.#heavy.shift() : undefined) ?? this.#light.shift();
      if (job) thread.run(job);
    }
  }
}
