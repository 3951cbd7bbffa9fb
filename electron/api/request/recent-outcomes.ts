/** The public service calls identical requests in faster sequence abusive (https://api.stackexchange.com/docs). */
export const SAME_REQUEST_FLOOR_MS = 60_000;

/** More than the network lets anybody send in a minute (30 a second), so that this bound never costs the rule. */
const MAX_OUTCOMES = 2000;

/** What became of the requests of the last minute, so that none is sent twice in that time. */
export class RecentOutcomes<T> {
  readonly #outcomes = new Map<string, { outcome: T; sentAt: number }>();

  /** What became of an identical request sent less than a minute before `now`, and until when that answer holds. */
  find(identity: string, now: number): { outcome: T; until: number } | undefined {
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
    for (const [other, { sentAt: at }] of this.#outcomes) {
      if (at + SAME_REQUEST_FLOOR_MS > sentAt && this.#outcomes.size < MAX_OUTCOMES) break;
      this.#outcomes.delete(other);
    }
    this.#outcomes.set(identity, { outcome, sentAt });
  }

  clear(): void {
    this.#outcomes.clear();
  }
}
