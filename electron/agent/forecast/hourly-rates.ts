import { z } from 'zod';

/** One hour in ms. Hours of the day are counted in UTC: the same all year round, and people's habits show all the same. */
export const HOUR_MS = 3600_000;

export const hourOfDay = (at: number): number => ((Math.floor(at / HOUR_MS) % 24) + 24) % 24;

/** What was counted, and for how long it was watched, by hour of the day: all that is kept of a rate. */
export const EventCounts = z.object({
  /** Events by hour of the day, older ones counting less. */
  events: z.array(z.number()).length(24),
  /** Hours watched, by hour of the day, older ones counting less. */
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

export const noCounts = (): EventCounts => ({
  events: Array.from({ length: 24 }, () => 0),
  hours: Array.from({ length: 24 }, () => 0),
});

/** Habits change: what is three weeks old counts half. */
const halfLife = 21 * 24;

/**
 * Takes what was counted, when things happened, and the stretch that was watched; gives what is counted now. Events
 * outside the stretch are left out: they were counted before. Times are ms since the epoch.
 */
export function addCounts(counted: EventCounts, dates: Iterable<number>, from: number, to: number): EventCounts {
  if (!(to > from)) return counted;
  const keep = 0.5 ** ((to - from) / HOUR_MS / halfLife);
  const events = counted.events.map((n) => n * keep);
  const hours = counted.hours.map((n) => n * keep);
  // More than a month adds nothing that is not forgotten again.
  const start = Math.max(from, to - 30 * 24 * HOUR_MS);
  for (const date of dates) if (date > start && date <= to) events[hourOfDay(date)]! += 1;
  for (let at = start; at < to;) {
    const next = Math.min(to, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS);
    hours[hourOfDay(at)]! += (next - at) / HOUR_MS;
    at = next;
  }
  return { events, hours, until: to };
}

const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0);

/** Events an hour over the whole day: Gamma with exposure, (α + Σn) / (β + Σt). */
export const meanRate = (counted: EventCounts, belief: Prior): number =>
  (belief.events + sum(counted.events)) / (belief.hours + sum(counted.hours));

/** So many events make an hour's own count worth as much as what is known of the whole day. */
const trust = 3;
/** Neighbouring hours are taken in until so many events are in sight. */
const sight = 12;
const widest = 5;

/**
 * Events an hour, for each hour of the day. An hour with few events leans on its neighbours and on the whole day, so
 * that a profile shows only as days go by; `clumping` says how many events come at once, which count as one.
 */
export function rateByHour(counted: EventCounts, belief: Prior, clumping = 1): Float64Array {
  const mean = meanRate(counted, belief);
  return Float64Array.from({ length: 24 }, (_, at) => {
    let events = counted.events[at]!;
    let hours = counted.hours[at]!;
    for (let reach = 1; reach <= widest && events < sight * clumping; reach++) {
      const weight = 1 - reach / (widest + 1);
      for (const side of [at - reach, at + reach]) {
        events += weight * counted.events[(side + 24) % 24]!;
        hours += weight * counted.hours[(side + 24) % 24]!;
      }
    }
    return (events + trust * clumping) / (hours + (trust * clumping) / mean);
  });
}

/** A rate through the day, ready to be added up over any stretch of time. */
export interface HourlyProfile {
  /** Per hour, for each hour of the day. */
  perHour: Float64Array;
  /** Square roots of the same: the planner asks for them more than for the rates. */
  root: Float64Array;
  /** The highest of them. */
  most: number;
  /** Summed from midnight to the beginning of each hour; the last is the whole day. */
  cumulative: Float64Array;
}

export function hourlyProfile(perHour: Float64Array): HourlyProfile {
  const upTo = new Float64Array(25);
  for (let at = 0; at < 24; at++) upTo[at + 1] = upTo[at]! + perHour[at]!;
  const root = perHour.map(Math.sqrt);
  return { perHour, root, most: root.reduce((a, b) => Math.max(a, b), 0), cumulative: upTo };
}

/** The same all day. */
export const constantProfile = (perHour: number): HourlyProfile => hourlyProfile(new Float64Array(24).fill(perHour));

/** How much of it there is from one moment to another, in ms since the epoch. */
export function amountBetween({ perHour, cumulative: upTo }: HourlyProfile, from: number, to: number): number {
  if (!(to > from)) return 0;
  const since = (at: number) => {
    const hours = at / HOUR_MS;
    const whole = Math.floor(hours);
    const day = Math.floor(whole / 24);
    const ofDay = whole - day * 24;
    return day * upTo[24]! + upTo[ofDay]! + (hours - whole) * perHour[ofDay]!;
  };
  return since(to) - since(from);
}
