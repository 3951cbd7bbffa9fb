import { DAY_MS } from '../../../../common/durations.ts';
import type { Locale } from '../../../../common/i18n/locale.ts';
import type { NetworkTime } from '../server-clock.ts';
import type { StreamId } from '../../stream-id.ts';
import type { Stream } from '../forecast/stream.ts';
import { explainPlan, type PlanLine } from './explanation.ts';
import type { PlanScenario, PresenceOutlook } from './plan-types.ts';
import { allowanceOfFullDay } from '../quota.ts';
import { findPrice } from './price.ts';
import type { RequestGate } from '../gate.ts';
import { isRefused } from '../conditions.ts';
import type { PollOutcomes } from '../results.ts';
import type { QuotaLedger } from '../quota-ledger.ts';
import type { StreamStates } from '../stream-states.ts';

interface PlanReportParts {
  streams: () => Stream[];
  /** The price of a request in the current plan. */
  price: () => number;
  outlook: () => PresenceOutlook;
  time: NetworkTime;
  ledger: QuotaLedger;
  gate: RequestGate;
  outcomes: PollOutcomes;
  states: StreamStates;
}

/** The plan as shown to the user. */
export class PlanReport {
  readonly #parts: PlanReportParts;
  #usualPrice: number | undefined;

  constructor(parts: PlanReportParts) {
    this.#parts = parts;
  }

  /** Discards the usual price, which is computed again when needed. */
  invalidate(): void {
    this.#usualPrice = undefined;
  }

  /** Returns the polls per day of a stream under the plan, as it is or in a scenario. */
  pollsPerDay(id: StreamId, scenario?: PlanScenario): number {
    const { states, outcomes } = this.#parts;
    const { condition, notBefore, lastSentAt } = states.of(id);
    // A refused stream is retried at growing intervals, whatever its value.
    const retryInterval =
      isRefused(condition) && notBefore !== undefined && lastSentAt !== undefined ? notBefore - lastSentAt : 0;
    return retryInterval > 0 ? DAY_MS / retryInterval : outcomes.pollsPerDay(id, this.#findUsualPrice(), scenario);
  }

  /** Returns how often each stream is polled, with the reason. */
  lines(locale: Locale): PlanLine[] {
    const { time, streams, price, ledger, gate, outlook } = this.#parts;
    return explainPlan({
      now: time.now(),
      streams: streams(),
      price: price(),
      usualPrice: this.#findUsualPrice(),
      allowance: ledger.allowance(time.now()),
      closedUntil: gate.closedUntil(),
      presence: outlook(),
      locale,
    });
  }

  /** Returns the price of a request on a day that begins with a full quota: late in a day it may have any value. */
  #findUsualPrice(): number {
    const { ledger, price, time, streams, outlook } = this.#parts;
    const quota = ledger.quota();
    if (!quota) return price();
    this.#usualPrice ??= findPrice({
      now: time.now(),
      streams: streams(),
      allowance: allowanceOfFullDay(quota),
      presence: outlook(),
      price: price(),
    }).now;
    return this.#usualPrice;
  }
}
