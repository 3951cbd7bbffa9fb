import type { Row, Statements } from '../../world/database/statements.ts';
import type { Caller } from './caller.ts';

/** Requests a day (docs/api.md, "Quota"). */
export interface QuotaLimits {
  anonymous: number;
  key: number;
}

/** Where a caller stands after a request was counted. */
export interface QuotaState {
  max: number;
  remaining: number;
  /** Set when the day's requests are used up: seconds until there are new ones. */
  exhaustedForSeconds?: number;
}

export interface Quota {
  /** Counts one request. */
  take(caller: Caller): QuotaState;
  /** Sets how many requests every caller, known or yet to come, has left in its present day. */
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
  /** What it left for the rest of the day, whatever the ceiling; `used` counts from there. */
  left?: number;
}

/** The day is a rolling one that starts with a caller's first request. */
const DAY_SECONDS = 86_400;

/**
 * With a token the quota is the user's with that application; otherwise the address's (docs/api.md, "Quota"), one count
 * for all its requests, against the ceiling of the request's own kind: with a valid key or without (docs/api.md,
 * "Quota").
 */
const bucketOf = (caller: Caller) =>
  caller.token ? `${ofPerson(caller.token.accountId)}${caller.clientId ?? ''}` : `ip ${caller.ip}`;
const ofPerson = (accountId: number) => `user ${accountId} `;

/** A person has no more counts than these (docs/api.md, "Quota"); further applications share the last of them. */
const MAX_QUOTAS_OF_A_PERSON = 5;

const lasts = ({ startedAt }: Bucket, at: number) => at >= startedAt && at < startedAt + DAY_SECONDS;

/** Stands in the database for callers yet to come. */
const FUTURE_CALLERS = '*';

const bucketIn = (row: Row): Bucket => ({
  startedAt: Number(row['window_started_at']),
  used: Number(row['used']),
  follows: Number(row['follows']),
  ...(row['left_by_control'] === null ? {} : { left: Number(row['left_by_control']) }),
});

/** @param overdraft requests that are answered though nothing is left, with less than 0 remaining */
export function createQuota(
  statements: Statements,
  limits: QuotaLimits,
  now: () => number,
  overdraft: number = 0,
): Quota {
  const buckets = new Map<string, Bucket>();
  let forced = { number: 0, remaining: 0 };
  let unsaved = false;
  const reload = () => {
    buckets.clear();
    forced = { number: 0, remaining: 0 };
    unsaved = false;
    for (const row of statements.all('SELECT bucket, window_started_at, used, left_by_control, follows FROM quotas')) {
      const bucket = bucketIn(row);
      if (row['bucket'] === FUTURE_CALLERS) forced = { number: 1, remaining: bucket.left ?? 0 };
      else buckets.set(String(row['bucket']), bucket);
    }
  };
  reload();
  /** The bucket to count in: the caller's own, unless the person has as many as there may be today. */
  const sharedOf = (own: string, beginning: string, at: number) => {
    const known = buckets.get(own);
    if (known && lasts(known, at)) return own;
    const others = [...buckets]
      .filter(([name, bucket]) => name.startsWith(beginning) && lasts(bucket, at))
      .map(([name]) => name);
    return others.length < MAX_QUOTAS_OF_A_PERSON ? own : (others.at(-1) ?? own);
  };
  return {
    reload,
    take(caller) {
      const at = now();
      const name = caller.token ? sharedOf(bucketOf(caller), ofPerson(caller.token.accountId), at) : bucketOf(caller);
      const max = caller.clientId === undefined ? limits.anonymous : limits.key;
      let bucket = buckets.get(name);
      if (!bucket || !lasts(bucket, at)) {
        bucket = { startedAt: at, used: 0, follows: bucket?.follows ?? 0 };
        buckets.set(name, bucket);
      }
      if (bucket.follows !== forced.number) {
        bucket.follows = forced.number;
        bucket.used = 0;
        bucket.left = forced.remaining;
      }
      const most = Math.min(max, bucket.left ?? max);
      if (bucket.used >= most + overdraft)
        return { max, remaining: -overdraft, exhaustedForSeconds: Math.max(1, bucket.startedAt + DAY_SECONDS - at) };
      bucket.used += 1;
      unsaved = true;
      return { max, remaining: most - bucket.used };
    },
    setRemaining(remaining) {
      forced = { number: forced.number + 1, remaining };
      unsaved = true;
    },
    save() {
      if (!unsaved) return;
      unsaved = false;
      const write = (bucket: string, { startedAt, used, left, follows }: Bucket) =>
        statements.run(
          `INSERT OR REPLACE INTO quotas (bucket, window_started_at, used, left_by_control, follows)
             VALUES (:bucket, :startedAt, :used, :left, :follows)`,
          {
            bucket,
            startedAt,
            used,
            left: left ?? null,
            follows: forced.number > 0 && follows === forced.number ? 1 : 0,
          },
        );
      for (const [name, bucket] of buckets) write(name, bucket);
      if (forced.number > 0)
        write(FUTURE_CALLERS, { startedAt: 0, used: 0, left: forced.remaining, follows: forced.number });
    },
  };
}
