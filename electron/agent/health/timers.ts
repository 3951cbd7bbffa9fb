import { MINUTE_MS } from '../../../common/durations.ts';
import { untilBeat, type Clock } from '../../base/clock.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { nextRenewalTime, nextExpiryTime } from '../accounts/tokens.ts';
import { nextQuietChange } from '../notifications/quiet.ts';
import type { Announcer } from '../notifications/announcer.ts';

/** Interval at which "do not disturb" is read while it holds notifications: not every system reports its end. */
const DO_NOT_DISTURB_CHECK_MS = MINUTE_MS;

/** Interval at which files, ages in the tray, "today" and held notifications are checked. */
const CHECK_INTERVAL_MS = MINUTE_MS;

export interface TimerParts {
  clock: Clock;
  settings: SettingsStore;
  accounts: Accounts;
  announcements: Announcer;
  /** Called when a task is due or at the regular check; must not reject. */
  onDue: () => void;
}

/**
 * Timer for the next due time other than a poll: the end of a snooze, of a token or of quiet hours, or another check of
 * "do not disturb".
 */
export class Timers {
  readonly #parts: TimerParts;
  #timer = new AbortController();
  #dueAt = Infinity;

  constructor(parts: TimerParts) {
    this.#parts = parts;
  }

  /** Recomputes the next due time; to be called whenever it may have changed. */
  reset(): void {
    const { clock, onDue } = this.#parts;
    this.#timer.abort();
    this.#timer = new AbortController();
    const { signal } = this.#timer;
    const now = clock.now();
    this.#dueAt = this.#nextDue(now);
    const wait = Math.min(this.#dueAt - now, untilBeat(clock, CHECK_INTERVAL_MS));
    void clock.sleep(Math.max(0, wait), signal).then(() => void (signal.aborted || onDue()));
  }

  /** Whether a task is due, not only the regular check. */
  isDue(): boolean {
    return this.#parts.clock.now() >= this.#dueAt;
  }

  stop(): void {
    this.#timer.abort();
  }

  /** Returns the next due time. If the history is unreadable, everything waits for the regular check. */
  #nextDue(now: number): number {
    try {
      return Math.min(...this.#dueTimes(now));
    } catch {
      return Infinity;
    }
  }

  #dueTimes(now: number): number[] {
    const { settings, accounts, announcements } = this.#parts;
    const all = accounts.all();
    const { snoozedUntil, preferences } = settings.get();
    return [
      snoozedUntil,
      nextQuietChange(preferences.quietHours, now),
      announcements.heldBy() === 'do-not-disturb' ? now + DO_NOT_DISTURB_CHECK_MS : undefined,
      ...all.map(({ network, chosen }) => network && nextExpiryTime(chosen.tokenExpiresAt, now)),
      ...all.map(({ chosen }) => nextRenewalTime(chosen, now)),
      ...all.map(({ profile }) => profile.itemSnoozes.nextEnd()),
      announcements.waiting()?.until,
    ].filter((due) => due !== undefined);
  }
}
