import { HOUR_MS, MINUTE_MS } from '../../../../common/durations.ts';
import type { StreamId } from '../../ids.ts';
import { AWAY_WEIGHT, forecastOf, FULL_PAGE_ITEMS, SAME_REQUEST_FLOOR_MS, type Stream } from '../forecast/forecast.ts';
import { amountBetween } from '../forecast/hourly-rates.ts';
import { dueAt } from './due-time.ts';
import { followsHints, unhintedForecast } from './demand.ts';
import type { Allowance } from '../quota.ts';
import { findPrice, type PlanInput, type PriceDecay } from './price.ts';

/**
 * The folder `plan` turns quota and forecasts into polls: which request comes next, and when. It sends no requests and
 * reads no clock. All streams share one price for a request, at which the quota lasts until it is full again
 * (`price.ts`, from the `demand.ts` of all hours). Each stream is due when waiting costs more than that price
 * (`due-time.ts`), and this file takes the first of them. `explanation.ts` says it to the user.
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
  { now, allowance, closedUntil, uncertainty }: PlanInput,
  isUnaffordable: boolean,
): number {
  const mayNotHavePassed = uncertainty?.(lastSentAt ?? -Infinity) ?? 0;
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
