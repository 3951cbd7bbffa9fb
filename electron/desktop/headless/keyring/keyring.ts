import { fork, type ChildProcess } from 'node:child_process';
import { z } from 'zod';
import { untilBeat, type Clock } from '../../../base/clock.ts';
import { appFiles } from '../../app-files.ts';
import type { SecretStore } from '../../desktop.ts';
import type { Bus } from '../../linux/message-bus.ts';

/**
 * Secrets by name, in the system's keyring. Each method rejects if the keyring fails, or does not respond within {@link
 * MAX_WAIT_MS}.
 */
export interface Keyring {
  get(name: string): Promise<string | undefined>;
  /** @param waitMs a different limit; Infinity to wait until the user unlocks the keyring */
  set(name: string, secret: string, waitMs?: number): Promise<void>;
  delete(name: string): Promise<void>;
}

/** Call sent to the process; `id` matches its response. */
export interface KeyringCall {
  id: number;
  act: 'get' | 'set' | 'delete';
  name: string;
  secret?: string;
}

const Answer = z.object({ id: z.number(), secret: z.string().optional(), error: z.string().optional() });
export type KeyringAnswer = z.output<typeof Answer>;

/** Maximum time of a keyring call in ms: the user may have to unlock the keyring. */
const MAX_WAIT_MS = 10_000;
/** Time in ms that the process is kept for another call: a start reads several secrets. */
const IDLE_MS = 1_000;

/**
 * The system's keyring, accessed in a separate process that exists only during use. Its native library blocks while a
 * message bus or a keyring does not respond; a process can be ended then, a thread cannot.
 */
export class KeyringProcess implements Keyring {
  readonly #program: string;
  readonly #waiting = new Map<number, PromiseWithResolvers<string | undefined>>();
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(program = appFiles.keyring) {
    this.#program = program;
  }

  get(name: string): Promise<string | undefined> {
    return this.#ask({ act: 'get', name });
  }

  async set(name: string, secret: string, waitMs?: number): Promise<void> {
    await this.#ask({ act: 'set', name, secret }, waitMs);
  }

  async delete(name: string): Promise<void> {
    await this.#ask({ act: 'delete', name });
  }

  async #ask(call: Omit<KeyringCall, 'id'>, waitMs = MAX_WAIT_MS): Promise<string | undefined> {
    clearTimeout(this.#idle);
    const child = (this.#child ??= this.#start());
    const id = ++this.#lastId;
    const answer = Promise.withResolvers<string | undefined>();
    this.#waiting.set(id, answer);
    const endLate = () => this.#end(child, 'the keyring does not answer');
    const limit = Number.isFinite(waitMs) ? setTimeout(endLate, waitMs) : undefined;
    child.send({ id, ...call }, (error) => error && this.#end(child, error.message));
    try {
      return await answer.promise;
    } finally {
      clearTimeout(limit);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#end(child, 'idle'), IDLE_MS);
    }
  }

  #start(): ChildProcess {
    const child = fork(this.#program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
    const endWithUs = () => void child.kill('SIGKILL');
    process.once('exit', endWithUs);
    child.on('message', (message) => {
      const answer = Answer.safeParse(message);
      if (!answer.success) return this.#end(child, 'the keyring’s process answers nonsense');
      const { id, secret, error } = answer.data;
      if (error === undefined) this.#waiting.get(id)?.resolve(secret);
      else this.#waiting.get(id)?.reject(new Error(error));
    });
    child.once('error', (error) => this.#end(child, error.message));
    child.once('exit', () => {
      process.removeListener('exit', endWithUs);
      this.#end(child, 'the keyring’s process ended');
    });
    return child;
  }

  /** Ends the process with its pending calls; the next call starts another one. */
  #end(child: ChildProcess, why: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    child.kill('SIGKILL');
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
  }
}

/** Interval of checks for an unlocked keyring in ms: not every keyring emits a signal. */
const LOOK_EVERY_MS = 30_000;

/** Resolves once an unlocked keyring is in use. Looks for one every 30 s, and asks nobody for a password. */
export async function awaitKeyring(
  bus: Bus,
  secrets: SecretStore & { lookAgain(): void },
  clock: Clock,
): Promise<void> {
  while (!bus.isClosed && !(await secrets.keeping()).persistent) {
    await clock.sleep(untilBeat(clock, LOOK_EVERY_MS));
    if (await isUnlocked(bus)) secrets.lookAgain();
  }
}

/** Whether the collection for new secrets is unlocked (Secret Service API, "Collection"). */
async function isUnlocked(bus: Bus): Promise<boolean> {
  try {
    const collection = bus.object(
      'org.freedesktop.secrets',
      '/org/freedesktop/secrets/aliases/default',
      'org.freedesktop.Secret.Collection',
    );
    return (await collection.property('Locked')) === false;
  } catch {
    return false;
  }
}

/** Returns the system's keyring; on Linux it requires the session bus. */
export const keyringOn = (session: Bus | undefined): KeyringProcess | undefined =>
  process.platform === 'linux' && !session ? undefined : new KeyringProcess();
