import { addCounts, noCounts, type EventCounts } from './hourly-rates.ts';

/**
 * Counts of the questions that matched each watch, by its id. Of thousands of watches nearly all find nothing: those of
 * the same age share one object, so that it is computed and kept once.
 */
export type MatchCounts = Record<string, EventCounts>;

/** Counts of a watch that was never looked for. */
export const NO_COUNTS = noCounts();

/** Returns a function that computes each value once, for as long as it is used. */
export function shared<From, To>(compute: (from: From) => To): (from: From) => To {
  const known = new Map<From, To>();
  return (from) => {
    const value = known.get(from) ?? compute(from);
    known.set(from, value);
    return value;
  };
}

/**
 * Adds what a poll of a period found; returns the new counts. A watch that is new here is counted from the first poll
 * that looked for it. @param matches when the matches of each watch happened, in ms since the epoch
 */
export function countMatches(
  known: MatchCounts = {},
  matches: ReadonlyMap<string, number[]>,
  from: number,
  until: number,
): MatchCounts {
  const withoutMatches = shared((counts: EventCounts) => addCounts(counts, [], from, until));
  return Object.fromEntries(
    [...matches].map(([id, dates]) => {
      const before = known[id] ?? NO_COUNTS;
      return [id, dates.length === 0 ? withoutMatches(before) : addCounts(before, dates, from, until)];
    }),
  );
}

/** Returns counts as they were before they were stored: equal ones are one object. */
export function withSharedCounts(stored: MatchCounts): MatchCounts {
  const first = shared((text: string) => JSON.parse(text) as EventCounts);
  return Object.fromEntries(Object.entries(stored).map(([id, counts]) => [id, first(JSON.stringify(counts))]));
}
