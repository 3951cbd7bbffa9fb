import type { Seen } from './asking/seen.ts';
import type { Expectation } from './table.ts';

/** How an operation was asked for: by polls, all of them or one alone, by a click, or once over a real socket. */
export type Manner = 'polled' | 'everything' | 'clicked' | 'wired';

const NOTHING = 'nothing';

const listed = (kinds: ReadonlySet<string>): string => (kinds.size === 0 ? NOTHING : [...kinds].join(' and '));

function kindsMissed(what: string, seen: ReadonlySet<string>, expected: string, allowed: string[]): string[] {
  const isThere = expected === NOTHING || seen.has(expected);
  const others = [...seen].filter((kind) => kind !== expected && !allowed.includes(kind));
  return isThere && others.length === 0 ? [] : [`${what} ${listed(seen)} and not ${expected}`];
}

/** How the result differs from the table, in words; nothing if it does not. */
export function misses(seen: Seen, expected: Expectation, manner: Manner): string[] {
  const { told, shown, mayShow, tries, anHour, outageAnHour, backMin, outageBackMin } = expected;
  const isPolled = manner === 'polled' || manner === 'everything';
  const bound = manner === 'polled' ? anHour : manner === 'everything' ? outageAnHour : tries;
  const isBackLate = seen.backAfterMin > (manner === 'everything' ? outageBackMin : backMin);
  const back = Number.isFinite(seen.backAfterMin) ? `${seen.backAfterMin.toFixed(2)} minutes` : 'longer than watched';
  const limit = manner === 'everything' ? outageBackMin : backMin;
  return [
    ...kindsMissed('told', seen.told, told, []),
    ...(isPolled ? kindsMissed('showed', seen.shown, shown, mayShow === undefined ? [] : [mayShow]) : []),
    ...(seen.sent > bound ? [`sent ${seen.sent} requests ${isPolled ? 'an hour' : 'for one'} and not ${bound}`] : []),
    ...(seen.met === 0 ? ['never met the fault'] : []),
    ...seen.untold.map((kind) => `did not tell of ${kind} afterwards`),
    ...seen.wrong.slice(0, 1),
    ...(isBackLate ? [`was back after ${back} and not ${limit}`] : []),
    ...seen.escaped.slice(0, 1).map(({ url }) => `asked ${new URL(url).origin}`),
    ...seen.thrown.slice(0, 1).map((thrown) => `threw ${thrown}`),
  ];
}
