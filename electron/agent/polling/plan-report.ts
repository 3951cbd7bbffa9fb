import type { Speech } from '../../../common/i18n/locale.ts';
import { allowanceOfFullDay } from '../planning/quota.ts';
import type { NetworkTime } from '../domain/network-time.ts';
import { explainPlan, type PlanLine } from '../planning/plan-explanation.ts';
import type { PresenceOutlook } from '../planning/plan-types.ts';
import { findPrice } from '../planning/request-price.ts';
import type { RequestGate } from './gate/request-gate.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import { isRefused } from './poll-conditions.ts';
import type { StreamStates } from './stream-states.ts';
import type { StreamId } from '../domain/stream-id.ts';
import type { Stream } from '../forecast/stream.ts';
import type { PollOutcomes } from './poll-outcomes.ts';
import type { PlanScenario } from '../planning/plan-types.ts';

interface PlanToldParts {
  streams: () => Stream[];
  /** Of the plan as it is. */
  price: () => number;
  outlook: () => PresenceOutlook;
  time: NetworkTime;
  spending: QuotaLedger;
  silence: RequestGate;
  yields: PollOutcomes;
  states: StreamStates;
}

/** The plan as people are told of it. */
export function createPlanReport({ streams, price, outlook, time, spending, silence, yields, states }: PlanToldParts) {
  let usually: number | undefined;

  /** What a request is worth on a day that begins with a full quota: late in a day it may be anything. */
  function usualPrice(): number {
    const known = spending.known();
    if (!known) return price();
    usually ??= findPrice({
      now: time.now(),
      streams: streams(),
      allowance: allowanceOfFullDay(known),
      presence: outlook(),
      price: price(),
    }).now;
    return usually;
  }

  return {
    /** Something may be otherwise by now. */
    unsettle: (): void => void (usually = undefined),
    /** Polls a day that the plan gives a stream, as it is or as it would be. */
    pollsPerDay(id: StreamId, asIf?: PlanScenario): number {
      const { condition, notBefore, lastSentAt } = states.of(id);
      // What is refused is tried again ever more seldom, whatever it would be worth.
      const refusedEvery =
        isRefused(condition) && notBefore !== undefined && lastSentAt !== undefined ? notBefore - lastSentAt : 0;
      return refusedEvery > 0 ? (24 * 3600_000) / refusedEvery : yields.pollsPerDay(id, usualPrice(), asIf);
    },
    /** Each stream with how often it is polled, and why. */
    lines: (speech: Speech): PlanLine[] =>
      explainPlan({
        now: time.now(),
        streams: streams(),
        price: price(),
        usualPrice: usualPrice(),
        allowance: spending.allowance(time.now()),
        holdUntil: silence.ofAll(),
        presence: outlook(),
        speech,
      }),
  };
}
