import { DAY_S, type Trace } from './replay/trace.ts';

/**
 * "Polling semantically identical requests faster than once a minute is abusive": the shortest interval, in seconds.
 */
const SAME_REQUEST_FLOOR_S = 60;

/** Questions on a page (docs/api.md, "Paging"). */
const ITEMS_PER_PAGE = 100;

/** Hour of the day of a group, in which its events come at a steady rate. */
interface Cell {
  /** Value a second. */
  value: number;
  /** Full pages a second that the events make. */
  pages: number;
}

/**
 * Least value-weighted mean delay (in seconds) of a plan with `requestsPerDay` that cannot see the future: f(t) =
 * min(1/60 s, max(√(μ(t)/2ν), λ(t)/100)) for each group, with the trace's own rates by hour of the day and ν by
 * bisection. λ/100 are the pages that all the events fill: no plan finds them with fewer requests. NaN for a trace in
 * which nothing happens.
 */
export function bound(trace: Trace, requestsPerDay: number): number {
  const cells = cellsOf(trace).filter(({ value }) => value > 0);
  const price = priceOf(cells, requestsPerDay);
  const waited = cells.reduce((sum, cell) => sum + cell.value / (2 * pollsPerSecond(cell, price)), 0);
  return waited / cells.reduce((sum, { value }) => sum + value, 0);
}

/** Returns the rate of polls that a price per request gives a cell. */
const pollsPerSecond = ({ value, pages }: Cell, price: number): number =>
  Math.min(1 / SAME_REQUEST_FLOOR_S, Math.max(Math.sqrt(value / (2 * price)), pages));

/** Returns the price per request at which the requests of a day are spent. */
function priceOf(cells: readonly Cell[], requestsPerDay: number): number {
  // Items that one page cannot hold are fetched on further pages at once.
  const spent = (price: number) =>
    cells.reduce((sum, cell) => sum + Math.max(pollsPerSecond(cell, price), cell.pages) * 3600, 0);
  let [low, high] = [1e-9, 1e9];
  for (let step = 0; step < 100; step++) {
    const middle = Math.sqrt(low * high);
    if (spent(middle) > requestsPerDay) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns the 24 hours of the day of each group. */
function cellsOf({ streams, groups, groupOf, at, stream, days }: Trace): Cell[] {
  const seconds = days * 3600;
  const cells = groups.map(() => Array.from({ length: 24 }, (): Cell => ({ value: 0, pages: 0 })));
  for (const [index, t] of at.entries()) {
    if (t >= days * DAY_S) break;
    const which = stream[index]!;
    const cell = cells[groupOf[which]!]![Math.floor((t % DAY_S) / 3600)]!;
    cell.value += streams[which]!.weight / seconds;
    // More than a page a minute is not counted on.
    cell.pages = Math.min(1 / SAME_REQUEST_FLOOR_S, cell.pages + 1 / seconds / ITEMS_PER_PAGE);
  }
  return cells.flat();
}
