import { quantile } from '../support/figures.ts';
import { DAY_S, type Trace } from './replay/trace.ts';

/** Figures of a plan. Times in seconds. */
export interface Figures {
  /** Value-weighted mean delay of the events after the days to learn. */
  J: number;
  /** Plain mean and 95th percentile of the same. */
  mean: number;
  p95: number;
  /** Value-weighted mean time that the person was present and uninformed. */
  felt: number;
  /** Requests a day. */
  requests: number;
  /** Value-weighted mean delay of the first three days. */
  early: number;
}

/**
 * Returns the figures of a plan.
 * @param found time at which each event was found, in seconds of the trace; one that was not by the end counts as
 * delayed until the end, for every plan
 * @param requests times of the requests
 */
export function figures(trace: Trace, found: Float64Array, requests: number[]): Figures {
  const [from, end] = [trace.warmupDays * DAY_S, trace.days * DAY_S];
  let [delays, weights, feltSum, earlyDelays, earlyWeights] = [0, 0, 0, 0, 0];
  const plain: number[] = [];
  for (const [index, t] of trace.at.entries()) {
    if (t >= end) break;
    const { weight } = trace.streams[trace.stream[index]!]!;
    const foundAt = Number.isNaN(found[index]!) ? end : Math.min(found[index]!, end);
    if (t < 3 * DAY_S) {
      earlyDelays += weight * (foundAt - t);
      earlyWeights += weight;
    }
    if (t < from) continue;
    delays += weight * (foundAt - t);
    weights += weight;
    feltSum += weight * presentWithin(trace, t, foundAt);
    plain.push(foundAt - t);
  }
  return {
    J: delays / weights,
    mean: plain.reduce((sum, delay) => sum + delay, 0) / plain.length,
    p95: quantile(plain, 0.95),
    felt: feltSum / weights,
    requests: requests.filter((at) => at >= from && at < end).length / ((end - from) / DAY_S),
    early: earlyDelays / earlyWeights,
  };
}

/** Returns the seconds of presence between two times. */
function presentWithin({ present }: Trace, from: number, to: number): number {
  let sum = 0;
  for (let midnight = Math.floor(from / DAY_S) * DAY_S; midnight < to; midnight += DAY_S) {
    for (const [begin, end] of present)
      sum += Math.max(0, Math.min(to, midnight + end) - Math.max(from, midnight + begin));
  }
  return sum;
}
