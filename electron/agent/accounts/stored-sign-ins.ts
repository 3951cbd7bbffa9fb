import type { SecretStore } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { ChosenNetwork, SettingsStore } from '../../store/settings.ts';
import { userFacingError } from '../domain/user-facing-error.ts';
import { DEMO_APP, needsKey } from './networks.ts';

/** Names in the secret store. */
const secretNames = (networkId: string) => ({ token: `token:${networkId}`, key: `key:${networkId}` });

/** What is stored of sign-ins: the chosen networks in the settings, tokens and keys in the secret store only. */
export class StoredSignIns {
  readonly #settings: SettingsStore;
  readonly #secrets: SecretStore;
  readonly #log: Log;

  constructor({ settings, secrets, log }: { settings: SettingsStore; secrets: SecretStore; log: Log }) {
    this.#settings = settings;
    this.#secrets = secrets;
    this.#log = log;
  }

  /** Every network that was ever chosen, the first first. */
  networks(): ChosenNetwork[] {
    return this.#settings.get().networks;
  }

  network(id: string): ChosenNetwork | undefined {
    return this.networks().find((network) => network.id === id);
  }

  /** Stores a network among the chosen ones, in its place. */
  saveNetwork(chosen: ChosenNetwork): void {
    const networks = this.networks();
    const known = networks.some(({ id }) => id === chosen.id);
    this.#settings.change({
      networks: known
        ? networks.map((network) => (network.id === chosen.id ? chosen : network))
        : [...networks, chosen],
    });
  }

  /** Nobody is signed in at a network any more; who was last stays known. The token is deleted by itself. */
  signOut(id: string): void {
    const chosen = this.network(id);
    if (!chosen) return;
    const { accountId, ...rest } = chosen;
    this.saveNetwork({ ...rest, lastAccountId: accountId ?? chosen.lastAccountId, tokenExpiresAt: undefined });
  }

  token(id: string): Promise<string | undefined> {
    return this.#read(secretNames(id).token);
  }

  key(id: string): Promise<string | undefined> {
    return this.#read(secretNames(id).key);
  }

  /** @throws UserFacingError where there is none for a network that needs one, or it cannot be read */
  async neededKey(chosen: ChosenNetwork): Promise<string | undefined> {
    const key = chosen.kind === 'demo' ? DEMO_APP.key : await this.key(chosen.id);
    if (key === undefined && needsKey(chosen)) throw userFacingError('noKey');
    return key;
  }

  /** Stores the token, as far as the secret store takes it. Never rejects. */
  async saveToken(id: string, token: string): Promise<void> {
    await this.#keep(this.#secrets.set(secretNames(id).token, token));
  }

  /**
   * Likewise the key; `undefined` deletes it. Only for a key that a person gave: one that was read from here may merely
   * have been unreadable, and is not gone.
   */
  async saveKey(id: string, key: string | undefined): Promise<void> {
    const { key: name } = secretNames(id);
    await this.#keep(key === undefined ? this.#secrets.delete(name) : this.#secrets.set(name, key));
  }

  /** Never rejects. */
  async deleteToken(id: string): Promise<void> {
    await this.#secrets
      .delete(secretNames(id).token)
      .catch((error: unknown) => this.#log.warn(`A secret could not be deleted: ${String(error)}`));
  }

  /** Tokens and keys of every network, for hiding them wherever they might show. */
  async secretsToHide(): Promise<string[]> {
    const names = this.networks().flatMap(({ id }) => Object.values(secretNames(id)));
    return (await Promise.all(names.map((name) => this.#read(name)))).filter((secret) => secret !== undefined);
  }

  async #keep(change: Promise<void>): Promise<void> {
    await change.catch((error: unknown) => this.#log.warn(`A secret could not be kept: ${String(error)}`));
  }

  /** A keyring that does not answer must not keep Askbell from starting: the person can sign in again. */
  #read(name: string): Promise<string | undefined> {
    return this.#secrets.get(name).catch((error: unknown) => {
      this.#log.warn(`A secret could not be read: ${String(error)}`);
      return undefined;
    });
  }
}
