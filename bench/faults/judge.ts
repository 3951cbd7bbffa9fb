import type { Expectation } from './expectations.ts';

/** How an operation was asked for: by polls, all of them or one alone, or by a click. */
export type Manner = 'polled' | 'everything' | 'clicked';

/** Observations of an operation under one fault. */
export interface Seen {
  /** Errors that the caller was told: kinds of `NetworkError`; `refused` for a sign-in that the network turned down. */
  told: Set<string>;
  /** Kinds of conditions that the window showed. */
  shown: Set<string>;
  /** Requests of the operation while the fault lasted: in an hour if it is polled, otherwise for one click. */
  sent: number;
  /** Minutes from the end of the fault until all was well again; Infinity if it never was. */
  backAfterMin: number;
  /** Number of requests that met the fault. */
  met: number;
  /** News that was not told although all else was well again. */
  untold: readonly string[];
  /** News that was listed or told twice. */
  wrong: string[];
  /** Origins other than the network's that were asked. */
  escaped: readonly string[];
  /** Errors that are no `NetworkError`. */
  thrown: string[];
}

/** Creates empty observations. */
export const nothingSeen = (): Seen => ({
  told: new Set(),
  shown: new Set(),
  sent: 0,
  backAfterMin: Infinity,
  met: 0,
  untold: [],
  wrong: [],
  escaped: [],
  thrown: [],
});

const NOTHING = 'nothing';

function kindsMissed(what: string, seen: ReadonlySet<string>, expected: string, allowed?: string): string[] {
  const isThere = expected === NOTHING || seen.has(expected);
  const others = [...seen].filter((kind) => kind !== expected && kind !== allowed);
  const listed = seen.size === 0 ? NOTHING : [...seen].join(' and ');
  return isThere && others.length === 0 ? [] : [`${what} ${listed} and not ${expected}`];
}

/** Returns differences from the expectation, in words. */
export function misses(seen: Seen, expected: Expectation, manner: Manner): string[] {
  const { told, shown, mayShow, tries, anHour, outageAnHour, backMin, outageBackMin } = expected;
  const isOutage = manner === 'everything';
  const isPolled = manner === 'polled' || isOutage;
  const most = isOutage ? outageAnHour : isPolled ? anHour : tries;
  const limit = isOutage ? outageBackMin : backMin;
  const back = Number.isFinite(seen.backAfterMin) ? `${seen.backAfterMin.toFixed(2)} minutes` : 'longer than watched';
  return [
    ...kindsMissed('told', seen.told, told),
    ...(isPolled ? kindsMissed('showed', seen.shown, shown, mayShow) : []),
    ...(seen.sent > most ? [`sent ${seen.sent} requests ${isPolled ? 'an hour' : 'for one'} and not ${most}`] : []),
    ...(seen.met === 0 ? ['never met the fault'] : []),
    ...seen.untold.map((kind) => `did not tell of ${kind} afterwards`),
    ...seen.wrong.slice(0, 1),
    ...(seen.backAfterMin > limit ? [`was back after ${back} and not ${limit}`] : []),
    ...seen.escaped.slice(0, 1).map((origin) => `asked ${origin}`),
    ...seen.thrown.slice(0, 1).map((thrown) => `threw ${thrown}`),
  ];
}
