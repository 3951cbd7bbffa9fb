import { createDemand, type Spent } from './demand.ts';
import type { PlanInput } from './plan-types.ts';
import { SAME_REQUEST_FLOOR_MS, AWAY_WEIGHT } from '../forecast/forecast.ts';
import { amountBetween, HOUR_MS, hourOfDay, hourlyProfile, type HourlyProfile } from '../forecast/hourly-rates.ts';

/** What a request is worth, so that the plan spends what there is. */
export interface Price {
  /** In value times hours; 0 where everything can be polled as often as the network allows. */
  now: number;
  /** How it falls while nothing is spent; undefined where it does not, as nobody knows when the quota is full again. */
  fall?: PriceDecay | undefined;
}

/**
 * How the price falls while nothing is spent: the same requests have less time to serve. Its root is in proportion to
 * what would be asked from then on.
 */
export interface PriceDecay {
  /** Requests an hour, through the day, up to a factor. */
  asked: HourlyProfile;
  /** All of them from `now` to `end`. */
  total: number;
  now: number;
  /** When the quota is full again. */
  end: number;
}

/** The root of the price at a moment, as a part of the present one; at the very end what is left goes at once. */
export const decayedRoot = ({ asked, total, now, end }: PriceDecay, at: number): number =>
  at <= now ? 1 : amountBetween(asked, at, end) / total;

/** Finds the price. */
export function findPrice({
  now,
  streams,
  allowance,
  presence,
  price: before,
  demand = createDemand(),
}: PlanInput): Price {
  const { lastsFor } = allowance;
  const spendable = allowance.pace ?? allowance.spendable;
  if (spendable === undefined) return { now: 0 };
  const awake = presence?.awake;
  // What the machine will sleep through needs nothing; it is awake now.
  const ahead = hoursAhead(now, lastsFor).map((hours, at) => hours * (at === hourOfDay(now) ? 1 : (awake?.[at] ?? 1)));
  demand.show(streams);
  if (demand.atMost() * ahead.reduce((sum, hours) => sum + hours, 0) <= spendable) return { now: 0 };
  const weight = presence?.usual.map((there) => there + (1 - there) * Math.sqrt(AWAY_WEIGHT));
  const roots = demand.roots().map((root, at) => root * (weight?.[at] ?? 1) * (awake?.[at] ?? 1));
  // Where full pages alone are too much, they have to come later; the rest keeps a part for itself.
  const pages = demand.pages().reduce((sum, perHour, at) => sum + perHour * ahead[at]!, 0);
  const pageShare = Math.min(1, (0.75 * spendable) / Math.max(pages, 1e-9));
  const price = search(
    (at) => demand.spent(at, ahead, weight, pageShare),
    Math.max(spendable, 0.2),
    before !== undefined && before > 0 ? before : 1,
  );
  return { now: price, fall: fallOf(roots, now, allowance) };
}

/** The price at which so many requests are spent, looked for around a first guess. */
function search(spent: (price: number) => Spent, target: number, first: number): number {
  let price = first;
  let [low, high] = [0, 1e12];
  for (let step = 0; step < 60; step++) {
    const { byValue, fixed } = spent(price);
    const off = (byValue + fixed) / target;
    if (Math.abs(off - 1) < 0.004) return price;
    if (off > 1) low = price;
    else high = price;
    if (high / low < 1.001 || high < 1e-9) break;
    // What goes by value goes with the root of the price; as long as the rest stays as it is, one step does.
    const guess = price * Math.min(1000, Math.max(0.001, (byValue / Math.max(target - fixed, 1e-9)) ** 2));
    price = guess > low && guess < high ? guess : low > 0 ? Math.sqrt(low * high) : high / 10;
  }
  return price;
}

function fallOf(
  roots: Float64Array,
  now: number,
  { spendable, pace, lastsFor }: PlanInput['allowance'],
): PriceDecay | undefined {
  if (spendable === undefined || pace !== undefined || lastsFor > 24 * HOUR_MS) return undefined;
  const asked = hourlyProfile(roots);
  const end = now + lastsFor;
  return { asked, total: Math.max(amountBetween(asked, now, end), 1e-12), now, end };
}

/** How many hours there are of each hour of the day, from now on for so many ms (a day at most). */
function hoursAhead(now: number, lastsFor: number): Float64Array {
  const ahead = new Float64Array(24);
  const end = now + Math.min(Math.max(lastsFor, SAME_REQUEST_FLOOR_MS), 24 * HOUR_MS);
  for (let at = now; at < end;) {
    const next = Math.min(end, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS);
    ahead[hourOfDay(at)]! += (next - at) / HOUR_MS;
    at = next;
  }
  return ahead;
}
