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

const property = (bus: Bus, from: string, name: string): Promise<unknown> =>
  bus
    .call({
      destination: SERVICE,
      path: PATH,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: [from, name],
    })
    .then(([value]) => dbus.toPlain(value));

/** Readers by the server's name (`GetServerInformation`), in lower case. */
const READERS: Record<string, Reader> = {
  // GNOME stores it in its settings, which only its own tool reads without a native module.
  'gnome-shell': async (_bus, run) =>
    (await run('gsettings', ['get', 'org.gnome.desktop.notifications', 'show-banners'])).trim() === 'false',
  plasma: (bus) => property(bus, SERVICE, 'Inhibited'),
  dunst: (bus) => property(bus, 'org.dunstproject.cmd0', 'paused'),
  mako: async (bus) => {
    const [modes] = await bus.call({
      destination: SERVICE,
      path: '/fr/emersion/Mako',
      interface: 'fr.emersion.Mako',
      member: 'ListModes',
    });
    return Array.isArray(modes) && modes.includes('do-not-disturb');
  },
  swaynotificationcenter: async (bus) => {
    const [on] = await bus.call({
      destination: 'org.erikreider.swaync.cc',
      path: '/org/erikreider/swaync/cc',
      interface: 'org.erikreider.swaync.cc',
      member: 'GetDnd',
    });
    return on;
  },
  'xfce notify daemon': async (bus) => {
    const [on] = await bus.call({
      destination: 'org.xfce.Xfconf',
      path: '/org/xfce/Xfconf',
      interface: 'org.xfce.Xfconf',
      member: 'GetProperty',
      signature: 'ss',
      body: ['xfce4-notifyd', '/do-not-disturb'],
    });
    return dbus.toPlain(on);
  },
};

/** For other servers: some have adopted Plasma's property. */
const FALLBACK_READER: Reader = (bus) => property(bus, SERVICE, 'Inhibited');

/** Maximum time to read the state in ms, during which a notification waits. */
const MAX_WAIT_MS = 1_000;

/** Whether the desktop's "do not disturb" is on; undefined if it is not reported in time. Never rejects. */
export async function readDoNotDisturb(
  bus: Bus,
  run: RunProgram = runProgram,
  maxWaitMs = MAX_WAIT_MS,
): Promise<boolean | undefined> {
  if (bus.isClosed) return undefined;
  const late = Promise.withResolvers<undefined>();
  const limit = setTimeout(() => late.resolve(undefined), maxWaitMs);
  try {
    return await Promise.race([ask(bus, run), late.promise]);
  } finally {
    clearTimeout(limit);
  }
}

async function ask(bus: Bus, run: RunProgram): Promise<boolean | undefined> {
  try {
    // Without an owner the call would start a server.
    const [owned] = await bus.call({
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member: 'NameHasOwner',
      signature: 's',
      body: [SERVICE],
    });
    if (owned !== true) return undefined;
    const [name] = await bus.call({
      destination: SERVICE,
      path: PATH,
      interface: SERVICE,
      member: 'GetServerInformation',
    });
    const reader = (typeof name === 'string' ? READERS[name.toLowerCase()] : undefined) ?? FALLBACK_READER;
    const on = await reader(bus, run);
    return typeof on === 'boolean' ? on : undefined;
  } catch {
    return undefined;
  }
}
