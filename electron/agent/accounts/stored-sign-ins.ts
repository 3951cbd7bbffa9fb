import type { Log } from '../../base/log.ts';
import type { SecretStorage, SecretStore } from '../../desktop/desktop.ts';
import type { ChosenNetwork, SettingsStore } from '../../store/settings.ts';
import { userFacingError } from '../user-facing-error.ts';
import { DEMO_APP } from './demo-network.ts';

/** Whether a network accepts a token only with a key: if it reads both in the query. */
export const needsKey = ({ kind, credentialsIn, foundCredentialsIn }: ChosenNetwork): boolean =>
  kind === 'other' && (credentialsIn ?? foundCredentialsIn) === 'query';

/** Returns the names in the secret store. */
const secretNames = (networkId: string) => ({ token: `token:${networkId}`, key: `key:${networkId}` });

/** Stored sign-ins: the chosen networks in the settings, tokens and keys in the secret store only. */
export class StoredSignIns {
  /** Where secrets were kept when that was last looked up. */
  storage: SecretStorage = { persistent: false, where: 'keyring', why: 'locked' };
  readonly #settings: SettingsStore;
  readonly #secrets: SecretStore;
  readonly #log: Log;

  constructor(settings: SettingsStore, secrets: SecretStore, log: Log) {
    this.#settings = settings;
    this.#secrets = secrets;
    this.#log = log;
  }

  /** Looks up where secrets are kept. */
  async lookUpStorage(): Promise<void> {
    this.storage = await this.#secrets.keeping();
  }

  /** Returns every network ever chosen, in that order. */
  networks(): ChosenNetwork[] {
    return this.#settings.get().networks;
  }

  network(id: string): ChosenNetwork | undefined {
    return this.networks().find((network) => network.id === id);
  }

  /** Stores a network, replacing an earlier version of it. */
  saveNetwork(chosen: ChosenNetwork): void {
    const networks = this.networks();
    const known = networks.some(({ id }) => id === chosen.id);
    this.#settings.change({
      networks: known
        ? networks.map((network) => (network.id === chosen.id ? chosen : network))
        : [...networks, chosen],
    });
  }

  /** Stores where a network was found to read credentials, if known. */
  saveCredentialPlace(id: string, foundCredentialsIn: ChosenNetwork['foundCredentialsIn']): void {
    const stored = this.network(id);
    if (stored && foundCredentialsIn !== undefined && foundCredentialsIn !== stored.foundCredentialsIn)
      this.saveNetwork({ ...stored, foundCredentialsIn });
  }

  /**
   * Records that no user is signed in at a network any more; the last one stays known. The token is deleted separately.
   */
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

  /**
   * Returns the stored key of a network.
   * @throws UserFacingError if the network needs a key and none can be read
   */
  async neededKey(chosen: ChosenNetwork): Promise<string | undefined> {
    const key = chosen.kind === 'demo' ? DEMO_APP.key : await this.key(chosen.id);
    if (key === undefined && needsKey(chosen)) throw userFacingError('noKey');
    return key;
  }

  /** Stores the token, if the secret store accepts it. Never rejects. */
  async saveToken(id: string, token: string): Promise<void> {
    await this.#keep(this.#secrets.set(secretNames(id).token, token));
  }

  /**
   * Stores the key; `undefined` deletes it. Only for a key entered by the user: a stored one may merely have been
   * unreadable and still exist. Never rejects.
   */
  async saveKey(id: string, key: string | undefined): Promise<void> {
    const { key: name } = secretNames(id);
    await this.#keep(key === undefined ? this.#secrets.delete(name) : this.#secrets.set(name, key));
  }

  /** Deletes the token. Never rejects. */
  async deleteToken(id: string): Promise<void> {
    await this.#secrets
      .delete(secretNames(id).token)
      .catch((error: unknown) => this.#log.warn(`A secret could not be deleted: ${String(error)}`));
  }

  /** Returns the tokens and keys of all networks, for redaction. */
  async secretsToHide(): Promise<string[]> {
    const names = this.networks().flatMap(({ id }) => Object.values(secretNames(id)));
    return (await Promise.all(names.map((name) => this.#read(name)))).filter((secret) => secret !== undefined);
  }

  async #keep(change: Promise<void>): Promise<void> {
    await change.catch((error: unknown) => this.#log.warn(`A secret could not be stored: ${String(error)}`));
  }

  /** An error of the keyring must not keep Askbell from starting: the user can sign in again. */
  #read(name: string): Promise<string | undefined> {
    return this.#secrets.get(name).catch((error: unknown) => {
      this.#log.warn(`A secret could not be read: ${String(error)}`);
      return undefined;
    });
  }
}
