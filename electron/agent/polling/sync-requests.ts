import type { AgentCondition } from '../domain/conditions.ts';
import type { NetworkTime } from '../domain/network-time.ts';
import { SAME_REQUEST_FLOOR_MS } from '../forecast/forecast.ts';
import type { Stream } from '../forecast/stream.ts';
import type { StreamId } from '../domain/stream-id.ts';
import type { CatchUp } from '../planning/catch-up.ts';
import { isOutage } from './gate/outage.ts';
import type { RequestGate } from './gate/request-gate.ts';
import { isRefused } from './poll-conditions.ts';
import type { PollPlan } from './poll-plan.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import type { StreamStates } from './streams/stream-states.ts';

/** Conditions that a person may have mended before asking for a poll. */
const MENDED_BY_PERSON: readonly AgentCondition['kind'][] = ['signed-out', 'bad-key', 'captive-portal'];

/** A wish to poll everything at once. */
export interface SyncRequest {
  /** A person asks: it may use the reserve, and asks again what was refused. */
  byPerson: boolean;
  /** Whether one request is sent although the network asked to be left alone; the others wait for its answer. */
  evenIfHeld?: boolean | undefined;
  /** What was asked within this many ms is left out. */
  notAskedFor?: number;
}

/** The result of a wish to poll everything: streams that are asked now, and those that must wait, by network time. */
export interface SyncOutcome {
  asked: StreamId[];
  later: { stream: StreamId; at: number }[];
}

interface SyncRequestsParts {
  states: StreamStates;
  gate: RequestGate;
  ledger: QuotaLedger;
  time: NetworkTime;
  plan: PollPlan;
  catchUp: CatchUp;
  streams: () => Stream[];
  conditions: () => AgentCondition[];
}

/** Takes wishes to poll everything at once, from a person or after an absence. */
export class SyncRequests {
  readonly #parts: SyncRequestsParts;

  constructor(parts: SyncRequestsParts) {
    this.#parts = parts;
  }

  /** Has everything polled as soon as the rules allow. */
  wantAll({ byPerson, evenIfHeld = false, notAskedFor = 0 }: SyncRequest): void {
    const { states, gate, time, plan, catchUp, streams } = this.#parts;
    const now = time.now();
    const askable = streams().filter(
      ({ onDemand, lastSentAt }) => !onDemand && !(now - (lastSentAt ?? -Infinity) < notAskedFor),
    );
    for (const { id } of byPerson ? askable : catchUp.choose(askable, plan.allowance(), now))
      states.change(id, { wanted: true, byPerson });
    if (byPerson) this.#askRefusedAgain();
    if (evenIfHeld) gate.tryOnce();
    const kind = gate.condition()?.kind;
    if (isOutage(kind) || (byPerson && kind !== undefined && MENDED_BY_PERSON.includes(kind))) gate.retryNow();
  }

  /** What the rules allow of it now: not the same request twice within a minute, and nothing that rests. */
  outcome(): SyncOutcome {
    const { gate, time, streams } = this.#parts;
    const now = time.now();
    const first = gate.firstAskAt() ?? -Infinity;
    const outcome: SyncOutcome = { asked: [], later: [] };
    for (const { id, onDemand, wanted, lastSentAt, notBefore } of streams()) {
      if (onDemand && !wanted) continue;
      const at = Math.max((lastSentAt ?? -Infinity) + SAME_REQUEST_FLOOR_MS, notBefore ?? -Infinity, first);
      if (at <= now) outcome.asked.push(id);
      else outcome.later.push({ stream: id, at });
    }
    return outcome;
  }

  /** Why nothing can be asked now, not even for a person; undefined where something can. */
  waitsFor(): AgentCondition | undefined {
    const { gate, ledger, time, conditions } = this.#parts;
    const now = time.now();
    if ((gate.closedUntil() ?? now) > now) return gate.condition();
    const { forClicks = 1 } = ledger.allowance(now);
    return forClicks < 1 ? conditions().find(({ kind }) => kind === 'quota-exhausted') : undefined;
  }

  /**
   * Streams that the network refused wait for hours, because asking the same again seldom helps; a person may know
   * better.
   */
  #askRefusedAgain(): void {
    const { states, streams } = this.#parts;
    for (const { id } of streams())
      if (isRefused(states.of(id).condition)) states.change(id, { wanted: true, byPerson: true, notBefore: undefined });
  }
}
