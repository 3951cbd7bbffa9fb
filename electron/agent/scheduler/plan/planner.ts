import { HOUR_MS, MINUTE_MS } from '../../../../common/durations.ts';
import type { StreamId } from '../../ids.ts';
import {
  AWAY_WEIGHT,
  forecastOf,
  FULL_PAGE_ITEMS,
  SAME_REQUEST_FLOOR_MS,
  type Stream,
  AWAY_REST_MS,
  type Forecast,
  itemsWorthAPage,
  MAX_POLLS_PER_HOUR,
} from '../forecast/forecast.ts';
import { amountBetween, hourOfDay, type HourlyProfile, type RateDeviation } from '../forecast/hourly-rates.ts';
import { followsHints, unhintedForecast, findPrice, type PlanInput, type PriceDecay, decayedRoot } from './price.ts';
import type { Allowance } from '../quota.ts';

/**
 * The folder `plan` turns quota and forecasts into polls: which request comes next, and when. It sends no requests and
 * reads no clock. All streams share one price for a request, at which the quota lasts until it is full again
 * (`price.ts`, from the demand of all hours). Each stream is due when waiting costs more than that price, and this
 * file takes the first of them. `explanation.ts` says it to the user.
 */

/** Polls due within this time run now, in ms. */
const DUE_NOW_MS = 1000;
/** Streams whose events are held are still polled this often, in ms, for the counts in the tray. */
const MAX_HOLD_MS = HOUR_MS;
/** How long before the end of a hold its streams are polled, in ms, so that their events are known in time. */
const HOLD_ENDS_BEFORE_MS = 1.5 * MINUTE_MS;

/** The next poll and when it is due; `at` in the past means now. */
export interface PlannedPoll {
  stream: StreamId;
  at: number;
}

/** State of one plan that every stream's due time depends on. */
interface PlanState {
  input: PlanInput;
  price: number;
  decay: PriceDecay | undefined;
  /** Current weight of events: less while the user is away. */
  weight: number;
}

/**
 * Plans the next request and its time. Every request has the same price ν. A stream is polled once its missed value has
 * grown so far that one more moment costs more than ν saves: M² ≥ 2·μ·ν·c, where M is the waiting value, μ the value
 * per hour, and c the requests per poll. At steady rates that is a poll every √(2νc/μ). The price is such that the
 * requests last exactly until the quota is full again. Returns it in hours of waiting times value.
 */
export function planNextPoll(input: PlanInput): { next: PlannedPoll | undefined; price: number } {
  const { streams } = input;
  const { now: price, decay } = findPrice(input);
  const state = { input, price, decay, weight: currentWeight(input) };
  let next: PlannedPoll | undefined;
  for (const stream of streams) {
    // A time later than the best so far need not be exact.
    const at = timeOf(stream, state, next?.at);
    if (at !== undefined && (!next || at < next.at)) next = { stream: stream.id, at };
  }
  return { next, price };
}

/** Returns the current weight of events: less while the user is away. */
export const currentWeight = ({ presence }: Pick<PlanInput, 'presence'>): number =>
  presence && !presence.now ? AWAY_WEIGHT : 1;

/** Returns when a stream is to be polled: due, allowed and affordable; undefined if never, or not before `before`. */
function timeOf(stream: Stream, state: PlanState, before?: number): number | undefined {
  const { now, allowance } = state.input;
  if (stream.onDemand && !stream.wanted) return undefined;
  const affordable = requestsFor(stream, allowance);
  const isUnaffordable = affordable !== undefined && affordable < stream.cost;
  const allowedAt = earliestAllowed(stream, state.input, isUnaffordable);
  if (before !== undefined && allowedAt >= before) return undefined;
  const due =
    stream.wanted || isUnaffordable || stream.lastSentAt === undefined
      ? now
      : Math.max(dueOrFallback(stream, Math.max(now, allowedAt), state, before), holdEnd(stream, state.input));
  return Math.max(due - now < DUE_NOW_MS ? Math.min(due, now) : Math.ceil(due), allowedAt);
}

/**
 * Returns until when a stream is not polled because its events could not be announced before. A full page is fetched
 * all the same, or items might be missed.
 */
function holdEnd(stream: Stream, { now, heldUntil }: PlanInput): number {
  if (heldUntil === undefined || stream.id === 'inbox' || stream.lastSentAt === undefined) return -Infinity;
  const { items, knownUntil, backlog } = forecastOf(stream);
  const waiting = (backlog?.items ?? 0) + (items ? amountBetween(items, knownUntil, now) : 0);
  if (waiting >= FULL_PAGE_ITEMS) return -Infinity;
  return Math.min(heldUntil - HOLD_ENDS_BEFORE_MS, stream.lastSentAt + MAX_HOLD_MS);
}

/** Returns the requests left for a stream, or undefined until the network has reported its quota. */
function requestsFor({ id, byPerson }: Stream, { spendable, forClicks, forInbox }: Allowance): number | undefined {
  if (byPerson) return forClicks;
  return id === 'inbox' ? (forInbox ?? spendable) : spendable;
}

/** Returns from when on the rules allow a poll: the minute between equal requests, pauses, and the quota. */
function earliestAllowed(
  { lastSentAt, notBefore }: Stream,
  { now, allowance, closedUntil, uncertainMs }: PlanInput,
  isUnaffordable: boolean,
): number {
  const mayNotHavePassed = uncertainMs?.(lastSentAt ?? -Infinity) ?? 0;
  return Math.max(
    lastSentAt === undefined ? -Infinity : lastSentAt + SAME_REQUEST_FLOOR_MS + mayNotHavePassed,
    (notBefore ?? 0) + mayNotHavePassed,
    closedUntil ?? 0,
    isUnaffordable ? (allowance.fullAgainAt ?? now + allowance.lastsFor) : 0,
  );
}

/**
 * Returns when a stream is due. The inbox is still polled, if slowly, when hardly more is left than its own reserve.
 */
function dueOrFallback(stream: Stream, from: number, state: PlanState, before: number | undefined): number {
  const { input, price, decay, weight } = state;
  const forecast = forecastOf(stream);
  const isHinted = followsHints(stream, forecast, price, weight);
  if (isHinted && stream.hints.waiting) return from;
  const expected = isHinted ? { ...stream, forecast: unhintedForecast(forecast, stream.hints) } : stream;
  const due = dueAt(expected, from, price, weight, decay, before);
  const interval = stream.id === 'inbox' ? inboxFallbackInterval(input.allowance) : undefined;
  return interval === undefined || stream.lastSentAt === undefined
    ? due
    : Math.min(due, Math.max(from, stream.lastSentAt + interval));
}

/**
 * Returns the interval, in ms, at which the inbox is polled with the requests reserved for it; undefined while it needs
 * none of them, or none are reserved.
 */
export function inboxFallbackInterval({ spendable, forInbox, lastsFor }: Allowance): number | undefined {
  if (spendable === undefined || !forInbox) return undefined;
  const reserved = forInbox - spendable;
  return spendable >= Math.max(1, reserved) ? undefined : lastsFor / (reserved + 1);
}

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
