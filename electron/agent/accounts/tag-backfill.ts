import { NetworkError } from '../../api/errors.ts';
import type { Network } from '../../api/network.ts';
import type { Log } from '../../log.ts';
import type { ProfileHistory } from '../../store/history.ts';
import { QuotaShare } from '../planning/quota-share.ts';

/** Ids in one request, at most (docs/api.md, "Vectors"). */
const mostIds = 100;

/** Of a day's quota this part may go into tags, so that news hardly come later for it. */
const QUOTA_SHARE = 0.02;

/** With less than this part of the day's quota left, tags wait for the next day. */
const ampleShare = 0.2;

const SPENT_MARK = 'tags-spent';

export interface TagReadingParts {
  profile: ProfileHistory;
  network: Network;
  log: Log;
  /** Whether the network's API has something to say of a site. */
  isListed: (siteId: string) => boolean;
  /** The quota, and when it began to be counted; undefined while the network has not said. */
  budget: () => { max: number; remaining: number; windowStartedAt: number } | undefined;
  /** Requests that nothing else needs; none during a pause, or while only the reserve is left. */
  spare: () => number;
}

/**
 * Learns the tags of the questions that inbox items are about: the network does not tell them with the items, and the filter by
 * tag is to find what nobody has opened, too.
 */
export function createTagReading({ profile, network, log, isListed, budget, spare }: TagReadingParts) {
  let asking = false;

  const share = new QuotaShare(profile, SPENT_MARK, QUOTA_SHARE);

  return {
    /**
     * Asks for up to 100 questions of one site whose tags nobody knows, the newest first, in one request; none where there are no
     * such, or requests are scarce. Gives whether something became known. Never rejects for what the network does.
     */
    async look(signal: AbortSignal): Promise<boolean> {
      const counted = budget();
      if (asking || !counted || counted.remaining < counted.max * ampleShare || spare() < 1) return false;
      if (share.left(counted) <= 0) return false;
      const unknown = profile.inbox.questionsWithoutTags(mostIds, isListed);
      if (!unknown) return false;
      const { siteId, ids } = unknown;
      asking = true;
      try {
        const page = await network.questionsById({ site: siteId, ids }, { signal });
        profile.transaction(() => {
          if (!page.repeated) share.count(counted);
          for (const { question_id: id, tags } of page.items) profile.inbox.setTags(siteId, id, tags);
          // Deleted ones are not told of: asking again would not help.
          const told = new Set(page.items.filter(({ tags }) => tags.length > 0).map(({ question_id: id }) => id));
          profile.inbox.markTagsUnavailable(
            siteId,
            ids.filter((id) => !told.has(id)),
          );
        });
        return page.items.length > 0;
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error;
        log.info(`tags of ${siteId}: ${error.kind}`);
        // What never reached the network costs nothing.
        if (!['offline', 'backoff', 'cancelled'].includes(error.kind)) share.count(counted);
        // Refused for what was asked, not for when: it would be refused every time.
        if (error.kind === 'bad-request' || error.kind === 'not-found') profile.inbox.markTagsUnavailable(siteId, ids);
        return false;
      } finally {
        asking = false;
      }
    },
  };
}
