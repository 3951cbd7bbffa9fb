import { z } from 'zod';
import { HOUR_MS, DAY_MS } from '../../../common/durations.ts';
import { hourOfDay } from './hourly-rates.ts';

/**
 * When something usually is so: for how many hours it was, and how many hours were watched, by hour of the day. Older
 * hours count less.
 */
export const Habit = z.object({ there: z.array(z.number()).length(24), watched: z.array(z.number()).length(24) });
export type Habit = z.output<typeof Habit>;

const HALF_LIFE_HOURS = 14 * 24;
/** A longer period adds nothing, because its beginning is forgotten again. */
const MAX_PERIOD_MS = 14 * DAY_MS;
/** Believed before anything was seen, where nothing else is said: as good as nothing. */
const DEFAULT_ASSUMED_HOURS = 0.05;

const emptyDay = (): number[] => Array.from({ length: 24 }, () => 0);

/** Adds a period (ms since the epoch) during which it was so, or was not. Gives a new habit. */
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
 * The chance that it is so, by hour of the day. It is taken to be so until it was seen otherwise: `assumedHours` says
 * for how many hours it counts as having been so before anything was seen.
 */
export const chanceByHour = (habit: Habit | undefined, assumedHours = DEFAULT_ASSUMED_HOURS): Float64Array =>
  Float64Array.from(
    { length: 24 },
    (_, at) => ((habit?.there[at] ?? 0) + assumedHours) / ((habit?.watched[at] ?? 0) + assumedHours),
  );
