import { net, powerMonitor } from 'electron';
import type { Emitter } from '../../base/emitter.ts';
import type { DesktopEvents, Presence } from '../desktop.ts';
import { CHECK_INTERVAL_MS, IDLE_LIMIT_SECONDS, PresenceTracker } from '../presence-tracker.ts';

/** Used part of Electron's power monitor. */
export interface PeopleMonitor {
  getSystemIdleTime(): number;
  getSystemIdleState(idleThreshold: number): 'active' | 'idle' | 'locked' | 'unknown';
  on(event: PowerEvent, listener: () => void): unknown;
  off(event: PowerEvent, listener: () => void): unknown;
}
type PowerEvent = 'lock-screen' | 'unlock-screen' | 'suspend' | 'resume';

/** Presence of the user, now and (through the emitter) at every change. */
export interface PresenceWatch {
  current(): Presence;
  /** Whether the screen is locked, read anew. */
  isLocked(): boolean;
  stop(): void;
}

/**
 * Watches idle time, screen lock and sleep. Linux has no lock event (Electron, powerMonitor), so the idle state is
 * polled as well, together with the idle time.
 */
export function watchPresence(
  emitter: Emitter<DesktopEvents>,
  monitor: PeopleMonitor = powerMonitor,
  now: () => number = Date.now,
): PresenceWatch {
  const tracker = new PresenceTracker(emitter, now);
  const idleSeconds = () => monitor.getSystemIdleTime();
  const look = () => {
    const state = monitor.getSystemIdleState(IDLE_LIMIT_SECONDS);
    // "unknown" does not include the lock; the state from the last event stays valid.
    tracker.learn({ idleSeconds: idleSeconds(), ...(state !== 'unknown' && { locked: state === 'locked' }) });
  };

  let timer: NodeJS.Timeout;
  const lookAgain = () => {
    timer = setTimeout(() => {
      look();
      lookAgain();
    }, CHECK_INTERVAL_MS[tracker.current().state]);
    timer.unref();
  };
  const reactions: Record<PowerEvent, () => void> = {
    'lock-screen': () => tracker.learn({ locked: true }),
    // Unlocking requires the user, regardless of the idle time.
    'unlock-screen': () => tracker.learn({ locked: false, idleSeconds: 0 }),
    suspend: () => tracker.learn({ asleep: true }),
    // Machines also wake by themselves, so the idle time decides.
    resume: () => tracker.learn({ asleep: false, idleSeconds: idleSeconds() }),
  };
  const names = Object.keys(reactions) as PowerEvent[];
  for (const name of names) {
    const react = reactions[name];
    reactions[name] = () => {
      react();
      clearTimeout(timer);
      lookAgain();
    };
    monitor.on(name, reactions[name]);
  }
  look();
  lookAgain();
  return {
    current: () => tracker.current(),
    isLocked: () => monitor.getSystemIdleState(IDLE_LIMIT_SECONDS) === 'locked',
    stop() {
      clearTimeout(timer);
      for (const name of names) monitor.off(name, reactions[name]);
    },
  };
}

/**
 * Interval of connectivity checks in ms; Electron has no event for it. Long while online, short enough to notice the
 * return at once while offline.
 */
const CONNECTION_INTERVAL_MS = { online: 30_000, offline: 5_000 };

/** Emits an event when the machine wakes, is unlocked, or is online again. Returns a function that stops watching. */
export function watchPower(emitter: Emitter<DesktopEvents>): () => void {
  const woke = () => emitter.emit('woke');
  powerMonitor.on('resume', woke);
  powerMonitor.on('unlock-screen', woke);

  let online = net.isOnline();
  let timer: NodeJS.Timeout;
  const lookLater = () => {
    timer = setTimeout(
      () => {
        const now = net.isOnline();
        if (now && !online) emitter.emit('online');
        online = now;
        lookLater();
      },
      online ? CONNECTION_INTERVAL_MS.online : CONNECTION_INTERVAL_MS.offline,
    );
    timer.unref();
  };
  lookLater();

  return () => {
    powerMonitor.off('resume', woke);
    powerMonitor.off('unlock-screen', woke);
    clearTimeout(timer);
  };
}
