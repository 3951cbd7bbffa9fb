import { z } from 'zod';
import { HOUR_MS, DAY_MS } from '../../../common/durations.ts';

/**
 * The hour of the day (0 to 23) of a moment in ms since the epoch. It is counted in UTC: such hours are the same all
 * year round, and habits show in them as well.
 */
export const hourOfDay = (at: number): number => ((Math.floor(at / HOUR_MS) % 24) + 24) % 24;

/** How many events were counted, and for how long it was watched, by hour of the day: all that is kept of a rate. */
export const EventCounts = z.object({
  /** Events by hour of the day; older ones count less. */
  events: z.array(z.number()).length(24),
  /** Hours watched, by hour of the day; older ones count less. */
  hours: z.array(z.number()).length(24),
  /** Everything up to then is counted; ms since the epoch by the network's clock. */
  until: z.number().optional(),
});
export type EventCounts = z.output<typeof EventCounts>;

/** What is believed before anything was counted: as if `events` had been seen in `hours`. */
export interface Prior {
  events: number;
  hours: number;
}

/** The counts of something that was never watched. */
export const noCounts = (): EventCounts => ({
  events: Array.from({ length: 24 }, () => 0),
  hours: Array.from({ length: 24 }, () => 0),
});

/** Habits change: counts that are three weeks old weigh half. */
const HALF_LIFE_HOURS = 21 * 24;
/** A longer period adds nothing, because its beginning is forgotten again. */
const MAX_PERIOD_MS = 30 * DAY_MS;

/**
 * Adds the events of a period that was watched; gives the new counts. Events outside the period are left out, because
 * they were counted before. Times are ms since the epoch.
 */
export function addCounts(counts: EventCounts, dates: Iterable<number>, from: number, to: number): EventCounts {
  if (!(to > from)) return counts;
  const keep = 0.5 ** ((to - from) / HOUR_MS / HALF_LIFE_HOURS);
  const events = counts.events.map((n) => n * keep);
  const hours = counts.hours.map((n) => n * keep);
  const start = Math.max(from, to - MAX_PERIOD_MS);
  for (const date of dates) if (date > start && date <= to) events[hourOfDay(date)]! += 1;
  for (let at = start; at < to;) {
    const next = Math.min(to, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS);
    hours[hourOfDay(at)]! += (next - at) / HOUR_MS;
    at = next;
  }
  return { events, hours, until: to };
}

const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0);

/** Events an hour over the whole day: the mean of a Gamma posterior, (α + Σn) / (β + Σt). */
export const meanRate = (counts: EventCounts, prior: Prior): number =>
  (prior.events + sum(counts.events)) / (prior.hours + sum(counts.hours));

/** With this many events of its own an hour's rate counts as much as the rate of the whole day. */
const EVENTS_TO_TRUST = 3;
/** Neighbouring hours are added until this many events are counted, or hours as far away as the reach. */
const EVENTS_TO_SMOOTH_OVER = 12;
const MAX_NEIGHBOUR_HOURS = 5;

/**
 * Events an hour, for each hour of the day. An hour with few events leans on its neighbours and on the whole day, so
 * that a pattern shows only as days go by. `clumping` says how many events come at once, which count as one.
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

/** A rate through the day, prepared for adding it up over any period. */
export interface HourlyProfile {
  /** The rate per hour, for each hour of the day. */
  perHour: Float64Array;
  /** The square roots of the rates: the planner needs them more often than the rates. */
  root: Float64Array;
  /** The highest root. */
  most: number;
  /** The rates summed from midnight to the beginning of each hour; the last is the whole day. */
  cumulative: Float64Array;
}

/** Prepares a rate, given for each hour of the day. */
export function hourlyProfile(perHour: Float64Array): HourlyProfile {
  const cumulative = new Float64Array(25);
  for (let at = 0; at < 24; at++) cumulative[at + 1] = cumulative[at]! + perHour[at]!;
  const root = perHour.map(Math.sqrt);
  return { perHour, root, most: root.reduce((a, b) => Math.max(a, b), 0), cumulative };
}

/** A rate that is the same all day. */
export const constantProfile = (perHour: number): HourlyProfile => hourlyProfile(new Float64Array(24).fill(perHour));

/** How much comes from one moment to another, in ms since the epoch. */
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
