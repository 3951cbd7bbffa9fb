/** A minute: the public service calls identical requests in faster sequence abusive (https://api.stackexchange.com/docs). */
export const identicalRequestMs = 60_000;

/** What became of requests of the last minute. */
export interface Recent<T> {
  /** What became of an identical request sent less than a minute before `now`, and until when it stands. */
  find(identity: string, now: number): { outcome: T; until: number } | undefined;
  keep(identity: string, outcome: T, sentAt: number): void;
  forget(): void;
}

/**
 * Remembers outcomes for a minute each. `limit` bounds the memory: it is more than the network lets anybody send in
 * a minute (30 a second), so it never costs the rule.
 */
export function createRecent<T>(limit = 2000): Recent<T> {
  const kept = new Map<string, { outcome: T; sentAt: number }>();
  return {
    find(identity, now) {
      const entry = kept.get(identity);
      if (!entry) return undefined;
      // A clock set back must neither shorten the minute nor stretch it to hours: it begins anew.
      if (entry.sentAt > now) entry.sentAt = now;
      const until = entry.sentAt + identicalRequestMs;
      if (until > now) return { outcome: entry.outcome, until };
      kept.delete(identity);
      return undefined;
    },
    keep(identity, outcome, sentAt) {
      kept.delete(identity);
      for (const [other, { sentAt: at }] of kept) {
        if (at + identicalRequestMs > sentAt && kept.size < limit) break;
        kept.delete(other);
      }
      kept.set(identity, { outcome, sentAt });
    },
    forget: () => kept.clear(),
  };
}
