import { DAY_MS } from '../../../../common/durations.ts';
import { AWAY_WEIGHT, SAME_REQUEST_FLOOR_MS, type Stream } from '../forecast/forecast.ts';
import type { PresenceOutlook } from '../forecast/habits.ts';
import { amountBetween, hourlyProfile, hourOfDay, hoursBetween, type HourlyProfile } from '../forecast/hourly-rates.ts';
import { Demand, type RequestsAtPrice } from './demand.ts';
import type { Allowance } from '../quota.ts';
import type { ClockUncertainty } from '../server-clock.ts';

/** Input of a plan. Times are in ms since the epoch, server time. */
export interface PlanInput {
  now: number;
  streams: Stream[];
  allowance: Allowance;
  /** No requests are sent to the network until then: it is out of reach or asked for a pause. */
  closedUntil?: number | undefined;
  /** Uncertainty of the time after a suspected sleep. Pauses are measured by the time that has certainly passed. */
  uncertainty?: ClockUncertainty | undefined;
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
