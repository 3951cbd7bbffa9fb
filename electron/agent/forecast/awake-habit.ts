import { z } from 'zod';
import { MINUTE_MS, DAY_MS } from '../../../common/durations.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { ShiftableTimes } from '../domain/clock-shift.ts';
import { readMark } from '../domain/read-mark.ts';
import { addPeriod, chanceByHour, Habit } from './daily-habit.ts';

const MARK = 'awake';
const StoredHabit = z.object({ habit: Habit, until: z.number() });

/** How many hours awake each hour of the day is given before anything was seen, so that one night changes little. */
const ASSUMED_HOURS_AWAKE = 2;
/** How often the habit is stored. What a crash loses looks like a machine that was off. */
const STORE_INTERVAL_MS = 10 * MINUTE_MS;

/**
 * Follows when this machine is awake and Askbell runs on it, and learns when it usually is: quota is worth nothing in
 * hours in which nobody can ask. The habit is kept in the history's marks.
 */
export class AwakeTracker implements ShiftableTimes {
  readonly #profile: ProfileHistory;
  readonly #now: () => number;
  readonly #isCertain: () => boolean;
  #habit: Habit | undefined;
  /** Until when the habit is recorded. */
  #since: number;
  #storedAt: number;

  /** `now` gives the network's time; `isCertain` whether the time since the last answer holds no unconfirmed sleep. */
  constructor(profile: ProfileHistory, now: () => number, isCertain: () => boolean = () => true) {
    this.#profile = profile;
    this.#now = now;
    this.#isCertain = isCertain;
    const stored = readMark(profile, MARK, StoredHabit);
    this.#habit = stored?.habit;
    // The machine was off since the last run. Of a long absence only a day is learned: it says little of days at home.
    if (stored && now() > stored.until + STORE_INTERVAL_MS)
      this.#habit = addPeriod(this.#habit, Math.max(stored.until, now() - DAY_MS), now(), false);
    this.#since = now();
    // The first one is written at once, so that later ones need not be.
    this.#storedAt = stored ? this.#since : -Infinity;
  }

  /** The machine is still awake. */
  noteAwake(): void {
    if (!this.#isCertain()) return;
    const at = this.#now();
    this.#habit = addPeriod(this.#habit, this.#since, at, true);
    this.#since = at;
    if (at - this.#storedAt >= STORE_INTERVAL_MS) this.#store();
  }

  /** The machine slept for `ms`, until now; before that it was awake. */
  noteSlept(ms: number): void {
    const at = this.#now();
    const from = Math.max(this.#since, at - ms);
    this.#habit = addPeriod(addPeriod(this.#habit, this.#since, from, true), from, at, false);
    this.#since = at;
  }

  /** The chance that the machine is awake, by hour of the day. The present time awake counts, too. */
  chanceByHour(): Float64Array {
    const habit =
      this.#habit && this.#isCertain() ? addPeriod(this.#habit, this.#since, this.#now(), true) : this.#habit;
    return chanceByHour(habit, ASSUMED_HOURS_AWAKE);
  }

  shiftTimes(byMs: number): void {
    this.#since += byMs;
    this.#storedAt += byMs;
  }

  /** Stores the habit, before the end. */
  flush(): void {
    this.noteAwake();
    this.#store();
  }

  #store(): void {
    if (this.#habit) this.#profile.setMarkLater(MARK, { habit: this.#habit, until: this.#since });
    this.#storedAt = this.#since;
  }
}
