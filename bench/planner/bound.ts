import { DAY_S, type Trace } from './replay/trace.ts';

/**
 * "Polling semantically identical requests faster than once a minute is abusive": the shortest interval, in seconds.
 */
export const SAME_REQUEST_FLOOR_S = 60;

/** Questions that fit on a page (docs/api.md, "Paging"). */
export const ITEMS_PER_PAGE = 100;

/** Some time in which a group's events come at a steady rate, and polls of it may be sent. */
export interface Cell {
  /** Value a second. */
  value: number;
  /** Full pages a second that the events make. */
  pages: number;
  seconds: number;
  /** Polls a second, at most. */
  most: number;
}

/**
 * The least value-weighted mean delay (in seconds) that a plan with `requestsPerDay` can reach without seeing the
 * future: f(t) = min(1/60 s, max(√(μ(t)/2ν), λ(t)/100)) for each group, with the trace's own rates by hour of the day
 * and ν by bisection. λ/100 are the pages that all the events fill: no plan finds them with fewer requests. NaN for a
 * trace in which nothing happens.
 */
export function bound(trace: Trace, requestsPerDay: number): number {
  const { value, events } = ratesByHour(trace);
  return (
    leastDelay(
      cellsOf({ value, events }, () => 3600),
      requestsPerDay,
    ) / valueOfADay(value)
  );
}

/**
 * How little of the felt delay a plan can leave that knows when the person is there, as a share of what the best plan
 * leaves that does not know. All requests go into the time with somebody there, except for the pages that fill
 * meanwhile, which have to be fetched at some time. Both sides leave out what bursts would show. NaN for a trace in
 * which nobody is ever there.
 */
export function feltLeast(trace: Trace, requestsPerDay: number): number {
  const rates = ratesByHour(trace);
  const there = (at: number): number =>
    trace.present.reduce(
      (sum, [from, to]) => sum + Math.max(0, Math.min(to, (at + 1) * 3600) - Math.max(from, at * 3600)),
      0,
    );
  const [all, present, away] = [() => 3600, there, (at: number) => 3600 - there(at)].map((seconds) =>
    cellsOf(rates, seconds),
  );
  const pages = away!.reduce((sum, cell) => sum + cell.pages * cell.seconds, 0);
  return leastDelay(present!, requestsPerDay - pages) / delayAt(present!, priceOf(all!, requestsPerDay));
}

/** Each group's hours of the day, with the seconds of each. */
const cellsOf = ({ value, events }: ReturnType<typeof ratesByHour>, seconds: (at: number) => number): Cell[] =>
  value.flatMap((byHour, group) =>
    Array.from(byHour, (each, at): Cell => ({
      value: each,
      pages: pagesOf(events[group]![at]!),
      seconds: seconds(at),
      most: 1 / SAME_REQUEST_FLOOR_S,
    })),
  );

/** Full pages a second that events fill; more than one a minute is not counted on. */
export const pagesOf = (events: number): number => Math.min(1 / SAME_REQUEST_FLOOR_S, events / ITEMS_PER_PAGE);

/** The least value times seconds that must be waited where these requests are shared out over the cells. */
export const leastDelay = (cells: Cell[], requests: number): number => delayAt(cells, priceOf(cells, requests));

/** Polls a second that a price gives a cell. */
const often = ({ value, pages, most }: Cell, price: number): number =>
  Math.min(most, Math.max(Math.sqrt(value / (2 * price)), pages));

const counts = ({ value, seconds }: Cell): boolean => value > 0 && seconds > 0;

/** Value times seconds that are waited where each request has to be worth a price. */
const delayAt = (cells: Cell[], price: number): number =>
  cells.filter(counts).reduce((sum, cell) => sum + (cell.seconds * cell.value) / (2 * often(cell, price)), 0);

/** The price at which these requests are spent. */
function priceOf(all: Cell[], requests: number): number {
  const cells = all.filter(counts);
  // Items that one page cannot hold are fetched on further pages at once.
  const spent = (price: number) =>
    cells.reduce((sum, cell) => sum + Math.max(often(cell, price), cell.pages) * cell.seconds, 0);
  let [low, high] = [1e-9, 1e9];
  for (let step = 0; step < 100; step++) {
    const middle = Math.sqrt(low * high);
    if (spent(middle) > requests) low = middle;
    else high = middle;
  }
  return high;
}

/** What a day's events are worth, by their rates. */
export const valueOfADay = (value: Float64Array[]): number =>
  value.reduce((sum, byHour) => sum + byHour.reduce((ofDay, each) => ofDay + each * 3600, 0), 0);

/** Value and events a second of each group, for each hour of the day. */
export function ratesByHour({ streams, groups, groupOf, at, stream, days }: Trace): {
  value: Float64Array[];
  events: Float64Array[];
} {
  const value = groups.map(() => new Float64Array(24));
  const events = groups.map(() => new Float64Array(24));
  for (const [index, t] of at.entries()) {
    if (t >= days * DAY_S) break;
    const which = stream[index]!;
    const hour = Math.floor((t % DAY_S) / 3600);
    value[groupOf[which]!]![hour]! += streams[which]!.weight / (days * 3600);
    events[groupOf[which]!]![hour]! += 1 / (days * 3600);
  }
  return { value, events };
}
