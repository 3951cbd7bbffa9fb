import dbus from 'dbus-native';
import { z } from 'zod';
import { untilBeat, type Clock } from '../../../base/clock.ts';
import {
  CHECK_INTERVAL_MS,
  IDLE_LIMIT_SECONDS,
  type PresenceSigns,
  type PresenceTracker,
} from '../../presence-tracker.ts';
import type { Bus } from '../../linux/message-bus.ts';

type Learn = (signs: PresenceSigns) => void;

const LOGIND = 'org.freedesktop.login1';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const SESSION = `${LOGIND}.Session`;
/** The caller's session, or the session of the user's display (org.freedesktop.login1(5)). */
const OWN_SESSION = '/org/freedesktop/login1/session/auto';

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
const IDLE_MONITOR_PATH = '/org/gnome/Mutter/IdleMonitor/Core';

/** State after a service disappeared: unknown, not away. */
const SESSION_UNKNOWN = { idleHint: undefined, locked: undefined, asleep: undefined } satisfies PresenceSigns;

/**
 * Follows logind, if available on the system bus: sleep, and the state of the user's own session (idle, locked,
 * active).
 */
export async function followSession(bus: Bus, learn: Learn): Promise<void> {
  let path: string | undefined;

  async function look(): Promise<void> {
    if (path === undefined) return;
    const [properties] = await bus.call({
      destination: LOGIND,
      path,
      interface: PROPERTIES,
      member: 'GetAll',
      signature: 's',
      body: [SESSION],
    });
    const session = Session.safeParse(dbus.toPlain(properties)).data;
    // A terminal session is idle if there is no typing in it, which is unrelated to the browser's user.
    if (!session || !['x11', 'wayland', 'mir'].includes(session.Type)) return;
    learn({ idleHint: session.IdleHint, locked: session.LockedHint === true || session.Active === false });
  }
  async function find(): Promise<void> {
    const [id] = await bus.call({
      destination: LOGIND,
      path: OWN_SESSION,
      interface: PROPERTIES,
      member: 'Get',
      signature: 'ss',
      body: [SESSION, 'Id'],
    });
    const [found] = await bus.call({
      destination: LOGIND,
      path: '/org/freedesktop/login1',
      interface: `${LOGIND}.Manager`,
      member: 'GetSession',
      signature: 's',
      body: [dbus.toPlain(id)],
    });
    path = typeof found === 'string' ? found : undefined;
    await look();
  }

  await bus.onSignal({ service: LOGIND, interface: `${LOGIND}.Manager` }, ({ member, body }) => {
    if (member === 'PrepareForSleep' && typeof body[0] === 'boolean') learn({ asleep: body[0] });
  });
  await bus.onSignal({ service: LOGIND, interface: PROPERTIES }, (signal) => {
    if (signal.path === path) look().catch(ignore);
  });
  await bus.onOwner(LOGIND, (owner) => {
    path = undefined;
    learn(SESSION_UNKNOWN);
    // Without a session (a service, a container) logind has no information about the user.
    if (owner !== undefined) find().catch(ignore);
  });
  bus.onClosed(() => learn(SESSION_UNKNOWN));
}

/** Follows the desktop's screen savers, if available on the session bus. */
export async function followScreenSavers(bus: Bus, learn: Learn): Promise<void> {
  const covered = new Set<string>();
  const set = (service: string, active: unknown) => {
    if (active === true) covered.add(service);
    else covered.delete(service);
    learn({ screenSaver: covered.size > 0 });
  };
  await Promise.all(
    SCREEN_SAVERS.map(async ({ service, path }) => {
      await bus.onSignal({ service, interface: service }, ({ member, body }) => {
        if (member === 'ActiveChanged') set(service, body[0]);
      });
      await bus.onOwner(service, (owner) => {
        if (owner === undefined) return set(service, false);
        bus
          .call({ destination: service, path, interface: service, member: 'GetActive' })
          .then(([active]) => set(service, active), ignore);
      });
    }),
  );
  bus.onClosed(() => learn({ screenSaver: undefined }));
}

/** Returns a call of GNOME's idle monitor. */
const monitorCall = (member: string, ms?: number) => ({
  destination: IDLE_MONITOR,
  path: IDLE_MONITOR_PATH,
  interface: IDLE_MONITOR,
  member,
  ...(ms !== undefined && { signature: 't', body: [ms] }),
});

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
  let present = new AbortController();
  let watches: { idle?: number; active?: number } = {};
  const learnIdle = (seconds: number | undefined) => tracker.learn({ idleSeconds: seconds });
  // In order, so that an input reported after the response is not overwritten by it.
  const look = (): Promise<void> => bus.callInOrder(monitorCall('GetIdletime'), ([ms]) => learnIdle(Number(ms) / 1000));

  /** Requests an event at the next user input, unless there was input meanwhile. */
  async function awaitTouch(): Promise<void> {
    await bus.callInOrder(monitorCall('AddUserActiveWatch'), ([watch]) => {
      watches.active = Number(watch);
    });
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
      await bus.callInOrder(monitorCall('AddIdleWatch', IDLE_LIMIT_SECONDS * 1000), ([watch]) => {
        watches.idle = Number(watch);
      });
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

const ignore = (): void => undefined;
