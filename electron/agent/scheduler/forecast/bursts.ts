import { z } from 'zod';
import { HOUR_MS } from '../../../../common/durations.ts';

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
  let sum = 0;
  for (const at of recent) {
    excited *= Math.exp(-(at - before) / HOUR_MS / burst.decayHours);
    sum += Math.log((1 - burst.branchingRatio) * rateAt(at) + excited);
    excited += burst.branchingRatio / burst.decayHours;
    before = at;
  }
  // The integral of the rate is omitted: it is equal for all bursts, except for events not yet triggered by the latest.
  return sum;
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
