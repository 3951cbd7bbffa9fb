import { randomUUID } from 'node:crypto';
import type { AsyncEntry } from '@napi-rs/keyring';
import { neverTell } from '../../log.ts';
import type { SecretStorage, SecretStore } from '../desktop.ts';

/** One entry of a keyring. */
export type KeyringEntry = Pick<AsyncEntry, 'getPassword' | 'setPassword' | 'deletePassword'>;
/** Gives the entry of a name; throws where there is no keyring. */
export type Keyring = (name: string) => KeyringEntry;

const SERVICE = 'askbell';
/** A locked keyring may show a password dialog that nobody sees: better to go on without it. */
const MAX_WAIT_MS = 10_000;

/**
 * The system's keyring, loaded when first needed. On Linux the library would fall back to the kernel's keyring, which
 * forgets everything at the next boot, so the Secret Service is asked for by name.
 */
async function systemKeyring(): Promise<Keyring> {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  return (name) => new AsyncEntry(SERVICE, name, { linux: { store: 'secret-service' } });
}

/** What keeps secrets on a system. */
export function keyStoreOf(platform: NodeJS.Platform): SecretStorage['where'] {
  if (platform === 'darwin') return 'keychain';
  return platform === 'win32' ? 'credential-manager' : 'keyring';
}

/**
 * Secrets in the keyring; where there is none, in memory until Askbell quits. A probe entry, written, read back and
 * removed, decides which once, at the first use.
 */
export function createSecretStore({
  keyring = systemKeyring,
  platform = process.platform,
  longestWaitMs = MAX_WAIT_MS,
}: { keyring?: () => Promise<Keyring>; platform?: NodeJS.Platform; longestWaitMs?: number } = {}): SecretStore {
  const memory = new Map<string, string>();
  let opening: Promise<Keyring | undefined> | undefined;

  const open = () => (opening ??= probe(keyring, longestWaitMs));

  return {
    async keeping(): Promise<SecretStorage> {
      const opened = await open();
      const where = keyStoreOf(platform);
      return opened ? { persistent: true, where } : { persistent: false, where, why: 'unusable' };
    },
    async get(name) {
      const opened = await open();
      const secret = opened ? await opened(name).getPassword(AbortSignal.timeout(longestWaitMs)) : memory.get(name);
      if (typeof secret === 'string') neverTell(secret);
      return secret ?? undefined;
    },
    async set(name, secret) {
      neverTell(secret);
      const opened = await open();
      if (!opened) memory.set(name, secret);
      else await opened(name).setPassword(secret, AbortSignal.timeout(longestWaitMs));
    },
    async delete(name) {
      const opened = await open();
      if (!opened) memory.delete(name);
      else await opened(name).deletePassword(AbortSignal.timeout(longestWaitMs));
    },
  };
}

/** The keyring; undefined where it does not keep what it is given. */
async function probe(load: () => Promise<Keyring>, longestWaitMs: number): Promise<Keyring | undefined> {
  const signal = AbortSignal.timeout(longestWaitMs);
  const tooLong = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('no answer')), { once: true }),
  );
  tooLong.catch(() => {});
  const attempt = async () => {
    const keyring = await load();
    const entry = keyring(`probe:${randomUUID()}`);
    await entry.setPassword('probe', signal);
    const stored = await entry.getPassword(signal);
    await entry.deletePassword(signal);
    if (stored !== 'probe') throw new Error('what was written did not come back');
    return keyring;
  };
  try {
    return await Promise.race([attempt(), tooLong]);
  } catch {
    // The library's own message names D-Bus internals; what a person can do is the same in every case.
    return undefined;
  }
}
