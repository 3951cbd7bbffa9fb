import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { untilBeat, type Clock } from '../../base/clock.ts';
import { neverTell } from '../../base/log.ts';
import { appFiles } from '../app-files.ts';
import type { SecretStorage, SecretStore } from '../desktop.ts';
import type { Bus } from '../linux/message-bus.ts';

/** Returns the system's store for secrets. */
export function keyStoreOf(platform: NodeJS.Platform): SecretStorage['where'] {
  if (platform === 'darwin') return 'keychain';
  return platform === 'win32' ? 'credential-manager' : 'keyring';
}

/** A locked keyring may show a password dialog that goes unseen, so the wait for it is limited. */
const MAX_OPEN_MS = 10_000;

/**
 * Secrets in the keyring, and in memory while there is none. Availability is tested with a probe entry that is written,
 * read back and removed at the first use. A keyring that opens later receives the secrets in memory.
 */
export class HeadlessSecrets implements SecretStore {
  readonly #keyring: Keyring | undefined;
  readonly #openWithinMs: number;
  readonly #platform: NodeJS.Platform;
  readonly #late = Promise.withResolvers<void>();
  readonly openedLate = this.#late.promise;
  /** Changes not yet in the keyring; undefined for a deleted secret. */
  readonly #memory = new Map<string, string | undefined>();
  #opened: Keyring | undefined;
  #start: Promise<void> | undefined;
  #isStartOver = false;
  #isProbing = false;

  /**
   * @param keyring undefined if the system has none
   * @param openWithinMs maximum wait for the keyring
   */
  constructor(keyring: Keyring | undefined, openWithinMs = MAX_OPEN_MS, platform = process.platform) {
    this.#keyring = keyring;
    this.#openWithinMs = openWithinMs;
    this.#platform = platform;
  }

  async keeping(): Promise<SecretStorage> {
    await this.#waitForStart();
    const where = keyStoreOf(this.#platform);
    if (this.#opened) return { persistent: true, where };
    return { persistent: false, where, why: this.#isProbing ? 'locked' : 'unusable' };
  }

  async get(name: string): Promise<string | undefined> {
    await this.#waitForStart();
    const secret = this.#memory.has(name) ? this.#memory.get(name) : await this.#opened?.get(name);
    if (secret !== undefined) neverTell(secret);
    return secret;
  }

  async set(name: string, secret: string): Promise<void> {
    neverTell(secret);
    await this.#change(name, secret);
  }

  async delete(name: string): Promise<void> {
    await this.#change(name, undefined);
  }

  /** Retries a keyring that could not be opened. */
  lookAgain(): void {
    if (this.#isStartOver && !this.#opened && !this.#isProbing) void this.#probe();
  }

  /** Resolves when the keyring is open, has failed, or takes too long. */
  #waitForStart(): Promise<void> {
    this.#start ??= Promise.race([this.#probe(), pause(this.#openWithinMs, undefined, { ref: false })]).then(
      () => void (this.#isStartOver = true),
    );
    return this.#start;
  }

  async #probe(): Promise<void> {
    this.#isProbing = true;
    if (this.#keyring && (await keepsSecrets(this.#keyring))) this.#opened = this.#keyring;
    this.#isProbing = false;
    if (!this.#opened) return;
    for (const [name, secret] of this.#memory) await this.#handOver(name, secret).catch(() => undefined);
    if (this.#isStartOver) this.#late.resolve();
  }

  async #change(name: string, secret: string | undefined): Promise<void> {
    await this.#waitForStart();
    this.#memory.set(name, secret);
    await this.#handOver(name, secret);
  }

  /** Stores a change in the keyring; without one, or where it fails, the change stays in memory. */
  async #handOver(name: string, secret: string | undefined): Promise<void> {
    if (!this.#opened) return;
    await (secret === undefined ? this.#opened.delete(name) : this.#opened.set(name, secret));
    if (this.#memory.get(name) === secret) this.#memory.delete(name);
  }
}

/** Whether a keyring stores and returns a secret. Waits for the user to unlock it. */
async function keepsSecrets(keyring: Keyring): Promise<boolean> {
  const name = `probe:${randomUUID()}`;
  try {
    await keyring.set(name, 'probe', Infinity);
    const stored = await keyring.get(name);
    await keyring.delete(name);
    return stored === 'probe';
  } catch {
    // The library's message names D-Bus internals; the advice to the user is the same in every case.
    return false;
  }
}

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
  secrets: Pick<HeadlessSecrets, 'keeping' | 'lookAgain'>,
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
