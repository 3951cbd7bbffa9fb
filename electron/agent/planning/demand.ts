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
 * The requests that all streams ask for at a price: those that go with the root of the price, and those that do not
 * change with it.
 */
export interface RequestsAtPrice {
  byValue: number;
  fixed: number;
}

/** What decides when a stream is due, beside what is known of it. */
export interface PlanTerms {
  /** By the network's clock. What was found stays good as long as it goes forward. */
  now: number;
  /** The price of a request, in a measure that stays the same while requests are spent as planned. */
  price: number;
  /** How much news counts at present. */
  weight: number;
  /** When the quota is full again; undefined where the price does not fall until then. */
  end: number | undefined;
}

/**
 * Due times are found for a price that is lower by this factor, so that they stay good while the price falls a little.
 */
const PRICE_MARGIN = 0.9;
/** Due times are found anew once the price with its margin would be lower than theirs by this factor. */
const PRICE_CHANGE_TO_REDO = 0.75;

/**
 * How many pages each new item takes depends only on the ratio of how often the value asks and how often pages fill. It
 * is read from a table with this many steps, because a logarithm for each stream and hour would take milliseconds.
 */
const TABLE_STEPS = 64;
const PAGES_BY_STEP = Float64Array.from({ length: TABLE_STEPS + 1 }, (_, step) =>
  pagesPerHour(2 * (step / TABLE_STEPS / MIN_NEW_ITEMS_PER_PAGE) ** 2, 1, 1),
);

const hourlyArrays = (length: number): SummedArray[] => Array.from({ length: 24 }, () => new SummedArray(length));

/**
 * What all streams ask for, hour by hour. The caller keeps it between plans as a cache: hardly any stream changes from
 * one plan to the next, and only what changed is computed anew. It gives the same whatever it was shown before.
 */
export class Demand {
  #known: (Stream | undefined)[] = [];
  /** Roots of the value times √cost an hour, stream by stream, for each hour of the day. */
  #roots: SummedArray[] = [];
  /** Items times cost an hour, likewise. */
  #items: SummedArray[] = [];
  /** The most requests an hour; 0 for streams that are polled on demand only. */
  #most = new SummedArray(0);
  /** Streams that a socket tells of, by their index; undefined where it tells of none. */
  #hinted: (Stream | undefined)[] | undefined;
  /** When each stream is due at the earliest under `#terms`, as far as is known. */
  #notDueBefore = new Float64Array(0);
  #terms: PlanTerms | undefined;

  /** Takes the streams there are now. */
  update(streams: Stream[]): void {
    if (streams.length !== this.#known.length) this.#resize(streams.length);
    for (let index = 0; index < streams.length; index++)
      if (this.#known[index] !== streams[index]) this.#write(index, streams[index]!);
  }

  /**
   * When each stream, by its index, is due at the earliest: -Infinity where that is not known, which is everywhere
   * after the terms have changed. Who finds out more writes it into `bounds`, computed for `priceFactor` times the
   * price.
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

  /** Requests an hour where everything is polled as often as allowed. */
  maxRequestsPerHour(): number {
    return this.#most.sum();
  }

  /** Roots of the value of all streams together, times √cost, by hour of the day. */
  valueRoots(): Float64Array {
    return Float64Array.from(this.#roots, (root) => root.sum());
  }

  /** Requests that full pages take at least, of all streams together, by hour of the day. */
  fullPages(): Float64Array {
    return Float64Array.from(this.#items, (item) => item.sum() / MAX_NEW_ITEMS_PER_PAGE);
  }

  /**
   * The requests that are sent at a price in the hours ahead, given by hour of the day. `weight`: of the roots, by hour
   * of the day; `pageShare`: the part of the full pages that is fetched.
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

  /** Requests in an hour of the day; `scale` turns a root of value into polls. */
  #requestsInHour(at: number, scale: number, pageShare: number): RequestsAtPrice {
    const limits = this.#most.values;
    const [roots, items] = [this.#roots[at]!.values, this.#items[at]!.values];
    let byValue = 0;
    let fixed = 0;
    for (let index = 0; index < limits.length; index++) {
      const wanted = roots[index]! * scale;
      const filling = items[index]!;
      // Where the value asks for more polls than pages fill, the number of pages does not matter.
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
 * Requests in an hour of a stream whose hints are followed, where it would take `wanted` without them; undefined where
 * following them would not pay. `scale` turns a root of value into polls.
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
