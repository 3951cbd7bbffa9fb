import { safeStorage } from 'electron';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { neverTell } from '../../base/log.ts';
import type { SettingsFile } from '../../store/settings.ts';
import type { SecretStorage, SecretStore } from '../desktop.ts';

/** Used part of Electron's `safeStorage`. */
type Encryption = Pick<
  typeof safeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

const KEY_STORES: Partial<Record<NodeJS.Platform, SecretStorage['where']>> = {
  darwin: 'keychain',
  win32: 'data-protection',
};

/** File of Chromium's profile in which Windows keeps the encryption key, itself encrypted for the user. */
const KEY_FILE = 'Local State';

/**
 * Copies one Chromium profile's key to another, so that its encrypted data can be read there. Only Windows stores the
 * key in the profile; elsewhere, and without a key, it does nothing. Call before Electron is ready. Never throws.
 */
export function lendKey(fromProfile: string, toProfile: string, platform = process.platform): void {
  if (platform !== 'win32') return;
  try {
    copyFileSync(join(fromProfile, KEY_FILE), join(toProfile, KEY_FILE));
  } catch {
    // Without a key file, there is no encrypted data either.
  }
}

/**
 * Stores secrets encrypted by the operating system, as base64 ciphertext by name in their own file, written atomically.
 * If only plain text is possible, they stay in memory until Askbell quits.
 */
export function createSecretStore(
  file: SettingsFile,
  encryption: Encryption = safeStorage,
  platform = process.platform,
): SecretStore {
  const inMemory = new Map<string, string>();

  const keeping = async (): Promise<SecretStorage> => {
    const where = KEY_STORES[platform] ?? 'keyring';
    // Chromium's `basic_text` encrypts with a publicly known password.
    if (platform === 'linux' && ['basic_text', 'unknown'].includes(encryption.getSelectedStorageBackend()))
      return { persistent: false, where, why: 'none' };
    if (!(await encryption.isAsyncEncryptionAvailable().catch(() => false)))
      // One that is unlocked later is used from the next start on.
      return { persistent: false, where, why: 'unusable' };
    return { persistent: true, where };
  };
  const keep = async (name: string, secret: string) => {
    const ciphertext = await encryption.encryptStringAsync(secret);
    file.store = { ...file.store, [name]: ciphertext.toString('base64') };
  };
  const forget = (name: string) => {
    const { [name]: gone, ...others } = file.store;
    if (gone !== undefined) file.store = others;
  };

  return {
    keeping,
    async get(name) {
      const remembered = inMemory.get(name);
      if (remembered !== undefined) return remembered;
      const ciphertext = file.store[name];
      if (typeof ciphertext !== 'string' || !(await keeping()).persistent) return undefined;
      try {
        const { result, shouldReEncrypt } = await encryption.decryptStringAsync(Buffer.from(ciphertext, 'base64'));
        neverTell(result);
        if (shouldReEncrypt) await keep(name, result);
        return result;
      } catch {
        // Ciphertext of another machine or of an old key counts as absent: the user signs in again.
        return undefined;
      }
    },
    async set(name, secret) {
      neverTell(secret);
      if ((await keeping()).persistent) {
        await keep(name, secret);
        inMemory.delete(name);
      } else {
        inMemory.set(name, secret);
        forget(name);
      }
    },
    async delete(name) {
      inMemory.delete(name);
      forget(name);
    },
  };
}
