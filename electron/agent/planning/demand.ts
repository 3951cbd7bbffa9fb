import { createSummedArray, type SummedArray } from './summed-array.ts';
import {
  MAX_NEW_ITEMS_PER_PAGE,
  MIN_NEW_ITEMS_PER_PAGE,
  maxPollsPerHour,
  pagesPerHour,
  forecastOf,
} from '../forecast/forecast.ts';
import type { Stream } from '../forecast/stream.ts';

/** What all streams ask for at a price, in requests: what goes with the root of it, and what stays whatever it is. */
export interface Spent {
  byValue: number;
  fixed: number;
}

/** What makes streams due sooner or later, beside what is known of them. */
export interface Terms {
  /** By the network's clock; what was found is good as long as it goes forth. */
  now: number;
  /** Of a request, in a measure that stays the same while the requests are spent as planned. */
  price: number;
  worth: number;
  /** When the quota is full again; undefined where the price does not fall until then. */
  end: number | undefined;
}

/** When nothing is due before is found for a price that is lower by so much, and anew once it would be lower by so much. */
const cheaper = 0.9;
const muchCheaper = 0.75;

/**
 * Pages for each item that comes, by how often the value asks beside how often full pages do: that alone decides when a
 * page is worth taking, and a logarithm for each stream and hour would take milliseconds.
 */
const steps = 64;
const pagesByStep = Float64Array.from({ length: steps + 1 }, (_, step) =>
  pagesPerHour(2 * (step / steps / MIN_NEW_ITEMS_PER_PAGE) ** 2, 1, 1),
);

export type Demand = ReturnType<typeof createDemand>;

/**
 * What streams ask for, hour by hour, in a few pieces of memory. Kept between decisions: hardly any stream changes from
 * one to the next, and only what changed is written anew. It gives the same whatever it was shown before.
 */
export function createDemand() {
  let known: (Stream | undefined)[] = [];
  /** Roots of the value times √cost, and items times cost, an hour; stream by stream, for each hour of the day. */
  let roots: SummedArray[] = [];
  let items: SummedArray[] = [];
  /** Requests an hour at most; 0 for streams that are polled on demand only. */
  let most = createSummedArray(0);
  /** Before when a stream is not due under `terms`, as far as is known. */
  let notDueBefore = new Float64Array(0);
  let terms: Terms | undefined;

  function write(place: number, stream: Stream): void {
    notDueBefore[place] = -Infinity;
    const before = known[place];
    known[place] = stream;
    const prospect = forecastOf(stream);
    if (before) {
      const was = forecastOf(before);
      const same = was.value === prospect.value && was.items === prospect.items && before.cost === stream.cost;
      if (same && before.onDemand === stream.onDemand && before.minIntervalMs === stream.minIntervalMs) return;
    }
    const counts = stream.onDemand ? 0 : 1;
    const each = Math.sqrt(stream.cost) * counts;
    most.set(place, maxPollsPerHour(stream) * stream.cost * counts);
    for (let at = 0; at < 24; at++) {
      roots[at]!.set(place, prospect.value.root[at]! * each);
      items[at]!.set(place, (prospect.items?.perHour[at] ?? 0) * stream.cost * counts);
    }
  }

  return {
    /** Takes what there is to poll now. */
    show(streams: Stream[]): void {
      if (streams.length !== known.length) {
        known = Array.from({ length: streams.length });
        roots = Array.from({ length: 24 }, () => createSummedArray(streams.length));
        items = Array.from({ length: 24 }, () => createSummedArray(streams.length));
        most = createSummedArray(streams.length);
        notDueBefore = new Float64Array(streams.length);
      }
      for (let place = 0; place < streams.length; place++)
        if (known[place] !== streams[place]) write(place, streams[place]!);
    },
    /**
     * Before when each stream, by its place, is not due: -Infinity where that is not known, and for all where the terms are
     * others. Whoever finds more writes it there, found for `part` of the price, so that it stays good while that falls a little.
     */
    notDueBefore(now: Terms): { bounds: Float64Array; part: number } {
      if (
        !terms ||
        now.price < terms.price ||
        now.price * muchCheaper > terms.price ||
        now.worth !== terms.worth ||
        now.end !== terms.end ||
        now.now < terms.now
      ) {
        notDueBefore.fill(-Infinity);
        terms = { ...now, price: now.price * cheaper };
      }
      terms.now = now.now;
      return { bounds: notDueBefore, part: terms.price / now.price };
    },
    /** Requests an hour where everything is polled as often as may be. */
    atMost: (): number => most.sum(),
    /** Roots of the value of all streams together, times √cost, by hour of the day. */
    roots: (): Float64Array => Float64Array.from(roots, (root) => root.sum()),
    /** Requests that full pages take at least, of all streams together, by hour of the day. */
    pages: (): Float64Array => Float64Array.from(items, (item) => item.sum() / MAX_NEW_ITEMS_PER_PAGE),
    /**
     * What is spent at a price in the hours ahead, by hour of the day. `weight`: of the roots, by hour of the day;
     * `pageShare`: the part of the full pages that is asked for.
     */
    spent(price: number, ahead: Float64Array, weight: Float64Array | undefined, pageShare: number): Spent {
      const limits = most.values;
      let byValue = 0;
      let fixed = 0;
      for (let at = 0; at < 24; at++) {
        const hours = ahead[at]!;
        if (hours === 0) continue;
        const scale = (weight?.[at] ?? 1) / Math.sqrt(2 * price);
        const [root, item] = [roots[at]!.values, items[at]!.values];
        let valued = 0;
        let stays = 0;
        for (let place = 0; place < limits.length; place++) {
          const wanted = root[place]! * scale;
          const filling = item[place]!;
          // Where the value asks for more than any page does, it need not be known exactly when one is full.
          const step =
            wanted * MIN_NEW_ITEMS_PER_PAGE < filling
              ? ((wanted * MIN_NEW_ITEMS_PER_PAGE * steps) / filling + 0.5) | 0
              : -1;
          const full = step < 0 ? 0 : pageShare * filling * pagesByStep[step]!;
          const limit = limits[place]!;
          if (wanted < limit && wanted > full) valued += wanted;
          else stays += wanted > full || full > limit ? limit : full;
        }
        byValue += valued * hours;
        fixed += stays * hours;
      }
      return { byValue, fixed };
    },
  };
}
