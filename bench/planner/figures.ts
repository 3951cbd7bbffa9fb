import { quantile } from '../support/figures.ts';
import { DAY_S, type Trace } from './replay/trace.ts';

/** Figures of a plan. Times in seconds. */
export interface Figures {
  /** Value-weighted mean delay of the events after the days to learn. */
  J: number;
  /** Plain mean and 95th percentile of the same. */
  mean: number;
  p95: number;
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
  let [delays, weights, earlyDelays, earlyWeights] = [0, 0, 0, 0];
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
    plain.push(foundAt - t);
  }
  return {
    J: delays / weights,
    mean: plain.reduce((sum, delay) => sum + delay, 0) / plain.length,
    p95: quantile(plain, 0.95),
    requests: requests.filter((at) => at >= from && at < end).length / ((end - from) / DAY_S),
    early: earlyDelays / earlyWeights,
  };
}
