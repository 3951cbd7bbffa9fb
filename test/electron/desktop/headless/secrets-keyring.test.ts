import { afterEach, describe, expect, it, vi } from 'vitest';
import { awaitKeyring, HeadlessSecrets, KeyringProcess } from '../../../../electron/desktop/headless/secrets.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { missing } from './private-bus.ts';
import { TestBus } from './test-bus.ts';
import { startPrivateKeyring, unlock } from './fixtures/private-keyring.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

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
