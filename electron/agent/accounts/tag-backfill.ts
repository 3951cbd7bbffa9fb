import { NetworkError } from '../../api/errors.ts';
import type { Network } from '../../api/network.ts';
import type { Log } from '../../log.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import { QuotaShare } from '../planning/quota-share.ts';

/** Ids in one request, at most (docs/api.md, "Vectors"). */
const MAX_IDS_PER_REQUEST = 100;

/** The share of a day's quota that may go into tags: small enough to delay news hardly at all. */
const QUOTA_SHARE = 0.02;

/** With less than this share of the day's quota left, tags wait for the next day. */
const MIN_SHARE_LEFT = 0.2;

const SPENT_MARK = 'tags-spent';

/** What never reached the network costs nothing. */
const FREE_FAILURES: NetworkError['kind'][] = ['offline', 'backoff', 'cancelled'];

/** The quota, and when it began to be counted. */
interface Quota {
  max: number;
  remaining: number;
  windowStartedAt: number;
}

export interface TagBackfillParts {
  profile: ProfileHistory;
  network: Network;
  log: Log;
  /** Whether the network's API knows a site. */
  isListed: (siteId: string) => boolean;
  /** The quota, and when it began to be counted; undefined while the network has not said. */
  quota: () => Quota | undefined;
  /** Requests that nothing else needs; none during a pause, or while only the reserve is left. */
  spare: () => number;
}

/**
 * Learns the tags of the questions that inbox items are about. The network does not send them with the items, and the
 * filter by tag is to find what nobody has opened as well.
 */
export class TagBackfill {
  readonly #parts: TagBackfillParts;
  readonly #share: QuotaShare;
  #asking = false;

  constructor(parts: TagBackfillParts) {
    this.#parts = parts;
    this.#share = new QuotaShare(parts.profile, SPENT_MARK, QUOTA_SHARE);
  }

  /**
   * Asks in one request for up to 100 questions of one site whose tags are not known, the newest first; does nothing
   * where there are none, or requests are scarce. Returns whether something became known. Never rejects for what the
   * network does.
   */
  async learn(signal: AbortSignal): Promise<boolean> {
    const { profile, network, isListed } = this.#parts;
    const quota = this.#affordableQuota();
    if (this.#asking || !quota) return false;
    const unknown = profile.itemDetails.questionsWithoutTags(MAX_IDS_PER_REQUEST, isListed);
    if (!unknown) return false;
    const { siteId, ids } = unknown;
    this.#asking = true;
    try {
      const page = await network.questionsById({ site: siteId, ids }, { signal });
      profile.transaction(() => {
        if (!page.repeated) this.#share.count(quota);
        for (const { question_id: id, tags } of page.items) profile.itemDetails.setTags(siteId, id, tags);
        // The network leaves deleted questions out: asking for them again would not help.
        const tagged = new Set(page.items.filter(({ tags }) => tags.length > 0).map(({ question_id: id }) => id));
        profile.itemDetails.markTagsUnavailable(
          siteId,
          ids.filter((id) => !tagged.has(id)),
        );
      });
      return page.items.length > 0;
    } catch (error) {
      this.#fail(error, unknown, quota);
      return false;
    } finally {
      this.#asking = false;
    }
  }

  /** Whether nothing is left to ask for. */
  areKnown(): boolean {
    const { profile, isListed } = this.#parts;
    return profile.itemDetails.questionsWithoutTags(1, isListed) === undefined;
  }

  /** The quota of which a request may be taken; undefined where none may be. */
  #affordableQuota(): Quota | undefined {
    const quota = this.#parts.quota();
    if (!quota || quota.remaining < quota.max * MIN_SHARE_LEFT || this.#parts.spare() < 1) return undefined;
    return this.#share.left(quota) > 0 ? quota : undefined;
  }

  #fail(error: unknown, { siteId, ids }: { siteId: string; ids: number[] }, quota: Quota): void {
    if (!(error instanceof NetworkError)) throw error;
    this.#parts.log.info(`tags of ${siteId}: ${error.kind}`);
    if (!FREE_FAILURES.includes(error.kind)) this.#share.count(quota);
    // Refused for what was asked, not for when: it would be refused every time.
    if (error.kind === 'bad-request' || error.kind === 'not-found')
      this.#parts.profile.itemDetails.markTagsUnavailable(siteId, ids);
  }
}
