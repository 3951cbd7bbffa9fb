import { decayedRoot, findPrice, type PriceDecay } from './request-price.ts';
import {
  FULL_PAGE_ITEMS,
  MAX_POLLS_PER_HOUR,
  itemsWorthAPage,
  forecastOf,
  AWAY_REST_MS,
  SAME_REQUEST_FLOOR_MS,
  AWAY_WEIGHT,
} from '../forecast/forecast.ts';
import { amountBetween, HOUR_MS, hourOfDay, type HourlyProfile } from '../forecast/hourly-rates.ts';
import type { Stream } from '../forecast/stream.ts';
import type { PlanInput, Plan, PlannedPoll, Allowance } from './plan-types.ts';

/**
 * Which request comes next, and when. Every request has the same price ν, and a stream is polled when what is missed of
 * it has grown to where one more moment costs more than ν saves: M² ≥ 2·μ·ν·c, with M the value that waits, μ the value
 * that comes an hour, c the requests it takes. With steady rates that is polling every √(2νc/μ). The price is such that
 * what may be spent lasts exactly until the quota is full again. Pure: the same input gives the same plan.
 */
export function planNextPoll(input: PlanInput): Plan {
  const { now, streams, demand, allowance } = input;
  const { now: price, fall } = findPrice(input);
  const worth = worthNow(input);
  // The root of the price falls in proportion to what would be asked until the end.
  const terms = { now, price: fall ? price / fall.total ** 2 : price, worth, end: fall?.end };
  const { bounds, part = 1 } = (price > 0 && (allowance.spendable ?? 0) > few && demand?.notDueBefore(terms)) || {};
  const first = bounds && earliest(bounds);
  // What is not due before the likely first one need not be looked at, and hardly is another due before it.
  const soon = first === undefined ? Infinity : (atOf(input, streams[first]!, price, worth, { fall }) ?? Infinity);
  let next: PlannedPoll | undefined;
  for (let place = 0; place < streams.length; place++) {
    if (bounds && bounds[place]! > Math.min(soon, next?.at ?? Infinity)) continue;
    const stream = streams[place]!;
    // What is later than the best so far need not be known exactly.
    const at = atOf(input, stream, price, worth, { fall, before: next?.at });
    if (at !== undefined && (!next || at < next.at)) next = { stream: stream.id, at };
    if (bounds && bounds[place]! <= now && isBounded(input, stream))
      bounds[place] = notDueUntil(stream, now, price * part, worth, fall);
  }
  return { next, price };
}

/** So few requests may be less than a poll takes, so that it waits for more of them. */
const few = 10;

/** Whether a stream waits for nothing but what is missed of it. */
const isBounded = (
  { allowance: { spendable } }: PlanInput,
  { id, cost, wanted, onDemand, lastSentAt, forecast: prospect }: Stream,
): boolean =>
  id !== 'inbox' &&
  !wanted &&
  !onDemand &&
  lastSentAt !== undefined &&
  prospect !== undefined &&
  !prospect.deviation &&
  spendable !== undefined &&
  spendable >= cost;

function earliest(bounds: Float64Array): number | undefined {
  let first: number | undefined;
  for (let place = 0; place < bounds.length; place++)
    if (bounds[place]! > -Infinity && !(first !== undefined && bounds[place]! >= bounds[first]!)) first = place;
  return first;
}

/** When a stream is to be polled: due, allowed and affordable; undefined where it is not, or not before something else. */
function atOf(input: PlanInput, stream: Stream, price: number, worth: number, view: View): number | undefined {
  const { now, allowance, pausedUntil: holdUntil } = input;
  if (stream.onDemand && !stream.wanted) return undefined;
  const affordable = stream.byPerson
    ? allowance.forClicks
    : stream.id === 'inbox'
      ? (allowance.forInbox ?? allowance.spendable)
      : allowance.spendable;
  const broke = affordable !== undefined && affordable < stream.cost;
  const mayNotHavePassed = input.uncertainty?.(stream.lastSentAt ?? -Infinity) ?? 0;
  const wall = Math.max(
    stream.lastSentAt === undefined ? -Infinity : stream.lastSentAt + SAME_REQUEST_FLOOR_MS + mayNotHavePassed,
    (stream.notBefore ?? 0) + mayNotHavePassed,
    holdUntil ?? 0,
    broke ? (allowance.fullAgainAt ?? now + allowance.lastsFor) : 0,
  );
  if (view.before !== undefined && wall >= view.before) return undefined;
  const due =
    stream.wanted || broke || stream.lastSentAt === undefined
      ? now
      : dueWithin(input, stream, Math.max(now, wall), price, worth, view);
  // Whole ms, and what is due within the second is due.
  return Math.max(due - now < 1000 ? Math.min(due, now) : Math.ceil(due), wall);
}

/** When a stream is due; the inbox goes on, if slowly, when there is hardly more to spend than what is kept for it. */
function dueWithin(
  { allowance }: PlanInput,
  stream: Stream,
  from: number,
  price: number,
  worth: number,
  view: View,
): number {
  const due = dueAt(stream, from, price, worth, view);
  const slowly = stream.id === 'inbox' ? inboxFallbackInterval(allowance) : undefined;
  return slowly === undefined || stream.lastSentAt === undefined
    ? due
    : Math.min(due, Math.max(from, stream.lastSentAt + slowly));
}

