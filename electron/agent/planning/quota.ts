import { z } from 'zod';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../common/durations.ts';
import { shiftedTimes } from '../domain/clock-shift.ts';
import type { Allowance } from './plan-types.ts';

/** The quota as an answer of the network tells it. */
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
  /** On this network a day begins with the first request after the last day's end, rather than at a fixed time. */
  rolls: z.boolean().optional(),
  /** Requests that Askbell itself has sent since then. */
  usedByAskbell: z.number(),
  /**
   * Those of them that no answer has confirmed yet. They count as spent, although the network may not have received
   * them.
   */
  unanswered: z.number().optional(),
  /** Requests that others with the same account or address have sent, in how many hours. Older ones count less. */
  others: z.object({ requests: z.number(), hours: z.number() }).optional(),
});
export type QuotaState = z.output<typeof QuotaState>;

/** Requests a day (docs/api.md, "Quota"); when the day begins is not said. */
export const QUOTA_WINDOW_MS = DAY_MS;

/** Answers that overtake each other make the count seem to rise by a few requests; that is no reset. */
const MAX_APPARENT_RISE = 5;
/** A small rise counts as the reset when the reset is due and at least this share of the quota is left. */
const NEARLY_FULL_SHARE = 0.95;

/** What is kept back for clicks: a twentieth of the quota, 30 requests at most. */
export const fullReserve = (max: number): number => Math.min(30, Math.floor(max / 20));

/**
 * The reserve shrinks in the last hours before the quota is full again: fewer clicks are to come, and the rest would be
 * lost.
 */
const RESERVE_SHRINKS_FOR_MS = 6 * HOUR_MS;

/** What is kept back to the very end, so that a click is never refused. */
const leastReserve = (max: number): number => Math.min(fullReserve(max), 3);

/** What is kept back for clicks when the quota is full again in `msLeft`. */
export const reserveAt = (max: number, msLeft: number): number =>
  Math.max(leastReserve(max), Math.ceil(fullReserve(max) * Math.min(1, Math.max(0, msLeft) / RESERVE_SHRINKS_FOR_MS)));

/** How many hours of watching it takes to trust what others seem to send; before that it counts for little. */
const HOURS_TO_TRUST_OTHERS = 6;
/** Others send in bursts, and few days tell little; what they sent a week ago counts half. */
const OTHERS_HALF_LIFE_HOURS = 7 * 24;

/** How long after the end an answer must still show the old count to prove that the end is another. */
const PROVES_ANOTHER_END_MS = MINUTE_MS;

/**
 * Whether an answer shows that the quota is full again: by a jump upward, or by a small rise when it is due and hardly
 * anything was spent.
 */
export function isReset(known: QuotaState, quota: Quota, now: number): boolean {
  const rise = quota.remaining - known.remaining;
  const isDue = now >= known.windowStartedAt + QUOTA_WINDOW_MS;
  return (
    quota.max !== known.max ||
    rise - (known.unanswered ?? 0) > MAX_APPARENT_RISE ||
    (isDue && rise > 0 && quota.remaining > NEARLY_FULL_SHARE * quota.max)
  );
}

/**
 * Takes what was known and what an answer says, gives what is known now. A jump upward is the reset: the network never
 * says when it comes (docs/api.md, "Quota"). What is missing beyond Askbell's own requests was spent by others.
 */
export function observeQuota(before: QuotaState | undefined, quota: Quota, now: number): QuotaState {
  const { max, remaining } = quota;
  if (!before) return { max, remaining, observedAt: now, windowStartedAt: now, shownAt: now, usedByAskbell: 1 };
  const known = notAhead(before, now);
  if (isReset(known, quota, now)) return afterReset(known, quota, now);
  const hours = Math.max(0, now - known.observedAt) / HOUR_MS;
  const keep = 0.5 ** (hours / OTHERS_HALF_LIFE_HOURS);
  const { requests, hours: watched } = known.others ?? { requests: 0, hours: 0 };
  return {
    ...known,
    ...(now > known.windowStartedAt + QUOTA_WINDOW_MS + PROVES_ANOTHER_END_MS &&
      known.shownAt !== undefined &&
      known.shownAt > known.windowStartedAt && { windowStartedAt: known.shownAt, rolls: true }),
    remaining,
    observedAt: now,
    unanswered: 0,
    others: { requests: requests * keep + Math.max(0, known.remaining - remaining), hours: watched * keep + hours },
  };
}

/**
 * What was known, for an answer after a crash: requests that are missing since then were Askbell's own, which it had no
 * time to note.
 */
export function caughtUp(known: QuotaState, quota: Quota, now: number): QuotaState {
  const missing = Math.max(0, known.remaining - quota.remaining);
  if (missing === 0 || isReset(known, quota, now)) return known;
  return {
    ...known,
    remaining: quota.remaining,
    usedByAskbell: known.usedByAskbell + missing,
    observedAt: Math.max(known.observedAt, now),
  };
}

/** A state without times that are still to come: those were noted under a wrong clock and count as now. */
function notAhead(known: QuotaState, now: number): QuotaState {
  const { observedAt, windowStartedAt, shownAt } = known;
  if (Math.max(observedAt, windowStartedAt, shownAt ?? 0) <= now) return known;
  return {
    ...known,
    observedAt: Math.min(observedAt, now),
    windowStartedAt: Math.min(windowStartedAt, now),
    ...(shownAt !== undefined && { shownAt: Math.min(shownAt, now) }),
  };
}

