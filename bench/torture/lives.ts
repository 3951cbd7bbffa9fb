import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inTime } from '../support/waiting.ts';
import type { Birth, ToChild } from './child/main.ts';

const CHILD = fileURLToPath(new URL('child/main.ts', import.meta.url));

/** How long after its start a life that has not met its aimed end is ended by chance. */
const MAX_LIFE_MS = 2000;
/** How long a start may take before it counts as failed. */
const MAX_START_MS = 30_000;

/** A process with Askbell in it, which is loaded and waits to begin. */
class Process {
  readonly #child: ChildProcess;
  readonly ready: Promise<void>;
  readonly started: Promise<void>;
  /** Resolves with the signal that ended it, or undefined where it ended by itself. */
  readonly ended: Promise<string | undefined>;
  #words = '';

  constructor(cache: string) {
    // What V8 compiled is kept for the next process: loading takes half the time.
    this.#child = fork(CHILD, [], { silent: true, env: { ...process.env, NODE_COMPILE_CACHE: cache } });
    const [ready, started, ended] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<string | undefined>(),
    ];
    this.ready = ready.promise;
    this.started = started.promise;
    this.ended = ended.promise;
    this.#child.on('message', (message) => (message === 'ready' ? ready : started).resolve());
    this.#child.stderr?.on('data', (words: Buffer) => (this.#words += words.toString()));
    this.#child.once('exit', (_code, signal) => {
      ready.reject(new Error(`A process ended before it began: ${this.#words}`));
      started.reject(new Error(`Askbell ended before it had started: ${this.#words}`));
      ended.resolve(signal ?? undefined);
    });
    // Nobody may be waiting for them.
    for (const each of [this.ready, this.started]) each.catch(() => undefined);
  }

  /** What it wrote to standard error. */
  get words(): string {
    return this.#words;
  }

  tell(message: ToChild): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

export type { Process };

/** Resolves when the time is over in which a life is to meet its aimed end. */
async function lifetime(life: Process): Promise<'alive'> {
  await Promise.race([life.started.catch(() => undefined), pause(MAX_START_MS, undefined, { ref: false })]);
  return pause(MAX_LIFE_MS, 'alive', { ref: false });
}

/** Starts one process after the other; the next is loaded while one lives, so that it can follow at once. */
export class Lives {
  readonly #cache: string;
  #next: Process;
  #current: Process | undefined;

  constructor(folder: string) {
    this.#cache = join(folder, 'compiled');
    this.#next = new Process(this.#cache);
  }

  /** Begins a life. */
  async begin(birth: Birth): Promise<Process> {
    const current = this.#next;
    this.#current = current;
    await inTime('Loading Askbell', current.ready);
    current.tell({ begin: birth });
    this.#next = new Process(this.#cache);
    return current;
  }

  /** Tells the one that lives. */
  tell(message: ToChild): void {
    this.#current?.tell(message);
  }

  /**
   * Waits for a life to end as it is to end. Gives how it did: `missed` if the kill point was not reached.
   * @throws Error where it ended by itself
   */
  async end(life: Process, { ending }: Birth): Promise<'killed' | 'missed' | 'stopped'> {
    let outcome: 'killed' | 'missed' | 'stopped' = 'killed';
    if (ending.how === 'aimed') {
      const signal = await Promise.race([life.ended, lifetime(life)]);
      if (signal === 'alive') outcome = 'missed';
    } else if (ending.how === 'random') await pause(ending.afterMs);
    else {
      await pause(ending.askedAfterMs);
      life.tell('stop');
      await pause(ending.afterMs);
    }
    life.kill();
    const signal = await life.ended;
    if (signal === 'SIGKILL') return outcome;
    // It may have stopped as it was asked to before the signal came.
    if (ending.how === 'stopping') return 'stopped';
    throw new Error(`Askbell ended by itself: ${life.words}`);
  }

  /** Ends all at once. */
  kill(): void {
    this.#next.kill();
    this.#current?.kill();
  }

  /** Ends the process that is loaded for nothing. */
  async close(): Promise<void> {
    this.kill();
    await Promise.all([this.#next.ended, this.#current?.ended]);
  }
}
