import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { NotificationFacts, TrayFacts } from '../desktop.ts';
import type { Bus } from './message-bus.ts';

const NOTIFICATIONS = 'org.freedesktop.Notifications';
const NOTIFICATIONS_PATH = '/org/freedesktop/Notifications';
const WATCHER = 'org.kde.StatusNotifierWatcher';

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
    const doNotDisturb = await readDoNotDisturb(bus);
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
    const hasHost = await inTime(
      bus.object(WATCHER, '/StatusNotifierWatcher').property('IsStatusNotifierHostRegistered'),
    );
    return hasHost === true ? 'hosted' : 'no-host';
  } catch {
    // A watcher without this property still takes icons, as some panels' do.
    return 'hosted';
  }
}

const isTrue = (answer: Promise<boolean>): Promise<boolean> => inTime(answer).catch(() => false);

/** Runs a program and resolves with its output; rejects if it is missing or fails. */
export type RunProgram = (program: string, args: string[]) => Promise<string>;

const runProgram: RunProgram = async (program, args) =>
  (await promisify(execFile)(program, args, { timeout: 5_000 })).stdout;

/** Reads whether a notification server holds banners back; the specification has no common property for it. */
type Reader = (bus: Bus, run: RunProgram) => Promise<unknown>;

/** Returns a reader of a property of the notification server. */
const property =
  (name: string, interfaceName = NOTIFICATIONS): Reader =>
  (bus) =>
    bus.object(NOTIFICATIONS, NOTIFICATIONS_PATH, interfaceName).property(name);

/** Readers by the server's name (`GetServerInformation`), in lower case. */
const READERS: Record<string, Reader> = {
  // GNOME stores it in its settings, which only its own tool reads without a native module.
  'gnome-shell': async (_bus, run) =>
    (await run('gsettings', ['get', 'org.gnome.desktop.notifications', 'show-banners'])).trim() === 'false',
  plasma: property('Inhibited'),
  dunst: property('paused', 'org.dunstproject.cmd0'),
  mako: async (bus) => {
    const [modes] = await bus.object(NOTIFICATIONS, '/fr/emersion/Mako', 'fr.emersion.Mako').call('ListModes');
    return Array.isArray(modes) && modes.includes('do-not-disturb');
  },
  swaynotificationcenter: async (bus) =>
    (await bus.object('org.erikreider.swaync.cc', '/org/erikreider/swaync/cc').call('GetDnd'))[0],
  'xfce notify daemon': async (bus) => {
    const settings = bus.object('org.xfce.Xfconf', '/org/xfce/Xfconf');
    return (await settings.call('GetProperty', 'ss', 'xfce4-notifyd', '/do-not-disturb'))[0];
  },
};

/** For other servers: some have adopted Plasma's property. */
const FALLBACK_READER: Reader = property('Inhibited');

/** Maximum time to read the state in ms, during which a notification waits. */
const MAX_WAIT_MS = 1_000;

/** Whether the desktop's "do not disturb" is on; undefined if it is not reported in time. Never rejects. */
export async function readDoNotDisturb(
  bus: Bus,
  run: RunProgram = runProgram,
  maxWaitMs = MAX_WAIT_MS,
): Promise<boolean | undefined> {
  return bus.isClosed ? undefined : inTime(reportedDoNotDisturb(bus, run), maxWaitMs).catch(() => undefined);
}

/** Rejects without an answer within `maxMs`. */
async function inTime<T>(answer: Promise<T>, maxMs = MAX_ANSWER_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer')), maxMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function reportedDoNotDisturb(bus: Bus, run: RunProgram): Promise<boolean | undefined> {
  // Without an owner the call would start a server.
  if (!(await bus.hasOwner(NOTIFICATIONS))) return undefined;
  const [name] = await bus.object(NOTIFICATIONS, NOTIFICATIONS_PATH).call('GetServerInformation');
  const reader = (typeof name === 'string' ? READERS[name.toLowerCase()] : undefined) ?? FALLBACK_READER;
  const on = await reader(bus, run);
  return typeof on === 'boolean' ? on : undefined;
}

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
