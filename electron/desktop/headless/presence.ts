import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { z } from 'zod';
import { MINUTE_MS } from '../../../common/durations.ts';
import { untilBeat, type Clock } from '../../base/clock.ts';
import type { Emitter } from '../../base/emitter.ts';
import type { DesktopEvents } from '../desktop.ts';
import type { Bus } from '../linux/message-bus.ts';
import {
  CHECK_INTERVAL_MS,
  IDLE_LIMIT_SECONDS,
  type PresenceSigns,
  type PresenceTracker,
} from '../presence-tracker.ts';

const LOGIND = 'org.freedesktop.login1';
const LOGIND_PATH = '/org/freedesktop/login1';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const SESSION = `${LOGIND}.Session`;
const NETWORK_MANAGER = 'org.freedesktop.NetworkManager';
/** NM_STATE_CONNECTED_GLOBAL (NetworkManager D-Bus API, NMState). */
const NM_CONNECTED_GLOBAL = 70;

/** Session properties of logind; absent in old versions. */
const Session = z.object({
  Type: z.string(),
  IdleHint: z.boolean().optional(),
  LockedHint: z.boolean().optional(),
  /** False while another user's session is in the foreground. */
  Active: z.boolean().optional(),
});

/** Screen saver services: desktops use their own name, some the common one. */
const SCREEN_SAVERS = ['org.freedesktop', 'org.gnome', 'org.cinnamon', 'org.mate', 'org.xfce'].map((owner) => ({
  service: `${owner}.ScreenSaver`,
  path: `/${owner.replace('.', '/')}/ScreenSaver`,
}));

/**
 * GNOME's service for the idle time, in ms. The common `GetSessionIdleTime` is not used: desktops differ on whether it
 * is in s or ms.
 */
const IDLE_MONITOR = 'org.gnome.Mutter.IdleMonitor';

/** State after a service disappeared: unknown, not away. */
const SESSION_UNKNOWN = { idleHint: undefined, locked: undefined, asleep: undefined } satisfies PresenceSigns;

/**
 * Interval of connectivity checks in ms: long while connected, short enough to notice the return soon while
 * disconnected.
 */
const LOOK_EVERY_MS = { connected: 30_000, cutOff: 15_000 };
/** A wait longer than planned by this many ms means that the machine slept. */
const SLEPT_MS = MINUTE_MS;

/**
 * Follows logind, if available on the system bus: sleep, wake-ups, and the state of the user's own session (idle,
 * locked, active).
 */
export async function followSession(bus: Bus, tracker: PresenceTracker, events: Emitter<DesktopEvents>): Promise<void> {
  let path: string | undefined;

  async function look(): Promise<void> {
    if (path === undefined) return;
    const [properties] = await bus.object(LOGIND, path, PROPERTIES).call('GetAll', 's', SESSION);
    const session = Session.safeParse(properties).data;
    // A terminal session is idle if there is no typing in it, which is unrelated to the browser's user.
    if (!session || !['x11', 'wayland', 'mir'].includes(session.Type)) return;
    tracker.learn({ idleHint: session.IdleHint, locked: session.LockedHint === true || session.Active === false });
  }
  async function find(): Promise<void> {
    // The caller's session, or the session of the user's display (org.freedesktop.login1(5)).
    const id = await bus.object(LOGIND, `${LOGIND_PATH}/session/auto`, SESSION).property('Id');
    const [found] = await bus.object(LOGIND, LOGIND_PATH, `${LOGIND}.Manager`).call('GetSession', 's', id);
    path = typeof found === 'string' ? found : undefined;
    await look();
  }

  await bus.onSignal({ service: LOGIND, interface: `${LOGIND}.Manager` }, ({ member, body: [asleep] }) => {
    if (member !== 'PrepareForSleep' || typeof asleep !== 'boolean') return;
    // Presence first, so that it is up to date when others handle a wake event.
    tracker.learn({ asleep });
    if (!asleep) events.emit('woke');
  });
  await bus.onSignal({ service: LOGIND, interface: PROPERTIES }, (signal) => {
    if (signal.path === path) look().catch(ignore);
  });
  await bus.onOwner(LOGIND, (owner) => {
    path = undefined;
    tracker.learn(SESSION_UNKNOWN);
    // Without a session (a service, a container) logind has no information about the user.
    if (owner !== undefined) find().catch(ignore);
  });
  bus.onClosed(() => tracker.learn(SESSION_UNKNOWN));
}

/** Follows NetworkManager, if available on the system bus. */
export const followNetwork = (bus: Bus, events: Emitter<DesktopEvents>): Promise<void> =>
  bus.onSignal({ service: NETWORK_MANAGER, interface: NETWORK_MANAGER }, ({ member, body }) => {
    if (member === 'StateChanged' && body[0] === NM_CONNECTED_GLOBAL) events.emit('online');
  });

