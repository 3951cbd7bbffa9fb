import { z } from 'zod';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../common/durations.ts';
import type { Quota as QuotaFacts } from '../../api/network.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';
import { shiftedTimes } from './server-clock.ts';

/** Requests that polling may spend, and how long they have to last. */
export interface Allowance {
  /** Requests left for polling, after the reserve; undefined until the network has reported its quota. */
  spendable?: number | undefined;
  /** Requests to plan with, if more are expected than are known to be left; by default `spendable`. */
  pace?: number | undefined;
  /** Milliseconds until the quota is full again, as far as known. */
  lastsFor: number;
  /** Requests left for the user's clicks, the reserve included; undefined until the network has reported its quota. */
  forClicks?: number | undefined;
  /** Requests that the inbox may still use when none are left for other streams; by default `spendable`. */
  forInbox?: number | undefined;
  /** When to try again if no requests are left. */
  fullAgainAt?: number | undefined;
}

/** Known state of the quota, stored across restarts. Times are in ms since the epoch, server time. */
export const QuotaState = z.object({
  max: z.number(),
  remaining: z.number(),
  observedAt: z.number(),
  /** When this quota's window began, as far as observed. */
  windowStartedAt: z.number(),
  /** When a response first showed it: it cannot have begun later. */
  shownAt: z.number().optional(),
  /**
   * Whether on this network a day begins with the first request after the last day's end, rather than at a fixed time.
   */
  rolls: z.boolean().optional(),
  /** Requests that Askbell itself has sent since then. */
  usedByAskbell: z.number(),
  /**
   * Those of them not yet confirmed by a response. They count as spent, although the network may not have received
   * them.
   */
  unanswered: z.number().optional(),
  /** Requests by other apps with the same account or address, and the hours observed. Older ones count less. */
  others: z.object({ requests: z.number(), hours: z.number() }).optional(),
});
export type QuotaState = z.output<typeof QuotaState>;

/** Window of the quota (docs/api.md, "Quota"), in ms; when it begins is not documented. */
export const QUOTA_WINDOW_MS = DAY_MS;

/** Responses that overtake each other make the count seem to rise by a few requests; that is no reset. */
const MAX_APPARENT_RISE = 5;
/** A small rise counts as the reset if the reset is due and at least this share of the quota is left. */
const NEARLY_FULL_SHARE = 0.95;

/** Returns the reserve for clicks: a twentieth of the quota, 30 requests at most. */
export const fullReserve = (max: number): number => Math.min(30, Math.floor(max / 20));

/**
 * The reserve shrinks in the last hours before the reset, in ms: fewer clicks are to come, and requests left over would
 * be lost.
 */
const RESERVE_SHRINKS_FOR_MS = 6 * HOUR_MS;

/** Returns the reserve kept to the very end, so that a click is never refused. */
const leastReserve = (max: number): number => Math.min(fullReserve(max), 3);

/** Returns the reserve for clicks when the quota is full again in `msLeft`. */
const reserveAt = (max: number, msLeft: number): number =>
  Math.max(leastReserve(max), Math.ceil(fullReserve(max) * Math.min(1, Math.max(0, msLeft) / RESERVE_SHRINKS_FOR_MS)));

/** Hours of observation before the estimated requests of others are trusted; before that they count for little. */
const HOURS_TO_TRUST_OTHERS = 6;
/** Others send in bursts, and few days say little; requests of a week ago count half. */
const OTHERS_HALF_LIFE_HOURS = 7 * 24;

/** How long after the assumed end a response must still show the old count to prove that the end is another, in ms. */
const PROVES_ANOTHER_END_MS = MINUTE_MS;

/**
 * Whether a response shows that the quota is full again: by a jump upward, or by a small rise when it is due and few
 * requests were spent.
 */
