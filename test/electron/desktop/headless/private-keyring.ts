import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import dbus from 'dbus-native';
import { connectToBus } from '../../../../electron/desktop/linux/message-bus.ts';
import type { PrivateBus } from './private-bus.ts';

const PASSWORD = 'sesame';

/** A real keyring for one test. */
export interface PrivateKeyring {
  /** For a program that is to use it. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Starts the keyring daemon on a bus of the test's own, with its files in a home of the test's own. A locked one asks
 * for the password of a keyring that an unlocked one has made there.
 */
export const startPrivateKeyring = (
  bus: PrivateBus,
  home: string,
  { isLocked = false } = {},
): Promise<PrivateKeyring> => startDaemon(bus, home, isLocked ? [] : ['--unlock']);

/** Unlocks a keyring, as the login does (gnome-keyring, daemon/control/gkd-control-codes.h). */
export async function unlock({ env }: PrivateKeyring): Promise<void> {
  const [credentials, unlocking, ok] = [0, 1, 0];
  const message = Buffer.alloc(1 + 3 * 4 + PASSWORD.length);
  message.writeUInt8(credentials);
  [message.length - 1, unlocking, PASSWORD.length].forEach((word, index) => message.writeUInt32BE(word, 1 + index * 4));
  message.write(PASSWORD, 1 + 3 * 4);
  const socket = connect(join(env['XDG_RUNTIME_DIR'] ?? '', 'keyring', 'control'));
  socket.write(message);
  const answer = await new Promise<Buffer>((resolve, reject) => socket.once('data', resolve).once('error', reject));
  socket.destroy();
  if (answer.readUInt32BE(4) !== ok) throw new Error('the keyring was not unlocked');
}

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
  const { env, stop } = await startPrivateKeyring(bus, home, { isLocked: true });
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
  daemon.stdin.end(PASSWORD);
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
