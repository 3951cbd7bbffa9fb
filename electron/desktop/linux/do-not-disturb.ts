import { execFile } from 'node:child_process';
import dbus from 'dbus-native';
import type { Bus } from './message-bus.ts';

const SERVICE = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';

/** Runs a program and resolves with its output; rejects if it is missing or fails. */
export type RunProgram = (program: string, args: string[]) => Promise<string>;

const runProgram: RunProgram = (program, args) =>
  new Promise((resolve, reject) => {
    execFile(program, args, { timeout: 5_000 }, (error, output) => (error ? reject(error) : resolve(output)));
  });

/** Reads whether a notification server holds banners back; the specification has no common property for it. */
type Reader = (bus: Bus, run: RunProgram) => Promise<unknown>;

/** Returns a reader of a property of the notification server. */
const property =
  (name: string, interfaceName = SERVICE): Reader =>
  (bus) =>
    bus.object(SERVICE, PATH, interfaceName).property(name);

/** Readers by the server's name (`GetServerInformation`), in lower case. */
const READERS: Record<string, Reader> = {
  // GNOME stores it in its settings, which only its own tool reads without a native module.
  'gnome-shell': async (_bus, run) =>
    (await run('gsettings', ['get', 'org.gnome.desktop.notifications', 'show-banners'])).trim() === 'false',
  plasma: property('Inhibited'),
  dunst: property('paused', 'org.dunstproject.cmd0'),
  mako: async (bus) => {
    const [modes] = await bus.object(SERVICE, '/fr/emersion/Mako', 'fr.emersion.Mako').call('ListModes');
    return Array.isArray(modes) && modes.includes('do-not-disturb');
  },
  swaynotificationcenter: async (bus) =>
    (await bus.object('org.erikreider.swaync.cc', '/org/erikreider/swaync/cc').call('GetDnd'))[0],
  'xfce notify daemon': async (bus) => {
    const settings = bus.object('org.xfce.Xfconf', '/org/xfce/Xfconf');
    return dbus.toPlain((await settings.call('GetProperty', 'ss', 'xfce4-notifyd', '/do-not-disturb'))[0]);
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
  return bus.isClosed ? undefined : inTime(ask(bus, run), maxWaitMs).catch(() => undefined);
}

/** Rejects without an answer within `maxMs`. */
export async function inTime<T>(answer: Promise<T>, maxMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer')), maxMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function ask(bus: Bus, run: RunProgram): Promise<boolean | undefined> {
  // Without an owner the call would start a server.
  if (!(await bus.hasOwner(SERVICE))) return undefined;
  const [name] = await bus.object(SERVICE, PATH).call('GetServerInformation');
  const reader = (typeof name === 'string' ? READERS[name.toLowerCase()] : undefined) ?? FALLBACK_READER;
  const on = await reader(bus, run);
  return typeof on === 'boolean' ? on : undefined;
}
