import { z } from 'zod';
import type { Allowance } from './plan-types.ts';
import { shiftedTime } from '../domain/clock-shift.ts';

/** The quota as a network's answer tells it. */
export interface Quota {
  max: number;
  remaining: number;
}

/** What is known of the quota; kept across restarts. Times are ms since the epoch by the network's clock. */
export const QuotaState = z.object({
  max: z.number(),
  remaining: z.number(),
  observedAt: z.number(),
  /** When this quota began to be counted, as far as Askbell saw. */
  windowStartedAt: z.number(),
  /** When an answer first showed it: it cannot have begun later. */
  shownAt: z.number().optional(),
  /** This network begins a day with the first request after the last one's end, rather than at a fixed time. */
  rolls: z.boolean().optional(),
  /** Requests Askbell itself has sent since then. */
  usedByAskbell: z.number(),
  /** Those of them that no answer has told of yet: counted as spent, though the network may not have heard of them. */
  unanswered: z.number().optional(),
  /** What others with the same account or address have spent, in how many hours; older ones counting less. */
  others: z.object({ requests: z.number(), hours: z.number() }).optional(),
});
export type QuotaState = z.output<typeof QuotaState>;

/** "Requests per day" (network-api, "Limits"); where the day begins is not said. */
export const QUOTA_WINDOW_MS = 24 * 3600_000;

const hour = 3600_000;

/** Answers that overtake each other make the count seem to rise a little; that is no reset. */
const wobble = 5;

/** Kept back for what the person clicks: a twentieth, 30 requests at most. */
export const fullReserve = (max: number): number => Math.min(30, Math.floor(max / 20));

/** In the last hours before the quota is full again fewer clicks are to come, and what is not used by then is lost. */
const reserveMelts = 6 * hour;

/** What is kept back to the very end, so that a click is never refused. */
const leastReserve = (max: number): number => Math.min(fullReserve(max), 3);

/** What is kept back for clicks with so many ms to go until the quota is full again. */
export const reserveAt = (max: number, left: number): number =>
  Math.max(leastReserve(max), Math.ceil(fullReserve(max) * Math.min(1, Math.max(0, left) / reserveMelts)));

/** What others do is believed to be nothing until it was watched for some hours. */
const otherHours = 6;
/** Their habits of a week ago count half: they come in bursts, and few days tell little. */
const othersHalfLife = 7 * 24;

/** An answer so long after the end that still shows the old count, in ms, proves that the end is another. */
const provenAfter = 60_000;

/** Whether an answer shows that the quota is full again: a jump upward, or a small one where it is due and hardly anything was spent. */
export function isReset(known: QuotaState, quota: Quota, now: number): boolean {
  const rise = quota.remaining - known.remaining;
  const due = now >= known.windowStartedAt + QUOTA_WINDOW_MS;
  return (
    quota.max !== known.max ||
    rise - (known.unanswered ?? 0) > wobble ||
    (due && rise > 0 && quota.remaining > 0.95 * quota.max)
  );
}

/**
 * Takes what was known and what an answer says, gives what is known now. A jump upward is the reset: the network
 * never says when it comes (public-facts, section 3). What is missing beyond Askbell's own requests others have spent.
 */
export function observeQuota(known: QuotaState | undefined, quota: Quota, now: number): QuotaState {
  const { max, remaining } = quota;
  if (!known) return { max, remaining, observedAt: now, windowStartedAt: now, shownAt: now, usedByAskbell: 1 };
  if (isReset(known, quota, now)) {
    const early = now < known.windowStartedAt + QUOTA_WINDOW_MS - 10 * provenAfter;
    const rolls = known.rolls === true && !early;
    return {
      max,
      remaining,
      observedAt: now,
      windowStartedAt: rolls ? now : resetBetween(known, now),
      shownAt: now,
      rolls,
      usedByAskbell: 1,
      others: known.others,
    };
  }
  const hours = Math.max(0, now - known.observedAt) / hour;
  const keep = 0.5 ** (hours / othersHalfLife);
  const { requests, hours: watched } = known.others ?? { requests: 0, hours: 0 };
  return {
    ...known,
    ...(now > known.windowStartedAt + QUOTA_WINDOW_MS + provenAfter &&
      known.shownAt !== undefined &&
      known.shownAt > known.windowStartedAt && { windowStartedAt: known.shownAt, rolls: true }),
    remaining,
    observedAt: now,
    unanswered: 0,
    others: { requests: requests * keep + Math.max(0, known.remaining - remaining), hours: watched * keep + hours },
  };
}

/** When the reset was, that showed between two answers: a day after the last one if that fits, so that what each day narrows down is kept. */
function resetBetween(known: QuotaState, now: number): number {
  const expected = known.windowStartedAt + QUOTA_WINDOW_MS;
  return known.observedAt <= expected && expected <= now ? expected : now;
}

/** Counts a request of Askbell's own at the moment it is sent. */
export function countRequest(known: QuotaState | undefined): QuotaState | undefined {
  return (
    known && {
      ...known,
      remaining: known.remaining - 1,
      usedByAskbell: known.usedByAskbell + 1,
      unanswered: (known.unanswered ?? 0) + 1,
    }
  );
}

