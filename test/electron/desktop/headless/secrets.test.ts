import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  awaitKeyring,
  HeadlessSecrets,
  type Keyring,
  KeyringProcess,
  keyStoreOf,
} from '../../../../electron/desktop/headless/secrets.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { askKeyring, startPrivateKeyring, unlock } from './fixtures/private-keyring.ts';
import { keepsSecrets, keyringIn, remembersSecrets } from '../desktop-port.ts';
import { missing } from './private-bus.ts';
import { TestBus } from './test-bus.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

describe.skipIf(missing('dbus-daemon') || process.platform !== 'linux')('secrets without a keyring', () => {
  it('says so, and does not count the kernel’s keyring, which the next boot empties', async () => {
    const { address } = await TestBus.start();
    const folder = temporaryFolder();
    const ask = (bus: string, ...args: string[]) =>
      askKeyring({ HOME: folder, XDG_RUNTIME_DIR: folder, DBUS_SESSION_BUS_ADDRESS: bus }, ...args);
    for (const bus of [address, 'unix:path=/nonexistent']) {
      const { keeping, found } = await ask(bus, 'set', 'token:demo', 'sesame');
      expect(keeping).toMatchObject({ persistent: false, why: 'unusable' });
      expect(found).toBe('sesame');
    }
    expect((await ask(address, 'get', 'token:demo')).found).toBeNull();
  });
});

describe('how secrets are kept', () => {
  /** A keyring in memory, with methods of a test's own. */
  function keyringOf(own: Partial<Keyring> = {}): { kept: Map<string, string>; keyring: Keyring } {
    const kept = new Map<string, string>();
    return { kept, keyring: { ...keyringIn(kept), ...own } };
  }

  describe('in a keyring', () => {
    const { keyring } = keyringOf();
    keepsSecrets(() => new HeadlessSecrets(keyring, undefined, 'linux'));
  });
  remembersSecrets(() => new HeadlessSecrets(undefined, undefined, 'linux'));

  it('leaves nothing of its probe behind', async () => {
    const { kept, keyring } = keyringOf();
    const secrets = new HeadlessSecrets(keyring);
    await secrets.set('token:demo', 'sesame');
    expect([...kept]).toEqual([['token:demo', 'sesame']]);
    expect(await secrets.get('token:other')).toBeUndefined();
  });

  it('gives up on a keyring that does not answer', async () => {
    const { kept, keyring } = keyringOf({ set: () => new Promise<void>(() => {}) });
    const secrets = new HeadlessSecrets(keyring, 20);
    expect(await secrets.keeping()).toMatchObject({ persistent: false });
    await secrets.set('token:demo', 'sesame');
    expect(kept.size).toBe(0);
  });

  it.each<[string, Partial<Keyring>]>([
    ['forgets what it was told', { get: async () => undefined }],
    ['fails', { set: () => Promise.reject(new Error('org.freedesktop.Secret.Error.IsLocked')) }],
  ])('does not trust a keyring that %s, and says it in plain words', async (_what, own) => {
    const keeping = await new HeadlessSecrets(keyringOf(own).keyring).keeping();
    expect(keeping).toMatchObject({ persistent: false, why: 'unusable' });
    expect(JSON.stringify(keeping)).not.toContain('org.freedesktop');
  });

  it('does without where the keyring’s program cannot be started', async () => {
    const secrets = new HeadlessSecrets(new KeyringProcess('/nowhere/keyring.mjs'), 20_000, 'darwin');
    expect(await secrets.keeping()).toMatchObject({ persistent: false, where: 'keychain', why: 'unusable' });
  });

  it('tells which keyring a system has', () => {
    expect(keyStoreOf('win32')).toBe('credential-manager');
    expect(keyStoreOf('darwin')).toBe('keychain');
  });
});

describe.skipIf(missing('dbus-daemon', 'gnome-keyring-daemon') || process.platform !== 'linux')(
  'a keyring that is locked at the start',
  () => {
    afterEach(() => void vi.unstubAllEnvs());

    it('is used once another program has had it unlocked, and gets what was kept in memory', async () => {
      const [bus, home] = [await TestBus.start(), temporaryFolder()];
      const unlocked = await startPrivateKeyring(bus, home);
      for (const [name, value] of Object.entries(unlocked.env)) vi.stubEnv(name, value);
      await new HeadlessSecrets(new KeyringProcess()).set('token:before', 'sesame');
      await unlocked.stop();
      const locked = await startPrivateKeyring(bus, home, { isLocked: true });
      const connection = await bus.connect();
      const clock = createManualClock(0);

      const secrets = new HeadlessSecrets(new KeyringProcess());
      const inUse = awaitKeyring(connection, secrets, clock);
      expect(await secrets.keeping()).toMatchObject({ persistent: false, why: 'unusable' });
      expect(await secrets.get('token:before')).toBeUndefined();
      await secrets.set('token:meanwhile', 'open');
      await clock.advance(30_000);
      expect(await secrets.keeping()).toMatchObject({ persistent: false });

      await unlock(locked);
      await clock.advance(30_000);
      await secrets.openedLate;
      expect(await secrets.keeping()).toEqual({ persistent: true, where: 'keyring' });
      expect(await secrets.get('token:before')).toBe('sesame');
      const restarted = () => new HeadlessSecrets(new KeyringProcess());
      expect(await restarted().get('token:meanwhile')).toBe('open');
      await restarted().delete('token:meanwhile');
      expect(await restarted().get('token:meanwhile')).toBeUndefined();
      await clock.advance(30_000);
      await inUse;
      await locked.stop();
    });
  },
);
