import { z } from 'zod';
import { HOUR_MS, DAY_MS } from '../../../../common/durations.ts';

/**
 * Returns the hour of the day (0 to 23) of a time in ms since the epoch. In UTC, because these hours are the same all
 * year round, and habits show in them as well.
 */
export const hourOfDay = (at: number): number => ((Math.floor(at / HOUR_MS) % 24) + 24) % 24;

/** Splits a period by hours of the day. Yields each hour of the day with the hours of the period that lie in it. */
export function* hoursBetween(from: number, to: number): Generator<[hourOfDay: number, hours: number]> {
  for (let at = from; at < to;) {
    const next = Math.min(to, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS);
    yield [hourOfDay(at), (next - at) / HOUR_MS];
    at = next;
  }
}

/** Counted events and observed hours by hour of the day, the data from which a rate is learned. */
export const EventCounts = z.object({
  /** Events by hour of the day; older ones count less. */
  events: z.array(z.number()).length(24),
  /** Hours observed, by hour of the day; older ones count less. */
  hours: z.array(z.number()).length(24),
  /** Time up to which all events are counted, in ms since the epoch, server time. */
  until: z.number().optional(),
});
export type EventCounts = z.output<typeof EventCounts>;

/** Prior before any count: as if `events` had been observed in `hours`. */
export interface Prior {
  events: number;
  hours: number;
}

/** Returns empty counts. */
export const noCounts = (): EventCounts => ({
  events: Array.from({ length: 24 }, () => 0),
  hours: Array.from({ length: 24 }, () => 0),
});

/** Habits change: counts lose half their weight in three weeks. */
const HALF_LIFE_HOURS = 21 * 24;
/** Longer periods add nothing, because their beginning is forgotten again. */
const MAX_PERIOD_MS = 30 * DAY_MS;

/**
 * Adds the events of an observed period; returns the new counts. Events outside the period are skipped, because they
 * were counted before. Times are in ms since the epoch.
 */
export function addCounts(counts: EventCounts, dates: Iterable<number>, from: number, to: number): EventCounts {
  if (!(to > from)) return counts;
  const keep = 0.5 ** ((to - from) / HOUR_MS / HALF_LIFE_HOURS);
  const events = counts.events.map((n) => n * keep);
  const hours = counts.hours.map((n) => n * keep);
  const start = Math.max(from, to - MAX_PERIOD_MS);
  for (const date of dates) if (date > start && date <= to) events[hourOfDay(date)]! += 1;
  for (const [at, observed] of hoursBetween(start, to)) hours[at]! += observed;
  return { events, hours, until: to };
}

const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0);

/** Returns the events per hour over the whole day: the mean of a Gamma posterior, (α + Σn) / (β + Σt). */
export const meanRate = (counts: EventCounts, prior: Prior): number =>
  (prior.events + sum(counts.events)) / (prior.hours + sum(counts.hours));

/** With this many events, an hour's own rate counts as much as that of the whole day. */
const EVENTS_TO_TRUST = 3;
/** Neighbouring hours are added until this many events are counted, or up to the maximum distance. */
const EVENTS_TO_SMOOTH_OVER = 12;
const MAX_NEIGHBOUR_HOURS = 5;

/**
 * Returns the events per hour, for each hour of the day. Hours with few events are smoothed with their neighbours and
 * the whole day, so that a pattern emerges only over days.
 * @param clumping number of events that come at once and count as one
 */
export function rateByHour(counts: EventCounts, prior: Prior, clumping = 1): Float64Array {
  const mean = meanRate(counts, prior);
  return Float64Array.from({ length: 24 }, (_, at) => {
    let events = counts.events[at]!;
    let hours = counts.hours[at]!;
    for (let away = 1; away <= MAX_NEIGHBOUR_HOURS && events < EVENTS_TO_SMOOTH_OVER * clumping; away++) {
      const weight = 1 - away / (MAX_NEIGHBOUR_HOURS + 1);
      for (const neighbour of [at - away, at + away]) {
        events += weight * counts.events[(neighbour + 24) % 24]!;
        hours += weight * counts.hours[(neighbour + 24) % 24]!;
      }
    }
    return (events + EVENTS_TO_TRUST * clumping) / (hours + (EVENTS_TO_TRUST * clumping) / mean);
  });
}

/** A rate through the day, prepared for summing over any period. */
export interface HourlyProfile {
  /** The rate per hour, for each hour of the day. */
  perHour: Float64Array;
  /** The square roots of the rates, which the planner needs more often than the rates. */
  root: Float64Array;
  /** The rates summed from midnight to the beginning of each hour; the last is the whole day. */
  cumulative: Float64Array;
}

/** Prepares a rate given for each hour of the day. */
export function hourlyProfile(perHour: Float64Array): HourlyProfile {
  const cumulative = new Float64Array(25);
  for (let at = 0; at < 24; at++) cumulative[at + 1] = cumulative[at]! + perHour[at]!;
  return { perHour, root: perHour.map(Math.sqrt), cumulative };
}

/** Returns the profile of a rate that is constant through the day. */
export const constantProfile = (perHour: number): HourlyProfile => hourlyProfile(new Float64Array(24).fill(perHour));

/** Returns the amount between two times, in ms since the epoch. */
export function amountBetween({ perHour, cumulative }: HourlyProfile, from: number, to: number): number {
  if (!(to > from)) return 0;
  const sinceEpoch = (at: number) => {
    const hours = at / HOUR_MS;
    const whole = Math.floor(hours);
    const day = Math.floor(whole / 24);
    const ofDay = whole - day * 24;
    return day * cumulative[24]! + cumulative[ofDay]! + (hours - whole) * perHour[ofDay]!;
  };
  return sinceEpoch(to) - sinceEpoch(from);
}
