import { DAY_MS } from '../../../../common/durations.ts';
import {
  AWAY_WEIGHT,
  SAME_REQUEST_FLOOR_MS,
  type Stream,
  type Forecast,
  forecastOf,
  MAX_NEW_ITEMS_PER_PAGE,
  maxPollsPerHour,
  MIN_NEW_ITEMS_PER_PAGE,
  pagesPerHour,
  type StreamHints,
} from '../forecast/forecast.ts';
import type { PresenceOutlook } from '../forecast/habits.ts';
import { amountBetween, hourlyProfile, hourOfDay, hoursBetween, type HourlyProfile } from '../forecast/hourly-rates.ts';
import type { Allowance } from '../quota.ts';

/** Input of a plan. Times are in ms since the epoch, server time. */
export interface PlanInput {
  now: number;
  streams: Stream[];
  allowance: Allowance;
  /** No requests are sent to the network until then: it is out of reach or asked for a pause. */
  closedUntil?: number | undefined;
  /**
   * Returns how many of the ms since a time may not have passed, after a suspected sleep. Pauses are measured by the
   * time that has certainly passed.
   */
  uncertainMs?: (notedAt: number) => number;
  /** Whether the user is present; always by default. */
  presence?: PresenceOutlook | undefined;
  /**
   * Until then only events of the inbox could be announced, and no open page lists others; undefined if all may be
   * announced now.
   */
  heldUntil?: number | undefined;
  /** The price of the last plan, from which the search for the new one starts. */
  price?: number | undefined;
}

/** Price of a request at which the plan spends exactly the requests available. */
export interface Price {
  /** In value times hours; 0 if all streams can be polled as often as the network allows. */
  now: number;
  /**
   * How it falls while no requests are spent; undefined if it does not fall, because the time of the reset is unknown.
   */
  decay?: PriceDecay | undefined;
}

/**
 * Decay of the price while no requests are spent: the same requests have less time to cover. Its root is proportional
 * to the requests that would be sent from then on.
 */
export interface PriceDecay {
  /** Requests per hour, through the day, up to a factor. */
  demandProfile: HourlyProfile;
  /** Their sum from `now` to `end`. */
  total: number;
  now: number;
  /** When the quota is full again. */
  end: number;
}

/**
 * Returns the root of the price at a time, relative to the current one. At the end it is 0: remaining requests may be
 * spent at once.
 */
export const decayedRoot = ({ demandProfile, total, now, end }: PriceDecay, at: number): number =>
  at <= now ? 1 : amountBetween(demandProfile, at, end) / total;

/**
 * If full pages alone would take more requests than are left, they get this share, so that some remain for other polls.
 */
const FULL_PAGES_SHARE = 0.75;
/** Minimum number of requests that the search aims at. */
const MIN_TARGET = 0.2;

/** Finds the price at which the requests last until the quota is full again. */
export function findPrice({ now, streams, allowance, presence, price: before }: PlanInput): Price {
  const { lastsFor } = allowance;
  const spendable = allowance.pace ?? allowance.spendable;
  if (spendable === undefined) return { now: 0 };
  const awake = presence?.awake;
  // Hours in which the machine will sleep need no requests. In the current hour it is awake.
  const ahead = hoursAhead(now, lastsFor).map((hours, at) => hours * (at === hourOfDay(now) ? 1 : (awake?.[at] ?? 1)));
  const demand = new Demand(streams);
  if (demand.maxRequestsPerHour() * ahead.reduce((sum, hours) => sum + hours, 0) <= spendable) return { now: 0 };
  const weight = presence?.usual.map((there) => there + (1 - there) * Math.sqrt(AWAY_WEIGHT));
  const roots = demand.valueRoots().map((root, at) => root * (weight?.[at] ?? 1) * (awake?.[at] ?? 1));
  const pages = demand.fullPages().reduce((sum, perHour, at) => sum + perHour * ahead[at]!, 0);
  const pageShare = Math.min(1, (FULL_PAGES_SHARE * spendable) / Math.max(pages, 1e-9));
  const price = searchPrice(
    (at) => demand.requestsAtPrice(at, ahead, weight, pageShare),
    Math.max(spendable, MIN_TARGET),
    before !== undefined && before > 0 ? before : 1,
  );
  return { now: price, decay: decayOf(roots, now, allowance) };
}

const MAX_SEARCH_STEPS = 60;
/** The search ends when the requests are this close to the target, or the bounds of the price to each other. */
const TARGET_TOLERANCE = 0.004;
const BOUNDS_TOLERANCE = 1.001;
const HIGHEST_PRICE = 1e12;
const LOWEST_PRICE = 1e-9;

