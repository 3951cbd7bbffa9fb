import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { RunStatus } from '../../common/contract/contract.ts';
import { socketOf } from '../../electron/desktop/single-instance.ts';
import { fetchOver } from '../../electron/desktop/socket-fetch.ts';
import { missing, type PrivateBus } from './desktop/headless/private-bus.ts';
import { TestBus } from './desktop/headless/test-bus.ts';
import { startLockedKeyring, startPrivateKeyring } from './desktop/headless/fixtures/private-keyring.ts';
import { startSilentBus } from './desktop/headless/fixtures/stalling-buses.ts';
import { addressOf, createHome, end, startHeadless, type Run } from './fixtures/headless-program.ts';

/** A start may take at most this much longer than one without a bus, in ms. */
const MAX_LATER_MS = 5_000;

describe.skipIf(missing('dbus-daemon', 'gnome-keyring-daemon') || process.platform !== 'linux')(
  'the headless shell on a desktop that does not answer',
  () => {
    let home: string;
    let bus: TestBus;
    beforeEach(async () => {
      home = createHome();
      bus = await TestBus.start();
    });

    const start = (folder: string, env: Record<string, string> = {}, ...args: string[]): Run =>
      startHeadless(home, ['--hidden', '--data-dir', join(home, folder), ...args], { env });
    /** A home for a keyring. */
    const keyringHome = () => {
      mkdirSync(join(home, 'keyring'));
      return join(home, 'keyring');
    };

    /** What `askbell status` is told; undefined while Askbell starts. */
    async function statusOf(folder: string): Promise<RunStatus | undefined> {
      const socket = socketOf(join(home, folder));
      const answer = await fetchOver(socket!)(new Request('http://askbell/status'));
      const { status } = answer.ok ? ((await answer.json()) as { status: RunStatus }) : {};
      return status?.phase === 'starting' ? undefined : status;
    }

    /** How long it takes from the address until the agent has started and a command for it is answered, in ms. */
    async function readyMs(run: Run, folder: string): Promise<number> {
      await addressOf(run);
      const began = performance.now();
      await expect.poll(async () => (await statusOf(folder))?.phase, { interval: 20 }).toBe('welcome');
      return performance.now() - began;
    }

    const log = (folder: string) => readFileSync(join(home, folder, 'logs', 'askbell.log'), 'utf8');

    const kinds: [string, () => Promise<PrivateBus>, missing: string, silent: string][] = [
      ['never answers Hello', () => startSilentBus('authenticates'), 'everything', 'does not answer'],
      ['answers Hello and nothing more', () => startSilentBus('greets', bus), 'most', ''],
    ];
    it.each(kinds)('starts within 5 s on a bus that %s, and ends at SIGTERM', async (_, startBus, extent, reason) => {
      const without = await readyMs(start('without'), 'without');
      const silent = await startBus();
      onTestFinished(() => silent.stop());
      const run = start('with', { DBUS_SESSION_BUS_ADDRESS: silent.address });
      expect((await readyMs(run, 'with')) - without).toBeLessThan(MAX_LATER_MS);
      await expect.poll(run.err).toMatch(/^Missing on this desktop: keyring .*, notifications .*, tray icon.*\n$/);
      if (extent === 'everything') expect(run.err()).toContain('presence');
      expect(run.err()).toContain(reason);
      expect(log('with').split('Missing on this desktop')).toHaveLength(2);
      expect(await end(run)).toBe(0);
    });

    it('ends at SIGTERM while the keyring waits for a password, and starts without it', async () => {
      const keyring = await startLockedKeyring(bus, keyringHome());
      onTestFinished(() => keyring.stop());
      const env = { ...keyring.env, HOME: home };
      const ended = start('ended', env);
      await addressOf(ended);
      await keyring.prompted;
      expect(await end(ended)).toBe(0);

      const run = start('with', env);
      expect(await readyMs(run, 'with')).toBeLessThan(MAX_LATER_MS);
      await expect.poll(run.err).toMatch(/^Missing on this desktop: keyring /);
      expect(run.err()).not.toContain('session bus');
      expect(await end(run)).toBe(0);
    });

    it('signs in by itself once a keyring answers that was slow, as one that waits for its password', async () => {
      const keyring = await startPrivateKeyring(bus, keyringHome());
      onTestFinished(() => keyring.stop());
      const signedIn = async () => (await statusOf('kept'))?.accounts[0]?.signedIn;
      const before = start('kept', keyring.env, '--demo');
      await addressOf(before);
      await expect.poll(signedIn).toBe(true);
      expect(await end(before)).toBe(0);

      keyring.pause();
      const run = start('kept', keyring.env);
      await addressOf(run);
      await expect.poll(signedIn).toBe(false);
      expect(run.err()).toMatch(/^Missing on this desktop: keyring /);
      keyring.resume();
      await expect.poll(signedIn).toBe(true);
      expect(await end(run)).toBe(0);
    });
  },
);
