import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSecretStore, lendKey } from '../../../../electron/desktop/electron/secrets.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { keepsSecrets, remembersSecrets } from '../desktop-port.ts';
import type { SettingsFile } from '../../../../electron/store/settings.ts';

vi.mock('electron', () => ({ safeStorage: undefined }));

const backwards = (text: string) => Array.from(text).toReversed().join('');

/** A system keyring whose "encryption" is recognisable and undone only by the same key. */
function keyring(
  key = 'k1',
  state: {
    available?: boolean | Error;
    backend?: 'gnome_libsecret' | 'basic_text' | 'unknown';
    rotated?: boolean;
  } = {},
) {
  return {
    isAsyncEncryptionAvailable: async () => {
      if (state.available instanceof Error) throw state.available;
      return state.available ?? true;
    },
    getSelectedStorageBackend: () => state.backend ?? ('gnome_libsecret' as const),
    encryptStringAsync: async (text: string) => Buffer.from(`${key}:${backwards(text)}`),
    decryptStringAsync: async (encrypted: Buffer) => {
      const text = encrypted.toString();
      if (!state.rotated && !text.startsWith(`${key}:`)) throw new Error('wrong key');
      return { result: backwards(text.slice(text.indexOf(':') + 1)), shouldReEncrypt: state.rotated ?? false };
    },
  };
}

let file: SettingsFile;
beforeEach(() => void (file = { path: 'secrets.json', store: {} }));

describe('secrets in the Electron shell', () => {
  keepsSecrets(() => createSecretStore(file, keyring(), 'linux'));
  remembersSecrets(() => createSecretStore(file, keyring('k1', { backend: 'basic_text' }), 'linux'));

  test('are encrypted in the file', async () => {
    await createSecretStore(file, keyring(), 'linux').set('token:demo', 'abc123');
    expect(Object.keys(file.store)).toEqual(['token:demo']);
    expect(JSON.stringify(file.store)).not.toContain('abc123');
  });

  test.each([
    ['basic_text', { backend: 'basic_text' as const }],
    ['no backend yet', { backend: 'unknown' as const }],
    ['a locked keyring', { available: false }],
    ['a keyring that fails to answer', { available: new Error('no bus') }],
  ])('with %s stay in memory, and the reason is told', async (_name, state) => {
    const secrets = createSecretStore(file, keyring('k1', state), 'linux');
    await secrets.set('token:demo', 'abc123');
    expect(file.store).toEqual({});
    const why = expect.stringMatching(/^(?:none|unusable)$/) as string;
    expect(await secrets.keeping()).toMatchObject({ persistent: false, why });
  });

  test('an unkept secret does not leave an older one behind', async () => {
    await createSecretStore(file, keyring(), 'linux').set('token:demo', 'old');
    await createSecretStore(file, keyring('k1', { backend: 'basic_text' }), 'linux').set('token:demo', 'new');
    expect(file.store).toEqual({});
  });

  test('what another key encrypted, or a damaged file, is no secret and no crash', async () => {
    await createSecretStore(file, keyring('k1'), 'linux').set('token:demo', 'abc');
    expect(await createSecretStore(file, keyring('k2'), 'linux').get('token:demo')).toBeUndefined();
    file.store = { 'token:demo': 42 };
    expect(await createSecretStore(file, keyring(), 'linux').get('token:demo')).toBeUndefined();
  });

  test('a rotated key re-encrypts what is read', async () => {
    await createSecretStore(file, keyring('k1'), 'linux').set('token:demo', 'abc');
    const before = file.store['token:demo'];
    expect(await createSecretStore(file, keyring('k2', { rotated: true }), 'linux').get('token:demo')).toBe('abc');
    expect(file.store['token:demo']).not.toBe(before);
    expect(await createSecretStore(file, keyring('k2'), 'linux').get('token:demo')).toBe('abc');
  });

  test('says where it keeps them on each system', async () => {
    expect(await createSecretStore(file, keyring(), 'darwin').keeping()).toMatchObject({ where: 'keychain' });
    expect(await createSecretStore(file, keyring(), 'win32').keeping()).toMatchObject({ where: 'data-protection' });
  });
});

test('on Windows the doctor’s own profile gets the key of the person’s, and nothing else', () => {
  const [profile, own] = [temporaryFolder(), temporaryFolder()];
  lendKey(profile, own, 'win32');
  expect(readdirSync(own)).toEqual([]);
  for (const name of ['Local State', 'secrets.json', 'Cookies']) writeFileSync(join(profile, name), name);
  lendKey(profile, own, 'linux');
  lendKey(profile, own, 'darwin');
  expect(existsSync(join(own, 'Local State'))).toBe(false);
  lendKey(profile, own, 'win32');
  expect(readdirSync(own)).toEqual(['Local State']);
  expect(readFileSync(join(own, 'Local State'), 'utf8')).toBe('Local State');
});
