import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { neverTell } from '../../log.ts';
import type { SecretStorage, SecretStore } from '../desktop.ts';
import type { Keyring } from './keyring/keyring.ts';

/** What keeps secrets on a system. */
export function keyStoreOf(platform: NodeJS.Platform): SecretStorage['where'] {
  if (platform === 'darwin') return 'keychain';
  return platform === 'win32' ? 'credential-manager' : 'keyring';
}

/** A locked keyring may show a password dialog that nobody sees: better to go on without it. */
const MAX_OPEN_MS = 10_000;

/**
 * Secrets in the keyring; where there is none, in memory until Askbell quits. A probe entry, written, read back and
 * removed, decides which once, at the first use.
 * @param keyring undefined where the system has none
 * @param openWithinMs how long that may take
 */
export function createSecretStore(
  keyring: Keyring | undefined,
  openWithinMs = MAX_OPEN_MS,
  platform = process.platform,
): SecretStore {
  const memory = new Map<string, string>();
  let opening: Promise<Keyring | undefined> | undefined;

  const open = () => (opening ??= Promise.race([probed(keyring), pause(openWithinMs, undefined, { ref: false })]));

  return {
    async keeping(): Promise<SecretStorage> {
      const opened = await open();
      const where = keyStoreOf(platform);
      return opened ? { persistent: true, where } : { persistent: false, where, why: 'unusable' };
    },
    async get(name) {
      const opened = await open();
      const secret = opened ? await opened.get(name) : memory.get(name);
      if (secret !== undefined) neverTell(secret);
      return secret;
    },
    async set(name, secret) {
      neverTell(secret);
      const opened = await open();
      if (!opened) memory.set(name, secret);
      else await opened.set(name, secret);
    },
    async delete(name) {
      const opened = await open();
      if (!opened) memory.delete(name);
      else await opened.delete(name);
    },
  };
}

/** The keyring; undefined where it does not keep what it is given. */
async function probed(keyring: Keyring | undefined): Promise<Keyring | undefined> {
  const name = `probe:${randomUUID()}`;
  try {
    await keyring?.set(name, 'probe');
    const stored = await keyring?.get(name);
    await keyring?.delete(name);
    return stored === 'probe' ? keyring : undefined;
  } catch {
    // The library's own message names D-Bus internals; what a person can do is the same in every case.
    return undefined;
  }
}
