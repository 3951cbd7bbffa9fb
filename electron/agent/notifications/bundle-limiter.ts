import { z } from 'zod';
import { HOUR_MS } from '../../../common/durations.ts';
import type { NotificationLimit } from '../../../common/contract/contract.ts';
import type { AgentContext } from '../context.ts';

/**
 * Time in which the bucket of bundled notifications regains one, in ms. It holds as many as the user chose, and each
 * one shown takes one out. Its whole state is the time at which it is full again, in ms since the epoch.
 */
const REFILL_MS = HOUR_MS;

/** Returns how many ms the bucket takes to fill, or 0 if that is longer than possible: then the clock was set back. */
function fillTime(fullAt: number, limit: number, now: number): number {
  const left = fullAt - now;
  return left > 0 && left <= limit * REFILL_MS ? left : 0;
}

/** Returns the number of notifications that may be shown now. Pure. */
export const freeSlots = (fullAt: number, limit: NotificationLimit, now: number): number =>
  limit === 'none' ? Infinity : Math.floor(limit - fillTime(fullAt, limit, now) / REFILL_MS);

/** Returns when the next notification may be shown: `now`, or later. Pure. */
export const nextSlotAt = (fullAt: number, limit: NotificationLimit, now: number): number =>
  limit === 'none' ? now : Math.max(now, now + fillTime(fullAt, limit, now) - (limit - 1) * REFILL_MS);

/** Returns when the bucket is full again after one was shown. Pure. */
export const afterShowing = (fullAt: number, limit: NotificationLimit, now: number): number =>
  limit === 'none' ? now : now + Math.min(limit * REFILL_MS, fillTime(fullAt, limit, now) + REFILL_MS);

const FULL_AT_MARK = 'bundle-limit-full-at';

/** Limits the bundled notifications of all accounts by the user's setting; its state survives a restart. */
export class BundleLimiter {
  readonly #context: AgentContext;

  constructor(context: AgentContext) {
    this.#context = context;
  }

  /** Returns the number of notifications that may be shown now. */
  free(): number {
    return freeSlots(this.#fullAt(), this.#limit(), this.#context.clock.now());
  }

  /**
   * Returns when the next notification may be shown, in ms since the epoch; not later than now if one may be shown now.
   */
  nextAt(): number {
    return nextSlotAt(this.#fullAt(), this.#limit(), this.#context.clock.now());
  }

  /** Counts a notification that is shown now. Returns a function that undoes it, for one that the desktop refuses. */
  take(): () => void {
    const { clock, history } = this.#context;
    const before = this.#fullAt();
    history.setSharedMark(FULL_AT_MARK, afterShowing(before, this.#limit(), clock.now()));
    return () => history.setSharedMark(FULL_AT_MARK, before);
  }

  #fullAt(): number {
    return z.number().safeParse(this.#context.history.sharedMark(FULL_AT_MARK)).data ?? 0;
  }

  #limit(): NotificationLimit {
    return this.#context.settings.get().preferences.notificationLimit;
  }
}