function afterReset(known: QuotaState, { max, remaining }: Quota, now: number): QuotaState {
  const cameEarly = now < known.windowStartedAt + QUOTA_WINDOW_MS - 10 * PROVES_ANOTHER_END_MS;
  const rolls = known.rolls === true && !cameEarly;
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

/**
 * When a reset between two answers was: a day after the last one if that fits, so that what each day narrows down is
 * kept.
 */
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
 * When a used-up quota is looked at again although the network names no time: at the end of its day as it was seen, and
 * hourly after that. Gives `undefined` where no day was seen to begin, so that its end may be any time.
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

/** Nothing is left until then, as the network itself named it (`isNamed`) or by the usual rules. */
export function withNothingLeftUntil(
  known: QuotaState | undefined,
  { until, isNamed }: { until: number; isNamed: boolean },
  now: number,
): QuotaState | undefined {
  const startedAt = until - QUOTA_WINDOW_MS;
  if (!known) return undefined;
  const left = { ...withNothingLeft(known, now), windowStartedAt: startedAt, shownAt: startedAt };
  return isNamed ? { ...left, rolls: known.rolls ?? false } : left;
}

/**
 * A drop by more than this share of the quota between two answers is more than a person and a few programs ask at once.
 */
const SUDDEN_DROP_SHARE = 0.1;

/**
 * Whether an answer says that nothing is left although much was a moment ago. It may be an error of one answer, so it
 * takes another to believe it (docs/api.md, "Implausible limits").
 */
export function isSuddenlyUsedUp(known: QuotaState, { remaining }: Quota): boolean {
  return remaining < 1 && known.remaining - remaining > known.max * SUDDEN_DROP_SHARE;
}

/** The network's clock was corrected: moves the times that were not noted by the `earlier` run. */
export const shiftQuotaTimes = (
  known: QuotaState | undefined,
  earlier: QuotaState | undefined,
  byMs: number,
): QuotaState | undefined =>
  known && { ...known, ...shiftedTimes(known, earlier, ['observedAt', 'windowStartedAt', 'shownAt'], byMs) };

/** A used-up quota is looked at again this often once its day is over and no reset was seen. */
const PROBE_INTERVAL_MS = HOUR_MS;
/** Answers tell the time in whole seconds. A probe this much later does not come too soon to see the reset. */
const PROBE_DELAY_MS = 2000;

/**
 * Polling plans with at least this part of what is left, whatever others seem to spend: they may have stopped, and the
 * rest would be lost.
 */
const MIN_SHARE = 0.5;
/** How many requests others send at once, on average; it makes what they spend in a day vary. */
const OTHERS_BURST_REQUESTS = 6;
/**
 * Too few requests left hurt more than too many help, so this many standard deviations of what others spend are kept
 * for them.
 */
const CAUTION_DEVIATIONS = 0.4;

/** Requests an hour that others send. */
const othersPerHour = ({ others }: QuotaState): number =>
  others ? others.requests / (others.hours + HOURS_TO_TRUST_OTHERS) : 0;

/** What polling may spend on a whole day that begins with a full quota, others' share left to them. */
export function allowanceOfFullDay(known: QuotaState): Allowance {
  return {
    spendable: leftByOthers(known, known.max - leastReserve(known.max), QUOTA_WINDOW_MS),
    lastsFor: QUOTA_WINDOW_MS,
  };
}

/** What is left of these requests when others have taken theirs for `ms`. */
function leftByOthers(known: QuotaState, requests: number, ms: number): number {
  const expected = othersPerHour(known) * (ms / HOUR_MS);
  const others = expected + CAUTION_DEVIATIONS * Math.sqrt(expected * OTHERS_BURST_REQUESTS);
  return Math.max(requests - others, requests * MIN_SHARE);
}

/** What polling may spend from now on. */
export function allowanceAt(known: QuotaState | undefined, now: number): Allowance {
  if (!known) return { lastsFor: QUOTA_WINDOW_MS };
  const msLeft = known.windowStartedAt + QUOTA_WINDOW_MS - now;
  // A clock that was set must cause neither an endless wait nor a rush.
  const isInWindow = msLeft > 0 && msLeft <= QUOTA_WINDOW_MS;
  const lastsFor = isInWindow ? msLeft : QUOTA_WINDOW_MS;
  const reserve = reserveAt(known.max, Math.min(msLeft, QUOTA_WINDOW_MS));
  const free = Math.max(0, known.remaining - reserve);
  const end = now + msLeft;
  // Where no day was seen to begin, its end may be any time: a request now and then finds out.
  const probeAt = known.remaining < 1 && known.rolls === undefined ? known.observedAt + PROBE_INTERVAL_MS : Infinity;
  const isResetDue = msLeft <= 0 && known.observedAt < end;
  const spendable = leftByOthers(known, free, lastsFor);
  return {
    spendable,
    // A day after its start the quota is full again any moment: the next answer will show it.
    ...(isResetDue && { pace: leftByOthers(known, known.max - fullReserve(known.max), lastsFor) }),
    forClicks: Math.max(0, known.remaining),
    forInbox: requestsForInbox(known, free - spendable, reserve),
    lastsFor,
    // At the end of the day, and then every hour until the reset shows.
    fullAgainAt:
      isInWindow || isResetDue
        ? Math.min(end + PROBE_DELAY_MS, probeAt)
        : known.observedAt > now
          ? now
          : known.observedAt + PROBE_INTERVAL_MS,
  };
}

/**
 * If others leave nothing, the inbox may use two thirds of the reserve for clicks; what others will take is not set
 * aside.
 */
const requestsForInbox = ({ max, remaining }: QuotaState, forOthers: number, reserve: number): number =>
  Math.max(0, remaining - forOthers - Math.max(leastReserve(max), Math.ceil(reserve / 3)));
