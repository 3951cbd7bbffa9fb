import { lengthBefore, type Stretch } from './stretches.ts';
import { DAY_S, type Trace } from './replay/trace.ts';

/** What a plan did, in figures. Times in seconds. */
export interface Figures {
  /** Value-weighted mean delay of the events after the learning days. */
  J: number;
  /** Plain mean and 95th percentile of the same. */
  mean: number;
  p95: number;
  /** Value-weighted mean time that the person sat there uninformed. */
  felt: number;
  /** Requests a day. */
  requests: number;
  /** The value-weighted mean delay of the first three days. */
  early: number;
}

/** What the figures leave out. */
export interface Limits {
  /** While the machine slept nobody could be told: that time counts for no delay. In order. */
  asleep?: Stretch[];
  /** Only what happens in these seconds of the trace is measured; after the days to learn, where it is left out. */
  measured?: Stretch;
}

/**
 * Figures from when each event of a trace was told (seconds of the trace; NaN where it never was) and when requests
 * were sent. Whatever the plan, the trace's end is the last moment that counts: what was not told by then counts as
 * late until then. A figure is NaN if nothing happened to measure it by.
 */
export function figures(
  trace: Trace,
  found: Float64Array,
  requests: number[],
  { asleep = [], measured }: Limits = {},
): Figures {
  const slept = lengthBefore(asleep);
  const end = trace.days * DAY_S;
  const [from, until] = measured ?? [trace.warmupDays * DAY_S, end];
  let [delays, weights, feltSum, earlyDelays, earlyWeights] = [0, 0, 0, 0, 0];
  const plain: number[] = [];
  for (const [index, t] of trace.at.entries()) {
    if (t >= end) break;
    const { weight } = trace.streams[trace.stream[index]!]!;
    const told = Number.isNaN(found[index]!) ? end : Math.min(found[index]!, end);
    const delay = told - t - (slept(told) - slept(t));
    if (t < 3 * DAY_S) {
      earlyDelays += weight * delay;
      earlyWeights += weight;
    }
    if (t < from || t >= until) continue;
    delays += weight * delay;
    weights += weight;
    feltSum += weight * presentWithin(trace, t, told);
    plain.push(delay);
  }
  plain.sort((a, b) => a - b);
  return {
    J: delays / weights,
    mean: plain.reduce((sum, delay) => sum + delay, 0) / plain.length,
    p95: plain[Math.ceil(plain.length * 0.95) - 1] ?? Number.NaN,
    felt: feltSum / weights,
    requests: requests.filter((at) => at >= from && at < until).length / ((until - from) / DAY_S),
    early: earlyDelays / earlyWeights,
  };
}

/** Seconds between two moments at which the person is there. */
function presentWithin({ present }: Trace, from: number, to: number): number {
  let sum = 0;
  for (let midnight = Math.floor(from / DAY_S) * DAY_S; midnight < to; midnight += DAY_S) {
    for (const [begin, end] of present)
      sum += Math.max(0, Math.min(to, midnight + end) - Math.max(from, midnight + begin));
  }
  return sum;
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
