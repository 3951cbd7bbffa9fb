import type { Statements } from './statements.ts';
import type { Caller } from './caller.ts';

/** Requests a day (network-api "Limits"). */
export interface QuotaLimits {
  anonymous: number;
  key: number;
}

/** Where a caller stands after a request was counted. */
export interface Standing {
  max: number;
  remaining: number;
  /** Set when the day's requests are used up: seconds until there are new ones. */
  exhaustedFor?: number;
}

export interface Quota {
  /** Counts one request. */
  take(caller: Caller): Standing;
  /** Every caller, known or yet to come, has that many requests left in its present day. */
  setRemaining(remaining: number): void;
  /** Counts from what the database says. */
  reload(): void;
  /** Writes the counts to the database, so that a restart does not forget them. */
  save(): void;
}

interface Bucket {
  startedAt: number;
  used: number;
  /** The last {@link Quota.setRemaining} that this bucket has followed. */
  follows: number;
}

/** The day is a rolling one that starts with a caller's first request. */
const daySeconds = 86_400;

/** With a token the quota is the user's with that application; otherwise the address's (public-facts section 3). */
const bucketOf = (caller: Caller) =>
  caller.token ? `user ${caller.token.accountId} ${caller.clientId ?? ''}` : `ip ${caller.ip}`;

export function createQuota(statements: Statements, limits: QuotaLimits, now: () => number): Quota {
  const buckets = new Map<string, Bucket>();
  let forced = { number: 0, remaining: 0 };
  let unsaved = false;
  const reload = () => {
    buckets.clear();
    forced = { number: 0, remaining: 0 };
    unsaved = false;
    for (const row of statements.all('SELECT bucket, window_started_at, used FROM quotas'))
      buckets.set(String(row['bucket']), { startedAt: Number(row['window_started_at']), used: Number(row['used']), follows: 0 });
  };
  reload();
  return {
    reload,
    take(caller) {
      const name = bucketOf(caller);
      const at = now();
      const max = caller.clientId === undefined ? limits.anonymous : limits.key;
      let bucket = buckets.get(name);
      if (!bucket || at >= bucket.startedAt + daySeconds || at < bucket.startedAt) {
        bucket = { startedAt: at, used: 0, follows: bucket?.follows ?? 0 };
        buckets.set(name, bucket);
      }
      if (bucket.follows !== forced.number) {
        bucket.follows = forced.number;
        bucket.used = Math.max(0, max - forced.remaining);
      }
      if (bucket.used >= max) return { max, remaining: 0, exhaustedFor: Math.max(1, bucket.startedAt + daySeconds - at) };
      bucket.used += 1;
      unsaved = true;
      return { max, remaining: max - bucket.used };
    },
    setRemaining(remaining) {
      forced = { number: forced.number + 1, remaining };
    },
    save() {
      if (!unsaved) return;
      unsaved = false;
      for (const [bucket, { startedAt, used }] of buckets)
        statements.run('INSERT OR REPLACE INTO quotas (bucket, window_started_at, used) VALUES (:bucket, :startedAt, :used)', {
          bucket,
          startedAt,
          used,
        });
    },
  };
}
