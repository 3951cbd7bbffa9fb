import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import dbus from 'dbus-native';
import { connectToBus } from '../../../../electron/desktop/linux/message-bus.ts';
import type { PrivateBus } from './private-bus.ts';

/** A real keyring for one test. */
export interface PrivateKeyring {
  /** For a program that is to use it. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts the keyring daemon on a bus of the test's own, unlocked, with its files in a home of the test's own. */
export const startPrivateKeyring = (bus: PrivateBus, home: string): Promise<PrivateKeyring> =>
  startDaemon(bus, home, ['--unlock']);

/**
 * Likewise, but locked, with a keyring from before: it asks for the password, by a prompt that nobody answers.
 * `prompted` resolves when it does.
 */
export async function startLockedKeyring(
  bus: PrivateBus,
  home: string,
): Promise<PrivateKeyring & { prompted: Promise<void> }> {
  const prompter = await connectToBus(bus.address);
  if (!prompter) throw new Error('the private bus did not let us in');
  const prompted = Promise.withResolvers<void>();
  const beginPrompting = () => {
    prompted.resolve();
    return new Promise<never>(() => undefined);
  };
  await prompter.export(
    '/org/gnome/keyring/Prompter',
    dbus.defineInterface({
      name: 'org.gnome.keyring.internal.Prompter',
      methods: { BeginPrompting: { in: { callback: 'o' }, handler: beginPrompting } },
    }),
  );
  await prompter.own('org.gnome.keyring.SystemPrompter');
  // An unlocked daemon makes the keyring that the locked one then has.
  const before = await startPrivateKeyring(bus, home);
  await before.stop();
  const { env, stop } = await startDaemon(bus, home, []);
  return {
    env,
    prompted: prompted.promise,
    stop: async () => {
      await stop();
      await prompter.close();
    },
  };
}

async function startDaemon(bus: PrivateBus, home: string, options: readonly string[]): Promise<PrivateKeyring> {
  for (const name of ['run', 'data', 'config']) mkdirSync(join(home, name), { recursive: true, mode: 0o700 });
  const env = {
    HOME: home,
    XDG_RUNTIME_DIR: join(home, 'run'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    DBUS_SESSION_BUS_ADDRESS: bus.address,
  };
  const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...options], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  daemon.stdin.end('\n');
  const watching = await connectToBus(bus.address);
  if (!watching) throw new Error('the private bus did not let us in');
  await new Promise<void>(
    (resolve) => void watching.onOwner('org.freedesktop.secrets', (owner) => owner !== undefined && resolve()),
  );
  await watching.close();
  return {
    env,
    stop: () =>
      new Promise((resolve) => {
        daemon.once('exit', () => resolve());
        daemon.kill('SIGTERM');
      }),
  };
}
