import { day, type Trace } from './trace.ts';

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

/** Figures from when each event of a trace was told (seconds of the trace) and when requests were sent. */
export function figures(trace: Trace, found: Float64Array, requests: number[], awake?: (seconds: number) => number): Figures {
  const from = trace.warmupDays * day;
  const until = trace.days * day;
  let [delays, weights, feltSum, earlyDelays, earlyWeights] = [0, 0, 0, 0, 0];
  const plain: number[] = [];
  for (const [index, t] of trace.at.entries()) {
    const { weight } = trace.streams[trace.stream[index]!]!;
    const told = Number.isNaN(found[index]!) ? until + day / 2 : found[index]!;
    // Nobody can be told while the machine sleeps.
    const delay = told - Math.min(told, awake ? awake(t) : t);
    if (t < 3 * day) {
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
  const measured = requests.filter((at) => at >= from && at < until).length;
  return {
    J: delays / weights,
    mean: plain.reduce((sum, delay) => sum + delay, 0) / plain.length,
    p95: plain[Math.floor(plain.length * 0.95)] ?? 0,
    felt: feltSum / weights,
    requests: measured / (trace.days - trace.warmupDays),
    early: earlyDelays / earlyWeights,
  };
}

/** Seconds between two moments at which the person is there. */
function presentWithin({ present }: Trace, from: number, to: number): number {
  let sum = 0;
  for (let midnight = Math.floor(from / day) * day; midnight < to; midnight += day) {
    for (const [begin, end] of present) sum += Math.max(0, Math.min(to, midnight + end) - Math.max(from, midnight + begin));
  }
  return sum;
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
