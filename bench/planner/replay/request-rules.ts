import { MINUTE_MS, DAY_MS } from '../../../common/durations.ts';
import type { ResponseFacts } from '../../../electron/agent/scheduler/polls.ts';
import { NetworkError, type Page } from '../../../electron/api/network.ts';
import type { Random } from '../../../sandbox/world/random.ts';
import type { Items } from './trace-events.ts';

/** Number of broken rules. */
export interface Violations {
  /** Requests sent after a response had said that the day's quota is used up. */
  quota: number;
  /** Requests sent while the network had asked for a pause. */
  backoff: number;
  /** Equal requests within a minute. */
  minute: number;
}

/** Parameters of the rules, and the scheduler's listeners. */
export interface RequestRulesParts {
  /** Ms since the epoch at which the trace begins. */
  start: number;
  now: () => number;
  requestsPerDay: number;
  /** Seconds of the day at which the quota is reset. */
  resetAt: number;
  /** Chance of refusals, backoffs, and requests of another app with the same address; none if left out. */
  trouble?: Random | undefined;
  sent: () => void;
  answered: (facts: ResponseFacts) => void;
}

/** Tolerance for a request sent at the end of a pause: times are floating-point numbers. */
const ROUNDING_MS = 0.01;

/** With trouble: shares of requests that are refused, or answered with a backoff, and the longest pause. */
const REFUSED = 0.01;
const BACKOFF = 0.02;
const MAX_PAUSE_S = 300;
/** With trouble: requests that another app sends for each of Askbell's, at most. */
const MAX_OF_OTHERS = 2;

/** Answers requests by the rules of docs/api.md, "Quota" and "Throttling", and counts those that break them. */
export class RequestRules {
  readonly violations: Violations = { quota: 0, backoff: 0, minute: 0 };
  /** Times of the requests, in seconds of the trace. */
  readonly requests: number[] = [];
  readonly #parts: RequestRulesParts;
  readonly #sentAt = new Map<string, number>();
  readonly #pausedUntil = new Map<string, number>();
  #allPausedUntil = -Infinity;
  #day = -1;
  #remaining: number;
  /** Quota stated in the last response: the scheduler cannot know more. */
  #statedRemaining: number;

  constructor(parts: RequestRulesParts) {
    this.#parts = parts;
    this.#remaining = parts.requestsPerDay;
    this.#statedRemaining = parts.requestsPerDay;
  }

  /** Time in seconds of the trace. */
  seconds(): number {
    return (this.#parts.now() - this.#parts.start) / 1000;
  }

  /** Answers a request with the items that `read` returns, unless it is refused. Rejects with a `NetworkError`. */
  answer<T>(method: string, query: object, read: () => Items<T>): Promise<Page<T>> {
    const { sent, answered, trouble } = this.#parts;
    this.#beginDay();
    sent();
    this.#countRequest(method, query);
    if (this.#remaining <= 0) return this.#refuseForQuota(method);
    this.#remaining = Math.max(0, this.#remaining - 1 - (trouble?.integer(0, MAX_OF_OTHERS) ?? 0));
    this.#statedRemaining = this.#remaining;
    const facts = this.#facts();
    if (trouble?.chance(REFUSED)) return this.#throttle(method, trouble.integer(10, MAX_PAUSE_S));
    const backoff = trouble?.chance(BACKOFF) ? trouble.integer(5, MAX_PAUSE_S) * 1000 : undefined;
    const backoffUntil = backoff === undefined ? undefined : facts.at + backoff;
    if (backoff !== undefined) this.#pausedUntil.set(method, this.#parts.now() + backoff);
    answered({ ...facts, method, backoffUntil });
    const { quota, networkTime } = facts;
    const page = { ...read(), broken: 0, repeated: false, quota, networkTime };
    return Promise.resolve({ ...page, ...(backoffUntil !== undefined && { backoffUntil }) });
  }

  #beginDay(): void {
    const { now, start, resetAt, requestsPerDay } = this.#parts;
    const day = Math.floor((now() - start - resetAt * 1000) / DAY_MS);
    if (day === this.#day) return;
    this.#day = day;
    this.#remaining = requestsPerDay;
    this.#statedRemaining = requestsPerDay;
  }

  #countRequest(method: string, query: object): void {
    const now = this.#parts.now();
    const identity = `${method} ${JSON.stringify(query)}`;
    if (now - (this.#sentAt.get(identity) ?? -Infinity) < MINUTE_MS) this.violations.minute++;
    const pausedUntil = Math.max(this.#pausedUntil.get(method) ?? -Infinity, this.#allPausedUntil);
    if (now < pausedUntil - ROUNDING_MS) this.violations.backoff++;
    this.#sentAt.set(identity, now);
    this.requests.push(this.seconds());
  }

  #facts() {
    const now = this.#parts.now();
    const quota = { max: this.#parts.requestsPerDay, remaining: this.#remaining };
    return { quota, networkTime: Math.floor(now / 1000) * 1000, at: Math.floor(now) };
  }

  #refuseForQuota(method: string): Promise<never> {
    const { start, resetAt, now, answered } = this.#parts;
    if (this.#statedRemaining <= 0) this.violations.quota++;
    this.#statedRemaining = 0;
    answered(this.#facts());
    const wait = start + resetAt * 1000 + (this.#day + 1) * DAY_MS - now();
    const retryAt = Math.floor(now()) + wait;
    const error = { method, retryAt, retryNamed: true };
    return Promise.reject(new NetworkError('quota-exhausted', 'The quota is used up.', error));
  }

  #throttle(method: string, seconds: number): Promise<never> {
    const { now, answered } = this.#parts;
    this.#allPausedUntil = now() + seconds * 1000;
    answered({ ...this.#facts(), method, backoffUntil: undefined });
    const retryAt = Math.floor(now()) + seconds * 1000;
    return Promise.reject(new NetworkError('throttled', 'Too many requests.', { method, status: 403, retryAt }));
  }
}
