import type { Row, Statements } from '../world/database/statements.ts';
import type { Caller } from './caller.ts';

/** Requests a day without and with a key (docs/api.md, "Quota"). */
export interface QuotaLimits {
  anonymous: number;
  key: number;
}

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
  /** The last {@link Quota.setRemaining} that this bucket has followed. */
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

/**
 * Counts of requests. With a token the quota is the user's with that application; otherwise the address's (docs/api.md,
 * "Quota"), one count for all its requests, against the ceiling of the request's own kind: with a valid key or without.
 */
export class Quota {
  readonly #statements: Statements;
  readonly #limits: QuotaLimits;
  readonly #now: () => number;
  readonly #overdraft: number;
  readonly #buckets = new Map<string, Bucket>();
  #forced = { number: 0, remaining: 0 };
  #isUnsaved = false;

  /** @param overdraft requests that are answered though nothing is left, with less than 0 remaining */
  constructor(statements: Statements, limits: QuotaLimits, now: () => number, overdraft: number) {
    this.#statements = statements;
    this.#limits = limits;
    this.#now = now;
    this.#overdraft = overdraft;
    this.reload();
  }

  /** Counts from what the database says. */
  reload(): void {
    this.#buckets.clear();
    this.#forced = { number: 0, remaining: 0 };
    this.#isUnsaved = false;
    const rows = this.#statements.all('SELECT bucket, window_started_at, used, left_by_control, follows FROM quotas');
    for (const row of rows) {
      const bucket = bucketIn(row);
      if (row['bucket'] === FUTURE_CALLERS) this.#forced = { number: 1, remaining: bucket.left ?? 0 };
      else this.#buckets.set(String(row['bucket']), bucket);
    }
  }

  /** Counts one request. */
  take(caller: Caller): QuotaState {
    const at = this.#now();
    const max = caller.clientId === undefined ? this.#limits.anonymous : this.#limits.key;
    const bucket = this.#bucketOf(this.#nameFor(caller, at), at);
    const most = Math.min(max, bucket.left ?? max);
    if (bucket.used >= most + this.#overdraft)
      return {
        max,
        remaining: -this.#overdraft,
        exhaustedForSeconds: Math.max(1, bucket.startedAt + DAY_SECONDS - at),
      };
    bucket.used += 1;
    this.#isUnsaved = true;
    return { max, remaining: most - bucket.used };
  }

  /** Returns the name of the bucket: the caller's own, unless the person has as many as there may be today. */
  #nameFor({ ip, token, clientId = '' }: Caller, at: number): string {
    if (!token) return `ip ${ip}`;
    const ofPerson = `user ${token.accountId} `;
    const own = ofPerson + clientId;
    const known = this.#buckets.get(own);
    if (known && lasts(known, at)) return own;
    const current = [...this.#buckets].filter(([name, bucket]) => name.startsWith(ofPerson) && lasts(bucket, at));
    return current.length < MAX_QUOTAS_OF_A_PERSON ? own : (current.at(-1)?.[0] ?? own);
  }

  #bucketOf(name: string, at: number): Bucket {
    let bucket = this.#buckets.get(name);
    if (!bucket || !lasts(bucket, at)) {
      bucket = { startedAt: at, used: 0, follows: bucket?.follows ?? 0 };
      this.#buckets.set(name, bucket);
    }
    if (bucket.follows !== this.#forced.number) {
      bucket.follows = this.#forced.number;
      bucket.used = 0;
      bucket.left = this.#forced.remaining;
    }
    return bucket;
  }

  /** Sets how many requests every caller, known or yet to come, has left in its present day. */
  setRemaining(remaining: number): void {
    this.#forced = { number: this.#forced.number + 1, remaining };
    this.#isUnsaved = true;
  }

  /** Writes the counts to the database, so that a restart does not forget them. */
  save(): void {
    if (!this.#isUnsaved) return;
    this.#isUnsaved = false;
    const { number, remaining } = this.#forced;
    const all = [...this.#buckets];
    if (number > 0) all.push([FUTURE_CALLERS, { startedAt: 0, used: 0, left: remaining, follows: number }]);
    for (const [name, { startedAt, used, left = null, follows }] of all)
      this.#statements.run(
        `INSERT OR REPLACE INTO quotas (bucket, window_started_at, used, left_by_control, follows)
           VALUES (:name, :startedAt, :used, :left, :follows)`,
        { name, startedAt, used, left, follows: number > 0 && follows === number ? 1 : 0 },
      );
  }
}