function isReset(known: QuotaState, quota: QuotaFacts, now: number): boolean {
  const rise = quota.remaining - known.remaining;
  const isDue = now >= known.windowStartedAt + QUOTA_WINDOW_MS;
  return (
    quota.max !== known.max ||
    rise - (known.unanswered ?? 0) > MAX_APPARENT_RISE ||
    (isDue && rise > 0 && quota.remaining > NEARLY_FULL_SHARE * quota.max)
  );
}

/**
 * Returns the new state after a response. A jump upward is the reset: the network never reports when it comes
 * (docs/api.md, "Quota"). Requests missing beyond Askbell's own were sent by others.
 */
export function observeQuota(before: QuotaState | undefined, quota: QuotaFacts, now: number): QuotaState {
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
 * Returns the state adjusted for the first response after a crash: requests missing since then are Askbell's own, which
 * it had no time to store.
 */
export function caughtUp(known: QuotaState, quota: QuotaFacts, now: number): QuotaState {
  const missing = Math.max(0, known.remaining - quota.remaining);
  if (missing === 0 || isReset(known, quota, now)) return known;
  return {
    ...known,
    remaining: quota.remaining,
    usedByAskbell: known.usedByAskbell + missing,
    observedAt: Math.max(known.observedAt, now),
  };
}

/** Returns the state with times in the future replaced by now: they were noted under a wrong clock. */
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

function afterReset(known: QuotaState, { max, remaining }: QuotaFacts, now: number): QuotaState {
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
 * Returns when a reset between two responses happened: a day after the last one if that fits, so that the estimate gets
 * more exact each day.
 */
function resetBetween(known: QuotaState, now: number): number {
  const expected = known.windowStartedAt + QUOTA_WINDOW_MS;
  return known.observedAt <= expected && expected <= now ? expected : now;
}

/** Counts requests of Askbell when they are sent; a negative number undoes the count of some that never were. */
export const countRequest = (known: QuotaState, count: number): QuotaState => ({
  ...known,
  remaining: known.remaining - count,
  usedByAskbell: known.usedByAskbell + count,
  unanswered: Math.max(0, (known.unanswered ?? 0) + count),
});

/**
 * Returns when a used-up quota is tried again if the network names no time: at the observed end of its day, and hourly
 * after that. Returns `undefined` if no beginning was observed, so that its end is unknown.
 */
export function observedReset(known: QuotaState | undefined, now: number): number | undefined {
  return known?.rolls === undefined ? undefined : allowanceAt(withNothingLeft(known, now), now).fullAgainAt;
}

/** Returns the state with no requests left and an unchanged day. */
const withNothingLeft = (known: QuotaState, now: number): QuotaState => ({
  ...known,
  remaining: 0,
  observedAt: now,
  unanswered: 0,
});

/**
 * Returns the state with no requests left until a time, named by the network (`isNamed`) or computed by the usual
 * rules.
 */
function withNothingLeftUntil(known: QuotaState, until: number, isNamed: boolean, now: number): QuotaState {
  const startedAt = until - QUOTA_WINDOW_MS;
  const left = { ...withNothingLeft(known, now), windowStartedAt: startedAt, shownAt: startedAt };
  return isNamed ? { ...left, rolls: known.rolls ?? false } : left;
}

/**
 * A drop by more than this share of the quota between two responses is more than a user and a few apps send at once.
 */
const SUDDEN_DROP_SHARE = 0.1;

/**
 * Whether a response reports that no requests are left although many were a moment ago. It may be an error, so it is
 * believed only when a second one confirms it (docs/api.md, "Implausible limits").
 */
function isSuddenlyUsedUp(known: QuotaState, { remaining }: QuotaFacts): boolean {
  return remaining < 1 && known.remaining - remaining > known.max * SUDDEN_DROP_SHARE;
}

/** Interval at which a used-up quota is tried once its day is over and no reset was seen, in ms. */
const PROBE_INTERVAL_MS = HOUR_MS;
/** Delay of a probe after the reset, in ms, because responses report the time in whole seconds. */
const PROBE_DELAY_MS = 2000;

/**
 * Polling plans with at least this share of the remaining requests, whatever others seem to spend: they may have
 * stopped, and requests left over would be lost.
 */
const MIN_SHARE = 0.5;
/** Mean number of requests that others send at once; the variance of their daily sum follows from it. */
const OTHERS_BURST_REQUESTS = 6;
/**
 * Standard deviations of others' requests that are left for them in addition, because too few requests left harm more
 * than too many help.
 */
const CAUTION_DEVIATIONS = 0.4;

/** Returns the requests per hour of others. */
const othersPerHour = ({ others }: QuotaState): number =>
  others ? others.requests / (others.hours + HOURS_TO_TRUST_OTHERS) : 0;

/** Returns the allowance of a whole day that begins with a full quota, less the requests of others. */
export function allowanceOfFullDay(known: QuotaState): Allowance {
  return {
    spendable: leftByOthers(known, known.max - leastReserve(known.max), QUOTA_WINDOW_MS),
    lastsFor: QUOTA_WINDOW_MS,
  };
}

/** Returns the requests that remain after those of others in `ms`. */
function leftByOthers(known: QuotaState, requests: number, ms: number): number {
  const expected = othersPerHour(known) * (ms / HOUR_MS);
  const others = expected + CAUTION_DEVIATIONS * Math.sqrt(expected * OTHERS_BURST_REQUESTS);
  return Math.max(requests - others, requests * MIN_SHARE);
}

/** Returns the current allowance of polling. */
export function allowanceAt(known: QuotaState | undefined, now: number): Allowance {
  if (!known) return { lastsFor: QUOTA_WINDOW_MS };
  const msLeft = known.windowStartedAt + QUOTA_WINDOW_MS - now;
  // A clock that was set must cause neither an endless wait nor a rush.
  const isInWindow = msLeft > 0 && msLeft <= QUOTA_WINDOW_MS;
  const lastsFor = isInWindow ? msLeft : QUOTA_WINDOW_MS;
  const reserve = reserveAt(known.max, Math.min(msLeft, QUOTA_WINDOW_MS));
  const free = Math.max(0, known.remaining - reserve);
  const end = now + msLeft;
  // If no beginning of a day was observed, its end is unknown: an occasional request probes it.
  const probeAt = known.remaining < 1 && known.rolls === undefined ? known.observedAt + PROBE_INTERVAL_MS : Infinity;
  const isResetDue = msLeft <= 0 && known.observedAt < end;
  const spendable = leftByOthers(known, free, lastsFor);
  return {
    spendable,
    // A day after its start the quota is full again at any moment: the next response will show it.
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
 * Returns the requests for the inbox. If others leave none, it may use two thirds of the reserve for clicks; expected
 * requests of others are not subtracted.
 */
const requestsForInbox = ({ max, remaining }: QuotaState, forOthers: number, reserve: number): number =>
  Math.max(0, remaining - forOthers - Math.max(leastReserve(max), Math.ceil(reserve / 3)));

const MARK = 'budget';

/** Returns the quota among an account's marks, for a process that does not poll, or undefined if none is stored. */
export const storedQuota = (marks: Record<string, unknown>): QuotaState | undefined =>
  QuotaState.safeParse(marks[MARK]).data;

/**
 * Delay of the request that checks a doubtful quota, in ms: an earlier one would prove nothing, and might cause a ban.
 */
const SECOND_LOOK_MS = MINUTE_MS;

/**
 * Tracks the remaining quota of a network, and stores it in the history's marks across restarts. All times are in ms
 * since the epoch, server time.
 */
export class Quota {
  readonly #profile: ProfileHistory;
  /** The state as an earlier run stored it. */
  readonly #earlier: QuotaState | undefined;
  #state: QuotaState | undefined;
  /** Requests sent before the network reported its quota. */
  #uncounted: number;
  /** When a response reported that suddenly no requests are left; undefined once a later one has clarified it. */
  #doubtedAt: number | undefined;
  /**
   * Whether the earlier run crashed and may have sent more requests than it stored, until a response has reported the
   * quota.
   */
  #isBehind: boolean;

  /**
   * @param alreadySent requests sent before, by the sign-in
   * @param isBehind whether the last requests of the earlier run are not stored
   */
  constructor(profile: ProfileHistory, alreadySent: number, isBehind = false) {
    this.#isBehind = isBehind;
    this.#profile = profile;
    this.#earlier = readMark(profile, MARK, QuotaState);
    this.#state = this.#earlier;
    this.#uncounted = alreadySent;
  }

  /** Returns the known state of the quota, or undefined until the network has reported it. */
  state(): QuotaState | undefined {
    return this.#state;
  }

  /** Returns the allowance of polling from `now` on. */
  allowance(now: number): Allowance {
    return allowanceAt(this.#state, now);
  }

  /**
   * Returns when polling checks, with one request, a response that reported that suddenly no requests are left
   * (docs/api.md, "Implausible limits"). Undefined if it may check now, or need not.
   */
  doubtedUntil(now: number): number | undefined {
    const until = this.#doubtedAt === undefined ? -Infinity : this.#doubtedAt + SECOND_LOOK_MS;
    return until > now && until <= now + SECOND_LOOK_MS ? until : undefined;
  }

  /** Counts a request when it is sent. */
  sent(): void {
    if (!this.#state) this.#uncounted++;
    // Its response will report the quota, so it is stored together with that.
    else this.#state = countRequest(this.#state, 1);
  }

  /** Undoes the count of a request that never reached the network. */
  notSent(): void {
    if (this.#state) this.#store(countRequest(this.#state, -1));
  }

  /** Records the quota in a response. Returns whether it shows that the quota is full again. */
  observe(quota: QuotaFacts, now: number): boolean {
    const known = this.#state;
    if (known && isSuddenlyUsedUp(known, quota)) {
      const isFirst = this.#doubtedAt === undefined;
      if (isFirst) this.#doubtedAt = now;
      if (isFirst || this.doubtedUntil(now) !== undefined) return false;
    }
    this.#doubtedAt = undefined;
    const isFullAgain = known !== undefined && isReset(known, quota, now);
    const next = observeQuota(known && this.#isBehind ? caughtUp(known, quota, now) : known, quota, now);
    this.#isBehind = false;
    const learned = known ? next : { ...next, usedByAskbell: this.#uncounted };
    // A run after a crash must neither continue with no requests left, nor wait although the quota is full again.
    this.#store(learned, isFullAgain || learned.remaining < 1);
    return isFullAgain;
  }

  /**
   * Records that the network refused a request because no requests are left. Returns until when to wait: as the network
   * named it, else to the observed end of the day, else by the usual rules.
   * @param retryAt when to try again by the usual rules or, if `isNamed`, as the network named it
   */
  refused({ isNamed, retryAt }: { isNamed: boolean; retryAt: number }, now: number): number {
    const end = isNamed ? undefined : observedReset(this.#state, now);
    const known = this.#state;
    if (known && end === undefined) this.#store(withNothingLeftUntil(known, retryAt, isNamed, now), true);
    else if (known) this.#store(withNothingLeft(known, now), true);
    return end ?? retryAt;
  }

  /** Shifts the times not noted by an earlier run, after the server time was corrected. */
  shiftTimes(byMs: number): void {
    const known = this.#state;
    if (known)
      this.#state = {
        ...known,
        ...shiftedTimes(known, this.#earlier, ['observedAt', 'windowStartedAt', 'shownAt'], byMs),
      };
    if (this.#doubtedAt !== undefined) this.#doubtedAt += byMs;
  }

  /** Stores the known state before the app quits. */
  flush(): void {
    if (this.#state) this.#store(this.#state);
  }

  /** Stores a new state. Every response reports it again, so it need not be written `atOnce`. */
  #store(quota: QuotaState, atOnce = false): void {
    this.#state = quota;
    if (atOnce) this.#profile.setMark(MARK, quota);
    else this.#profile.setMarkLater(MARK, quota);
  }
}
