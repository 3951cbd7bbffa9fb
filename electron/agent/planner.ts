import type { Swing } from './bursts.ts';
import { amount, hour, hourOfDay, type Rhythm } from './rates.ts';
import type { Stream, StreamId } from './streams.ts';

/**
 * "Polling semantically identical requests faster than once a minute is abusive" (public-facts, section 3). A quarter of
 * a second more, because one request may be faster on its way than the one before it.
 */
export const sameRequestFloor = 60_250;

/** What may be spent on polling, and how long it has to last. */
export interface Allowance {
  /** Requests left for polling, after the reserve; undefined while the network has not said. */
  spendable?: number | undefined;
  /** Requests to plan with until then, where that is more than is known to be left; `spendable` where it is not said. */
  pace?: number | undefined;
  /** Milliseconds until the quota is full again, as far as is known. */
  lastsFor: number;
  /** What is left for a person's own clicks, the reserve included; undefined while the network has not said. */
  forClicks?: number | undefined;
  /** What the inbox may still have when nothing is left for the rest; the same as `spendable` where it is not said. */
  forInbox?: number | undefined;
  /** When to look again if nothing can be spent. */
  fullAgainAt?: number | undefined;
}

/** What is known of a stream's events: what a poll of it is worth. Rates are of value, per hour. */
export interface Prospect {
  /** Value an hour, through the day. */
  value: Rhythm;
  /** Items an hour, through the day, where a page of them can fill up. */
  items?: Rhythm | undefined;
  /** Value an hour more or less than usual just now. */
  swing?: Swing | undefined;
  /** Everything that happened up to then is known; ms since the epoch. */
  knownUntil: number;
  /** Value and items that are known to wait beyond `knownUntil`: the last page was full. */
  waiting?: { value: number; items: number } | undefined;
}

export interface PlanInput {
  now: number;
  streams: Stream[];
  allowance: Allowance;
  /** The whole network is out of reach or asked for silence until then. */
  holdUntil?: number | undefined;
  /** Whether somebody is there to be told: 1 now and by hour of the day as it usually is; always where it is left out. */
  presence?: { now: boolean; usual: Float64Array } | undefined;
  /** The price of the last plan: where the search for this one's begins. */
  price?: number | undefined;
}

/** The next poll and when it is due; `at` may lie in the past, which means now. */
export interface PlannedPoll {
  stream: StreamId;
  at: number;
}

/** A plan: the next poll, and what a request is worth at present, in hours of waiting times value. */
export interface Plan {
  next: PlannedPoll | undefined;
  price: number;
}

/** Polls of one stream an hour, at most. */
const mostOften = hour / sameRequestFloor;

/** News that nobody is there to hear of counts this much: enough to keep the list fresh, little enough to save. */
export const whileAway = 0.0003;

/** A page holds 100 items (network-api, "Limits"); a poll comes a little before it is full. */
const fullPage = 95;
/** New items that a full page holds on average: pages do not fill evenly, and some items were seen before. */
const pageYield = 88;

/** A stream of which nothing is known is polled as if something worth 1 came every hour. */
const unknown = { perHour: new Float64Array(24).fill(1), root: new Float64Array(24).fill(1), upTo: Float64Array.from({ length: 25 }, (_, at) => at) } satisfies Rhythm;

/**
 * Which request comes next, and when. Every request has the same price ν, and a stream is polled when what is missed of
 * it has grown to where one more moment costs more than ν saves: M² ≥ 2·μ·ν·c, with M the value that waits, μ the value
 * that comes an hour, c the requests it takes. With steady rates that is polling every √(2νc/μ). The price is such that
 * what may be spent lasts exactly until the quota is full again. Pure: the same input gives the same plan.
 */
