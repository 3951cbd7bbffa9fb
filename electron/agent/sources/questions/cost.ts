import type { WatchCost, WatchRule } from '../../../../common/contract/contract.ts';
import { chooseForm, type QuestionRates } from './question-query.ts';
import type { StreamId } from '../../stream-id.ts';
import { questionListOf, type QuestionList } from './rule.ts';

const STREAM_NAMES = { new: 'questions', scored: 'scored', featured: 'featured' } as const satisfies Record<
  QuestionList,
  string
>;

/** Returns the stream that finds a watch's matches. */
export const watchStream = (siteId: string, rule: WatchRule): StreamId =>
  `${STREAM_NAMES[questionListOf(rule)]}:${siteId}`;

const DAY_S = 86_400;

/** Maximum number of named watches that share a request; for the others, only their number is shown. */
const MAX_SHARED_NAMED = 2;

/** Planned polls per day of a stream with a watch, and without it. */
export interface PollsPerDay {
  withIt: number;
  without: number;
}

/**
 * Returns a watch's cost per day beside the others of its site: the requests of its stream with the watch, less those
 * without. A stream is polled by the square root of its worth, so a second watch costs less than the first.
 */
export function watchCost(
  rule: WatchRule,
  others: WatchRule[],
  rates: QuestionRates,
  { withIt, without }: PollsPerDay,
): WatchCost {
  return costTogether([rule], questionListOf(rule), others, rates, { withIt, without });
}

/** Returns the combined cost of several watches for the same list beside the others of their site. */
export function costTogether(
  rules: WatchRule[],
  look: QuestionList,
  others: WatchRule[],
  rates: QuestionRates,
  { withIt, without }: PollsPerDay,
): WatchCost {
  const sharing = others.filter((other) => questionListOf(other) === look);
  const taken = (all: WatchRule[], polls: number): number =>
    all.length === 0 ? 0 : polls * (look === 'new' ? chooseForm(all, rates, DAY_S / Math.max(1, polls)).pages : 1);
  return {
    requestsPerDay: Math.max(0, taken([...sharing, ...rules], withIt) - taken(sharing, without)),
    sharedWith: sharing.length,
    sharedRules: sharing.slice(0, MAX_SHARED_NAMED),
  };
}
