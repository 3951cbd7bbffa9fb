import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../common/durations.ts';
import type { AgentCondition } from '../conditions.ts';
import type { StreamId } from '../ids.ts';
import { isOutage } from './failures.ts';
import { SAME_REQUEST_FLOOR_MS, type Stream } from './forecast/forecast.ts';
import type { NetworkState } from './network-state.ts';
import type { CurrentPlan } from './plan/current-plan.ts';
import { pollsPerDay } from './plan/explanation.ts';
import type { Allowance } from './quota.ts';
import { isRefused } from './stream-states.ts';

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

/** Result of a request to poll all streams: those polled now, and those that must wait, in local time. */
export interface SyncOutcome {
  asked: StreamId[];
  later: { stream: StreamId; at: number }[];
}

/** Handles requests to poll all streams at once, from the user or after an absence. */
export class Sync {
  readonly #network: NetworkState;
  readonly #plan: CurrentPlan;
  readonly #catchUp = new CatchUp();

  constructor(network: NetworkState, plan: CurrentPlan) {
    this.#network = network;
    this.#plan = plan;
  }

  /** Marks all streams to be polled as soon as the rules allow. */
  pollNow({ byPerson, evenIfHeld = false, notAskedFor = 0 }: SyncRequest): void {
    const { gate, time, states, streams } = this.#network;
    const now = time.now();
    const askable = streams
      .list()
      .filter(({ onDemand, lastSentAt }) => !onDemand && !(now - (lastSentAt ?? -Infinity) < notAskedFor));
    for (const { id } of byPerson ? askable : this.#chooseAffordable(askable, now))
      states.change(id, { wanted: true, byPerson });
    if (byPerson) this.#askRefusedAgain();
    if (evenIfHeld) gate.tryOnce();
    const kind = gate.condition()?.kind;
    if (isOutage(kind) || (byPerson && kind !== undefined && MENDED_BY_PERSON.includes(kind))) gate.retryNow();
  }

  /** Returns which streams the rules allow now: equal requests are a minute apart, and pauses apply. */
  outcome(): SyncOutcome {
    const { gate, time, streams } = this.#network;
    const now = time.now();
    const first = gate.firstAskAt() ?? -Infinity;
    const outcome: SyncOutcome = { asked: [], later: [] };
    for (const { id, onDemand, wanted, lastSentAt, notBefore } of streams.list()) {
      if (onDemand && !wanted) continue;
      const at = Math.max((lastSentAt ?? -Infinity) + SAME_REQUEST_FLOOR_MS, notBefore ?? -Infinity, first);
      if (at <= now) outcome.asked.push(id);
      else outcome.later.push({ stream: id, at: time.toLocal(at) });
    }
    return outcome;
  }

  #chooseAffordable(askable: Stream[], now: number): Stream[] {
    const price = this.#plan.price;
    const outlook = { ...this.#network.habits.outlook(), awake: undefined };
    return this.#catchUp.choose(askable, this.#plan.allowance(), now, (stream) => pollsPerDay(stream, price, outlook));
  }

  /**
   * Retries streams that the network refused. They wait for hours, because the same request seldom succeeds later; the
   * user may know better.
   */
  #askRefusedAgain(): void {
    const { states, streams } = this.#network;
    for (const { id } of streams.list())
      if (isRefused(states.of(id).condition)) states.change(id, { wanted: true, byPerson: true, notBefore: undefined });
  }
}

/** Share of polling's requests that catching up may take. */
const QUOTA_SHARE = 0.25;
/** Minimum time between two complete catch-ups, in ms, however many requests are left. */
const MIN_INTERVAL_MS = 10 * MINUTE_MS;
/**
 * How many complete catch-ups may follow one another before their cost spaces them out: users come back at irregular
 * times.
 */
const CATCH_UPS_IN_A_ROW = 4;
/**
 * A stream that has waited for this share of its interval is due soon, so polling it now costs almost nothing extra.
 */
const DUE_SOON_SHARE = 0.8;

/**
 * Chooses the streams to poll when the connection or the user is back: all of them, unless that happens so often that
 * it would use up the day's requests; then only those that are due soon anyway. A connection may come and go every
 * minute.
 */
export class CatchUp {
  #last = -Infinity;
  /** When the requests of all catch-ups so far will be paid for; each is paid for after the one before. */
  #paidAt = -Infinity;

  /**
   * Returns all or some of the streams that may be polled now. If there are none, no catch-up is counted.
   * @param perDay returns the polls per day of a stream
   */
  choose(
    streams: Stream[],
    { spendable, lastsFor }: Allowance,
    now: number,
    perDay: (stream: Stream) => number,
  ): Stream[] {
    if (streams.length === 0) return [];
    const requestsPerHour = spendable === undefined ? Infinity : (spendable * HOUR_MS) / lastsFor;
    const interval = Math.max(MIN_INTERVAL_MS, (streams.length / (QUOTA_SHARE * requestsPerHour)) * HOUR_MS);
    // After the clock was set back, no catch-up should have to wait for the difference.
    if (now < this.#last) [this.#last, this.#paidAt] = [-Infinity, -Infinity];
    if (now - this.#last >= MIN_INTERVAL_MS && now >= this.#paidAt - (CATCH_UPS_IN_A_ROW - 1) * interval) {
      this.#last = now;
      this.#paidAt = Math.max(this.#paidAt, now) + interval;
      return streams;
    }
    return streams.filter(
      (stream) => now - (stream.lastSentAt ?? -Infinity) >= (DUE_SOON_SHARE * DAY_MS) / perDay(stream),
    );
  }
}