export function plan(input: PlanInput): Plan {
  const { now, streams, allowance, holdUntil } = input;
  const price = priceOf(input);
  const worth = worthNow(input);
  let next: PlannedPoll | undefined;
  for (const stream of streams) {
    if (stream.onDemand && !stream.wanted) continue;
    const affordable = stream.byPerson ? allowance.forClicks : stream.id === 'inbox' ? (allowance.forInbox ?? allowance.spendable) : allowance.spendable;
    const broke = affordable !== undefined && affordable < stream.cost;
    const wall = Math.max(
      stream.lastSentAt === undefined ? -Infinity : stream.lastSentAt + sameRequestFloor,
      stream.notBefore ?? 0,
      holdUntil ?? 0,
      broke ? (allowance.fullAgainAt ?? now + allowance.lastsFor) : 0,
    );
    // What is later than the best so far need not be known exactly.
    if (next && wall >= next.at) continue;
    const due = stream.wanted || broke || stream.lastSentAt === undefined ? now : dueWithin(input, stream, Math.max(now, wall), price, worth);
    // Whole ms, and what is due within the second is due.
    const at = Math.max(due - now < 1000 ? Math.min(due, now) : Math.ceil(due), wall);
    if (!next || at < next.at) next = { stream: stream.id, at };
  }
  return { next, price };
}

/** When a stream is due; the inbox goes on, if slowly, when there is nothing to spend but what is kept for it. */
function dueWithin({ allowance }: PlanInput, stream: Stream, from: number, price: number, worth: number): number {
  const due = dueAt(stream, from, price, worth);
  const { spendable, forInbox, lastsFor } = allowance;
  if (stream.id !== 'inbox' || spendable === undefined || spendable >= 1 || !forInbox || stream.lastSentAt === undefined) return due;
  return Math.min(due, Math.max(from, stream.lastSentAt + lastsFor / (forInbox + 1)));
}

/** What is known of a stream, or believed. */
export const prospectOf = (stream: Stream): Prospect => stream.prospect ?? { value: unknown, knownUntil: stream.lastSentAt ?? 0 };

/** How much news counts just now: less while nobody is there. */
const worthNow = ({ presence }: PlanInput): number => (presence && !presence.now ? whileAway : 1);

/** Far enough ahead: the plan is made anew long before. */
const horizon = 36;

/** When a stream is due by what it is worth, from a moment on. */
export function dueAt(stream: Stream, from: number, price: number, worth: number): number {
  const { value, items, swing, knownUntil, waiting } = prospectOf(stream);
  const swung = (at: number) => (swing ? swing.extra * swing.within * (1 - Math.exp(-(Math.max(0, at - swing.at) / hour) / swing.within)) : 0);
  let at = from;
  for (let step = 0; step < horizon; step++) {
    const extra = swing ? swing.extra * Math.exp(-(Math.max(0, at - swing.at) / hour) / swing.within) : 0;
    const of = hourOfDay(at);
    const usual = value.perHour[of]!;
    const coming = forthcoming(value, at, price * stream.cost);
    const rate = Math.max(coming + extra, coming / 10) * worth;
    const missed = Math.max(0, (waiting?.value ?? 0) + amount(value, knownUntil, at) + swung(at)) * worth;
    const threshold = Math.sqrt(2 * rate * price * stream.cost);
    if (missed >= threshold) return at;
    // While a swing passes, the rates are good for a few minutes only.
    const passing = Math.abs(extra) > 0.1 * usual;
    const until = passing ? at + hour / 20 : (Math.floor(at / hour) + 1) * hour;
    const growing = Math.max(usual + extra, 0) * worth;
    const reached = growing > 0 ? at + ((threshold - missed) / growing) * hour : Infinity;
    const full = items ? fullAt(items, knownUntil, waiting?.items ?? 0, at) : Infinity;
    if (Math.min(reached, full) <= until) return Math.min(reached, full);
    at = until;
  }
  return at;
}

/** Value an hour until the poll after the next: a poll is worth what would else wait until then. */
function forthcoming(value: Rhythm, at: number, priceOfPoll: number): number {
  const mean = value.upTo[24]! / 24;
  const span = Math.min(longestSpan, Math.max(shortestSpan, Math.sqrt((2 * priceOfPoll) / Math.max(value.perHour[hourOfDay(at)]!, mean / 10, 1e-9))));
  return Math.max(amount(value, at, at + span * hour) / span, 1e-9);
}

