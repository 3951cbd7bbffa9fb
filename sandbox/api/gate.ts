import type { Caller, Identify, Query } from './caller.ts';
import { tooManyRequests, type ApiError } from './errors.ts';
import type { Quota, QuotaState } from './quota.ts';

/** More requests than this within a second get an address banned for a while (docs/api.md, "Throttling"). */
export const BURST_PER_SECOND = 30;
const BAN_SECONDS = 30;
/** How often a banned address may ask before it gets a long ban, where there are such. */
const MAX_REQUESTS_IN_BAN = 10;
/** Bans of the public service that people wrote down (docs/api.md, "Bans"). */
const MIN_LONG_BAN_SECONDS = 25_445;
const MAX_BAN_SECONDS = 75_808;

/** Bans addresses that send too many requests at once. */
export class BurstGuard {
  readonly #limit: number;
  readonly #milliseconds: () => number;
  readonly #now: () => number;
  readonly #random: ((from: number, to: number) => number) | undefined;
  readonly #recent = new Map<string, number[]>();
  readonly #bans = new Map<string, { until: number; requests: number }>();

  /**
   * @param limit requests a second; Infinity lets everything through
   * @param milliseconds a steady clock of the real time, since a burst is one whatever the network's calendar says
   * @param now the network's clock in epoch seconds, by which a ban ends
   * @param random for long bans, gives a whole number between two; undefined where bans stay short
   */
  constructor(
    limit: number,
    milliseconds: () => number,
    now: () => number,
    random?: (from: number, to: number) => number,
  ) {
    this.#limit = limit;
    this.#milliseconds = milliseconds;
    this.#now = now;
    this.#random = random;
  }

  /** Notes a request; returns the seconds the address is still banned for, or 0. */
  note(ip: string): number {
    if (this.#limit === Infinity) return 0;
    const now = this.#now();
    const ban = this.#bans.get(ip);
    if (ban && ban.until > now) {
      ban.requests += 1;
      if (this.#random && ban.requests === MAX_REQUESTS_IN_BAN)
        ban.until = now + this.#random(MIN_LONG_BAN_SECONDS, MAX_BAN_SECONDS);
      return Math.ceil(ban.until - now);
    }
    const at = this.#milliseconds();
    const last = (this.#recent.get(ip) ?? []).filter((earlier) => earlier > at - 1000);
    last.push(at);
    this.#recent.set(ip, last);
    if (last.length <= this.#limit) return 0;
    this.#recent.delete(ip);
    this.#bans.set(ip, { until: now + BAN_SECONDS, requests: 0 });
    return BAN_SECONDS;
  }

  /** Ends every ban. */
  clear(): void {
    this.#recent.clear();
    this.#bans.clear();
  }
}

/** Plans for coming answers, each for a number of them. */
export class Plans<Plan extends { times: number }> {
  #plans: Plan[] = [];

  plan(plan: Plan): void {
    this.#plans.push({ ...plan });
  }

  /** Returns the first plan that is meant, and counts it as used. */
  protected take(isMeant: (plan: Plan) => boolean): Plan | undefined {
    const found = this.#plans.find(isMeant);
    if (found) found.times -= 1;
    this.#plans = this.#plans.filter(({ times }) => times > 0);
    return found;
  }

  clear(): void {
    this.#plans = [];
  }
}

/** How often answers ask for a pause by themselves, and for how many seconds. */
interface BackoffHabit {
  seconds: number;
  /** From 0 (never) to 1 (always). */
  chance: number;
}

/** The habit that has been seen of the public service: now and then. */
export const REALISTIC_BACKOFF: BackoffHabit = { seconds: 10, chance: 1 / 50 };

const who = (method: string, caller: Caller) =>
  `${method} ${caller.token ? `user ${caller.token.accountId}` : `ip ${caller.ip}`} ${caller.clientId ?? ''}`;

/**
 * Asks callers to leave a method alone for a while, and knows who did not (docs/api.md, "Throttling"). A plan has the
 * next `times` answers of a method (of all methods without one) carry `seconds`.
 */
export class Backoff extends Plans<{ method?: string; seconds: number; times: number }> {
  readonly #habit: BackoffHabit;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #waits = new Map<string, number>();

  /** @param random gives 0 to 1 */
  constructor(habit: BackoffHabit, now: () => number, random: () => number) {
    super();
    this.#habit = habit;
    this.#now = now;
    this.#random = random;
  }

  /** Whether the caller was asked to wait and did not. */
  violated(method: string, caller: Caller): boolean {
    return this.#now() < (this.#waits.get(who(method, caller)) ?? 0);
  }

  /** Returns the seconds to put into this answer, or undefined. */
  issue(method: string, caller: Caller): number | undefined {
    const { seconds: habitual, chance } = this.#habit;
    const plan = this.take((candidate) => candidate.method === undefined || candidate.method === method);
    const seconds = plan?.seconds ?? (chance > 0 && this.#random() < chance ? habitual : 0);
    if (seconds <= 0) return undefined;
    this.#waits.set(who(method, caller), this.#now() + seconds);
    return seconds;
  }

  override clear(): void {
    super.clear();
    this.#waits.clear();
  }
}

/**
 * Protection before the network, which lets some requests not even reach it (docs/api.md, "Protection pages"). Pages
 * come now and then, and never two in a row, since nobody knows what makes the public service's suspicious.
 */
export class Protection {
  readonly #share: number;
  readonly #random: () => number;
  #left: number;

  /**
   * @param share of requests that get a page, above 0 and up to 1
   * @param random gives 0 to 1
   */
  constructor(share: number, random: () => number) {
    this.#share = share;
    this.#random = random;
    this.#left = this.#gap();
  }

  /** Counts a request. @returns the HTTP status of the page it gets; undefined where it gets through */
  next(): 403 | 429 | undefined {
    this.#left -= 1;
    if (this.#left > 0) return undefined;
    this.clear();
    return this.#random() < 0.5 ? 403 : 429;
  }

  clear(): void {
    this.#left = this.#gap();
  }

  /** Requests up to the next page: half to one and a half times as many as the share says. */
  #gap(): number {
    return Math.max(1, Math.round((0.5 + this.#random()) / this.#share));
  }
}

/** The gate's answer: the request may pass, or why it may not. */
type Admission =
  | { readonly caller: Caller; readonly quota: QuotaState; readonly refusal?: undefined }
  /** Refused; without a quota if the address is banned. */
  | { readonly caller: Caller; readonly quota?: QuotaState; readonly refusal: ApiError };

export type Gate = ReturnType<typeof createGate>;

/**
 * Creates what decides who may ask. Every request to the API passes here once, whichever way it takes: first bursts,
 * then the quota, then key and token. A request counts in the quota even if its key or token is wrong.
 */
export function createGate(burst: BurstGuard, quota: Quota, identify: Identify) {
  /** @param authorization the header */
  const admit = (ip: string, query: Query, authorization: string | undefined): Admission => {
    const bannedSeconds = burst.note(ip);
    if (bannedSeconds > 0) return { caller: { ip }, refusal: tooManyRequests(bannedSeconds) };
    const { caller, refusal } = identify(ip, query, authorization);
    const state = quota.take(caller);
    if (state.exhaustedForSeconds !== undefined) {
      const whose = caller.token ? 'this user and app' : 'this IP';
      return { caller, quota: state, refusal: tooManyRequests(state.exhaustedForSeconds, whose) };
    }
    return refusal ? { caller, quota: state, refusal } : { caller, quota: state };
  };
  return { burst, quota, admit };
}
