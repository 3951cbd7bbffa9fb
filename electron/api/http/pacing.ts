import { MINUTE_MS, SECOND_MS } from '../../../common/durations.ts';
import { elapsed, type Clock } from '../../base/clock.ts';
import { cancelled } from '../network.ts';

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

/**
 * Maximum backoff. Documented ones are far below a day; without a limit one absurd value would block a method for good.
 */
const MAX_BACKOFF_SECONDS = 86_400;
/**
 * Time added to every pause, because the network counts by another clock, and a request that is too early costs a ban
 * (docs/api.md, "Throttling").
 */
export const WAIT_SLACK_MS = 2000;

/**
 * Backoffs that the network asked for, each of one method, whatever its parameters
 * (https://api.stackexchange.com/docs/throttle).
 */
export class MethodBackoffs {
  readonly #backoffs = new Map<string, { since: number; ms: number }>();

  /** Returns the time in ms since the epoch until which the method must not be requested, or undefined if it may. */
  until(method: string, now: number): number | undefined {
    const key = backoffKey(method);
    const backoff = this.#backoffs.get(key);
    if (!backoff) return undefined;
    // A clock set back would prolong the backoff: it begins anew instead.
    if (backoff.since > now) backoff.since = now;
    if (backoff.since + backoff.ms > now) return backoff.since + backoff.ms;
    this.#backoffs.delete(key);
    return undefined;
  }

  /** Records a backoff of `seconds`. Returns its end, or that of an earlier one if later. */
  add(method: string, seconds: number, now: number): number {
    const ms = Math.min(seconds, MAX_BACKOFF_SECONDS) * 1000 + WAIT_SLACK_MS;
    const earlier = this.until(method, now);
    if (earlier !== undefined && earlier >= now + ms) return earlier;
    this.#backoffs.set(backoffKey(method), { since: now, ms });
    return now + ms;
  }
}

/** Returns the key of a method's backoff: the public service counts `/me/…` and `/users/{ids}/…` as one method. */
export function backoffKey(method: string): string {
  return method.replace(/^\/me(?=\/|$)/, '/users/{ids}').replace(/^\/users\/\{id\}/, '/users/{ids}');
}

/**
 * Maximum rate. The public service drops clients that send more than 30 requests a second from one address
 * (docs/api.md, "Throttling"), which others may share.
 */
const MAX_REQUESTS_PER_SECOND = 20;

/** Limiter of the rate of requests. */
export class RateLimiter {
  readonly #clock: Clock;
  #sentAt: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when the next request may be sent, or as soon as `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    for (;;) {
      const at = elapsed(this.#clock);
      // A clock that was set back must not delay requests.
      this.#sentAt = this.#sentAt.filter((sent) => sent <= at && at - sent < SECOND_MS);
      if (this.#sentAt.length < MAX_REQUESTS_PER_SECOND) break;
      await this.#clock.sleep(SECOND_MS - (at - this.#sentAt[0]!), signal);
      if (signal.aborted) return;
    }
    this.#sentAt.push(elapsed(this.#clock));
  }
}

/** Request under way, shared by all callers of the same request. */
export class SharedRequest<T> {
  readonly #method: string;
  readonly #promise: Promise<T>;
  readonly #abort = new AbortController();
  #waiting = 0;

  /** Starts the request by `send`; its signal aborts when no caller waits any more. */
  constructor(method: string, send: (signal: AbortSignal) => Promise<T>) {
    this.#method = method;
    this.#promise = send(this.#abort.signal);
  }

  /** Waits for the shared result. A caller whose `signal` aborts leaves; the last one to leave aborts the request. */
  join(signal: AbortSignal | undefined): Promise<T> {
    this.#waiting++;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const leave = () => {
      this.#waiting--;
      if (this.#waiting === 0) this.#abort.abort();
      reject(cancelled(this.#method));
    };
    signal?.addEventListener('abort', leave, { once: true });
    const stopListening = () => signal?.removeEventListener('abort', leave);
    this.#promise.finally(stopListening).then(resolve, reject);
    return promise;
  }
}