/** Takes back a request that never reached the network. */
export const uncountRequest = (known: QuotaState): QuotaState => ({
  ...known,
  remaining: known.remaining + 1,
  usedByAskbell: known.usedByAskbell - 1,
  unanswered: Math.max(0, (known.unanswered ?? 0) - 1),
});

/**
 * When a used-up quota is looked at again although the network names no time: at the end of its day, and hourly after
 * that. `undefined` where no day was seen to begin, so that its end may be any time.
 */
export function observedReset(known: QuotaState | undefined, now: number): number | undefined {
  return known?.rolls === undefined ? undefined : allowanceAt(withNothingLeft(known, now), now).fullAgainAt;
}

/** Nothing is left; the day is as it was seen. */
export const withNothingLeft = (known: QuotaState, now: number): QuotaState => ({
  ...known,
  remaining: 0,
  observedAt: now,
  unanswered: 0,
});

/** The network says that nothing is left until then. */
export function withNothingLeftUntil(
  known: QuotaState | undefined,
  until: number,
  now: number,
): QuotaState | undefined {
  return (
    known && {
      ...known,
      remaining: 0,
      observedAt: now,
      unanswered: 0,
      windowStartedAt: until - QUOTA_WINDOW_MS,
      shownAt: until - QUOTA_WINDOW_MS,
    }
  );
}

/** The machine's idea of the network's time turned out to be wrong: what was noted by it, and not by the `earlier` run, moves along. */
export function shiftQuotaTimes(
  known: QuotaState | undefined,
  earlier: QuotaState | undefined,
  by: number,
): QuotaState | undefined {
  if (!known) return undefined;
  const moved = (moment: 'observedAt' | 'windowStartedAt') => shiftedTime(known[moment], earlier?.[moment], by);
  return {
    ...known,
    observedAt: moved('observedAt'),
    windowStartedAt: moved('windowStartedAt'),
    ...(known.shownAt !== undefined && { shownAt: shiftedTime(known.shownAt, earlier?.shownAt, by) }),
  };
}

/** How often a used-up quota is looked at again once the day since its start is over without a reset seen. */
const probeEvery = hour;
/** Answers tell the time in whole seconds: looking for the reset this much later, in ms, does not come a moment too soon. */
const resetShowsAfter = 2000;

/** Whatever others are believed to spend, so much of what is left is planned with: they may have stopped, and what is not used by then is lost. */
const leastShare = 0.5;

/** Others ask several times at once: so many requests on average, which makes what they spend in a day vary. */
const othersAtOnce = 6;
/** What they take beyond the expected hurts more than what they leave helps: so much of what it varies by is set aside. */
const caution = 0.4;

/** Requests an hour that others spend. */
const othersAnHour = ({ others }: QuotaState): number => (others ? others.requests / (others.hours + otherHours) : 0);

/** What polling may spend of a whole day that begins with a full quota, others' share left to them. */
export function allowanceOfFullDay(known: QuotaState): Allowance {
  return { spendable: shared(known, known.max - leastReserve(known.max), QUOTA_WINDOW_MS), lastsFor: QUOTA_WINDOW_MS };
}

/** What is left of so many requests when others have taken theirs, in so many ms. */
function shared(known: QuotaState, requests: number, ms: number): number {
  const expected = othersAnHour(known) * (ms / hour);
  const others = expected + caution * Math.sqrt(expected * othersAtOnce);
  return Math.max(requests - others, requests * leastShare);
}

/** What polling may spend. */
export function allowanceAt(known: QuotaState | undefined, now: number): Allowance {
  if (!known) return { lastsFor: QUOTA_WINDOW_MS };
  const left = known.windowStartedAt + QUOTA_WINDOW_MS - now;
  // A clock set back or forth must make neither an endless wait nor a spree.
  const inWindow = left > 0 && left <= QUOTA_WINDOW_MS;
  const lastsFor = inWindow ? left : QUOTA_WINDOW_MS;
  const reserve = reserveAt(known.max, left > QUOTA_WINDOW_MS ? QUOTA_WINDOW_MS : left);
  const free = Math.max(0, known.remaining - reserve);
  const end = now + left;
  const lookedSince = known.observedAt >= end;
  const spendable = shared(known, free, lastsFor);
  return {
    spendable,
    // A day after its start the quota is full again any moment: the next request will show it.
    ...(left <= 0 && !lookedSince && { pace: shared(known, known.max - fullReserve(known.max), lastsFor) }),
    forClicks: Math.max(0, known.remaining),
    // Should others leave nothing, the inbox may use two thirds of what is kept for clicks; what others will take is not kept for it.
    forInbox: Math.max(
      0,
      known.remaining - (free - spendable) - Math.max(leastReserve(known.max), Math.ceil(reserve / 3)),
    ),
    lastsFor,
    // At the end of the day, and then every hour until the reset shows.
    fullAgainAt:
      inWindow || (left <= 0 && !lookedSince)
        ? end + resetShowsAfter
        : known.observedAt > now
          ? now
          : known.observedAt + probeEvery,
  };
}
