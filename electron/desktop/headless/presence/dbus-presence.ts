import dbus from 'dbus-native';
import { z } from 'zod';
import { untilBeat, type Clock } from '../../../clock.ts';
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
/** The caller's session, or the one that the person's display is in (org.freedesktop.login1(5)). */
const OWN_SESSION = '/org/freedesktop/login1/session/auto';

/** What logind knows of a session; absent in old versions. */
const Session = z.object({
  Type: z.string(),
  IdleHint: z.boolean().optional(),
  LockedHint: z.boolean().optional(),
  /** False while another person's session is in front. */
  Active: z.boolean().optional(),
});

/** A desktop that covers the screen says so under its own name, and some under the common one. */
const SCREEN_SAVERS = ['org.freedesktop', 'org.gnome', 'org.cinnamon', 'org.mate', 'org.xfce'].map((owner) => ({
  service: `${owner}.ScreenSaver`,
  path: `/${owner.replace('.', '/')}/ScreenSaver`,
}));

/**
 * GNOME tells the idle time, in ms. The common `GetSessionIdleTime` is left out: desktops differ on whether it is s or
 * ms.
 */
const IDLE_MONITOR = 'org.gnome.Mutter.IdleMonitor';
const IDLE_MONITOR_PATH = '/org/gnome/Mutter/IdleMonitor/Core';

/** A program that is gone says nothing any more, least of all that nobody is there. */
const SESSION_UNKNOWN = { idleHint: undefined, locked: undefined, asleep: undefined } satisfies PresenceSigns;

/** Hears from logind, where the system bus has it, of sleep and of the person's own session: idle, locked, in front. */
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
    // A terminal's session is idle when nobody types there, which says nothing of who sits before the browser.
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
    // Without a session (a service, a container) logind knows nothing of the person.
    if (owner !== undefined) find().catch(ignore);
  });
  bus.onClosed(() => learn(SESSION_UNKNOWN));
}

/** Hears from the desktop, where the session bus has one, when the screen is covered and uncovered. */
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

/** A call of GNOME's idle monitor. */
const monitorCall = (member: string, ms?: number) => ({
  destination: IDLE_MONITOR,
  path: IDLE_MONITOR_PATH,
  interface: IDLE_MONITOR,
  member,
  ...(ms !== undefined && { signature: 't', body: [ms] }),
});

/**
 * Hears from the desktop when nobody has touched anything for long, and when somebody does again, where the session bus
 * has one that tells it; the idle time of one that tells nothing by itself is asked for. Ends when `signal` aborts.
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
  // In order, for a touch that is told of after the answer must not be taken for one before it.
  const look = (): Promise<void> => bus.callInOrder(monitorCall('GetIdletime'), ([ms]) => learnIdle(Number(ms) / 1000));

  /** Has it tell of the next touch, unless there was one meanwhile. */
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
      // Otherwise somebody who comes back would stay away.
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
