import { HOUR_MS } from '../../../common/durations.ts';
import { constantProfile } from './hourly-rates.ts';
import type { Forecast, Stream } from './stream.ts';

/**
 * The room `forecast` says when news will come and what it is worth. It learns hourly rates, bursts and daily habits
 * from what was seen, and knows nothing of quota or requests; the planner turns its forecasts into polls.
 */

/**
 * Asking the same more often than once a minute is abuse (docs/api.md, "Throttling"). A quarter of
 * a second more, because one request may travel faster than the one before it.
 */
export const SAME_REQUEST_FLOOR_MS = 60_250;

/** The most polls of one stream in an hour. */
export const MAX_POLLS_PER_HOUR = HOUR_MS / SAME_REQUEST_FLOOR_MS;

/** The same for a stream that may have a longer interval of its own. */
export const maxPollsPerHour = ({ minIntervalMs }: Pick<Stream, 'minIntervalMs'>): number =>
  minIntervalMs === undefined ? MAX_POLLS_PER_HOUR : Math.min(MAX_POLLS_PER_HOUR, HOUR_MS / minIntervalMs);

/**
 * How much news counts while nobody is there to hear of it: enough to keep the list fresh, little enough to save
 * requests.
 */
export const AWAY_WEIGHT = 0.0003;

/**
 * A stream rests for at least this long while nobody is there, even where requests cost nothing. Only full pages are
 * fetched sooner.
 */
export const AWAY_REST_MS = SAME_REQUEST_FLOOR_MS / Math.sqrt(AWAY_WEIGHT);

/**
 * A page holds 100 items (docs/api.md, "Paging"). Where requests are cheap, a page is fetched a little before it is
 * full.
 */
export const FULL_PAGE_ITEMS = 95;
/** How many waiting items are worth a page, however dear a request is. */
const MAX_WAITING_ITEMS = 120;
/** From this ratio of value to price on (see `itemsWorthAPage`), a page is fetched a little before it is full. */
const CHEAP_REQUEST_RATIO = 0.7;
/** Below this ratio a request is so dear that the most items are waited for. Knowing that saves a logarithm. */
const DEAR_REQUEST_RATIO = 0.03;

/**
 * How many items have to wait before a page of them is worth a request, where `value` and `items` come an hour. The
 * number that really waits varies by chance, by the root of 100. Waiting for one more item delays all of them by
 * 1/items hours, and saves part of a request where the page would not have been full. So the dearer a request is, the
 * more items it waits for.
 */
export function itemsWorthAPage(value: number, items: number, price: number): number {
  const ratio = (value * 100 * 100) / (price * items * items);
  if (ratio < DEAR_REQUEST_RATIO) return MAX_WAITING_ITEMS;
  return ratio < CHEAP_REQUEST_RATIO
    ? Math.min(MAX_WAITING_ITEMS, 100 + (10 / 1.7) * Math.log((1 - ratio) / ratio))
    : FULL_PAGE_ITEMS;
}

/** New items on a page that was waited for until it was surely full. */
export const MAX_NEW_ITEMS_PER_PAGE = 97;
/** New items on a page that was fetched a little before it was full. */
export const MIN_NEW_ITEMS_PER_PAGE = 88;
/** New items on a page, on average, when `waiting` items wait: pages fill unevenly, and some items were seen before. */
const newItemsPerPage = (waiting: number): number =>
  Math.min(MAX_NEW_ITEMS_PER_PAGE, MIN_NEW_ITEMS_PER_PAGE + 0.6 * (waiting - FULL_PAGE_ITEMS));

/** A stream of which nothing is known is polled as if something worth 1 came every hour. */
const UNKNOWN_VALUE = constantProfile(1);

/** What is known of a stream, or else believed. */
export const forecastOf = (stream: Stream): Forecast =>
  stream.forecast ?? { value: UNKNOWN_VALUE, knownUntil: stream.lastSentAt ?? 0 };

/**
 * How many polls an hour a stream gets at a price of requests, at an hour of the day. `weight`: how much news counts.
 */
export function pollsPerHour({ value, items }: Forecast, cost: number, price: number, at: number, weight = 1): number {
  const byValue = price > 0 ? Math.sqrt((value.perHour[at]! * weight) / (2 * price * cost)) : MAX_POLLS_PER_HOUR;
  const rested = weight < 1 ? Math.min(byValue, HOUR_MS / AWAY_REST_MS) : byValue;
  const byPages = items ? pagesPerHour(value.perHour[at]! * weight, items.perHour[at]!, price * cost) : 0;
  return Math.min(MAX_POLLS_PER_HOUR, Math.max(rested, byPages));
}

/** How many pages fill up in an hour, where `value` and `items` come an hour. */
export const pagesPerHour = (value: number, items: number, price: number): number =>
  items > 0 ? items / newItemsPerPage(itemsWorthAPage(value, items, price)) : 0;
