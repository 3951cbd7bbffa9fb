import type { Reputation, ReputationChange } from '../../../common/resources.ts';
import type { SiteRef, ReputationEvent } from '../../store/events.ts';

/**
 * The room `reputation` makes reputation changes readable: as events (this file), as a curve, as today's changes by
 * post, and as the way to the next privilege. It compares what the network lists with what it listed before, and reads
 * the changes from before Askbell, when there are requests to spare.
 */

/** Changes as `/users/{id}/reputation` tells them, the newest first, to events. */
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

/** Changes as `/users/{ids}/reputation-history` tells them, the newest first, to events. */
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

/** The vote types by the kinds of a reputation history that mean the same (docs/api.md, "Objects"). */
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

/** What `/users/{id}/reputation` calls a kind of change; its own name where that has none for it. */
const voteTypeOf = (historyType: string): string => VOTE_TYPES.get(historyType) ?? historyType;

/** How many entries a list must have to be taken for a doubled one: two votes in one second are rare, but happen. */
const MIN_DOUBLED = 4;

/**
 * A list in which every entry stands twice repeats them by mistake: two votes on one post in one second happen, but not
 * each time. A list in which only some entries stand twice is left as it is.
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
 * Gives each event its key. Two votes on a post in one second look alike, so alike ones are numbered from the oldest
 * on: the numbers stay the same when newer ones come before them.
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
