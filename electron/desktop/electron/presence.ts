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

/**
 * Interval of connectivity checks in ms; Electron has no event for it. Long while online, short enough to notice the
 * return at once while offline.
 */
const CONNECTION_INTERVAL_MS = { online: 30_000, offline: 5_000 };

/**
 * Watches idle time, screen lock, sleep and the network; emits presence, wake-ups and a restored connection. Linux has
 * no lock event (Electron, powerMonitor), so the idle state is polled as well, together with the idle time.
 */
export class ElectronPresence {
  readonly #events: Emitter<DesktopEvents>;
  readonly #monitor: PeopleMonitor;
  readonly #network: { isOnline(): boolean };
  readonly #tracker: PresenceTracker;
  readonly #reactions = new Map<PowerEvent, () => void>();
  #isOnline: boolean;
  #presenceTimer: NodeJS.Timeout | undefined;
  #connectionTimer: NodeJS.Timeout | undefined;

  constructor(
    events: Emitter<DesktopEvents>,
    monitor: PeopleMonitor = powerMonitor,
    network: { isOnline(): boolean } = net,
    now: () => number = Date.now,
  ) {
    this.#events = events;
    this.#monitor = monitor;
    this.#network = network;
    this.#tracker = new PresenceTracker(events, now);
    this.#on('lock-screen', () => this.#tracker.learn({ locked: true }));
    // Unlocking requires the user, regardless of the idle time. Presence first, so that it is up to date at a wake-up.
    this.#on('unlock-screen', () => {
      this.#tracker.learn({ locked: false, idleSeconds: 0 });
      events.emit('woke');
    });
    this.#on('suspend', () => this.#tracker.learn({ asleep: true }));
    // Machines also wake by themselves, so the idle time decides.
    this.#on('resume', () => {
      this.#tracker.learn({ asleep: false, idleSeconds: monitor.getSystemIdleTime() });
      events.emit('woke');
    });
    this.#isOnline = network.isOnline();
    this.#look();
    this.#lookLater();
    this.#checkConnectionLater();
  }

  current(): Presence {
    return this.#tracker.current();
  }

  /** Whether the screen is locked, read anew. */
  isLocked(): boolean {
    return this.#monitor.getSystemIdleState(IDLE_LIMIT_SECONDS) === 'locked';
  }

  stop(): void {
    clearTimeout(this.#presenceTimer);
    clearTimeout(this.#connectionTimer);
    for (const [event, react] of this.#reactions) this.#monitor.off(event, react);
  }

  #on(event: PowerEvent, learn: () => void): void {
    const react = () => {
      learn();
      clearTimeout(this.#presenceTimer);
      this.#lookLater();
    };
    this.#reactions.set(event, react);
    this.#monitor.on(event, react);
  }

  #look(): void {
    const state = this.#monitor.getSystemIdleState(IDLE_LIMIT_SECONDS);
    const idleSeconds = this.#monitor.getSystemIdleTime();
    // "unknown" does not include the lock; the state from the last event stays valid.
    this.#tracker.learn({ idleSeconds, ...(state !== 'unknown' && { locked: state === 'locked' }) });
  }

  #lookLater(): void {
    this.#presenceTimer = setTimeout(() => {
      this.#look();
      this.#lookLater();
    }, CHECK_INTERVAL_MS[this.#tracker.current().state]).unref();
  }

  #checkConnectionLater(): void {
    const { online, offline } = CONNECTION_INTERVAL_MS;
    this.#connectionTimer = setTimeout(
      () => {
        const isOnline = this.#network.isOnline();
        if (isOnline && !this.#isOnline) this.#events.emit('online');
        this.#isOnline = isOnline;
        this.#checkConnectionLater();
      },
      this.#isOnline ? online : offline,
    ).unref();
  }
}
