import type { Row, Statements } from '../world/database/statements.ts';
import type { Caller } from './caller.ts';

/** Requests a day without and with a key (docs/api.md, "Quota"). */
export type QuotaLimits = Record<'anonymous' | 'key', number>;

/** Quota of a caller after a request was counted. */
export interface QuotaState {
  max: number;
  remaining: number;
  /** Set when the day's requests are used up: seconds until there are new ones. */
  exhaustedForSeconds?: number;
}

/** Requests of one rolling day, which starts with a caller's first request. */
interface Bucket {
  startedAt: number;
  used: number;
  /** The last setting of what remains that this bucket has followed. */
  follows: number;
  /** Requests that it left for the rest of the day, whatever the ceiling; `used` counts from there. */
  left?: number;
}

const DAY_SECONDS = 86_400;

/** A person has no more counts than these (docs/api.md, "Quota"); further applications share the last of them. */
const MAX_QUOTAS_OF_A_PERSON = 5;

const lasts = ({ startedAt }: Bucket, at: number) => at >= startedAt && at < startedAt + DAY_SECONDS;

/** Name in the database of callers yet to come. */
const FUTURE_CALLERS = '*';

const bucketIn = (row: Row): Bucket => ({
  startedAt: Number(row['window_started_at']),
  used: Number(row['used']),
  follows: Number(row['follows']),
  ...(row['left_by_control'] === null ? {} : { left: Number(row['left_by_control']) }),
});

export type Quota = ReturnType<typeof createQuota>;

/**
 * Creates the counts of requests. With a token the quota is the user's with that application; otherwise the address's
 * (docs/api.md, "Quota"), one count for all its requests, against the ceiling of the request's own kind: with a valid
 * key or without.
 * @param overdraft requests that are answered though nothing is left, with less than 0 remaining
 */
export function createQuota(statements: Statements, limits: QuotaLimits, now: () => number, overdraft: number) {
  const buckets = new Map<string, Bucket>();
  let forced = { number: 0, remaining: 0 };
  let isUnsaved = false;

  /** Returns the name of the bucket: the caller's own, unless the person has as many as there may be today. */
  const nameFor = ({ ip, token, clientId = '' }: Caller, at: number): string => {
    if (!token) return `ip ${ip}`;
    const ofPerson = `user ${token.accountId} `;
    const own = ofPerson + clientId;
    const known = buckets.get(own);
    if (known && lasts(known, at)) return own;
    const current = [...buckets].filter(([name, bucket]) => name.startsWith(ofPerson) && lasts(bucket, at));
    return current.length < MAX_QUOTAS_OF_A_PERSON ? own : (current.at(-1)?.[0] ?? own);
  };
  const bucketOf = (name: string, at: number): Bucket => {
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
    return bucket;
  };
  /** Counts from what the database says. */
  const reload = (): void => {
    buckets.clear();
    forced = { number: 0, remaining: 0 };
    isUnsaved = false;
    const rows = statements.all('SELECT bucket, window_started_at, used, left_by_control, follows FROM quotas');
    for (const row of rows) {
      const bucket = bucketIn(row);
      if (row['bucket'] === FUTURE_CALLERS) forced = { number: 1, remaining: bucket.left ?? 0 };
      else buckets.set(String(row['bucket']), bucket);
    }
  };
  reload();

  return {
    reload,
    /** Counts one request. */
    take(caller: Caller): QuotaState {
      const at = now();
      const max = caller.clientId === undefined ? limits.anonymous : limits.key;
      const bucket = bucketOf(nameFor(caller, at), at);
      const most = Math.min(max, bucket.left ?? max);
      if (bucket.used >= most + overdraft)
        return { max, remaining: -overdraft, exhaustedForSeconds: Math.max(1, bucket.startedAt + DAY_SECONDS - at) };
      bucket.used += 1;
      isUnsaved = true;
      return { max, remaining: most - bucket.used };
    },
    /** Sets how many requests every caller, known or yet to come, has left in its present day. */
    setRemaining(remaining: number): void {
      forced = { number: forced.number + 1, remaining };
      isUnsaved = true;
    },
    /** Writes the counts to the database, so that a restart does not forget them. */
    save(): void {
      if (!isUnsaved) return;
      isUnsaved = false;
      const { number, remaining } = forced;
      const all = [...buckets];
      if (number > 0) all.push([FUTURE_CALLERS, { startedAt: 0, used: 0, left: remaining, follows: number }]);
      for (const [name, { startedAt, used, left = null, follows }] of all)
        statements.run(
          `INSERT OR REPLACE INTO quotas (bucket, window_started_at, used, left_by_control, follows)
             VALUES (:name, :startedAt, :used, :left, :follows)`,
          { name, startedAt, used, left, follows: number > 0 && follows === number ? 1 : 0 },
        );
    },
  };
}
