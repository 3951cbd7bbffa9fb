import { z } from 'zod';
import type { NotificationFacts, TrayFacts } from '../desktop.ts';
import { inTime as answeredIn, readDoNotDisturb } from './do-not-disturb.ts';
import type { Bus } from './message-bus.ts';

const NOTIFICATIONS = 'org.freedesktop.Notifications';
const NOTIFICATIONS_PATH = '/org/freedesktop/Notifications';
const WATCHER = 'org.kde.StatusNotifierWatcher';
const WATCHER_PATH = '/StatusNotifierWatcher';

const Names = z.tuple([z.array(z.string())]);
const ServerInformation = z.tuple([z.string()]).rest(z.unknown());

/** Maximum response time of desktop programs, in ms: one that hangs is unusable. */
const MAX_ANSWER_MS = 2000;

/**
 * Returns the notification service (Desktop Notifications Specification 1.2). Does not start a program that the bus
 * would start on demand. Never rejects.
 */
export async function linuxNotifications(bus: Bus | undefined): Promise<NotificationFacts> {
  if (!bus || bus.isClosed) return { kind: 'no-bus' };
  if (!(await isTrue(bus.hasOwner(NOTIFICATIONS))))
    return { kind: (await isTrue(bus.isStartable(NOTIFICATIONS))) ? 'startable' : 'no-server' };
  const server = bus.object(NOTIFICATIONS, NOTIFICATIONS_PATH);
  const ask = (member: string) => inTime(server.call(member));
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
  if (!(await isTrue(bus.hasOwner(WATCHER)))) return 'no-watcher';
  try {
    const hasHost = await inTime(bus.object(WATCHER, WATCHER_PATH).property('IsStatusNotifierHostRegistered'));
    return hasHost === true ? 'hosted' : 'no-host';
  } catch {
    // A watcher without this property still takes icons, as some panels' do.
    return 'hosted';
  }
}

const inTime = <T>(answer: Promise<T>): Promise<T> => answeredIn(answer, MAX_ANSWER_MS);
const isTrue = (answer: Promise<boolean>): Promise<boolean> => inTime(answer).catch(() => false);

/** Detected parts of the desktop. */
export interface FoundParts {
  /** Whether the connection to the session bus succeeded. */
  sessionBus: boolean;
  /** Whether the connection to the system bus succeeded; also true if there is none. */
  systemBus: boolean;
  notifications: boolean;
  tray: boolean;
  keyring: boolean;
}

/** Returns which parts of the desktop are missing, in sentences; undefined for none. Pure. */
export function missingParts({ sessionBus, systemBus, ...parts }: FoundParts): string | undefined {
  const missing = [
    ...(parts.keyring ? [] : ['keyring (sign-ins last until Askbell ends)']),
    ...(parts.notifications ? [] : ['notifications (they appear in the terminal and in the window)']),
    ...(parts.tray ? [] : ['tray icon']),
    ...(sessionBus && systemBus ? [] : ['presence (you count as present, also behind a locked screen)']),
  ];
  if (missing.length === 0) return undefined;
  const silent = [...(sessionBus ? [] : ['session']), ...(systemBus ? [] : ['system'])];
  const reason = silent.length === 0 ? '' : ` The ${silent.join(' and ')} bus does not answer.`;
  return `Missing on this desktop: ${missing.join(', ')}.${reason} Start Askbell with --doctor to see what helps.`;
}
