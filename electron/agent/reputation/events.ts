import type { Reputation } from '../../../common/resources.ts';
import type { SiteRef, ReputationEvent } from '../../store/events.ts';

/**
 * The room `reputation` makes reputation changes readable: as events (this file), as a curve, as today's changes by
 * post, and as the way to the next privilege. It also reads the changes from before Askbell, when there are requests
 * to spare.
 */

/**
 * Changes to events. Two votes on a post in one second look alike, so alike entries are numbered from the oldest on:
 * the numbers stay the same when newer ones come before them.
 */
export function reputationEvents(items: Reputation[], site: SiteRef): ReputationEvent[] {
  const alike = new Map<string, number>();
  return items
    .toReversed()
    .map((item) => {
      const base = [
        site.id,
        item.on_date.getTime() / 1000,
        item.post_id ?? '',
        item.vote_type ?? '',
        item.reputation_change,
      ].join('|');
      const nth = alike.get(base) ?? 0;
      alike.set(base, nth + 1);
      return {
        key: `${base}|${nth}`,
        site,
        change: item.reputation_change,
        voteType: item.vote_type,
        postId: item.post_id,
        title: item.title,
        link: item.link,
        onDate: item.on_date.getTime(),
      };
    })
    .toReversed();
}
