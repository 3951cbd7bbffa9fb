import { MINUTE_MS } from '../../../common/durations.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { ShiftableTimes } from '../domain/clock-shift.ts';
import { readMark } from '../domain/read-mark.ts';
import type { Allowance } from '../planning/plan-types.ts';
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
} from '../planning/quota.ts';

const MARK = 'budget';

/**
 * How long a second look waits: an earlier one is no second opinion, and its request may be the one that draws a ban.
 */
const SECOND_LOOK_MS = MINUTE_MS;

/**
 * Follows what is left of a network's quota, and keeps it in the history's marks, so that a restart goes on with it.
 * All times are ms since the epoch by the network's clock.
 */
export class QuotaLedger implements ShiftableTimes {
  readonly #profile: ProfileHistory;
  /** As the earlier run noted it. */
  readonly #earlier: QuotaState | undefined;
  #quota: QuotaState | undefined;
  /** Requests that were sent before the network told its quota. */
  #uncounted: number;
  /** When an answer said that suddenly nothing is left; undefined once a later one has told more. */
  #doubtedAt: number | undefined;

  /** The earlier run crashed, and may have sent more than it noted; until an answer has told what is left. */
  #isBehind: boolean;

  /**
   * `alreadySent`: requests that were sent before, by the sign-in. `isBehind`: the last requests of the earlier run are
   * not noted.
   */
  constructor(profile: ProfileHistory, alreadySent: number, isBehind = false) {
    this.#isBehind = isBehind;
    this.#profile = profile;
    this.#earlier = readMark(profile, MARK, QuotaState);
    this.#quota = this.#earlier;
    this.#uncounted = alreadySent;
  }

  /** What is known of the quota; undefined while the network has not told it. */
  quota(): QuotaState | undefined {
    return this.#quota;
  }

  /** What polling may spend from `now` on. */
  allowance(now: number): Allowance {
    return allowanceAt(this.#quota, now);
  }

  /**
   * Where an answer said that suddenly nothing is left: when polling looks whether that is true, with one request
   * (docs/api.md, "Implausible limits"). Undefined where it may look now, or need not.
   */
  doubtedUntil(now: number): number | undefined {
    const until = this.#doubtedAt === undefined ? -Infinity : this.#doubtedAt + SECOND_LOOK_MS;
    return until > now && until <= now + SECOND_LOOK_MS ? until : undefined;
  }

  /** A request is sent. */
  requestSent(): void {
    if (!this.#quota) this.#uncounted++;
    // Its answer will tell more, so it is stored together with that.
    this.#quota = countRequest(this.#quota);
  }

  /** A request that was counted never reached the network. */
  requestNotSent(): void {
    if (this.#quota) this.#store(uncountRequest(this.#quota));
  }

  /** Takes what an answer says. Gives true where that shows that the quota is full again. */
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
    // A run after a crash must neither ask on where nothing is left, nor wait for what is there again.
    if (isFullAgain || learned.remaining < 1) this.#storeNow(learned);
    else this.#store(learned);
    return isFullAgain;
  }

  /**
   * The network refused a request because nothing is left. `retryAt` is when to try again by the usual rules, and
   * `isNamed` says that the network itself named it. Gives until when to wait: as it was named, else to the end of the
   * day as it was seen, else by the usual rules.
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

  /** Stores what is known, before the end. */
  flush(): void {
    this.#store(this.#quota);
  }

  /** Every answer tells it anew, so it need not be written before anything else is. */
  #store(quota: QuotaState | undefined): void {
    this.#quota = quota;
    if (quota) this.#profile.setMarkLater(MARK, quota);
  }

  #storeNow(quota: QuotaState | undefined): void {
    this.#quota = quota;
    if (quota) this.#profile.setMark(MARK, quota);
  }
}