/** Finds the price at which `target` requests are sent, starting from a guess. */
function searchPrice(requestsAt: (price: number) => RequestsAtPrice, target: number, first: number): number {
  let price = first;
  let [low, high] = [0, HIGHEST_PRICE];
  for (let step = 0; step < MAX_SEARCH_STEPS; step++) {
    const { byValue, fixed } = requestsAt(price);
    const off = (byValue + fixed) / target;
    if (Math.abs(off - 1) < TARGET_TOLERANCE) return price;
    if (off > 1) low = price;
    else high = price;
    if (high / low < BOUNDS_TOLERANCE || high < LOWEST_PRICE) break;
    // Requests by value are proportional to the inverse root of the price; if the fixed ones do not change, one step is
    // enough.
    const guess = price * Math.min(1000, Math.max(0.001, (byValue / Math.max(target - fixed, 1e-9)) ** 2));
    price = guess > low && guess < high ? guess : low > 0 ? Math.sqrt(low * high) : high / 10;
  }
  return price;
}

function decayOf(roots: Float64Array, now: number, { spendable, pace, lastsFor }: Allowance): PriceDecay | undefined {
  if (spendable === undefined || pace !== undefined || lastsFor > DAY_MS) return undefined;
  const demandProfile = hourlyProfile(roots);
  const end = now + lastsFor;
  return { demandProfile, total: Math.max(amountBetween(demandProfile, now, end), 1e-12), now, end };
}

/** Returns how much of each hour of the day lies in the next `lastsFor` ms (a day at most), in hours. */
function hoursAhead(now: number, lastsFor: number): Float64Array {
  const ahead = new Float64Array(24);
  const end = now + Math.min(Math.max(lastsFor, SAME_REQUEST_FLOOR_MS), DAY_MS);
  for (const [at, hours] of hoursBetween(now, end)) ahead[at]! += hours;
  return ahead;
}

/**
 * The requests of all streams at a price: those proportional to the inverse root of the price, and those independent of
 * it.
 */
interface RequestsAtPrice {
  byValue: number;
  fixed: number;
}

/**
 * The pages per new item depend only on the ratio of polls by value to pages filled. They are read from a table with
 * this many steps, because a logarithm for each stream and hour would take milliseconds.
 */
const TABLE_STEPS = 64;
const PAGES_BY_STEP = Float64Array.from({ length: TABLE_STEPS + 1 }, (_, step) =>
  pagesPerHour(2 * (step / TABLE_STEPS / MIN_NEW_ITEMS_PER_PAGE) ** 2, 1, 1),
);

/** The requests that one stream needs. */
interface StreamDemand {
  stream: Stream;
  /** Roots of the value per hour, for each hour of the day, to be multiplied by √cost. */
  roots: Float64Array;
  rootFactor: number;
  /** Items per hour, for each hour of the day; undefined if no page of them can fill up. */
  items: Float64Array | undefined;
  /** Maximum requests per hour. */
  limit: number;
}

/** The requests of all streams by hour of the day. Streams polled on demand only are not counted. */
class Demand {
  readonly #streams: StreamDemand[];

