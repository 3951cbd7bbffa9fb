import dbus from 'dbus-native';
import { z } from 'zod';
import type { NotificationFacts, TrayFacts } from '../desktop.ts';
import { readDoNotDisturb } from './do-not-disturb.ts';
import type { Bus } from './message-bus.ts';

const BUS = 'org.freedesktop.DBus';
const NOTIFICATIONS = 'org.freedesktop.Notifications';
const NOTIFICATIONS_PATH = '/org/freedesktop/Notifications';
const WATCHER = 'org.kde.StatusNotifierWatcher';
const WATCHER_PATH = '/StatusNotifierWatcher';

const Names = z.tuple([z.array(z.string())]);
const YesOrNo = z.tuple([z.boolean()]);
const ServerInformation = z.tuple([z.string()]).rest(z.unknown());

/** Maximum response time of desktop programs, in ms: one that hangs is unusable. */
const MAX_ANSWER_MS = 2000;

/**
 * Returns the notification service (Desktop Notifications Specification 1.2). Does not start a program that the bus
 * would start on demand. Never rejects.
 */
export async function linuxNotifications(bus: Bus | undefined): Promise<NotificationFacts> {
  if (!bus || bus.isClosed) return { kind: 'no-bus' };
  if (!(await hasOwner(bus, NOTIFICATIONS)))
    return { kind: (await isStartable(bus, NOTIFICATIONS)) ? 'startable' : 'no-server' };
  const ask = (member: string) =>
    inTime(bus.call({ destination: NOTIFICATIONS, path: NOTIFICATIONS_PATH, interface: NOTIFICATIONS, member }));
  try {
    const [capabilities] = Names.parse(await ask('GetCapabilities'));
    const [name] = ServerInformation.catch(['?']).parse(await ask('GetServerInformation').catch(() => undefined));
    const doNotDisturb = await inTime(readDoNotDisturb(bus)).catch(() => undefined);
    return { kind: 'server', name, capabilities, ...(doNotDisturb !== undefined && { doNotDisturb }) };
  } catch {
    return { kind: 'no-answer' };
  }
}

/** Returns the tray support (StatusNotifierItem, "StatusNotifierWatcher"). Never rejects. */
export async function linuxTrayHost(bus: Bus | undefined): Promise<TrayFacts> {
  if (!bus || bus.isClosed) return 'no-bus';
  if (!(await hasOwner(bus, WATCHER))) return 'no-watcher';
  try {
    const [value] = await inTime(
      bus.call({
        destination: WATCHER,
        path: WATCHER_PATH,
        interface: 'org.freedesktop.DBus.Properties',
        member: 'Get',
        signature: 'ss',
        body: [WATCHER, 'IsStatusNotifierHostRegistered'],
      }),
    );
    return dbus.toPlain(value) === true ? 'hosted' : 'no-host';
  } catch {
    // A watcher without this property still takes icons, as some panels' do.
    return 'hosted';
  }
}

async function hasOwner(bus: Bus, name: string): Promise<boolean> {
  const answer = await inTime(
    bus.call({ destination: BUS, path: '/', interface: BUS, member: 'NameHasOwner', signature: 's', body: [name] }),
  ).catch(() => undefined);
  return YesOrNo.safeParse(answer).data?.[0] === true;
}

async function isStartable(bus: Bus, name: string): Promise<boolean> {
  const answer = await inTime(
    bus.call({ destination: BUS, path: '/', interface: BUS, member: 'ListActivatableNames' }),
  ).catch(() => undefined);
  return Names.safeParse(answer).data?.[0].includes(name) === true;
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer')), MAX_ANSWER_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
