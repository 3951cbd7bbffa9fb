import { safeStorage } from 'electron';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { neverTell } from '../../log.ts';
import type { SettingsFile } from '../../store/settings.ts';
import type { SecretStorage, SecretStore } from '../desktop.ts';

/** The part of Electron's `safeStorage` that is used. */
type Encryption = Pick<
  typeof safeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

const KEY_STORES: Partial<Record<NodeJS.Platform, SecretStorage['where']>> = {
  darwin: 'keychain',
  win32: 'data-protection',
};

/**
 * On Windows, Chromium keeps the key for all that it encrypts in this file of its profile, encrypted for the person.
 */
const KEY_FILE = 'Local State';

/**
 * Lets what one profile of Chromium has encrypted be read with another one's folder. Only Windows keeps the key there;
 * elsewhere, and where there is no key yet, nothing is done. To be called before Electron is ready. Never throws.
 */
export function lendKey(fromProfile: string, toProfile: string, platform = process.platform): void {
  if (platform !== 'win32') return;
  try {
    copyFileSync(join(fromProfile, KEY_FILE), join(toProfile, KEY_FILE));
  } catch {
    // Then nothing can be encrypted with it either.
  }
}

/**
 * Keeps secrets encrypted by the operating system, as base64 ciphertext by name in a file of their own, written
 * whole or not at all. Where only plain text would be possible they stay in memory until Askbell quits.
 */
export function createSecretStore(
  file: SettingsFile,
  encryption: Encryption = safeStorage,
  platform = process.platform,
): SecretStore {
  const inMemory = new Map<string, string>();

  const keeping = async (): Promise<SecretStorage> => {
    const where = KEY_STORES[platform] ?? 'keyring';
    // Chromium's `basic_text` encrypts with a password that everybody knows.
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
        // Ciphertext of another machine or of an old key counts as absent: the person signs in again.
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