  constructor(streams: Stream[]) {
    this.#streams = streams.flatMap((stream) => {
      if (stream.onDemand) return [];
      const { value, items } = forecastOf(stream);
      const limit = maxPollsPerHour(stream) * stream.cost;
      return [{ stream, roots: value.root, rootFactor: Math.sqrt(stream.cost), items: items?.perHour, limit }];
    });
  }

  /** Returns the requests per hour if all streams were polled as often as allowed. */
  maxRequestsPerHour(): number {
    return this.#streams.reduce((sum, { limit }) => sum + limit, 0);
  }

  /** Returns the summed roots of the value of all streams, times √cost, by hour of the day. */
  valueRoots(): Float64Array {
    return this.#sumByHour(({ roots, rootFactor }, at) => roots[at]! * rootFactor);
  }

  /** Returns the minimum requests for the full pages of all streams, by hour of the day. */
  fullPages(): Float64Array {
    return this.#sumByHour(({ items, stream }, at) => (items ? items[at]! * stream.cost : 0)).map(
      (sum) => sum / MAX_NEW_ITEMS_PER_PAGE,
    );
  }

  /**
   * Returns the requests sent at a price in the hours ahead.
   * @param ahead hours ahead, by hour of the day
   * @param weight factor of the roots, by hour of the day
   * @param pageShare share of the full pages that is fetched
   */
  requestsAtPrice(
    price: number,
    ahead: Float64Array,
    weight: Float64Array | undefined,
    pageShare: number,
  ): RequestsAtPrice {
    let byValue = 0;
    let fixed = 0;
    for (let at = 0; at < 24; at++) {
      const hours = ahead[at]!;
      if (hours === 0) continue;
      const ofHour = this.#requestsInHour(at, (weight?.[at] ?? 1) / Math.sqrt(2 * price), pageShare);
      byValue += ofHour.byValue * hours;
      fixed += ofHour.fixed * hours;
    }
    return { byValue, fixed };
  }

  #sumByHour(of: (demand: StreamDemand, at: number) => number): Float64Array {
    return Float64Array.from({ length: 24 }, (_, at) => this.#streams.reduce((sum, demand) => sum + of(demand, at), 0));
  }

  /** Returns the requests in an hour of the day; `scale` converts a root of value to polls. */
  #requestsInHour(at: number, scale: number, pageShare: number): RequestsAtPrice {
    let byValue = 0;
    let fixed = 0;
    for (const { stream, roots, rootFactor, items, limit } of this.#streams) {
      const wanted = roots[at]! * rootFactor * scale;
      const filling = items ? items[at]! * stream.cost : 0;
      // If more polls follow from the value than pages fill, the number of pages does not matter.
      const step =
        wanted * MIN_NEW_ITEMS_PER_PAGE < filling
          ? ((wanted * MIN_NEW_ITEMS_PER_PAGE * TABLE_STEPS) / filling + 0.5) | 0
          : -1;
      const pages = step < 0 ? 0 : pageShare * filling * PAGES_BY_STEP[step]!;
      const hinted =
        stream.hints && wanted > pages ? requestsByHints(stream, at, Math.min(wanted, limit), scale) : undefined;
      if (hinted) {
        byValue += hinted.byValue;
        fixed += hinted.fixed;
      } else if (wanted < limit && wanted > pages) byValue += wanted;
      else fixed += wanted > pages || pages > limit ? limit : pages;
    }
    return { byValue, fixed };
  }
}

/**
 * Returns the requests per hour of a stream whose hints are followed, if it took `wanted` without them; undefined if
 * following them would not pay. `scale` converts a root of value to polls.
 */
function requestsByHints(stream: Stream, at: number, wanted: number, scale: number): RequestsAtPrice | undefined {
  const { hints, cost } = stream;
  const { value } = forecastOf(stream);
  const mean = value.cumulative[24]! / 24;
  if (!hints || hints.pollsPerHour >= Math.min(maxPollsPerHour(stream), Math.sqrt(mean / cost) * scale))
    return undefined;
  const byHints = hints.pollsPerHour * (mean > 0 ? value.perHour[at]! / mean : 1);
  const polls = Math.min(maxPollsPerHour(stream), hintedPollsPerHour(byHints, (wanted / cost) * netShare(hints)));
  const fixed = Math.min(polls, byHints) * cost;
  return { byValue: polls * cost - fixed, fixed };
}

/** Returns the polls per hour by value alone, averaged over the day. `weight`: factor for the value of events. */
const usualPollsPerHour = (stream: Stream, value: HourlyProfile, price: number, weight: number): number =>
  Math.min(
    maxPollsPerHour(stream),
    price > 0 ? Math.sqrt((value.cumulative[24]! * weight) / 24 / (2 * price * stream.cost)) : Infinity,
  );

/**
 * Whether it pays to poll a stream at each hint. If hints are more frequent than polls by value, a poll at each costs
 * more than it is worth: several events are better fetched together, as without a socket.
 */
export function followsHints(
  stream: Stream,
  { value }: Forecast,
  price: number,
  weight = 1,
): stream is Stream & { hints: StreamHints } {
  return stream.hints !== undefined && stream.hints.pollsPerHour < usualPollsPerHour(stream, value, price, weight);
}

/**
 * Returns the polls per hour of a stream with hints: one at each hint, and fallback polls between them, which each hint
 * postpones.
 * @param hints hints per hour
 * @param net fallback polls per hour if there were no hints
 */
export const hintedPollsPerHour = (hints: number, net: number): number =>
  net <= 0 || hints / net > 50 ? hints : hints / net < 1e-6 ? net : hints / -Math.expm1(-hints / net);

/**
 * Returns the fallback polls as a share of the polls without a socket: they are proportional to the root of the value.
 */
export const netShare = ({ coverage }: StreamHints): number => Math.sqrt(1 - coverage);

/** Returns the forecast of events without a hint. */
export function unhintedForecast(forecast: Forecast, { coverage }: StreamHints): Forecast {
  if (coverage <= 0) return forecast;
  const { value, deviation } = forecast;
  return {
    ...forecast,
    value: hourlyProfile(value.perHour.map((perHour) => perHour * (1 - coverage))),
    ...(deviation && { deviation: { ...deviation, extra: deviation.extra * (1 - coverage) } }),
  };
}
