import { HOUR_MS } from '../../../../common/durations.ts';
import type { StreamId } from '../../ids.ts';
import { type RateDeviation, constantProfile, type HourlyProfile } from './hourly-rates.ts';

/**
 * The folder `forecast` predicts when events will come and their value. It learns hourly rates, bursts and daily habits
 * from observations and does not know quota or requests; the planner turns its forecasts into polls.
 */

/** Items known to wait behind a page that was full. */
export interface Backlog {
  value: number;
  items: number;
}

/** Accuracy of the hints that a network's socket sends about a stream; see the folder `push`. */
export interface StreamHints {
  /** Share of events that are hinted at, 0 to 1. */
  coverage: number;
  /** Polls per hour caused by hints, including those that find nothing. */
  pollsPerHour: number;
  /** Whether a hint has not yet been followed by a poll. */
  waiting: boolean;
}

/** A stream as the planner sees it. Times are in ms since the epoch, server time. */
export interface Stream {
  id: StreamId;
  /** Requests per poll. */
  cost: number;
  /** Time of the last request of this stream, whatever its result. */
  lastSentAt?: number | undefined;
  /** Earliest time of the next poll, because of a `backoff` or a failure. */
  notBefore?: number | undefined;
  /** Earliest time of the next poll by choice, because an earlier one would find little. */
  restsUntil?: number | undefined;
  /** Minimum time between two polls in ms, if longer than the usual minute. */
  minIntervalMs?: number | undefined;
  /** Whether it should be polled as soon as the rules allow (sync now, wake, a changed total). */
  wanted: boolean;
  /** Whether the user requested the poll, so that the reserve may be used. */
  byPerson: boolean;
  /** Whether it is polled on request only, not by the clock. */
  onDemand: boolean;
  /** Forecast of its events; without one, a stream is polled as if its value were 1 per hour. */
  forecast?: Forecast | undefined;
  /** Undefined if no socket sends hints about it. */
  hints?: StreamHints | undefined;
}

/** Forecast of a stream's events, from which the value of a poll follows. Rates are value per hour. */
export interface Forecast {
  /** Value per hour, through the day. */
  value: HourlyProfile;
  /** Items per hour, through the day, if a page of them can fill up. */
  items?: HourlyProfile | undefined;
  /** Current deviation from the usual value per hour. */
  deviation?: RateDeviation | undefined;
  /** All events up to then are known; ms since the epoch. */
  knownUntil: number;
  /** Events per day, regardless of their value. */
  eventsPerDay?: number | undefined;
  /** Items known to wait beyond `knownUntil`. */
  backlog?: Backlog | undefined;
}

/**
 * Minimum time between equal requests, in ms. More than one a minute is abuse (docs/api.md, "Throttling"); the extra
 * quarter of a second allows for one request travelling faster than the one before.
 */
export const SAME_REQUEST_FLOOR_MS = 60_250;

/** Maximum number of polls of one stream per hour. */
export const MAX_POLLS_PER_HOUR = HOUR_MS / SAME_REQUEST_FLOOR_MS;

/** Returns the maximum number of polls per hour of a stream, which may have a longer interval of its own. */
export const maxPollsPerHour = ({ minIntervalMs }: Pick<Stream, 'minIntervalMs'>): number =>
  minIntervalMs === undefined ? MAX_POLLS_PER_HOUR : Math.min(MAX_POLLS_PER_HOUR, HOUR_MS / minIntervalMs);

/** Weight of events while the user is away: enough to keep the list fresh, little enough to save requests. */
export const AWAY_WEIGHT = 0.0003;

/**
 * Minimum interval between polls of a stream while the user is away, in ms, even if requests are cheap. Only full pages
 * are fetched sooner.
 */
export const AWAY_REST_MS = SAME_REQUEST_FLOOR_MS / Math.sqrt(AWAY_WEIGHT);

/**
 * Number of waiting items at which a page (100 items; docs/api.md, "Paging") is fetched if requests are cheap: a little
 * before it is full.
 */
export const FULL_PAGE_ITEMS = 95;
/** Maximum number of items to wait for, however expensive a request is. */
const MAX_WAITING_ITEMS = 120;
/** From this ratio of value to price (see `itemsWorthAPage`), a page is fetched a little before it is full. */
const CHEAP_REQUEST_RATIO = 0.7;
/** Below this ratio a request is so expensive that the maximum applies; the check saves a logarithm. */
const DEAR_REQUEST_RATIO = 0.03;

/**
 * Returns how many items have to wait before a page of them is worth a request. The actual number varies by chance with
 * a standard deviation of 10, the root of 100. Waiting for one more item delays all of them by 1/items hours, and saves
 * part of a request if the page would not have been full. So the more expensive a request is, the more items it waits
 * for.
 * @param value value per hour
 * @param items items per hour
 */
export function itemsWorthAPage(value: number, items: number, price: number): number {
  const ratio = (value * 100 * 100) / (price * items * items);
  if (ratio < DEAR_REQUEST_RATIO) return MAX_WAITING_ITEMS;
  return ratio < CHEAP_REQUEST_RATIO
    ? Math.min(MAX_WAITING_ITEMS, 100 + (10 / 1.7) * Math.log((1 - ratio) / ratio))
    : FULL_PAGE_ITEMS;
}

/** New items on a page fetched when it was certainly full. */
export const MAX_NEW_ITEMS_PER_PAGE = 97;
/** New items on a page fetched a little before it was full. */
export const MIN_NEW_ITEMS_PER_PAGE = 88;
/**
 * Returns the mean number of new items on a page if `waiting` items wait: pages fill unevenly, and some items are
 * known.
 */
const newItemsPerPage = (waiting: number): number =>
  Math.min(MAX_NEW_ITEMS_PER_PAGE, MIN_NEW_ITEMS_PER_PAGE + 0.6 * (waiting - FULL_PAGE_ITEMS));

/** A stream without observations is polled as if its value were 1 per hour. */
const UNKNOWN_VALUE = constantProfile(1);

/** Returns the forecast of a stream, or the prior if there is none. */
export const forecastOf = (stream: Stream): Forecast =>
  stream.forecast ?? { value: UNKNOWN_VALUE, knownUntil: stream.lastSentAt ?? 0 };

/** Returns how many pages fill up per hour at `value` and `items` per hour. */
export const pagesPerHour = (value: number, items: number, price: number): number =>
  items > 0 ? items / newItemsPerPage(itemsWorthAPage(value, items, price)) : 0;
