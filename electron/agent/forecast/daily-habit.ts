import { z } from 'zod';
import { HOUR_MS, hourOfDay } from './hourly-rates.ts';

/** When something usually is so: hours it was, and hours watched, by hour of the day; older ones count less. */
export const Habit = z.object({ there: z.array(z.number()).length(24), watched: z.array(z.number()).length(24) });
export type Habit = z.output<typeof Habit>;

const halfLife = 14 * 24;
/** Longer than this adds nothing that is not forgotten again. */
const longest = 14 * 24 * HOUR_MS;

/** Adds a stretch of time, in ms since the epoch, during which it was so or not. Gives a new habit. */
export function addPeriod(habit: Habit | undefined, from: number, to: number, there: boolean): Habit {
  const keep = 0.5 ** (Math.max(0, to - from) / HOUR_MS / halfLife);
  const next: Habit = {
    there: habit?.there.map((hours) => hours * keep) ?? Array.from({ length: 24 }, () => 0),
    watched: habit?.watched.map((hours) => hours * keep) ?? Array.from({ length: 24 }, () => 0),
  };
  for (let at = Math.max(from, to - longest); at < to;) {
    const until = Math.min(to, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS);
    const hours = (until - at) / HOUR_MS;
    next.watched[hourOfDay(at)]! += hours;
    if (there) next.there[hourOfDay(at)]! += hours;
    at = until;
  }
  return next;
}

/**
 * The chance that it is so, by hour of the day; it is, until it was seen otherwise. `doubt`: so many hours of it are
 * believed before any was seen.
 */
export const chanceByHour = (habit: Habit | undefined, doubt = 0.05): Float64Array =>
  Float64Array.from({ length: 24 }, (_, at) => ((habit?.there[at] ?? 0) + doubt) / ((habit?.watched[at] ?? 0) + doubt));
