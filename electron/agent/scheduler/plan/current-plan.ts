import { HOUR_MS } from '../../../../common/durations.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import type { SettingsStore } from '../../../store/settings.ts';
import { leftForHistory, spendOnHistory } from '../../sources/reputation/reputation-backfill.ts';
import { pollsReputationDirectly } from '../../sources/reputation/record-changes.ts';
import type { Habits } from '../forecast/habits.ts';
import type { Gate } from '../gate.ts';
import { allowanceOfFullDay, type Allowance, type Quota } from '../quota.ts';
import type { ServerClock } from '../server-clock.ts';
import type { Streams } from '../streams.ts';
import type { PlannedPoll } from './plan-types.ts';
import { planNextPoll } from './planner.ts';
import { findPrice } from './price.ts';

/** When events other than the inbox's may be announced. */
export interface TellingTimes {
  /** Returns until when they are held, in local time; undefined if they may be announced now, or a page lists them. */
  heldUntil(): number | undefined;
}

/** What the polls of one profile are planned for. */
export interface PlannedProfile {
  profile: ProfileHistory;
  settings: Pick<SettingsStore, 'get'>;
  announcements: TellingTimes;
}

/** The plan in force: the next poll, its price, and the requests that polling may spend. */
export class CurrentPlan {
  readonly #planned: PlannedProfile;
  readonly #streams: Streams;
  readonly #gate: Gate;
  readonly #quota: Quota;
  readonly #time: ServerClock;
  readonly #habits: Habits;
  #next: PlannedPoll | undefined;
  #price = 0;
  #usualPrice: number | undefined;
  #isHeld = false;

  constructor(planned: PlannedProfile, streams: Streams, gate: Gate, quota: Quota, time: ServerClock, habits: Habits) {
    this.#planned = planned;
    this.#streams = streams;
    this.#gate = gate;
    this.#quota = quota;
    this.#time = time;
    this.#habits = habits;
  }

  /** Returns the next poll in server time, or undefined if there is none. */
  next(): PlannedPoll | undefined {
    return this.#next;
  }

  /** Whether the present plan holds back polls whose news could not be announced. */
  isHeld(): boolean {
    return this.#isHeld;
  }

  /** Returns the price of a request in the current plan. */
  price(): number {
    return this.#price;
  }

  /** Returns the price of a request on a day that begins with a full quota: late in a day it may have any value. */
  usualPrice(): number {
    const quota = this.#quota.state();
    if (!quota) return this.#price;
    this.#usualPrice ??= findPrice({
      now: this.#time.now(),
      streams: this.#streams.list(),
      allowance: allowanceOfFullDay(quota),
      presence: this.#habits.outlook(),
      price: this.#price,
    }).now;
    return this.#usualPrice;
  }

  /** Renews the plan; `now` in server time. Returns the ms to wait for the next poll, Infinity if there is none. */
  renew(now: number): number {
    this.#usualPrice = undefined;
    if (this.#planned.settings.get().paused) {
      this.#next = undefined;
      return Infinity;
    }
    const gate = this.#gate;
    const heldUntil = this.#planned.announcements.heldUntil();
    this.#isHeld = heldUntil !== undefined;
    const { next, price } = planNextPoll({
      now,
      streams: this.#streams.list(),
      allowance: this.allowance(),
      closedUntil: Math.max(gate.closedUntil() ?? 0, gate.firstAskAt() ?? 0, this.#quota.doubtedUntil(now) ?? 0),
      uncertainty: this.#time.uncertainty(),
      presence: this.#habits.outlook(),
      heldUntil: heldUntil === undefined ? undefined : this.#time.toServer(heldUntil),
      price: this.#price,
    });
    this.#next = next;
    this.#price = price;
    return next ? next.at - now : Infinity;
  }

  /** Returns the allowance of polling, less the requests that changed totals will cause. */
  allowance(): Allowance {
    const allowance = this.#quota.allowance(this.#time.now());
    if (allowance.spendable === undefined || pollsReputationDirectly(this.#planned.profile)) return allowance;
    const looks = this.#streams.learner.itemsPerHour('accounts') * (allowance.lastsFor / HOUR_MS);
    return { ...allowance, spendable: Math.max(allowance.spendable - looks, allowance.spendable / 2) };
  }

  /** Whether a poll under way may request another page. */
  mayTakeAnotherPage(): boolean {
    return !this.#isDoubted() && (this.allowance().spendable ?? 1) >= 1;
  }

  /** Returns the requests left today for reading the history from before Askbell. */
  backfillRequests(): number {
    if (this.#isDoubted()) return 0;
    return leftForHistory(this.#planned.profile, this.#quota.state(), this.allowance().spendable);
  }

  /** Counts a request that read the history from before Askbell. */
  spendOnBackfill(): void {
    spendOnHistory(this.#planned.profile, this.#quota.state());
  }

  #isDoubted(): boolean {
    return this.#quota.doubtedUntil(this.#time.now()) !== undefined;
  }
}
