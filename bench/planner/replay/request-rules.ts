import { MINUTE_MS, DAY_MS } from '../../../common/durations.ts';
import type { ResponseFacts } from '../../../electron/agent/scheduler/responses.ts';
import { NetworkError } from '../../../electron/api/errors.ts';
import type { Page } from '../../../electron/api/network.ts';

/** What goes wrong with a request before it is looked at. */
export interface Interference {
  /** Seconds for which its method must not be asked, told with the answer. */
  backoff?: number;
  /** Refused because of too many requests: seconds for which nothing must be asked. */
  throttledFor?: number;
}

/** How often the rules were broken. */
export interface Violations {
  /** Requests sent although the day's were used up, and this could be known. */
  quota: number;
  /** Requests sent while the network had asked for a pause. */
  backoff: number;
  /** Equal requests within a minute. */
  minute: number;
}

/** The network asked for a pause: from and to in seconds of the trace, of a method or of all. */
export interface Backoff {
  from: number;
  to: number;
  method?: string;
}

/** What the rules need to know of the world. */
export interface RequestRulesParts {
  /** Ms since the epoch at which the trace begins. */
  start: number;
  /** The true time. */
  truth: () => number;
  /** What the scheduler's machine believes the time to be. */
  machine: () => number;
  requestsPerDay: number;
  /** Seconds of the day at which the quota is counted anew. */
  resetAt: number;
  sent: () => void;
  answered: (facts: ResponseFacts) => void;
  interfere?: (method: string) => Interference;
}

interface Items<T> {
  items: T[];
  hasMore: boolean;
}

/** Times are floating-point numbers: a request this little too early is in time. */
const ROUNDING_MS = 0.01;

/** Answers requests by the rules of docs/api.md, "Quota" and "Throttling", and counts who breaks them. */
export class RequestRules {
  readonly violations: Violations = { quota: 0, backoff: 0, minute: 0 };
  /** When requests were sent, in seconds of the trace. */
  readonly requests: number[] = [];
  /** The pauses that were asked for. One of all methods followed a refusal, which took a request and told nothing. */
  readonly backoffs: Backoff[] = [];
  readonly #parts: RequestRulesParts;
  readonly #sentAt = new Map<string, number>();
  readonly #pausedUntil = new Map<string, number>();
  #everythingPausedUntil = -Infinity;
  #day = -1;
  #remaining: number;
  /** What the scheduler was told last: it cannot know more. */
  #toldRemaining: number;

  constructor(parts: RequestRulesParts) {
    this.#parts = parts;
    this.#remaining = parts.requestsPerDay;
    this.#toldRemaining = parts.requestsPerDay;
  }

  /** The true time, in seconds of the trace. */
  seconds(): number {
    return (this.#parts.truth() - this.#parts.start) / 1000;
  }

  /** Another app with the same address takes a request; gives false where nothing is left. */
  steal(): boolean {
    this.#beginDay();
    if (this.#remaining <= 0) return false;
    this.#remaining--;
    return true;
  }

  /** Answers a request; `read` gives the items where it is not refused. Rejects with a `NetworkError`. */
  answer<T>(method: string, query: object, read: () => Items<T>): Promise<Page<T>> {
    this.#beginDay();
    this.#parts.sent();
    this.#countRequest(method, query);
    if (this.#remaining <= 0) return this.#refuseForQuota(method);
    this.#remaining--;
    this.#toldRemaining = this.#remaining;
    const { backoff, throttledFor } = this.#parts.interfere?.(method) ?? {};
    const backoffUntil =
      backoff === undefined || throttledFor !== undefined ? undefined : this.#parts.machine() + backoff * 1000;
    const facts = this.#facts();
    this.#parts.answered({ ...facts, method, backoffUntil });
    if (throttledFor !== undefined) return this.#throttle(method, throttledFor);
    if (backoff !== undefined) this.#pause(method, backoff);
    const { quota, networkTime } = facts;
    const page = { ...read(), broken: 0, repeated: false, quota, networkTime };
    return Promise.resolve({ ...page, ...(backoffUntil !== undefined && { backoffUntil }) });
  }

  #beginDay(): void {
    const { truth, start, resetAt, requestsPerDay } = this.#parts;
    const day = Math.floor((truth() - start - resetAt * 1000) / DAY_MS);
    if (day === this.#day) return;
    this.#day = day;
    this.#remaining = requestsPerDay;
    this.#toldRemaining = requestsPerDay;
  }

  #countRequest(method: string, query: object): void {
    const now = this.#parts.truth();
    const identity = `${method} ${JSON.stringify(query)}`;
    if (now - (this.#sentAt.get(identity) ?? -Infinity) < MINUTE_MS) this.violations.minute++;
    const pausedUntil = Math.max(this.#pausedUntil.get(method) ?? -Infinity, this.#everythingPausedUntil);
    if (now < pausedUntil - ROUNDING_MS) this.violations.backoff++;
    this.#sentAt.set(identity, now);
    this.requests.push(this.seconds());
  }

  #facts() {
    const { truth, machine, requestsPerDay } = this.#parts;
    return {
      quota: { max: requestsPerDay, remaining: Math.max(0, this.#remaining) },
      networkTime: Math.floor(truth() / 1000) * 1000,
      at: machine(),
    };
  }

  #refuseForQuota(method: string): Promise<never> {
    const { start, resetAt, truth, machine, answered } = this.#parts;
    if (this.#toldRemaining <= 0) this.violations.quota++;
    this.#toldRemaining = 0;
    answered(this.#facts());
    const wait = start + resetAt * 1000 + (this.#day + 1) * DAY_MS - truth();
    return Promise.reject(
      new NetworkError('quota-exhausted', 'The quota is used up.', {
        method,
        retryAt: machine() + wait,
        retryNamed: true,
      }),
    );
  }

  #throttle(method: string, seconds: number): Promise<never> {
    this.#everythingPausedUntil = this.#parts.truth() + seconds * 1000;
    this.backoffs.push({ from: this.seconds(), to: this.seconds() + seconds });
    const retryAt = this.#parts.machine() + seconds * 1000;
    return Promise.reject(new NetworkError('throttled', 'Too many requests.', { method, status: 403, retryAt }));
  }

  #pause(method: string, seconds: number): void {
    this.#pausedUntil.set(method, this.#parts.truth() + seconds * 1000);
    this.backoffs.push({ from: this.seconds(), to: this.seconds() + seconds, method });
  }
}
