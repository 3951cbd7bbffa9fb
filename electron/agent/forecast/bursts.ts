import { z } from 'zod';
import { HOUR_MS } from '../../../common/durations.ts';

/**
 * Some events come in bursts: an answer draws comments, a good answer draws votes. This is a self-exciting (Hawkes)
 * process, λ(t) = base + Σ β/τ · e^(−(t − tᵢ)/τ): each event raises the rate for a while. How much and for how long is
 * learned. https://en.wikipedia.org/wiki/Hawkes_process
 */
export interface Burst {
  /** How many events each event draws after it, on average (β); under 1. */
  branchingRatio: number;
  /** How long they take to come, on average, in hours (τ). */
  decayHours: number;
}

/** Recent events of a stream, oldest first, in ms since the epoch: all that is kept to learn its bursts. */
export const RecentEvents = z.array(z.number());

/** More events than this tell nothing new, and habits change. */
const MAX_RECENT_EVENTS = 300;

/** Adds events to the recent ones, and drops the oldest where there are too many. */
export const addRecent = (recent: number[], dates: number[]): number[] =>
  [...recent, ...dates].toSorted((a, b) => a - b).slice(-MAX_RECENT_EVENTS);

const BRANCHING_RATIOS = [0, 0.15, 0.3, 0.45, 0.6, 0.75];
const DECAYS_HOURS = [3 / 60, 8 / 60, 20 / 60, 50 / 60];

/** Believed before much was seen: an event draws a third of another one within a quarter of an hour. */
const PRIOR_BURST: Burst = { branchingRatio: 0.3, decayHours: 15 / 60 };
const MIN_EVENTS_TO_FIT = 15;

/**
 * The burst that makes the recent events most likely, given how the mean rate (events an hour) runs through the day.
 * With few events it is the one believed beforehand.
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
  let sum = 0;
  for (const at of recent) {
    excited *= Math.exp(-(at - before) / HOUR_MS / burst.decayHours);
    sum += Math.log((1 - burst.branchingRatio) * rateAt(at) + excited);
    excited += burst.branchingRatio / burst.decayHours;
    before = at;
  }
  // The integral of the rate is left out: it is the same for every burst, but for what the last events have yet to
  // draw.
  return sum;
}

/** How far a rate is off its mean at a moment, and how fast the difference passes. */
export interface RateDeviation {
  /** Events an hour more (or less) than the mean, at `at`. */
  extra: number;
  at: number;
  /** It falls to 1/e in this time, in hours. */
  within: number;
}

/**
 * The deviation at `at`, where everything up to then is known: right after events the rate is above its mean, a while
 * after the last one below it. Drawn events draw more events in turn, so it passes more slowly than one event's effect.
 */
export function deviationAt(recent: number[], burst: Burst, meanRate: number, at: number): RateDeviation {
  let excited = 0;
  for (const event of recent)
    if (event <= at)
      excited += (burst.branchingRatio / burst.decayHours) * Math.exp(-(at - event) / HOUR_MS / burst.decayHours);
  return {
    extra: excited - burst.branchingRatio * meanRate,
    at,
    within: burst.decayHours / (1 - burst.branchingRatio),
  };
}
