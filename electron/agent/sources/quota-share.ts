import { z } from 'zod';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';

/** The day's quota, and the start of its window in ms since the epoch. */
export interface DayQuota {
  max: number;
  windowStartedAt: number;
}

const SpentRequests = z.object({ since: z.number(), requests: z.number() });

/**
 * A share of each day's quota for background work, such as reading old history, so that it hardly delays polls. The
 * requests spent are stored in a mark of the history and restart at 0 with each new quota.
 */
export class QuotaShare {
  readonly #profile: ProfileHistory;
  readonly #mark: string;
  readonly #share: number;

  /** @param share share of the day's quota, from 0 to 1 */
  constructor(profile: ProfileHistory, mark: string, share: number) {
    this.#profile = profile;
    this.#mark = mark;
    this.#share = share;
  }

  /** Returns the remaining requests of the share; may be fractional or negative. */
  left({ max, windowStartedAt }: DayQuota): number {
    return max * this.#share - this.#spent(windowStartedAt);
  }

  /** Counts a request that was sent. */
  count({ windowStartedAt }: DayQuota): void {
    this.#profile.setMarkLater(this.#mark, { since: windowStartedAt, requests: this.#spent(windowStartedAt) + 1 });
  }

  #spent(windowStartedAt: number): number {
    const spent = readMark(this.#profile, this.#mark, SpentRequests);
    return spent?.since === windowStartedAt ? spent.requests : 0;
  }
}
