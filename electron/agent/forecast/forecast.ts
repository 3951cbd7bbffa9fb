import { HOUR_MS, constantProfile } from './hourly-rates.ts';
import type { Forecast, Stream } from './stream.ts';

/**
 * "Polling semantically identical requests faster than once a minute is abusive" (public-facts, section 3). A quarter of
 * a second more, because one request may be faster on its way than the one before it.
 */
export const SAME_REQUEST_FLOOR_MS = 60_250;

/** Polls of one stream an hour, at most. */
export const MAX_POLLS_PER_HOUR = HOUR_MS / SAME_REQUEST_FLOOR_MS;

/** Likewise, of a stream that may have a longer rest of its own. */
export const maxPollsPerHour = ({ minIntervalMs: leastApart }: Pick<Stream, 'minIntervalMs'>): number =>
  leastApart === undefined ? MAX_POLLS_PER_HOUR : Math.min(MAX_POLLS_PER_HOUR, HOUR_MS / leastApart);

/** News that nobody is there to hear of counts this much: enough to keep the list fresh, little enough to save. */
export const AWAY_WEIGHT = 0.0003;

/** So long a stream rests while nobody is there, in ms, even where requests cost nothing; a page that is full is fetched sooner. */
export const AWAY_REST_MS = SAME_REQUEST_FLOOR_MS / Math.sqrt(AWAY_WEIGHT);

/** A page holds 100 items (network-api, "Limits"); where requests are cheap, a poll comes a little before it is full. */
export const FULL_PAGE_ITEMS = 95;
/** Items that wait at most before a page of them is taken, however dear a request is. */
const overfull = 120;

/**
 * So many items have to wait for a page of them to be taken: `value` and `items` come an hour. What comes by chance
 * varies by the root of 100; to wait for one more makes all of them late by an hour over `items`, and saves a part of a
 * request where the page would not have been full. The dearer a request, the surer it has to be that it is.
 */
export function itemsWorthAPage(value: number, items: number, price: number): number {
  const short = (value * 100 * 100) / (price * items * items);
  // So dear that it comes to the same, which is known without a logarithm.
  if (short < 0.03) return overfull;
  return short < 0.7 ? Math.min(overfull, 100 + (10 / 1.7) * Math.log((1 - short) / short)) : FULL_PAGE_ITEMS;
}

/** New items that a page holds where it is waited for. */
export const MAX_NEW_ITEMS_PER_PAGE = 97;
/** Likewise, where it is taken a little before it is full. */
export const MIN_NEW_ITEMS_PER_PAGE = 88;
/** New items that a page holds on average that so many wait for: pages do not fill evenly, and some items were seen before. */
const pageYield = (waiting: number): number =>
  Math.min(MAX_NEW_ITEMS_PER_PAGE, MIN_NEW_ITEMS_PER_PAGE + 0.6 * (waiting - FULL_PAGE_ITEMS));

/** A stream of which nothing is known is polled as if something worth 1 came every hour. */
const unknown = constantProfile(1);

/** What is known of a stream, or believed. */
export const forecastOf = (stream: Stream): Forecast =>
  stream.forecast ?? { value: unknown, knownUntil: stream.lastSentAt ?? 0 };

/** Polls an hour that a price gives a stream, at an hour of the day. */
export function pollsPerHour(prospect: Forecast, cost: number, price: number, at: number, worth = 1): number {
  const byValue =
    price > 0 ? Math.sqrt((prospect.value.perHour[at]! * worth) / (2 * price * cost)) : MAX_POLLS_PER_HOUR;
  const rested = worth < 1 ? Math.min(byValue, HOUR_MS / AWAY_REST_MS) : byValue;
  return Math.min(
    MAX_POLLS_PER_HOUR,
    Math.max(
      rested,
      prospect.items ? pagesPerHour(prospect.value.perHour[at]! * worth, prospect.items.perHour[at]!, price * cost) : 0,
    ),
  );
}

/** Pages that fill up an hour. */
export const pagesPerHour = (value: number, items: number, price: number): number =>
  items > 0 ? items / pageYield(itemsWorthAPage(value, items, price)) : 0;
