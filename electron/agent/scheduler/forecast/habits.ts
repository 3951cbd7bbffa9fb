import { z } from 'zod';
import { MINUTE_MS, DAY_MS } from '../../../../common/durations.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import type { ShiftableTimes } from '../clock-shift.ts';
import { addPeriod, chanceByHour, Habit } from './daily-habit.ts';

const MARK = 'awake';
const StoredHabit = z.object({ habit: Habit, until: z.number() });

/** Hours awake assumed for each hour of the day before any were observed, so that one night changes little. */
const ASSUMED_HOURS_AWAKE = 2;
/** How often the habit is stored, in ms. Time lost by a crash looks like time asleep. */
const STORE_INTERVAL_MS = 10 * MINUTE_MS;

/**
 * Tracks when this machine is awake and Askbell runs, and learns at which hours it usually is: quota must not be
 * planned for hours in which no request can be sent. The habit is stored in the history's marks.
 */
export class AwakeTracker implements ShiftableTimes {
  readonly #profile: ProfileHistory;
  readonly #now: () => number;
  readonly #isCertain: () => boolean;
  #habit: Habit | undefined;
  /** Time up to which the habit is recorded, in ms since the epoch. */
  #since: number;
  #storedAt: number;

  /**
   * @param now returns the server time
   * @param isCertain whether the time since the last response contains no unconfirmed sleep
   */
  constructor(profile: ProfileHistory, now: () => number, isCertain: () => boolean = () => true) {
    this.#profile = profile;
    this.#now = now;
    this.#isCertain = isCertain;
    const stored = readMark(profile, MARK, StoredHabit);
    this.#habit = stored?.habit;
    // The machine was off since the last run. At most a day of it is learned: a long absence says little about other
    // days.
    if (stored && now() > stored.until + STORE_INTERVAL_MS)
      this.#habit = addPeriod(this.#habit, Math.max(stored.until, now() - DAY_MS), now(), false);
    this.#since = now();
    // The first habit is stored at once, later ones at intervals.
    this.#storedAt = stored ? this.#since : -Infinity;
  }

  /** Records that the machine is still awake. */
  noteAwake(): void {
    if (!this.#isCertain()) return;
    const at = this.#now();
    this.#habit = addPeriod(this.#habit, this.#since, at, true);
    this.#since = at;
    if (at - this.#storedAt >= STORE_INTERVAL_MS) this.#store();
  }

  /** Records that the machine slept for the last `ms`, and was awake before. */
  noteSlept(ms: number): void {
    const at = this.#now();
    const from = Math.max(this.#since, at - ms);
    this.#habit = addPeriod(addPeriod(this.#habit, this.#since, from, true), from, at, false);
    this.#since = at;
  }

  /** Returns the chance that the machine is awake, by hour of the day. The current period awake is included. */
  chanceByHour(): Float64Array {
    const habit =
      this.#habit && this.#isCertain() ? addPeriod(this.#habit, this.#since, this.#now(), true) : this.#habit;
    return chanceByHour(habit, ASSUMED_HOURS_AWAKE);
  }

  shiftTimes(byMs: number): void {
    this.#since += byMs;
    this.#storedAt += byMs;
  }

  /** Records the current period and stores the habit before the app quits. */
  flush(): void {
    this.noteAwake();
    this.#store();
  }

  #store(): void {
    if (this.#habit) this.#profile.setMarkLater(MARK, { habit: this.#habit, until: this.#since });
    this.#storedAt = this.#since;
  }
}
