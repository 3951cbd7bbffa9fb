import { neverTell } from '../../base/log.ts';
import type { SecretStore } from '../../desktop/desktop.ts';

const nameOf = (id: string): string => `forwarding:${id}`;

/** Tokens, passwords and signing keys of the targets, in the secret store only. */
export class ForwardSecrets {
  readonly #secrets: SecretStore;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  /** Returns a secret, which no text repeats from now on; undefined if it cannot be read. */
  async get(id: string): Promise<string | undefined> {
    const secret = await this.#secrets.get(nameOf(id)).catch(() => undefined);
    if (secret !== undefined) neverTell(secret);
    return secret;
  }

  /** Deletes a secret. Rejects if the secret store refuses. */
  delete(id: string): Promise<void> {
    return this.#secrets.delete(nameOf(id));
  }

  /** Stores a secret. Rejects if the secret store refuses. */
  async set(id: string, secret: string): Promise<void> {
    neverTell(secret);
    await this.#secrets.set(nameOf(id), secret);
  }
}