/** Follows the desktop's screen savers, if available on the session bus. */
export async function followScreenSavers(bus: Bus, tracker: PresenceTracker): Promise<void> {
  const covered = new Set<string>();
  const set = (service: string, active: unknown) => {
    if (active === true) covered.add(service);
    else covered.delete(service);
    tracker.learn({ screenSaver: covered.size > 0 });
  };
  await Promise.all(
    SCREEN_SAVERS.map(async ({ service, path }) => {
      await bus.onSignal({ service, interface: service }, ({ member, body }) => {
        if (member === 'ActiveChanged') set(service, body[0]);
      });
      await bus.onOwner(service, (owner) => {
        if (owner === undefined) return set(service, false);
        // In order, so that a change reported after the response is not overwritten by it.
        bus
          .object(service, path)
          .callInOrder(([active]) => set(service, active), 'GetActive')
          .catch(ignore);
      });
    }),
  );
  bus.onClosed(() => tracker.learn({ screenSaver: undefined }));
}

/**
 * Follows the idle time, if the session bus has a service for it; polls it if the service emits no signals. Ends when
 * `signal` aborts.
 */
export async function watchIdleTime(
  bus: Bus,
  clock: Clock,
  signal: AbortSignal,
  tracker: PresenceTracker,
): Promise<void> {
  const monitor = bus.object(IDLE_MONITOR, '/org/gnome/Mutter/IdleMonitor/Core');
  let present = new AbortController();
  let watches: { idle?: number; active?: number } = {};
  const learnIdle = (seconds: number | undefined) => tracker.learn({ idleSeconds: seconds });
  // In order, so that an input reported after the response is not overwritten by it.
  const look = (): Promise<void> => monitor.callInOrder(([ms]) => learnIdle(Number(ms) / 1000), 'GetIdletime');

  /** Requests an event at the next user input, unless there was input meanwhile. */
  async function awaitTouch(): Promise<void> {
    await monitor.callInOrder(([watch]) => (watches.active = Number(watch)), 'AddUserActiveWatch');
    await look();
  }
  async function askAgainAndAgain(gone: AbortSignal, goesOn = () => true): Promise<void> {
    while (!gone.aborted && !bus.isClosed && goesOn()) {
      await clock.sleep(untilBeat(clock, CHECK_INTERVAL_MS[tracker.current().state]), gone);
      if (!gone.aborted) await look().catch(ignore);
    }
  }
  async function follow(gone: AbortSignal): Promise<void> {
    try {
      await look();
      await monitor.callInOrder(
        ([watch]) => (watches.idle = Number(watch)),
        'AddIdleWatch',
        't',
        IDLE_LIMIT_SECONDS * 1000,
      );
      if (tracker.current().state === 'away') await awaitTouch();
    } catch {
      await askAgainAndAgain(gone);
    }
  }

  await bus.onSignal({ service: IDLE_MONITOR, interface: IDLE_MONITOR }, ({ member, body: [watch] }) => {
    if (member !== 'WatchFired' || typeof watch !== 'number') return;
    if (watch === watches.idle) {
      learnIdle(IDLE_LIMIT_SECONDS);
      const gone = AbortSignal.any([signal, present.signal]);
      // Otherwise a returning user would stay away.
      awaitTouch().catch(() => askAgainAndAgain(gone, () => tracker.current().state === 'away'));
    } else if (watch === watches.active) learnIdle(0);
  });
  await bus.onOwner(IDLE_MONITOR, (owner) => {
    present.abort();
    present = new AbortController();
    watches = {};
    if (owner === undefined) learnIdle(undefined);
    else void follow(AbortSignal.any([signal, present.signal]));
  });
  bus.onClosed(() => learnIdle(undefined));
}

/**
 * Detects connectivity and wake-ups by polling, without system services: a new external address, or much more time
 * passed than was waited. Ends when `signal` aborts.
 */
export async function watchConnection(
  clock: Clock,
  signal: AbortSignal,
  events: Emitter<DesktopEvents>,
  interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces,
): Promise<void> {
  let known = outsideAddresses(interfaces());
  let looked = clock.now();
  while (!signal.aborted) {
    const wait = untilBeat(clock, known.size > 0 ? LOOK_EVERY_MS.connected : LOOK_EVERY_MS.cutOff);
    await clock.sleep(wait, signal);
    if (signal.aborted) return;
    const now = clock.now();
    if (now - looked > wait + SLEPT_MS) events.emit('woke');
    looked = now;
    const found = outsideAddresses(interfaces());
    if ([...found].some((address) => !known.has(address))) events.emit('online');
    known = found;
  }
}

function outsideAddresses(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): Set<string> {
  const outside = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  return new Set(outside.map(({ address }) => address));
}

const ignore = (): void => undefined;
