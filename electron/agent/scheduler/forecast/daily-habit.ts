import { z } from 'zod';
import { HOUR_MS, DAY_MS } from '../../../../common/durations.ts';
import { hourOfDay } from './hourly-rates.ts';

/**
 * A condition's habit: hours in which it held (`there`) and hours observed (`watched`), by hour of the day. Older hours
 * count less.
 */
export const Habit = z.object({ there: z.array(z.number()).length(24), watched: z.array(z.number()).length(24) });
export type Habit = z.output<typeof Habit>;

const HALF_LIFE_HOURS = 14 * 24;
/** Longer periods add nothing, because their beginning is forgotten again. */
const MAX_PERIOD_MS = 14 * DAY_MS;
/** Hours of prior weight if none is given: almost none. */
const DEFAULT_ASSUMED_HOURS = 0.05;

const emptyDay = (): number[] => Array.from({ length: 24 }, () => 0);

/** Adds a period (ms since the epoch) in which the condition held or did not. Returns a new habit. */
export function addPeriod(habit: Habit | undefined, from: number, to: number, wasSo: boolean): Habit {
  const keep = 0.5 ** (Math.max(0, to - from) / HOUR_MS / HALF_LIFE_HOURS);
  const next: Habit = {
    there: habit?.there.map((hours) => hours * keep) ?? emptyDay(),
    watched: habit?.watched.map((hours) => hours * keep) ?? emptyDay(),
  };
  for (let at = Math.max(from, to - MAX_PERIOD_MS); at < to;) {
    const until = Math.min(to, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS);
    const hours = (until - at) / HOUR_MS;
    next.watched[hourOfDay(at)]! += hours;
    if (wasSo) next.there[hourOfDay(at)]! += hours;
    at = until;
  }
  return next;
}

/**
 * Returns the chance that the condition holds, by hour of the day. Before any observation it counts as having held for
 * `assumedHours`, so the chance is 1.
 */
export const chanceByHour = (habit: Habit | undefined, assumedHours = DEFAULT_ASSUMED_HOURS): Float64Array =>
  Float64Array.from(
    { length: 24 },
    (_, at) => ((habit?.there[at] ?? 0) + assumedHours) / ((habit?.watched[at] ?? 0) + assumedHours),
  );
