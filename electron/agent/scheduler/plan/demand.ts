import {
  forecastOf,
  MAX_NEW_ITEMS_PER_PAGE,
  maxPollsPerHour,
  MIN_NEW_ITEMS_PER_PAGE,
  pagesPerHour,
} from '../forecast/forecast.ts';
import type { Stream } from '../forecast/stream.ts';
import { hintedPollsPerHour, netShare } from './hinted.ts';
import { SummedArray } from './summed-array.ts';

/**
 * The requests of all streams at a price: those proportional to the inverse root of the price, and those independent of
 * it.
 */
export interface RequestsAtPrice {
  byValue: number;
  fixed: number;
}

/** Inputs, besides the forecast, that decide when a stream is due. */
export interface PlanTerms {
  /** Server time. Cached due times stay valid as long as it goes forward. */
  now: number;
  /** The price of a request, scaled so that it stays the same while requests are spent as planned. */
  price: number;
  /** Current weight of events. */
  weight: number;
  /** When the quota is full again; undefined if the price does not fall until then. */
  end: number | undefined;
}

/** Due times are computed for a price lower by this factor, so that they stay valid while the price falls a little. */
const PRICE_MARGIN = 0.9;
/** Due times are computed again once the price with its margin would be lower than theirs by this factor. */
const PRICE_CHANGE_TO_REDO = 0.75;

/**
 * The pages per new item depend only on the ratio of polls by value to pages filled. They are read from a table with
 * this many steps, because a logarithm for each stream and hour would take milliseconds.
 */
const TABLE_STEPS = 64;
const PAGES_BY_STEP = Float64Array.from({ length: TABLE_STEPS + 1 }, (_, step) =>
  pagesPerHour(2 * (step / TABLE_STEPS / MIN_NEW_ITEMS_PER_PAGE) ** 2, 1, 1),
);

const hourlyArrays = (length: number): SummedArray[] => Array.from({ length: 24 }, () => new SummedArray(length));

/**
 * The requests of all streams by hour of the day. The caller keeps it between plans as a cache: few streams change from
 * one plan to the next, and only those are computed again. Its results do not depend on earlier updates.
 */
export class Demand {
  #known: (Stream | undefined)[] = [];
  /** Roots of the value per hour times √cost, by stream, for each hour of the day. */
  #roots: SummedArray[] = [];
  /** Items per hour times cost, likewise. */
  #items: SummedArray[] = [];
  /** Maximum requests per hour, by stream; 0 for streams that are polled on demand only. */
  #most = new SummedArray(0);
  /** Streams with hints from a socket, by their index; undefined if there are none. */
  #hinted: (Stream | undefined)[] | undefined;
  /** Lower bounds of the due times under `#terms`, by stream, as far as known. */
  #notDueBefore = new Float64Array(0);
  #terms: PlanTerms | undefined;

  /** Updates the cache to the current streams. */
  update(streams: Stream[]): void {
    if (streams.length !== this.#known.length) this.#resize(streams.length);
    for (let index = 0; index < streams.length; index++)
      if (this.#known[index] !== streams[index]) this.#write(index, streams[index]!);
  }

  /**
   * Returns the lower bounds of the streams' due times, by index: -Infinity if unknown, as for all streams after the
   * terms have changed. Callers write further results into `bounds`, computed for `priceFactor` times the price.
   */
  dueBounds(terms: PlanTerms): { bounds: Float64Array; priceFactor: number } {
    let known = this.#terms;
    if (!known || haveChanged(known, terms)) {
      this.#notDueBefore.fill(-Infinity);
      known = { ...terms, price: terms.price * PRICE_MARGIN };
      this.#terms = known;
    }
    known.now = terms.now;
    return { bounds: this.#notDueBefore, priceFactor: known.price / terms.price };
  }

  /** Returns the requests per hour if all streams were polled as often as allowed. */
  maxRequestsPerHour(): number {
    return this.#most.sum();
  }

  /** Returns the summed roots of the value of all streams, times √cost, by hour of the day. */
  valueRoots(): Float64Array {
    return Float64Array.from(this.#roots, (root) => root.sum());
  }

  /** Returns the minimum requests for the full pages of all streams, by hour of the day. */
  fullPages(): Float64Array {
    return Float64Array.from(this.#items, (item) => item.sum() / MAX_NEW_ITEMS_PER_PAGE);
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

  /** Returns the requests in an hour of the day; `scale` converts a root of value to polls. */
  #requestsInHour(at: number, scale: number, pageShare: number): RequestsAtPrice {
    const limits = this.#most.values;
    const [roots, items] = [this.#roots[at]!.values, this.#items[at]!.values];
    let byValue = 0;
    let fixed = 0;
    for (let index = 0; index < limits.length; index++) {
      const wanted = roots[index]! * scale;
      const filling = items[index]!;
      // If more polls follow from the value than pages fill, the number of pages does not matter.
      const step =
        wanted * MIN_NEW_ITEMS_PER_PAGE < filling
          ? ((wanted * MIN_NEW_ITEMS_PER_PAGE * TABLE_STEPS) / filling + 0.5) | 0
          : -1;
      const pages = step < 0 ? 0 : pageShare * filling * PAGES_BY_STEP[step]!;
      const limit = limits[index]!;
      const stream = this.#hinted?.[index];
      const hinted = stream && wanted > pages ? requestsByHints(stream, at, Math.min(wanted, limit), scale) : undefined;
      if (hinted) {
        byValue += hinted.byValue;
        fixed += hinted.fixed;
        continue;
      }
      if (wanted < limit && wanted > pages) byValue += wanted;
      else fixed += wanted > pages || pages > limit ? limit : pages;
    }
    return { byValue, fixed };
  }

  #resize(length: number): void {
    this.#known = Array.from({ length });
    this.#hinted = undefined;
    this.#roots = hourlyArrays(length);
    this.#items = hourlyArrays(length);
    this.#most = new SummedArray(length);
    this.#notDueBefore = new Float64Array(length);
  }

  #write(index: number, stream: Stream): void {
    this.#notDueBefore[index] = -Infinity;
    const before = this.#known[index];
    this.#known[index] = stream;
    if (this.#hinted || stream.hints) (this.#hinted ??= [])[index] = stream.hints && stream;
    if (before && needsSameRequest(before, stream)) return;
    const { value, items } = forecastOf(stream);
    const counts = stream.onDemand ? 0 : 1;
    const factor = Math.sqrt(stream.cost) * counts;
    this.#most.set(index, maxPollsPerHour(stream) * stream.cost * counts);
    for (let at = 0; at < 24; at++) {
      this.#roots[at]!.set(index, value.root[at]! * factor);
      this.#items[at]!.set(index, (items?.perHour[at] ?? 0) * stream.cost * counts);
    }
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

const haveChanged = (known: PlanTerms, next: PlanTerms): boolean =>
  next.price < known.price ||
  next.price * PRICE_CHANGE_TO_REDO > known.price ||
  next.weight !== known.weight ||
  next.end !== known.end ||
  next.now < known.now;

function needsSameRequest(before: Stream, stream: Stream): boolean {
  const [was, is] = [forecastOf(before), forecastOf(stream)];
  return (
    was.value === is.value &&
    was.items === is.items &&
    before.cost === stream.cost &&
    before.onDemand === stream.onDemand &&
    before.minIntervalMs === stream.minIntervalMs
  );
}
