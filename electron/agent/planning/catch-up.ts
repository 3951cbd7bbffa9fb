import type { Stream } from '../forecast/stream.ts';
import type { Allowance } from './plan-types.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/** The part of what polling may spend that catching up may take. */
const QUOTA_SHARE = 0.25;
/** However much there is to spend, two catch-ups on everything are at least so far apart. */
const MIN_INTERVAL_MS = 10 * 60_000;
/**
 * So many catch-ups on everything may come in a row before their cost spaces them out: people come back by chance, not
 * by the clock.
 */
const CATCH_UPS_IN_A_ROW = 4;
/** A stream that has waited for this part of its interval is due soon, so polling it now costs next to nothing. */
const DUE_SOON = 0.8;

/**
 * Chooses what is polled when the connection or the person is back: everything, as long as that does not happen so
 * often that it uses up the day's requests; else only what would be due soon anyway. A connection may come and go each
 * minute.
 */
export class CatchUp {
  readonly #pollsPerDay: (stream: Stream) => number;
  #last = -Infinity;
  /** When the requests of all catch-ups so far are paid for, each beginning when the one before is. */
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
      (stream) => now - (stream.lastSentAt ?? -Infinity) >= (DUE_SOON * DAY_MS) / this.#pollsPerDay(stream),
    );
  }
}
