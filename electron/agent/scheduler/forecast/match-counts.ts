import { addCounts, noCounts, type EventCounts } from './hourly-rates.ts';

/**
 * Counts of the questions that matched each watch, by its id. Of thousands of watches nearly all match nothing: those
 * of the same age share one object, so that it is computed and stored once.
 */
export type MatchCounts = Record<string, EventCounts>;

/** Counts of a watch that no poll has served. */
export const NO_COUNTS = noCounts();

/** Returns a memoized version of a function. */
export function shared<From, To>(compute: (from: From) => To): (from: From) => To {
  const known = new Map<From, To>();
  return (from) => {
    const value = known.get(from) ?? compute(from);
    known.set(from, value);
    return value;
  };
}

/**
 * Adds the matches of a poll's period; returns the new counts. A new watch is counted from the first poll that serves
 * it.
 * @param matches times of the matches of each watch, in ms since the epoch
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

/** Returns stored counts with equal ones shared as one object again. */
export function withSharedCounts(stored: MatchCounts): MatchCounts {
  const first = shared((text: string) => JSON.parse(text) as EventCounts);
  return Object.fromEntries(Object.entries(stored).map(([id, counts]) => [id, first(JSON.stringify(counts))]));
}
