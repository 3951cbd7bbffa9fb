import {
  type Forecast,
  forecastOf,
  MAX_NEW_ITEMS_PER_PAGE,
  maxPollsPerHour,
  MIN_NEW_ITEMS_PER_PAGE,
  pagesPerHour,
  type Stream,
  type StreamHints,
} from '../forecast/forecast.ts';
import { hourlyProfile, type HourlyProfile } from '../forecast/hourly-rates.ts';

/**
 * The requests of all streams at a price: those proportional to the inverse root of the price, and those independent of
 * it.
 */
export interface RequestsAtPrice {
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
export class Demand {
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
