import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { neverTell } from '../../base/log.ts';
import type { SecretStorage, SecretStore } from '../desktop.ts';
import type { Keyring } from './keyring/keyring.ts';

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
