import { NetworkError } from '../../api/errors.ts';
import type { Network } from '../../api/network.ts';
import type { Log } from '../../base/log.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import { QuotaShare } from './quota-share.ts';

/** Maximum number of ids in one request (docs/api.md, "Vectors"). */
const MAX_IDS_PER_REQUEST = 100;

/** Share of a day's quota that may be spent on tags: too small to delay polls noticeably. */
const QUOTA_SHARE = 0.02;

/** Below this share of the day's quota, tags wait for the next day. */
const MIN_SHARE_LEFT = 0.2;

const SPENT_MARK = 'tags-spent';

/** Failures of requests that never reached the network, so that they cost no quota. */
const FREE_FAILURES: NetworkError['kind'][] = ['offline', 'backoff', 'cancelled'];

/** The quota and the start of its window. */
interface Quota {
  max: number;
  remaining: number;
  windowStartedAt: number;
}

export interface TagBackfillParts {
  profile: ProfileHistory;
  network: Network;
  log: Log;
  /** Whether the network's API lists a site. */
  isListed: (siteId: string) => boolean;
  /** Returns the quota and the start of its window, or undefined until the network has reported it. */
  quota: () => Quota | undefined;
  /** Returns the requests not needed otherwise: 0 during a pause or while only the reserve is left. */
  spare: () => number;
}

/**
 * Fetches the tags of the questions of inbox items. The network does not send them with the items, and filters by tag
 * must also find items never opened.
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
   * Requests up to 100 questions of one site with unknown tags, newest first, in one request. Does nothing if there are
   * none or the quota is low. Returns whether any became known. Never rejects for errors of the network.
   */
  async learn(signal: AbortSignal): Promise<boolean> {
    const { profile, network, isListed } = this.#parts;
    const quota = this.#affordableQuota();
    if (this.#asking || !quota) return false;
    const unknown = profile.inbox.questionsWithoutTags(MAX_IDS_PER_REQUEST, isListed);
    if (!unknown) return false;
    const { siteId, ids } = unknown;
    this.#asking = true;
    try {
      const page = await network.questionsById({ site: siteId, ids }, { signal });
      profile.record(() => {
        if (!page.repeated) this.#share.count(quota);
        for (const { question_id: id, tags } of page.items) profile.inbox.setTags(siteId, id, tags);
        // The network omits deleted questions: requesting them again would not help.
        const tagged = new Set(page.items.filter(({ tags }) => tags.length > 0).map(({ question_id: id }) => id));
        profile.inbox.markTagsUnavailable(
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

  /** Whether all tags are known. */
  areKnown(): boolean {
    const { profile, isListed } = this.#parts;
    return profile.inbox.questionsWithoutTags(1, isListed) === undefined;
  }

  /** Returns the quota if a request may be taken from it, otherwise undefined. */
  #affordableQuota(): Quota | undefined {
    const quota = this.#parts.quota();
    if (!quota || quota.remaining < quota.max * MIN_SHARE_LEFT || this.#parts.spare() < 1) return undefined;
    return this.#share.left(quota) > 0 ? quota : undefined;
  }

  #fail(error: unknown, { siteId, ids }: { siteId: string; ids: number[] }, quota: Quota): void {
    if (!(error instanceof NetworkError)) throw error;
    this.#parts.log.info(`tags of ${siteId}: ${error.kind}`);
    if (!FREE_FAILURES.includes(error.kind)) this.#share.count(quota);
    // Such a request would be refused every time.
    if (error.kind === 'bad-request' || error.kind === 'not-found')
      this.#parts.profile.inbox.markTagsUnavailable(siteId, ids);
  }
}
