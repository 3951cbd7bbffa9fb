import type { WatchCost, WatchRule } from '../../../common/contract/contract.ts';
import { chooseForm, type QuestionRates } from './question-query.ts';
import type { StreamId } from '../domain/stream-id.ts';
import { questionListOf, type QuestionList } from './rule.ts';

const STREAM_NAMES = { new: 'questions', scored: 'scored', featured: 'featured' } as const satisfies Record<
  QuestionList,
  string
>;

/** The stream that finds what a watch is for. */
export const watchStream = (siteId: string, rule: WatchRule): StreamId =>
  `${STREAM_NAMES[questionListOf(rule)]}:${siteId}`;

const DAY_S = 86_400;

/** How many of the watches that share a request are named; beyond these a number says more. */
const MAX_SHARED_NAMED = 2;

/** Polls a day that the plan gives a stream with a watch, and without it. */
export interface PollsPerDay {
  withIt: number;
  without: number;
}

/**
 * What a watch costs a day beside the others of its site: what its stream takes with the watch, less what it would take
 * without. A stream is polled by the root of its worth, so a second watch costs less than the first.
 */
export function watchCost(
  rule: WatchRule,
  others: WatchRule[],
  rates: QuestionRates,
  { withIt, without }: PollsPerDay,
): WatchCost {
  return costTogether([rule], questionListOf(rule), others, rates, { withIt, without });
}

/** What several watches for the same list cost together beside the others of their site. */
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
