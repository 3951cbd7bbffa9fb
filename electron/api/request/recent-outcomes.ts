import { MINUTE_MS } from '../../../common/durations.ts';

/**
 * Minimum interval of identical requests, which the public service otherwise calls abusive
 * (https://api.stackexchange.com/docs).
 */
export const SAME_REQUEST_FLOOR_MS = MINUTE_MS;

/** Maximum number of stored outcomes, more than the network's limit for a minute (30 a second). */
const MAX_OUTCOMES = 2000;

/** Outcomes of the last minute's requests, so that none is sent twice in that time. */
export class RecentOutcomes<T> {
  readonly #outcomes = new Map<string, { outcome: T; sentAt: number }>();

  /**
   * Returns the outcome of an identical request sent less than a minute before `now`, and the time until which it is
   * valid.
   */
  find(identity: string, now: number): { outcome: T; until: number } | undefined {
    this.#dropExpired(now);
    const entry = this.#outcomes.get(identity);
    if (!entry) return undefined;
    // A clock set back must neither shorten the minute nor prolong it to hours: it begins anew.
    if (entry.sentAt > now) entry.sentAt = now;
    const until = entry.sentAt + SAME_REQUEST_FLOOR_MS;
    if (until > now) return { outcome: entry.outcome, until };
    this.#outcomes.delete(identity);
    return undefined;
  }

  add(identity: string, outcome: T, sentAt: number): void {
    this.#outcomes.delete(identity);
    this.#dropExpired(sentAt, MAX_OUTCOMES - 1);
    this.#outcomes.set(identity, { outcome, sentAt });
  }

  /** Drops expired outcomes, and the oldest valid ones beyond `most`. */
  #dropExpired(now: number, most = MAX_OUTCOMES): void {
    for (const [identity, { sentAt }] of this.#outcomes) {
      // One with a time in the future, after the clock was set back, begins anew when it is found.
      if (sentAt + SAME_REQUEST_FLOOR_MS > now && this.#outcomes.size <= most) break;
      this.#outcomes.delete(identity);
    }
  }

  clear(): void {
    this.#outcomes.clear();
  }
}
