import type { Speech } from '../../../common/i18n/locale.ts';
import { allowanceOfADay } from '../planning/quota.ts';
import type { NetworkTime } from '../domain/network-time.ts';
import { planLines, type PlanLine } from '../planning/plan-explanation.ts';
import type { Outlook } from '../planning/plan-types.ts';
import { priceOf } from '../planning/request-price.ts';
import type { Silence } from './gate/request-gate.ts';
import type { Spending } from './quota-ledger.ts';
import { isRefused } from './poll-conditions.ts';
import type { StreamStates } from './stream-states.ts';
import type { StreamId } from '../domain/stream-id.ts';
import type { Stream } from '../forecast/stream.ts';
import type { Yields } from './poll-outcomes.ts';
import type { Reckoned } from '../planning/plan-types.ts';

interface PlanToldParts {
  streams: () => Stream[];
  /** Of the plan as it is. */
  price: () => number;
  outlook: () => Outlook;
  time: NetworkTime;
  spending: Spending;
  silence: Silence;
  yields: Yields;
  states: StreamStates;
}

/** The plan as people are told of it. */
export function createPlanTold({ streams, price, outlook, time, spending, silence, yields, states }: PlanToldParts) {
  let usually: number | undefined;

  /** What a request is worth on a day that begins with a full quota: late in a day it may be anything. */
  function usualPrice(): number {
    const known = spending.known();
    if (!known) return price();
    usually ??= priceOf({
      now: time.now(),
      streams: streams(),
      allowance: allowanceOfADay(known),
      presence: outlook(),
      price: price(),
    }).now;
    return usually;
  }

  return {
    /** Something may be otherwise by now. */
    unsettle: (): void => void (usually = undefined),
    /** Polls a day that the plan gives a stream, as it is or as it would be. */
    pollsPerDay(id: StreamId, asIf?: Reckoned): number {
      const { condition, notBefore, lastSentAt } = states.of(id);
      // What is refused is tried again ever more seldom, whatever it would be worth.
      const refusedEvery =
        isRefused(condition) && notBefore !== undefined && lastSentAt !== undefined ? notBefore - lastSentAt : 0;
      return refusedEvery > 0 ? (24 * 3600_000) / refusedEvery : yields.pollsPerDay(id, usualPrice(), asIf);
    },
    /** Each stream with how often it is polled, and why. */
    lines: (speech?: Speech): PlanLine[] =>
      planLines({
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
