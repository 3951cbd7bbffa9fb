import { neverTell } from '../../base/log.ts';
import type { SecretStore } from '../../desktop/desktop.ts';

const nameOf = (id: string): string => `forwarding:${id}`;

/** Tokens, passwords and signing keys of the targets, in the secret store only. */
export class ForwardSecrets {
  readonly #secrets: SecretStore;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  /** Returns the secret of a target, which no text repeats from now on; undefined if it cannot be read. */
  async get(id: string): Promise<string | undefined> {
    const secret = await this.#secrets.get(nameOf(id)).catch(() => undefined);
    if (secret !== undefined) neverTell(secret);
    return secret;
  }

  /** Stores a secret, or deletes it. Rejects if the secret store refuses. */
  async set(id: string, secret: string | undefined): Promise<void> {
    if (secret === undefined) return this.#secrets.delete(nameOf(id));
    neverTell(secret);
    await this.#secrets.set(nameOf(id), secret);
  }
}
