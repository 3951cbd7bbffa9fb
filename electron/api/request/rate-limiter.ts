import { SECOND_MS } from '../../../common/durations.ts';
import type { Clock } from '../../base/clock.ts';

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
      const at = this.#elapsed();
      // A clock that was set back must not delay requests.
      this.#sentAt = this.#sentAt.filter((sent) => sent <= at && at - sent < SECOND_MS);
      if (this.#sentAt.length < MAX_REQUESTS_PER_SECOND) break;
      await this.#clock.sleep(SECOND_MS - (at - this.#sentAt[0]!), signal);
      if (signal.aborted) return;
    }
    this.#sentAt.push(this.#elapsed());
  }

  #elapsed(): number {
    return this.#clock.elapsed?.() ?? this.#clock.now();
  }
}