/** The interval, in ms, at which the inbox is looked at with what is kept for it; undefined while it needs none of that, or nothing is kept. */
export function inboxFallbackInterval({ spendable, forInbox, lastsFor }: Allowance): number | undefined {
  if (spendable === undefined || !forInbox) return undefined;
  const kept = forInbox - spendable;
  return spendable >= Math.max(1, kept) ? undefined : lastsFor / (kept + 1);
}

/** How much news counts just now: less while nobody is there. */
const worthNow = ({ presence }: PlanInput): number => (presence && !presence.now ? AWAY_WEIGHT : 1);

/** Far enough ahead: the plan is made anew long before. */
const horizon = 36;

/** How the price goes on, which stays without `fall`; and when something else is due: what comes later need not be known. */
interface View {
  fall?: PriceDecay | undefined;
  before?: number | undefined;
}

/** When a stream is due by what it is worth, from a moment on; Infinity where that is not before something else is. */
export function dueAt(
  stream: Stream,
  from: number,
  price: number,
  worth: number,
  { fall, before = Infinity }: View = {},
): number {
  const { value, items, deviation: swing, knownUntil, backlog: waiting } = forecastOf(stream);
  const rested = worth < 1 && stream.lastSentAt !== undefined ? stream.lastSentAt + AWAY_REST_MS : -Infinity;
  const swung = (at: number) =>
    swing ? swing.extra * swing.within * (1 - Math.exp(-(Math.max(0, at - swing.at) / HOUR_MS) / swing.within)) : 0;
  let at = from;
  for (let step = 0; step < horizon; step++) {
    const extra = swing ? swing.extra * Math.exp(-(Math.max(0, at - swing.at) / HOUR_MS) / swing.within) : 0;
    const of = hourOfDay(at);
    const usual = value.perHour[of]!;
    const coming = forthcoming(value, at, price * stream.cost);
    const rate = Math.max(coming + extra, coming / 10) * worth;
    const missed = Math.max(0, (waiting?.value ?? 0) + amountBetween(value, knownUntil, at) + swung(at)) * worth;
    // Beyond the end another day's requests are there.
    const falls = fall && at < fall.end ? fall : undefined;
    const fallsTo = falls ? decayedRoot(falls, at) : 1;
    const threshold = Math.sqrt(2 * rate * price * stream.cost) * fallsTo;
    if (missed >= threshold && at >= rested) return at;
    // While a swing passes, the rates are good for a few minutes only.
    const passing = Math.abs(extra) > 0.1 * usual;
    const until = passing ? at + HOUR_MS / 20 : (Math.floor(at / HOUR_MS) + 1) * HOUR_MS;
    const growing =
      Math.max(usual + extra, 0) * worth +
      (falls ? (threshold / fallsTo) * (falls.asked.perHour[of]! / falls.total) : 0);
    const reached =
      missed >= threshold
        ? rested
        : Math.max(rested, growing > 0 ? at + ((threshold - missed) / growing) * HOUR_MS : Infinity);
    const full = items
      ? fullAt(
          items,
          knownUntil,
          waiting?.items ?? 0,
          at,
          itemsWorthAPage(usual * worth, items.perHour[of]!, price * stream.cost),
        )
      : Infinity;
    if (Math.min(reached, full) <= until) return Math.min(reached, full);
    at = until;
    if (at >= before) return Infinity;
  }
  return at;
}

/** So far ahead it is worth finding out that a stream is not due, in such steps. */
const ahead = 2 * HOUR_MS;
const stride = HOUR_MS / 6;

/** Until when a stream without a swing is not due from a moment on, whenever that is asked; good to one step. */
function notDueUntil(stream: Stream, from: number, price: number, worth: number, fall: PriceDecay | undefined): number {
  const { value, items, knownUntil, backlog: waiting } = forecastOf(stream);
  const priceOfPoll = price * stream.cost;
  const thresholdAt = (at: number) =>
    Math.sqrt(2 * forthcoming(value, at, priceOfPoll) * worth * priceOfPoll) *
    (fall && at < fall.end ? decayedRoot(fall, at) : 1);
  let at = from;
  while (at < from + ahead) {
    // Thresholds jump from one hour to the next.
    const end = (Math.floor(at / stride) + 1) * stride;
    const missed = ((waiting?.value ?? 0) + amountBetween(value, knownUntil, end)) * worth;
    const isFull =
      items !== undefined && (waiting?.items ?? 0) + amountBetween(items, knownUntil, end) >= FULL_PAGE_ITEMS;
    if (isFull || missed >= Math.min(thresholdAt(at), thresholdAt(end - 1))) return at;
    at = end;
  }
  return at;
}

/** Value an hour until the poll after the next: a poll is worth what would else wait until then. */
function forthcoming(value: HourlyProfile, at: number, priceOfPoll: number): number {
  const mean = value.cumulative[24]! / 24;
  const span = Math.min(
    longestSpan,
    Math.max(shortestSpan, Math.sqrt((2 * priceOfPoll) / Math.max(value.perHour[hourOfDay(at)]!, mean / 10, 1e-9))),
  );
  return Math.max(amountBetween(value, at, at + span * HOUR_MS) / span, 1e-9);
}

const shortestSpan = 1 / MAX_POLLS_PER_HOUR;
const longestSpan = 24;

/** When so many of a stream's items wait as a page is worth taking for, looking an hour ahead. */
function fullAt(items: HourlyProfile, knownUntil: number, waiting: number, at: number, enough: number): number {
  const there = waiting + amountBetween(items, knownUntil, at);
  if (there >= enough) return at;
  const rate = items.perHour[hourOfDay(at)]!;
  return rate > 0 ? at + ((enough - there) / rate) * HOUR_MS : Infinity;
}
