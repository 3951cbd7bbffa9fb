import { MINUTE_MS, DAY_MS } from '../../../common/durations.ts';

/** The oldest network of this kind began in 2008. */
const EARLIEST_MS = Date.UTC(2008, 0);
/** Clocks and time zones may be wrong by a day; later dates are implausible. */
const LATEST_AHEAD_MS = DAY_MS;
/** Largest accepted difference between a `Date` header and the assumed time, in ms. */
const MAX_HEADER_ERROR_MS = 5 * MINUTE_MS;

/**
 * Returns `date` if it is plausible, otherwise `now`: an item dated before 2008 or more than a day ahead would stay
 * first or last forever. Both in ms since the epoch, `now` in server time.
 */
export const plausibleDate = (date: number, now: number): number =>
  date >= EARLIEST_MS && date <= now + LATEST_AHEAD_MS ? date : now;

/** Returns when a response was written: the reported time, or `now` if the two differ too much. */
export const answeredAt = (told: number, now: number): number =>
  Math.abs(told - now) <= MAX_HEADER_ERROR_MS ? told : now;