const shortestSpan = 1 / mostOften;
const longestSpan = 24;

/** When a page of a stream's items is full, looking an hour ahead. */
function fullAt(items: Rhythm, knownUntil: number, waiting: number, at: number): number {
  const there = waiting + amount(items, knownUntil, at);
  if (there >= fullPage) return at;
  const rate = items.perHour[hourOfDay(at)]!;
  return rate > 0 ? at + ((fullPage - there) / rate) * hour : Infinity;
}

/**
 * What a request must be worth, so that the plan spends what there is. In value times hours; 0 where everything can be
 * polled as often as the network allows.
 */
export function priceOf({ now, streams, allowance, presence, price: before }: PlanInput): number {
  const { lastsFor } = allowance;
  const spendable = allowance.pace ?? allowance.spendable;
  if (spendable === undefined) return 0;
  const planned = streams.filter((stream) => !stream.onDemand);
  const ahead = hoursAhead(now, lastsFor);
  const length = ahead.reduce((sum, hours) => sum + hours, 0);
  if (planned.reduce((sum, { cost }) => sum + cost * mostOften * length, 0) <= spendable) return 0;
  const weight = presence ? presence.usual.map((there) => there + (1 - there) * Math.sqrt(whileAway)) : undefined;
  const pages = planned.reduce((sum, stream) => sum + pagesAhead(stream, ahead), 0);
  // Where full pages alone are too much, they have to come later; the rest keeps a part for itself.
  const pageShare = Math.min(1, (0.75 * spendable) / Math.max(pages, 1e-9));
  const target = Math.max(spendable, 0.2);
  const spent = (price: number): number => {
    const scale = 1 / Math.sqrt(2 * price);
    let total = 0;
    for (const stream of planned) {
      const { value, items } = prospectOf(stream);
      const each = scale * Math.sqrt(1 / stream.cost);
      for (let at = 0; at < 24; at++) {
        const hours = ahead[at]!;
        if (hours === 0) continue;
        let often = value.root[at]! * each * (weight ? weight[at]! : 1);
        if (items) often = Math.max(often, (pageShare * items.perHour[at]!) / pageYield);
        total += (often < mostOften ? often : mostOften) * hours * stream.cost;
      }
    }
    return total;
  };
  let price = before !== undefined && before > 0 ? before : 1;
  let [low, high] = [1e-9, 1e12];
  // Without limits the price goes with the square of what is spent, so a few steps do.
  for (let step = 0; step < 40; step++) {
    const off = spent(price) / target;
    if (Math.abs(off - 1) < 0.004) break;
    if (off > 1) low = Math.max(low, price);
    else high = Math.min(high, price);
    const guess = price * Math.min(100, Math.max(0.01, off * off));
    price = guess > low && guess < high ? guess : Math.sqrt(low * high);
    if (high / low < 1.001) break;
  }
  return price;
}

/** Polls an hour that a price gives a stream, at an hour of the day. */
export function pollsAnHour(prospect: Prospect, cost: number, price: number, at: number, worth = 1): number {
  const byValue = price > 0 ? Math.sqrt((prospect.value.perHour[at]! * worth) / (2 * price * cost)) : mostOften;
  return Math.min(mostOften, Math.max(byValue, (prospect.items?.perHour[at] ?? 0) / pageYield));
}

/** How many hours there are of each hour of the day, from now on for so many ms (a day at most). */
function hoursAhead(now: number, lastsFor: number): Float64Array {
  const ahead = new Float64Array(24);
  const end = now + Math.min(Math.max(lastsFor, sameRequestFloor), 24 * hour);
  for (let at = now; at < end; ) {
    const next = Math.min(end, (Math.floor(at / hour) + 1) * hour);
    ahead[hourOfDay(at)]! += (next - at) / hour;
    at = next;
  }
  return ahead;
}

/** Requests that a stream's full pages take. */
function pagesAhead(stream: Stream, ahead: Float64Array): number {
  const { items } = prospectOf(stream);
  return items ? ahead.reduce((sum, hours, at) => sum + (hours * items.perHour[at]! * stream.cost) / pageYield, 0) : 0;
}
