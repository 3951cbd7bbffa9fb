import { MINUTE_MS, DAY_MS } from '../../../common/durations.ts';

/** The oldest network of this kind began in 2008. */
const EARLIEST_MS = Date.UTC(2008, 0);
/** Clocks and time zones may be wrong by a day; nothing is dated later than that. */
const LATEST_AHEAD_MS = DAY_MS;
/** A `Date` header that is further off than that from what is believed is not believed. */
const MAX_HEADER_ERROR_MS = 5 * MINUTE_MS;

/**
 * A date that may be meant: one before 2008 or more than a day ahead counts as now, so that what carries it stands
 * neither first nor last for good. Dates and `now` in ms since the epoch, `now` by the network's clock.
 */
export const plausibleDate = (date: number, now: number): number =>
  date >= EARLIEST_MS && date <= now + LATEST_AHEAD_MS ? date : now;

/** When an answer was written: as it says, or now where it says something else than is believed. */
export const answeredAt = (told: number, now: number): number =>
  Math.abs(told - now) <= MAX_HEADER_ERROR_MS ? told : now;
