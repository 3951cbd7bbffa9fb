import { day, type Trace } from './trace.ts';

/** "Polling semantically identical requests faster than once a minute is abusive": the shortest interval, in seconds. */
const floor = 60;

/** Questions that fit on a page (network-api, "Limits"). */
const page = 1e9;

/**
 * The least value-weighted mean delay (in seconds) that a plan with so many requests a day can reach without seeing the
 * future: f(t) = min(1/60 s, max(√(μ(t)/2ν), λ(t)/100)) for each group, with the trace's own rates by hour of the day and
 * ν by bisection. λ/100 are the pages that all the events fill: no plan finds them with fewer requests.
 * `awake` says how much of each moment the machine runs (1 always): what happens while it sleeps is found when it wakes.
 */
export function bound(trace: Trace, requestsPerDay: number, awake: (ofDay: number) => number = () => 1): number {
  const { value: values, events } = ratesByHour(trace);
  const cells = values
    .flatMap((byHour, group) => Array.from(byHour, (value, at) => ({ value, pages: events[group]![at]! / page, hours: awake((at + 0.5) * 3600) })))
    .filter(({ value }) => value > 0);
  const often = ({ value, pages }: (typeof cells)[number], price: number) => Math.min(1 / floor, Math.max(Math.sqrt(value / (2 * price)), pages));
  const spent = (price: number) => cells.reduce((sum, cell) => sum + often(cell, price) * cell.hours * 3600, 0);
  let [low, high] = [1e-9, 1e9];
  for (let step = 0; step < 200; step++) {
    const middle = Math.sqrt(low * high);
    if (spent(middle) > requestsPerDay) low = middle;
    else high = middle;
  }
  const delay = cells.reduce((sum, cell) => sum + (cell.hours * cell.value) / (2 * often(cell, high)), 0);
  return delay / cells.reduce((sum, { value }) => sum + value, 0);
}

/** Value and events a second of each group, for each hour of the day. */
export function ratesByHour({ streams, groups, groupOf, at, stream, days }: Trace): { value: Float64Array[]; events: Float64Array[] } {
  const value = groups.map(() => new Float64Array(24));
  const events = groups.map(() => new Float64Array(24));
  for (const [index, t] of at.entries()) {
    const which = stream[index]!;
    const hour = Math.floor((t % day) / 3600);
    value[groupOf[which]!]![hour]! += streams[which]!.weight / (days * 3600);
    events[groupOf[which]!]![hour]! += 1 / (days * 3600);
  }
  return { value, events };
}
