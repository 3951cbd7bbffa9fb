import { HOUR_MS } from '../../../../common/durations.ts';
import {
  AWAY_REST_MS,
  type Forecast,
  forecastOf,
  itemsWorthAPage,
  MAX_POLLS_PER_HOUR,
  type Stream,
} from '../forecast/forecast.ts';
import { amountBetween, hourOfDay, type HourlyProfile } from '../forecast/hourly-rates.ts';
import type { RateDeviation } from '../forecast/bursts.ts';
import { decayedRoot, type PriceDecay } from './price.ts';

/** Number of steps (usually an hour each) to look ahead; a new plan is made long before that. */
const HORIZON_STEPS = 36;
/** Length of a step while the rate deviates from its mean, in ms. */
const DEVIATION_STEP_MS = HOUR_MS / 20;
/** A smaller deviation, relative to the usual rate, is ignored. */
const NOTICEABLE_DEVIATION = 0.1;

/** The rates at a time, valid until the end of the step. */
interface Step {
  at: number;
  end: number;
  hour: number;
  /** Deviation from the usual value per hour. */
  extra: number;
  /** Value missed so far. */
  missed: number;
  /** The value at which a poll is worth its price. */
  threshold: number;
  /** How far the root of the price has fallen; 1 if it does not fall. */
  rootFactor: number;
}

/**
 * Returns when a stream is due because of its value, at `from` or later; Infinity if not before `before`.
 * @param weight factor for the value of events
 * @param decay how the price falls; constant if undefined
 * @param before another stream is due then, so a later time is not needed
 */
export function dueAt(
  stream: Stream,
  from: number,
  price: number,
  weight: number,
  decay?: PriceDecay,
  before = Infinity,
): number {
  const forecast = forecastOf(stream);
  const priceOfPoll = price * stream.cost;
  const restsUntil = weight < 1 && stream.lastSentAt !== undefined ? stream.lastSentAt + AWAY_REST_MS : -Infinity;
  let at = from;
  for (let count = 0; count < HORIZON_STEPS; count++) {
    const step = stepAt(forecast, at, priceOfPoll, weight, decay);
    if (step.missed >= step.threshold && at >= restsUntil) return at;
    const reached =
      step.missed >= step.threshold
        ? restsUntil
        : Math.max(restsUntil, thresholdReachedAt(forecast, step, weight, decay));
    const full = pageFullAt(forecast, step, weight, priceOfPoll);
    if (Math.min(reached, full) <= step.end) return Math.min(reached, full);
    at = step.end;
    if (at >= before) return Infinity;
  }
  return at;
}

const NO_DEVIATION: RateDeviation = { extra: 0, at: 0, within: 1 };

function stepAt(
  { value, deviation, knownUntil, backlog }: Forecast,
  at: number,
  priceOfPoll: number,
  weight: number,
  decay: PriceDecay | undefined,
): Step {
  const hour = hourOfDay(at);
  const { extra: deviating, at: deviatingAt, within } = deviation ?? NO_DEVIATION;
  const faded = Math.exp(-(Math.max(0, at - deviatingAt) / HOUR_MS) / within);
  const extra = deviating * faded;
  const deviated = deviating * within * (1 - faded);
  const coming = valueUntilNextPoll(value, at, priceOfPoll);
  const rate = Math.max(coming + extra, coming / 10) * weight;
  // After the reset of the quota, another day's requests are available.
  const rootFactor = decay && at < decay.end ? decayedRoot(decay, at) : 1;
  const isDeviating = Math.abs(extra) > NOTICEABLE_DEVIATION * value.perHour[hour]!;
  return {
    at,
    end: isDeviating ? at + DEVIATION_STEP_MS : (Math.floor(at / HOUR_MS) + 1) * HOUR_MS,
    hour,
    extra,
    missed: Math.max(0, (backlog?.value ?? 0) + amountBetween(value, knownUntil, at) + deviated) * weight,
    threshold: Math.sqrt(2 * rate * priceOfPoll) * rootFactor,
    rootFactor,
  };
}

/** Returns when the growing missed value meets the threshold, which falls with the price. */
function thresholdReachedAt(
  { value }: Forecast,
  { at, hour, extra, missed, threshold, rootFactor }: Step,
  weight: number,
  decay: PriceDecay | undefined,
): number {
  const falls =
    decay && at < decay.end ? (threshold / rootFactor) * (decay.demandProfile.perHour[hour]! / decay.total) : 0;
  const growing = Math.max(value.perHour[hour]! + extra, 0) * weight + falls;
  return growing > 0 ? at + ((threshold - missed) / growing) * HOUR_MS : Infinity;
}

/** Returns when enough items wait for a page of them to be worth a request, from one hour's rates. */
function pageFullAt(
  { value, items, knownUntil, backlog }: Forecast,
  { at, hour }: Step,
  weight: number,
  priceOfPoll: number,
): number {
  if (!items) return Infinity;
  const enough = itemsWorthAPage(value.perHour[hour]! * weight, items.perHour[hour]!, priceOfPoll);
  const there = (backlog?.items ?? 0) + amountBetween(items, knownUntil, at);
  if (there >= enough) return at;
  const rate = items.perHour[hour]!;
  return rate > 0 ? at + ((enough - there) / rate) * HOUR_MS : Infinity;
}

const MIN_SPAN_HOURS = 1 / MAX_POLLS_PER_HOUR;
const MAX_SPAN_HOURS = 24;

/**
 * Returns the mean value per hour until the poll after the next: a poll is worth the value that would otherwise wait
 * until then.
 */
function valueUntilNextPoll(value: HourlyProfile, at: number, priceOfPoll: number): number {
  const mean = value.cumulative[24]! / 24;
  const span = Math.min(
    MAX_SPAN_HOURS,
    Math.max(MIN_SPAN_HOURS, Math.sqrt((2 * priceOfPoll) / Math.max(value.perHour[hourOfDay(at)]!, mean / 10, 1e-9))),
  );
  return Math.max(amountBetween(value, at, at + span * HOUR_MS) / span, 1e-9);
}
