import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../common/durations.ts';
import type { Stream } from '../forecast/stream.ts';
import type { Allowance } from './plan-types.ts';

/** The share of polling's requests that catching up may take. */
const QUOTA_SHARE = 0.25;
/** The shortest time between two catch-ups on everything, however much there is to spend. */
const MIN_INTERVAL_MS = 10 * MINUTE_MS;
/**
 * How many catch-ups on everything may follow one another before their cost spaces them out: people come back by
 * chance, not by the clock.
 */
const CATCH_UPS_IN_A_ROW = 4;
/** A stream that has waited for this share of its interval is due soon, so polling it now costs next to nothing. */
const DUE_SOON_SHARE = 0.8;

/**
 * Chooses what is polled when the connection or the person is back: everything, as long as that does not happen so
 * often that it uses up the day's requests; else only what would be due soon anyway. A connection may come and go each
 * minute.
 */
export class CatchUp {
  readonly #pollsPerDay: (stream: Stream) => number;
  #last = -Infinity;
  /** When the requests of all catch-ups so far will be paid for; each catch-up is paid for after the one before. */
  #paidAt = -Infinity;

  constructor(pollsPerDay: (stream: Stream) => number) {
    this.#pollsPerDay = pollsPerDay;
  }

  /**
   * Takes the streams that may be polled now, gives all or some of them. Where there are none, no catch-up is counted.
   */
  choose(streams: Stream[], { spendable, lastsFor }: Allowance, now: number): Stream[] {
    if (streams.length === 0) return [];
    const requestsPerHour = spendable === undefined ? Infinity : (spendable * HOUR_MS) / lastsFor;
    const interval = Math.max(MIN_INTERVAL_MS, (streams.length / (QUOTA_SHARE * requestsPerHour)) * HOUR_MS);
    // After the clock was set back, no catch-up should have to wait for the time it was set by.
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
