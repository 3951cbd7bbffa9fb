import { DAY_S } from './replay/trace.ts';

/** From and to, in seconds of the trace. */
export type Stretch = readonly [from: number, to: number];

/** What of a stretch lies outside others, which are in order. */
export function outside(others: readonly Stretch[], [begin, end]: Stretch): Stretch[] {
  const left: Stretch[] = [];
  let at = begin;
  for (const [from, to] of others) {
    if (to <= at || from >= end) continue;
    if (from > at) left.push([at, from]);
    at = Math.max(at, to);
  }
  if (at < end) left.push([at, end]);
  return left;
}

/** Stretches in order, with those that touch made one. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const whole: [number, number][] = [];
  for (const [from, to] of stretches.toSorted(([a], [b]) => a - b)) {
    const last = whole.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else whole.push([from, to]);
  }
  return whole;
}

/** Cuts a stretch where one hour of the day ends and the next begins. */
export function* byHour([from, to]: Stretch): Generator<{ hour: number; seconds: number }> {
  for (let at = from; at < to;) {
    const next = Math.min(to, (Math.floor(at / 3600) + 1) * 3600);
    yield { hour: Math.floor((at % DAY_S) / 3600), seconds: next - at };
    at = next;
  }
}

/** Gives how many seconds of stretches (in order) lie before a moment. */
export function lengthBefore(stretches: readonly Stretch[]): (at: number) => number {
  const before = [0];
  for (const [index, [from, to]] of stretches.entries()) before.push(before[index]! + to - from);
  return (at) => {
    let [low, high] = [0, stretches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (stretches[middle]![0] < at) low = middle + 1;
      else high = middle;
    }
    const last = stretches[low - 1];
    return last ? before[low - 1]! + Math.min(at, last[1]) - last[0] : 0;
  };
}
