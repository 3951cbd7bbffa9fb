import { z } from 'zod';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../../common/durations.ts';
import type { PresenceState } from '../../../desktop/desktop.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import type { ServerClock } from '../server-clock.ts';
import { hoursBetween } from './hourly-rates.ts';

/**
 * A condition's habit: hours in which it held (`there`) and hours observed (`watched`), by hour of the day. Older hours
 * count less.
 */
const Habit = z.object({ there: z.array(z.number()).length(24), watched: z.array(z.number()).length(24) });
type Habit = z.output<typeof Habit>;

const StoredAwake = z.object({ habit: Habit, until: z.number() });

const PRESENCE_MARK = 'presence';
const AWAKE_MARK = 'awake';

const HALF_LIFE_HOURS = 14 * 24;
/** Longer periods add nothing, because their beginning is forgotten again. */
const MAX_PERIOD_MS = 14 * DAY_MS;
/** Hours present assumed for each hour of the day before any were observed: almost none. */
const ASSUMED_HOURS_PRESENT = 0.05;
/** Hours awake assumed for each hour of the day before any were observed, so that one night changes little. */
const ASSUMED_HOURS_AWAKE = 2;
/** How often the habit of being awake is stored, in ms. Time lost by a crash looks like time asleep. */
const STORE_INTERVAL_MS = 10 * MINUTE_MS;

/** Whether the user is present now, and the chances by hour of the day. */
export interface PresenceOutlook {
  now: boolean;
  /** The chance that the user is present. */
  usual: Float64Array;
  /** The chance that the machine is awake; 1 by default. */
  awake?: Float64Array | undefined;
}

/**
 * Learns at which hours the user is usually at the machine, and at which the machine is awake and Askbell runs: quota
 * must not be planned for hours in which no request can be sent. Both habits are stored in the history's marks.
 */
export class Habits {
  readonly #profile: ProfileHistory;
  readonly #clock: Pick<ServerClock, 'now' | 'uncertainMs'>;
  #presence: Habit | undefined;
  #state: PresenceState = 'present';
  #stateSince: number;
  #awake: Habit | undefined;
  /** Time up to which the habit of being awake is recorded, in ms since the epoch. */
  #awakeUntil: number;
  #awakeStoredAt: number;

  constructor(profile: ProfileHistory, clock: Pick<ServerClock, 'now' | 'uncertainMs'>) {
    this.#profile = profile;
    this.#clock = clock;
    const now = clock.now();
    this.#presence = readMark(profile, PRESENCE_MARK, Habit);
    this.#stateSince = now;
    const stored = readMark(profile, AWAKE_MARK, StoredAwake);
    this.#awake = stored?.habit;
    // The machine was off since the last run. At most a day of it is learned: a long absence says little about other
    // days.
    if (stored && now > stored.until + STORE_INTERVAL_MS)
      this.#awake = addPeriod(this.#awake, Math.max(stored.until, now - DAY_MS), now, false);
    this.#awakeUntil = now;
    // The first habit is stored at once, later ones at intervals.
    this.#awakeStoredAt = stored ? now : -Infinity;
  }

  /** Sets the presence. Returns whether the user has come back. */
  setPresence(next: PresenceState): boolean {
    const isBack = this.#state === 'away' && next === 'present';
    if (next !== this.#state) this.#addPresence();
    this.#state = next;
    return isBack;
  }

  /** Records that the machine is still awake. */
  noteAwake(): void {
    if (this.#clock.uncertainMs() > 0) return;
    const at = this.#clock.now();
    this.#awake = addPeriod(this.#awake, this.#awakeUntil, at, true);
    this.#awakeUntil = at;
    if (at - this.#awakeStoredAt >= STORE_INTERVAL_MS) this.#storeAwake();
  }

  /** Records that the machine slept for the last `ms`, and was awake before. */
  noteSlept(ms: number): void {
    const at = this.#clock.now();
    const from = Math.max(this.#awakeUntil, at - ms);
    this.#awake = addPeriod(addPeriod(this.#awake, this.#awakeUntil, from, true), from, at, false);
    this.#awakeUntil = at;
  }

  /** Returns the presence, and the chances by hour of the day. The current period awake is included. */
  outlook(): PresenceOutlook & { awake: Float64Array } {
    const isCertain = this.#awake !== undefined && this.#clock.uncertainMs() === 0;
    const awake = isCertain ? addPeriod(this.#awake, this.#awakeUntil, this.#clock.now(), true) : this.#awake;
    return {
      now: this.#state !== 'away',
      usual: chanceByHour(this.#presence, ASSUMED_HOURS_PRESENT),
      awake: chanceByHour(awake, ASSUMED_HOURS_AWAKE),
    };
  }

  /** Moves the remembered times after the server time was corrected. */
  shiftTimes(byMs: number): void {
    this.#stateSince += byMs;
    this.#awakeUntil += byMs;
    this.#awakeStoredAt += byMs;
  }

  /** Records the current periods and stores the habits before the app quits. */
  flush(): void {
    this.#addPresence();
    this.noteAwake();
    this.#storeAwake();
  }

  /** Adds the time since the last change of presence to the habit, and stores it. */
  #addPresence(): void {
    const at = this.#clock.now();
    // If the user never leaves, or the system cannot detect it, there is no habit to learn.
    if (this.#presence || this.#state === 'away')
      this.#presence = addPeriod(this.#presence, this.#stateSince, at, this.#state !== 'away');
    if (this.#presence) this.#profile.setMarkLater(PRESENCE_MARK, this.#presence);
    this.#stateSince = at;
  }

  #storeAwake(): void {
    if (this.#awake) this.#profile.setMarkLater(AWAKE_MARK, { habit: this.#awake, until: this.#awakeUntil });
    this.#awakeStoredAt = this.#awakeUntil;
  }
}

const emptyDay = (): number[] => Array.from({ length: 24 }, () => 0);

/** Adds a period (ms since the epoch) in which the condition held or did not. Returns a new habit. */
function addPeriod(habit: Habit | undefined, from: number, to: number, wasSo: boolean): Habit {
  const keep = 0.5 ** (Math.max(0, to - from) / HOUR_MS / HALF_LIFE_HOURS);
  const next: Habit = {
    there: habit?.there.map((hours) => hours * keep) ?? emptyDay(),
    watched: habit?.watched.map((hours) => hours * keep) ?? emptyDay(),
  };
  for (const [at, hours] of hoursBetween(Math.max(from, to - MAX_PERIOD_MS), to)) {
    next.watched[at]! += hours;
    if (wasSo) next.there[at]! += hours;
  }
  return next;
}

/**
 * Returns the chance that the condition holds, by hour of the day. Before any observation it counts as having held for
 * `assumedHours`, so the chance is 1.
 */
const chanceByHour = (habit: Habit | undefined, assumedHours: number): Float64Array =>
  Float64Array.from(
    { length: 24 },
    (_, at) => ((habit?.there[at] ?? 0) + assumedHours) / ((habit?.watched[at] ?? 0) + assumedHours),
  );
