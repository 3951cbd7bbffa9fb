import { MINUTE_MS } from '../../../common/durations.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';
import type { ShiftableTimes } from './clock-shift.ts';
import type { Allowance } from './plan/plan-types.ts';
import {
  allowanceAt,
  countRequest,
  isReset,
  isSuddenlyUsedUp,
  observedReset,
  caughtUp,
  observeQuota,
  QuotaState,
  shiftQuotaTimes,
  uncountRequest,
  withNothingLeft,
  withNothingLeftUntil,
  type Quota,
} from './quota.ts';

const MARK = 'budget';

/**
 * Delay of the request that checks a doubtful quota, in ms: an earlier one would prove nothing, and might cause a ban.
 */
const SECOND_LOOK_MS = MINUTE_MS;

/**
 * Tracks the remaining quota of a network, and stores it in the history's marks across restarts. All times are in ms
 * since the epoch, server time.
 */
export class QuotaLedger implements ShiftableTimes {
  readonly #profile: ProfileHistory;
  /** The state as an earlier run stored it. */
  readonly #earlier: QuotaState | undefined;
  #quota: QuotaState | undefined;
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
    this.#quota = this.#earlier;
    this.#uncounted = alreadySent;
  }

  /** Returns the known state of the quota, or undefined until the network has reported it. */
  quota(): QuotaState | undefined {
    return this.#quota;
  }

  /** Returns the allowance of polling from `now` on. */
  allowance(now: number): Allowance {
    return allowanceAt(this.#quota, now);
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
  requestSent(): void {
    if (!this.#quota) this.#uncounted++;
    // Its response will report the quota, so it is stored together with that.
    this.#quota = countRequest(this.#quota);
  }

  /** Undoes the count of a request that never reached the network. */
  requestNotSent(): void {
    if (this.#quota) this.#store(uncountRequest(this.#quota));
  }

  /** Records the quota in a response. Returns whether it shows that the quota is full again. */
  observe(quota: Quota, now: number): boolean {
    const known = this.#quota;
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
    if (isFullAgain || learned.remaining < 1) this.#storeNow(learned);
    else this.#store(learned);
    return isFullAgain;
  }

  /**
   * Records that the network refused a request because no requests are left. Returns until when to wait: as the network
   * named it, else to the observed end of the day, else by the usual rules.
   * @param retryAt when to try again by the usual rules or, if `isNamed`, as the network named it
   */
  refused({ isNamed, retryAt }: { isNamed: boolean; retryAt: number }, now: number): number {
    const end = isNamed ? undefined : observedReset(this.#quota, now);
    if (this.#quota)
      this.#storeNow(
        end === undefined
          ? withNothingLeftUntil(this.#quota, { until: retryAt, isNamed }, now)
          : withNothingLeft(this.#quota, now),
      );
    return end ?? retryAt;
  }

  shiftTimes(byMs: number): void {
    this.#quota = shiftQuotaTimes(this.#quota, this.#earlier, byMs);
    if (this.#doubtedAt !== undefined) this.#doubtedAt += byMs;
  }

  /** Stores the known state before the app quits. */
  flush(): void {
    this.#store(this.#quota);
  }

  /** Every response reports it again, so it need not be written at once. */
  #store(quota: QuotaState | undefined): void {
    this.#quota = quota;
    if (quota) this.#profile.setMarkLater(MARK, quota);
  }

  #storeNow(quota: QuotaState | undefined): void {
    this.#quota = quota;
    if (quota) this.#profile.setMark(MARK, quota);
  }
}
