import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { THREAD_DATA, type JobArguments, type JobName, type JobResult, type ThreadAnswer } from './jobs.ts';

const Answer: z.ZodType<ThreadAnswer> = z.union([
  z.strictObject({ error: z.string() }),
  z.strictObject({ value: z.unknown() }),
]);

/** Time in ms that an idle thread is kept for another job, before its memory is released. */
const IDLE_MS = 30_000;

/** Name of this file's folder in the project; a bundle is in another folder, with the thread's program beside it. */
const SOURCE_FOLDER = 'thread';

/**
 * Returns the source of the thread's program. Not its file name, because only the main thread finds files in Electron's
 * archive.
 */
function program(): string {
  const here = import.meta.dirname;
  if (basename(here) !== SOURCE_FOLDER) return readFileSync(join(here, 'history-thread.cjs'), 'utf8');
  return `import(${JSON.stringify(pathToFileURL(join(here, 'jobs.ts')).href)})`;
}

/** The history is closed, so nothing is read from it any more. */
export class HistoryClosed extends Error {
  override readonly name = 'HistoryClosed';
}

interface Job {
  name: JobName;
  given: unknown[];
  answer: PromiseWithResolvers<unknown>;
}

/** Thread that reads the history's file in the background: started on demand, ended when idle. */
export class HistoryThread {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #running: Job | undefined;
  #waiting: Job[] = [];
  /** Threads that end as soon as SQLite gives an answer; the next one begins after them. */
  #ending = 0;
  readonly #program: () => string;

  /** @param readProgram returns the text that the thread runs */
  constructor(readProgram = program) {
    this.#program = readProgram;
  }

  /**
   * Runs a job after the previous ones. An aborted job is removed at once.
   * @throws Error the job's error, or the signal's reason
   */
  async run<Name extends JobName>(
    name: Name,
    given: JobArguments<Name>,
    signal?: AbortSignal,
  ): Promise<JobResult<Name>> {
    signal?.throwIfAborted();
    const job: Job = { name, given, answer: Promise.withResolvers() };
    const giveUp = () => this.#giveUp(job, signal?.reason);
    signal?.addEventListener('abort', giveUp);
    this.#waiting.push(job);
    this.#next();
    try {
      return (await job.answer.promise) as JobResult<Name>;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /** Aborts all jobs. */
  end(): void {
    for (const job of [...this.#waiting, ...(this.#running ? [this.#running] : [])])
      this.#giveUp(job, new HistoryClosed('the history is closed'));
    this.#stopWorker();
  }

  #next(): void {
    if (this.#running || this.#ending > 0) return;
    clearTimeout(this.#idle);
    this.#running = this.#waiting.shift();
    if (!this.#running) {
      this.#worker?.unref();
      this.#idle = setTimeout(() => this.#stopWorker(), IDLE_MS).unref();
      return;
    }
    const { name, given } = this.#running;
    try {
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#worker.postMessage([name, given]);
    } catch (error) {
      this.#stopWorker();
      this.#settle(({ answer }) => answer.reject(error));
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#program(), { eval: true, workerData: THREAD_DATA });
    const fail = (error: Error) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#settle((job) => job.answer.reject(error));
    };
    worker.on('message', (message) => {
      if (this.#worker !== worker) return;
      const { data } = Answer.safeParse(message);
      if (!data) return fail(new Error('the thread answers nonsense'));
      this.#settle(({ answer }) =>
        'error' in data ? answer.reject(new Error(data.error)) : answer.resolve(data.value),
      );
    });
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the thread ended')));
    return worker;
  }

  #settle(settle: (job: Job) => void): void {
    const job = this.#running;
    this.#running = undefined;
    if (job) settle(job);
    this.#next();
  }

  /** Aborts a job; a running one ends with its thread, as soon as SQLite returns. */
  #giveUp(job: Job, reason: unknown): void {
    this.#waiting = this.#waiting.filter((other) => other !== job);
    if (this.#running !== job) return job.answer.reject(reason);
    this.#stopWorker();
    this.#settle(({ answer }) => answer.reject(reason));
  }

  #stopWorker(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    clearTimeout(this.#idle);
    if (!worker) return;
    this.#ending++;
    worker.once('exit', () => {
      this.#ending--;
      this.#next();
    });
    void worker.terminate();
  }
}
