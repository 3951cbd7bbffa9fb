import type { PresenceState } from '../../../desktop/desktop.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import type { ShiftableTimes } from '../clock-shift.ts';
import { addPeriod, chanceByHour, Habit } from './daily-habit.ts';

const MARK = 'presence';

/**
 * Tracks whether the user is at the machine, and learns when they usually are. The habit is stored in the history's
 * marks.
 */
export class PresenceTracker implements ShiftableTimes {
  readonly #profile: ProfileHistory;
  readonly #now: () => number;
  #habit: Habit | undefined;
  #state: PresenceState = 'present';
  #since: number;

  /** @param now returns the server time */
  constructor(profile: ProfileHistory, now: () => number) {
    this.#profile = profile;
    this.#now = now;
    this.#habit = readMark(profile, MARK, Habit);
    this.#since = now();
  }

  /** Sets the new state. Returns whether the user has come back. */
  setState(next: PresenceState): boolean {
    const isBack = this.#state === 'away' && next === 'present';
    if (next !== this.#state) this.flush();
    this.#state = next;
    return isBack;
  }

  /** Returns whether the user is present now, and the chance of it by hour of the day. */
  outlook(): { now: boolean; usual: Float64Array } {
    return { now: this.#state !== 'away', usual: chanceByHour(this.#habit) };
  }

  shiftTimes(byMs: number): void {
    this.#since += byMs;
  }

  /** Adds the time since the last change to the habit, and stores it. */
  flush(): void {
    const at = this.#now();
    // If the user never leaves, or the system cannot detect it, there is no habit to learn.
    if (this.#habit || this.#state === 'away')
      this.#habit = addPeriod(this.#habit, this.#since, at, this.#state !== 'away');
    if (this.#habit) this.#profile.setMarkLater(MARK, this.#habit);
    this.#since = at;
  }
}
