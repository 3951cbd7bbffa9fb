import { NetworkError, type Network } from '../../api/network.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { AgentContext } from '../context.ts';
import { countInShare, leftOfShare, type DayQuota } from './poll.ts';

/** Maximum number of ids in one request (docs/api.md, "Vectors"). */
const MAX_IDS_PER_REQUEST = 100;

/** Share of a day's quota that may be spent on tags: too small to delay polls noticeably. */
const QUOTA_SHARE = { mark: 'tags-spent', share: 0.02 };

/** Below this share of the day's quota, tags wait for the next day. */
const MIN_SHARE_LEFT = 0.2;

/** Failures of requests that never reached the network, so that they cost no quota. */
const FREE_FAILURES: NetworkError['kind'][] = ['offline', 'backoff', 'cancelled'];

/** Requests that tags may be taken from. */
export interface TagQuota {
  /** Undefined until the network has reported its quota. */
  quota: (DayQuota & { remaining: number }) | undefined;
  /** Requests not needed otherwise: 0 during a pause or while only the reserve is left. */
  spare: number;
}

/**
 * Fetches the tags of the questions of inbox items. The network does not send them with the items, and filters by tag
 * must also find items never opened.
 */
export class TagBackfill {
  readonly #context: Pick<AgentContext, 'history' | 'log'>;
  readonly #profile: ProfileHistory;
  readonly #network: Network;
  #asking = false;

  constructor(context: Pick<AgentContext, 'history' | 'log'>, profile: ProfileHistory, network: Network) {
    this.#context = context;
    this.#profile = profile;
    this.#network = network;
  }

  /**
   * Requests up to 100 questions of one site with unknown tags, newest first, in one request. Does nothing if there are
   * none or the quota is low. Returns whether any became known. Never rejects for errors of the network.
   */
  async learn({ quota, spare }: TagQuota, signal: AbortSignal): Promise<boolean> {
    if (this.#asking || !quota || quota.remaining < quota.max * MIN_SHARE_LEFT || spare < 1) return false;
    const hasShareLeft = leftOfShare(this.#profile, QUOTA_SHARE, quota) > 0;
    const unknown = hasShareLeft ? this.#unknown(MAX_IDS_PER_REQUEST) : undefined;
    if (!unknown) return false;
    const { siteId, ids } = unknown;
    this.#asking = true;
    try {
      const page = await this.#network.questionsById({ site: siteId, ids }, { signal });
      const { inbox } = this.#profile;
      this.#profile.record(() => {
        if (!page.repeated) countInShare(this.#profile, QUOTA_SHARE, quota);
        for (const { question_id: id, tags } of page.items) inbox.setTags(siteId, id, tags);
        // The network omits deleted questions: requesting them again would not help.
        const tagged = new Set(page.items.filter(({ tags }) => tags.length > 0).map(({ question_id: id }) => id));
        const untagged = ids.filter((id) => !tagged.has(id));
        inbox.markTagsUnavailable(siteId, untagged);
      });
      return page.items.length > 0;
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      this.#context.log.info(`tags of ${siteId}: ${error.kind}`);
      if (!FREE_FAILURES.includes(error.kind)) countInShare(this.#profile, QUOTA_SHARE, quota);
      // Such a request would be refused every time.
      if (error.kind === 'bad-request' || error.kind === 'not-found')
        this.#profile.inbox.markTagsUnavailable(siteId, ids);
      return false;
    } finally {
      this.#asking = false;
    }
  }

  /** Whether all tags are known. */
  areKnown(): boolean {
    return this.#unknown(1) === undefined;
  }

  /** Returns questions of one listed site with unknown tags. */
  #unknown(limit: number): { siteId: string; ids: number[] } | undefined {
    const sites = new Set(this.#context.history.sites(this.#profile.profile.network).map(({ id }) => id));
    return this.#profile.inbox.questionsWithoutTags(limit, (siteId) => sites.has(siteId));
  }
}
