import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../common/durations.ts';
import type { Stream } from './forecast/stream.ts';
import type { Allowance } from './plan/plan-types.ts';

/** Share of polling's requests that catching up may take. */
const QUOTA_SHARE = 0.25;
/** Minimum time between two complete catch-ups, in ms, however many requests are left. */
const MIN_INTERVAL_MS = 10 * MINUTE_MS;
/**
 * How many complete catch-ups may follow one another before their cost spaces them out: users come back at irregular
 * times.
 */
const CATCH_UPS_IN_A_ROW = 4;
/**
 * A stream that has waited for this share of its interval is due soon, so polling it now costs almost nothing extra.
 */
const DUE_SOON_SHARE = 0.8;

/**
 * Chooses the streams to poll when the connection or the user is back: all of them, unless that happens so often that
 * it would use up the day's requests; then only those that are due soon anyway. A connection may come and go every
 * minute.
 */
export class CatchUp {
  readonly #pollsPerDay: (stream: Stream) => number;
  #last = -Infinity;
  /** When the requests of all catch-ups so far will be paid for; each is paid for after the one before. */
  #paidAt = -Infinity;

  constructor(pollsPerDay: (stream: Stream) => number) {
    this.#pollsPerDay = pollsPerDay;
  }

  /** Returns all or some of the streams that may be polled now. If there are none, no catch-up is counted. */
  choose(streams: Stream[], { spendable, lastsFor }: Allowance, now: number): Stream[] {
    if (streams.length === 0) return [];
    const requestsPerHour = spendable === undefined ? Infinity : (spendable * HOUR_MS) / lastsFor;
    const interval = Math.max(MIN_INTERVAL_MS, (streams.length / (QUOTA_SHARE * requestsPerHour)) * HOUR_MS);
    // After the clock was set back, no catch-up should have to wait for the difference.
    if (now < this.#last) [this.#last, this.#paidAt] = [-Infinity, -Infinity];
    if (now - this.#last >= MIN_INTERVAL_MS && now >= this.#paidAt - (CATCH_UPS_IN_A_ROW - 1) * interval) {
      this.#last = now;
      this.#paidAt = Math.max(this.#paidAt, now) + interval;
      return streams;
    }
    return streams.filter(
      (stream) => now - (stream.lastSentAt ?? -Infinity) >= (DUE_SOON_SHARE * DAY_MS) / this.#pollsPerDay(stream),
    );
  }
}
