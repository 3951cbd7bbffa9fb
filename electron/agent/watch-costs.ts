import type { WatchCost, WatchRule } from '../contract.ts';
import { chooseForm, type QuestionRates } from './polls/question-form.ts';
import type { StreamId } from './streams.ts';
import { lookOf, type WatchLook } from './watches.ts';

const streamNames = { new: 'questions', scored: 'scored', featured: 'featured' } as const satisfies Record<WatchLook, string>;

/** The stream that finds what a watch is for. */
export const watchStream = (siteId: string, rule: WatchRule): StreamId => `${streamNames[lookOf(rule)]}:${siteId}`;

const secondsOfDay = 86_400;

/**
 * What a watch costs a day beside the others of its site: all requests of its stream where it is the only one there,
 * otherwise the pages that would be spared without it. `pollsPerDay` is what the plan gives the stream.
 */
export function watchCost(rule: WatchRule, others: WatchRule[], rates: QuestionRates, pollsPerDay: number): WatchCost {
  const look = lookOf(rule);
  const sharing = others.filter((other) => lookOf(other) === look);
  const seconds = secondsOfDay / Math.max(1, pollsPerDay);
  const pages = (rules: WatchRule[]) => (rules.length === 0 ? 0 : look === 'new' ? chooseForm(rules, rates, seconds).pages : 1);
  return { requestsPerDay: Math.max(0, pages([...sharing, rule]) - pages(sharing)) * pollsPerDay, sharedWith: sharing.length };
}
