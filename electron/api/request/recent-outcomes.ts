import { MINUTE_MS } from '../../../common/durations.ts';

/** The public service calls identical requests in faster sequence abusive (https://api.stackexchange.com/docs). */
export const SAME_REQUEST_FLOOR_MS = MINUTE_MS;

/** How many outcomes are kept: more than the network lets anybody send in a minute (30 a second). */
const MAX_OUTCOMES = 2000;

/** What became of the requests of the last minute, so that none is sent twice in that time. */
export class RecentOutcomes<T> {
  readonly #outcomes = new Map<string, { outcome: T; sentAt: number }>();

  /** What became of an identical request sent less than a minute before `now`, and until when that answer holds. */
  find(identity: string, now: number): { outcome: T; until: number } | undefined {
    this.#dropExpired(now);
    const entry = this.#outcomes.get(identity);
    if (!entry) return undefined;
    // A clock set back must neither shorten the minute nor stretch it to hours: it begins anew.
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

  /** The oldest come first; of those that hold, no more than `most` stay. */
  #dropExpired(now: number, most = MAX_OUTCOMES): void {
    for (const [identity, { sentAt }] of this.#outcomes) {
      // One that a clock set back has left in the future begins anew when it is found.
      if (sentAt + SAME_REQUEST_FLOOR_MS > now && this.#outcomes.size <= most) break;
      this.#outcomes.delete(identity);
    }
  }

  clear(): void {
    this.#outcomes.clear();
  }
}
