import type { AgentCondition } from '../conditions.ts';
import type { NetworkTime } from './server-clock.ts';
import { SAME_REQUEST_FLOOR_MS } from './forecast/forecast.ts';
import type { Stream } from './forecast/stream.ts';
import type { StreamId } from '../stream-id.ts';
import type { CatchUp } from './catch-up.ts';
import { isOutage } from './outage.ts';
import type { RequestGate } from './gate.ts';
import { isRefused } from './conditions.ts';
import type { PollPlan } from './plan/current-plan.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import type { StreamStates } from './stream-states.ts';

/** Conditions that the user may have fixed before requesting a poll. */
const MENDED_BY_PERSON: readonly AgentCondition['kind'][] = ['signed-out', 'bad-key', 'captive-portal'];

/** A request to poll all streams at once. */
export interface SyncRequest {
  /** Whether the user requested it: it may use the reserve, and retries refused streams. */
  byPerson: boolean;
  /** Whether one request is sent although the network asked for a pause; the others wait for its response. */
  evenIfHeld?: boolean | undefined;
  /** Streams polled within this many ms are skipped. */
  notAskedFor?: number;
}

/** Result of a request to poll all streams: those polled now, and those that must wait, in server time. */
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

/** Handles requests to poll all streams at once, from the user or after an absence. */
export class SyncRequests {
  readonly #parts: SyncRequestsParts;

  constructor(parts: SyncRequestsParts) {
    this.#parts = parts;
  }

  /** Marks all streams to be polled as soon as the rules allow. */
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

  /** Returns which streams the rules allow now: equal requests are a minute apart, and pauses apply. */
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

  /** Returns the condition that prevents all requests now, even for clicks; undefined if there is none. */
  waitsFor(): AgentCondition | undefined {
    const { gate, ledger, time, conditions } = this.#parts;
    const now = time.now();
    if ((gate.closedUntil() ?? now) > now) return gate.condition();
    const { forClicks = 1 } = ledger.allowance(now);
    return forClicks < 1 ? conditions().find(({ kind }) => kind === 'quota-exhausted') : undefined;
  }

  /**
   * Retries streams that the network refused. They wait for hours, because the same request seldom succeeds later; the
   * user may know better.
   */
  #askRefusedAgain(): void {
    const { states, streams } = this.#parts;
    for (const { id } of streams())
      if (isRefused(states.of(id).condition)) states.change(id, { wanted: true, byPerson: true, notBefore: undefined });
  }
}
