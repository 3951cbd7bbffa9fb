import { HOUR_MS } from '../../../../common/durations.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import type { NetworkTime } from '../server-clock.ts';
import type { RateLearner } from '../forecast/rate-learner.ts';
import type { Stream } from '../forecast/stream.ts';
import { Demand } from './demand.ts';
import type { Allowance, PlannedPoll, PresenceOutlook } from './plan-types.ts';
import { planNextPoll } from './planner.ts';
import { pollsReputationDirectly } from '../../sources/reputation/record-changes.ts';
import { leftForHistory, spendOnHistory } from '../../sources/reputation/reputation-backfill.ts';
import type { RequestGate } from '../gate.ts';
import type { QuotaLedger } from '../quota-ledger.ts';

interface PollPlanParts {
  profile: ProfileHistory;
  learner: RateLearner;
  ledger: QuotaLedger;
  gate: RequestGate;
  time: NetworkTime;
  streams: () => Stream[];
  outlook: () => PresenceOutlook;
  isPaused: () => boolean;
  announcements: TellingTimes;
}

/** When events other than the inbox's may be announced. */
export interface TellingTimes {
  /** Returns until when they are held, in local time; undefined if they may be announced now, or a page lists them. */
  heldUntil(): number | undefined;
}

/** The next poll, and the requests that polling may spend. */
export class PollPlan {
  readonly #parts: PollPlanParts;
  /** The planner's cache between plans. */
  readonly #demand = new Demand();
  #next: PlannedPoll | undefined;
  #price = 0;
  #isHeld = false;

  constructor(parts: PollPlanParts) {
    this.#parts = parts;
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

  /** Renews the plan; `now` in server time. Returns the ms to wait for the next poll, Infinity if there is none. */
  renew(now: number): number {
    const { gate, ledger, time, streams, outlook, isPaused, announcements } = this.#parts;
    if (isPaused()) {
      this.#next = undefined;
      return Infinity;
    }
    const heldUntil = announcements.heldUntil();
    this.#isHeld = heldUntil !== undefined;
    const { next, price } = planNextPoll({
      now,
      streams: streams(),
      allowance: this.allowance(),
      closedUntil: Math.max(gate.closedUntil() ?? 0, gate.firstAskAt() ?? 0, ledger.doubtedUntil(now) ?? 0),
      uncertainty: time.uncertainty(),
      presence: outlook(),
      heldUntil: heldUntil === undefined ? undefined : time.fromMachine(heldUntil),
      price: this.#price,
      demand: this.#demand,
    });
    this.#next = next;
    this.#price = price;
    return next ? next.at - now : Infinity;
  }

  /** Returns the allowance of polling, less the requests that changed totals will cause. */
  allowance(): Allowance {
    const { profile, learner, ledger, time } = this.#parts;
    const allowance = ledger.allowance(time.now());
    if (allowance.spendable === undefined || pollsReputationDirectly(profile)) return allowance;
    const looks = learner.itemsPerHour('accounts') * (allowance.lastsFor / HOUR_MS);
    return { ...allowance, spendable: Math.max(allowance.spendable - looks, allowance.spendable / 2) };
  }

  /** Whether a poll under way may request another page. */
  mayTakeAnotherPage(): boolean {
    const { ledger, time } = this.#parts;
    return ledger.doubtedUntil(time.now()) === undefined && (this.allowance().spendable ?? 1) >= 1;
  }

  /** Returns the requests left today for reading the history from before Askbell. */
  backfillRequests(): number {
    const { profile, ledger, time } = this.#parts;
    if (ledger.doubtedUntil(time.now()) !== undefined) return 0;
    return leftForHistory(profile, ledger.quota(), this.allowance().spendable);
  }

  /** Counts a request that read the history from before Askbell. */
  spendOnBackfill(): void {
    spendOnHistory(this.#parts.profile, this.#parts.ledger.quota());
  }
}
