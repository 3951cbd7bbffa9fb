import type { Reputation, ReputationChange } from '../../../../common/resources.ts';
import type { SiteRef, ReputationEvent } from '../../../store/events.ts';

/**
 * The folder `reputation` makes reputation changes readable: as events (this file), as a curve, as today's changes by
 * post, and as progress to the next privilege. It compares the network's list with the previous one, and reads the
 * changes from before Askbell when requests are to spare.
 */

/** Converts changes of `/users/{id}/reputation`, newest first, to events. */
export const reputationEvents = (items: Reputation[], site: SiteRef): ReputationEvent[] =>
  withKeys(
    items.map((item) => ({
      site,
      change: item.reputation_change,
      voteType: item.vote_type,
      postId: item.post_id,
      title: item.title,
      link: item.link,
      onDate: item.on_date.getTime(),
    })),
  );

/** Converts changes of `/users/{ids}/reputation-history`, newest first, to events. */
export const historyEvents = (items: ReputationChange[], site: SiteRef): ReputationEvent[] =>
  withKeys(
    items.map((item) => ({
      site,
      change: item.reputation_change,
      voteType: item.reputation_history_type && voteTypeOf(item.reputation_history_type),
      postId: item.post_id,
      onDate: item.creation_date.getTime(),
    })),
  );

/** Vote types by the reputation history's type with the same meaning (docs/api.md, "Objects"). */
const VOTE_TYPES = new Map([
  ['asker_accepts_answer', 'accepts'],
  ['answer_accepted', 'accepts'],
  ['post_upvoted', 'up_votes'],
  ['post_downvoted', 'down_votes'],
  ['bounty_given', 'bounties_offered'],
  ['bounty_earned', 'bounties_won'],
  ['suggested_edit_approval_received', 'suggested_edits'],
  ['post_flagged_as_spam', 'spam'],
]);

/** Returns the vote type of `/users/{id}/reputation` for a history type, or the history type if there is none. */
const voteTypeOf = (historyType: string): string => VOTE_TYPES.get(historyType) ?? historyType;

/** Minimum length of a list that is taken for a doubled one: two votes in one second are rare, but happen. */
const MIN_DOUBLED = 4;

/**
 * Removes repeated entries from a list in which every entry appears twice. That is a mistake: two votes on one post in
 * one second happen, but not each time. A list in which only some entries appear twice is returned unchanged.
 */
function withoutDoubles(events: Omit<ReputationEvent, 'key'>[]): Omit<ReputationEvent, 'key'>[] {
  const alike = Map.groupBy(events, baseKey);
  const isDoubled = events.length >= MIN_DOUBLED && alike.size > 1;
  if (!isDoubled || [...alike.values()].some(({ length }) => length % 2 !== 0)) return events;
  const firstHalf = new Set([...alike.values()].flatMap((same) => same.slice(0, same.length / 2)));
  return events.filter((event) => firstHalf.has(event));
}

const baseKey = ({ site, onDate, postId, voteType, change }: Omit<ReputationEvent, 'key'>): string =>
  [site.id, onDate / 1000, postId ?? '', voteType ?? '', change].join('|');

/**
 * Adds a key to each event. Two votes on a post in one second look alike, so alike events are numbered from the oldest
 * on: the numbers stay the same when newer events are listed.
 */
function withKeys(newestFirst: Omit<ReputationEvent, 'key'>[]): ReputationEvent[] {
  const alike = new Map<string, number>();
  return withoutDoubles(newestFirst)
    .toReversed()
    .map((event) => {
      const base = baseKey(event);
      const nth = alike.get(base) ?? 0;
      alike.set(base, nth + 1);
      return { key: `${base}|${nth}`, ...event };
    })
    .toReversed();
}
