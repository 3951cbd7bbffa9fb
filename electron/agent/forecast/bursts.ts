import { z } from 'zod';
import { HOUR_MS } from './hourly-rates.ts';

/**
 * Some things come in bursts: an answer draws comments, a good answer draws votes. Each event raises the rate for a
 * while (a self-exciting process, λ(t) = base + Σ β/τ · e^(−(t − tᵢ)/τ)); how much and for how long is learned.
 */
export interface Burst {
  /** How many events each event draws after it, on average; under 1. */
  branchingRatio: number;
  /** How long they take to come, on average, in hours. */
  decayHours: number;
}

/** Recent events of a stream, oldest first, in ms since the epoch: all that is kept to learn its bursts. */
export const RecentEvents = z.array(z.number());

/** More events than this tell nothing new, and habits change. */
const most = 300;

export const addRecent = (recent: number[], dates: number[]): number[] =>
  [...recent, ...dates].toSorted((a, b) => a - b).slice(-most);

const draws = [0, 0.15, 0.3, 0.45, 0.6, 0.75];
const withins = [3 / 60, 8 / 60, 20 / 60, 50 / 60];

/** Before much was seen, an event is believed to draw a third of another one within the quarter of an hour. */
const believed: Burst = { branchingRatio: 0.3, decayHours: 15 / 60 };
const enough = 15;

/**
 * The burst that makes the recent events the most likely, given how the mean rate (events an hour) runs through the day.
 * Below so few events nothing can be told yet.
 */
export function fitBurst(recent: number[], rateAt: (at: number) => number): Burst {
  if (recent.length < enough) return believed;
  let best = believed;
  let bestLikelihood = -Infinity;
  for (const within of withins) {
    for (const drawn of draws) {
      const likelihood = logLikelihood(recent, rateAt, { branchingRatio: drawn, decayHours: within });
      if (likelihood > bestLikelihood)
        [best, bestLikelihood] = [{ branchingRatio: drawn, decayHours: within }, likelihood];
    }
  }
  return best;
}

function logLikelihood(recent: number[], rateAt: (at: number) => number, burst: Burst): number {
  let drawn = 0;
  let before = recent[0]!;
  let sum = 0;
  for (const at of recent) {
    drawn *= Math.exp(-(at - before) / HOUR_MS / burst.decayHours);
    sum += Math.log((1 - burst.branchingRatio) * rateAt(at) + drawn);
    drawn += burst.branchingRatio / burst.decayHours;
    before = at;
  }
  // The integral of the rate: all of the mean rate is explained by either part, so it is the same for every burst but
  // for what the last events have still to draw.
  return sum;
}

/** How far the rate is off its mean at a moment, and how fast that passes. */
export interface RateDeviation {
  /** Events an hour more (or less) than the mean, at `at`. */
  extra: number;
  at: number;
  /** Falls to 1/e in this time, in hours. */
  within: number;
}

/**
 * What is known at `at`, when everything up to then has been seen: right after events the rate is above its mean, a
 * while after the last one below it. What is not seen yet draws more, so the swing passes slower than one event's.
 */
export function deviationAt(recent: number[], burst: Burst, meanRate: number, at: number): RateDeviation {
  let drawn = 0;
  for (const event of recent)
    if (event <= at)
      drawn += (burst.branchingRatio / burst.decayHours) * Math.exp(-(at - event) / HOUR_MS / burst.decayHours);
  return { extra: drawn - burst.branchingRatio * meanRate, at, within: burst.decayHours / (1 - burst.branchingRatio) };
}
