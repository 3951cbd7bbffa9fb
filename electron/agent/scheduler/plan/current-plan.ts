import { HOUR_MS } from '../../../../common/durations.ts';
import type { SettingsStore } from '../../../store/settings.ts';
import { leftForHistory, spendOnHistory } from '../../sources/reputation/reputation-backfill.ts';
import { pollsReputationDirectly } from '../../sources/reputation/record-changes.ts';
import type { NetworkState, TellingTimes } from '../network-state.ts';
import { allowanceOfFullDay, type Allowance } from '../quota.ts';
import { planNextPoll, type PlannedPoll } from './planner.ts';
import { findPrice } from './price.ts';

/** The plan in force: the next poll, its price, and the requests that polling may spend. */
export class CurrentPlan {
  /** The next poll in server time, or undefined if there is none. */
  next: PlannedPoll | undefined;
  /** The price of a request. */
  price = 0;
  /** Whether polls are held back whose news could not be announced. */
  isHeld = false;
  readonly #network: NetworkState;
  readonly #settings: Pick<SettingsStore, 'get'>;
  readonly #announcements: TellingTimes;
  #usualPrice: number | undefined;

  constructor(network: NetworkState, settings: Pick<SettingsStore, 'get'>, announcements: TellingTimes) {
    this.#network = network;
    this.#settings = settings;
    this.#announcements = announcements;
  }

  /** Returns the price of a request on a day that begins with a full quota: late in a day it may have any value. */
  usualPrice(): number {
    const { quota, time, streams, habits } = this.#network;
    const known = quota.state();
    if (!known) return this.price;
    this.#usualPrice ??= findPrice({
      now: time.now(),
      streams: streams.list(),
      allowance: allowanceOfFullDay(known),
      presence: habits.outlook(),
      price: this.price,
    }).now;
    return this.#usualPrice;
  }

  /** Renews the plan; `now` in server time. Returns the ms to wait for the next poll, Infinity if there is none. */
  renew(now: number): number {
    this.#usualPrice = undefined;
    if (this.#settings.get().paused) {
      this.next = undefined;
      return Infinity;
    }
    const { gate, quota, time, streams, habits } = this.#network;
    const heldUntil = this.#announcements.heldUntil();
    this.isHeld = heldUntil !== undefined;
    const { next, price } = planNextPoll({
      now,
      streams: streams.list(),
      allowance: this.allowance(),
      closedUntil: Math.max(gate.closedUntil() ?? 0, gate.firstAskAt() ?? 0, quota.doubtedUntil(now) ?? 0),
      uncertainty: time.uncertainty(),
      presence: habits.outlook(),
      heldUntil: heldUntil === undefined ? undefined : time.toServer(heldUntil),
      price: this.price,
    });
    this.next = next;
    this.price = price;
    return next ? next.at - now : Infinity;
  }

  /** Returns the allowance of polling, less the requests that changed totals will cause. */
  allowance(): Allowance {
    const { quota, time, profile, learner } = this.#network;
    const allowance = quota.allowance(time.now());
    if (allowance.spendable === undefined || pollsReputationDirectly(profile)) return allowance;
    const looks = learner.itemsPerHour('accounts') * (allowance.lastsFor / HOUR_MS);
    return { ...allowance, spendable: Math.max(allowance.spendable - looks, allowance.spendable / 2) };
  }

  /** Whether a poll under way may request another page. */
  mayTakeAnotherPage(): boolean {
    return !this.#isDoubted() && (this.allowance().spendable ?? 1) >= 1;
  }

  /** Returns the requests left today for reading the history from before Askbell. */
  backfillRequests(): number {
    if (this.#isDoubted()) return 0;
    return leftForHistory(this.#network.profile, this.#network.quota.state(), this.allowance().spendable);
  }

  /** Counts a request that read the history from before Askbell. */
  spendOnBackfill(): void {
    spendOnHistory(this.#network.profile, this.#network.quota.state());
  }

  #isDoubted(): boolean {
    return this.#network.quota.doubtedUntil(this.#network.time.now()) !== undefined;
  }
}
