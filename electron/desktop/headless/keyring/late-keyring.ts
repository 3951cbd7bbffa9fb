import dbus from 'dbus-native';
import { untilBeat, type Clock } from '../../../base/clock.ts';
import type { SecretStore } from '../../desktop.ts';
import type { Bus } from '../../linux/message-bus.ts';

/** Interval of checks for an unlocked keyring in ms: not every keyring emits a signal. */
const LOOK_EVERY_MS = 30_000;

/** Resolves once an unlocked keyring is in use. Looks for one every 30 s, and asks nobody for a password. */
export async function awaitKeyring(
  bus: Bus,
  secrets: SecretStore & { lookAgain(): void },
  clock: Clock,
): Promise<void> {
  while (!bus.isClosed && !(await secrets.keeping()).persistent) {
    await clock.sleep(untilBeat(clock, LOOK_EVERY_MS));
    if (await isUnlocked(bus)) secrets.lookAgain();
  }
}

/** Whether the collection for new secrets is unlocked (Secret Service API, "Collection"). */
async function isUnlocked(bus: Bus): Promise<boolean> {
  try {
    const [locked] = await bus.call({
      destination: 'org.freedesktop.secrets',
      path: '/org/freedesktop/secrets/aliases/default',
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: ['org.freedesktop.Secret.Collection', 'Locked'],
    });
    return dbus.toPlain(locked) === false;
  } catch {
    return false;
  }
}
