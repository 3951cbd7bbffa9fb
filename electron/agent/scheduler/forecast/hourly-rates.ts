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

/**
 * Some events come in bursts: an answer attracts comments, a good answer attracts votes. This is a self-exciting
 * (Hawkes) process, λ(t) = base + Σ β/τ · e^(−(t − tᵢ)/τ): each event raises the rate for a while. Both parameters are
 * learned. https://en.wikipedia.org/wiki/Hawkes_process
 */
export interface Burst {
  /** Mean number of events triggered by each event (β); below 1. */
  branchingRatio: number;
  /** Mean delay of the triggered events (τ), in hours. */
  decayHours: number;
}

/** Recent events of a stream, oldest first, in ms since the epoch; the data from which its bursts are learned. */
export const RecentEvents = z.array(z.number());

/** Further events add no information, and habits change. */
const MAX_RECENT_EVENTS = 300;

/** Adds events to the recent ones and drops the oldest beyond the maximum. */
export const addRecent = (recent: number[], dates: number[]): number[] =>
  [...recent, ...dates].toSorted((a, b) => a - b).slice(-MAX_RECENT_EVENTS);

const BRANCHING_RATIOS = [0, 0.15, 0.3, 0.45, 0.6, 0.75];
const DECAYS_HOURS = [3 / 60, 8 / 60, 20 / 60, 50 / 60];

/** Prior for few events: an event triggers 0.3 others, a quarter of an hour later on average. */
const PRIOR_BURST: Burst = { branchingRatio: 0.3, decayHours: 15 / 60 };
const MIN_EVENTS_TO_FIT = 15;

/**
 * Returns the burst with the highest likelihood of the recent events, or the prior if there are few.
 * @param rateAt returns the mean rate at a time of the day, in events per hour
 */
export function fitBurst(recent: number[], rateAt: (at: number) => number): Burst {
  if (recent.length < MIN_EVENTS_TO_FIT) return PRIOR_BURST;
  let best = PRIOR_BURST;
  let bestLikelihood = -Infinity;
  for (const decayHours of DECAYS_HOURS) {
    for (const branchingRatio of BRANCHING_RATIOS) {
      const likelihood = logLikelihood(recent, rateAt, { branchingRatio, decayHours });
      if (likelihood > bestLikelihood) [best, bestLikelihood] = [{ branchingRatio, decayHours }, likelihood];
    }
  }
  return best;
}

function logLikelihood(recent: number[], rateAt: (at: number) => number, burst: Burst): number {
  let excited = 0;
  let before = recent[0]!;
  let likelihood = 0;
  for (const at of recent) {
    excited *= Math.exp(-(at - before) / HOUR_MS / burst.decayHours);
    likelihood += Math.log((1 - burst.branchingRatio) * rateAt(at) + excited);
    excited += burst.branchingRatio / burst.decayHours;
    before = at;
  }
  // The integral of the rate is omitted: it is equal for all bursts, except for events not yet triggered by the latest.
  return likelihood;
}

/** Difference of a rate from its mean at a moment, and how fast it decays. */
export interface RateDeviation {
  /** Difference in events per hour at `at`. */
  extra: number;
  at: number;
  /** Time in which it falls to 1/e, in hours. */
  within: number;
}

/**
 * Returns the deviation at `at`, if all events up to then are known: right after events the rate is above its mean,
 * later below it. Triggered events trigger others in turn, so it decays more slowly than one event's effect.
 */
export function deviationAt(recent: number[], burst: Burst, mean: number, at: number): RateDeviation {
  let excited = 0;
  for (const event of recent)
    if (event <= at)
      excited += (burst.branchingRatio / burst.decayHours) * Math.exp(-(at - event) / HOUR_MS / burst.decayHours);
  return {
    extra: excited - burst.branchingRatio * mean,
    at,
    within: burst.decayHours / (1 - burst.branchingRatio),
  };
}
