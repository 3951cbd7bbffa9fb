import type { RequestObserver, ResponseReport } from '../../api/network.ts';
import type { StreamId } from '../ids.ts';
import { type Failures, isOutage, PAUSE_MARGIN_MS } from './failures.ts';
import type { NetworkState } from './network-state.ts';
import type { PollTimer } from './server-clock.ts';

/** Facts about a response, as far as known. */
export type ResponseFacts = Pick<ResponseReport, 'at'> & Partial<ResponseReport>;

/** Hears of each request and response of a network, of polls and clicks: server time, quota, backoffs and failures. */
export class Responses implements RequestObserver {
  /** Server time minus local time in ms by the last response; undefined before the first. */
  skew: number | undefined;
  /** Whether the machine slept before it read the current poll's response. */
  wasReadLate = false;
  readonly #network: NetworkState;
  readonly #failures: Failures;
  readonly #timer: PollTimer;
  /** The stream being polled. */
  #polling: StreamId | undefined;

  constructor(network: NetworkState, failures: Failures, timer: PollTimer) {
    this.#network = network;
    this.#failures = failures;
    this.#timer = timer;
  }

  /** Returns until when a method must not be requested, in local time; undefined if it may be. */
  blockedUntil(method: string): number | undefined {
    const { gate, time } = this.#network;
    const until = gate.methodClosedUntil(method);
    return until && time.toLocal(until);
  }

  /** Records that a poll begins: responses up to `pollEnds` may belong to it. */
  pollBegins(id: StreamId): void {
    this.#polling = id;
    this.wasReadLate = false;
  }

  /** Records that the poll has ended, successfully or not. */
  pollEnds(): void {
    this.#polling = undefined;
  }

  /** Called when the network client sends a request. */
  sent(): void {
    this.#network.gate.requestSent();
    this.#network.quota.sent();
  }

  /**
   * Called when the network client received a response. Renews the plan if other polls may, or must not, be sent now.
   */
  answered(facts: ResponseFacts): void {
    const { gate } = this.#network;
    const kind = gate.condition()?.kind;
    const isFullAgain = this.#read(facts);
    const { isGood = false, fault } = facts;
    // Even if a click caused this response, polls need not wait for the end of the day or of an outage any more.
    const isOver = (isFullAgain && kind === 'quota-exhausted') || (isGood && (isOutage(kind) || gate.isTried()));
    if (isOver) gate.open();
    if (isGood) this.#failures.outageEnded();
    const isClosed = fault !== undefined && this.#failures.takeFault(fault);
    if (isFullAgain || isOver || isClosed) this.#timer.wake();
  }

  /** Reads a response's metadata. Returns whether it showed that the quota is full again. */
  #read(facts: ResponseFacts): boolean {
    const { method, quota, backoffUntil, took = 0, at, sentAt = at - took } = facts;
    const network = this.#network;
    const { time } = network;
    const isLate = this.#takeTime(facts, at - sentAt, took);
    network.habits.noteAwake();
    if (method !== undefined && backoffUntil !== undefined)
      network.gate.pauseMethod(method, time.toServer(backoffUntil) + PAUSE_MARGIN_MS);
    return quota !== undefined && network.quota.observe(quota, time.now() - (isLate ? at - sentAt : 0));
  }

  /**
   * Reads the server time of a response. Returns whether the response was read late, so that its time is less exact.
   */
  #takeTime({ networkTime, at }: ResponseFacts, byClock: number, took: number): boolean {
    if (networkTime === undefined) return false;
    const { time, states } = this.#network;
    const check = time.check(networkTime, took, byClock);
    if (check === 'late') this.wasReadLate = true;
    else if (check !== 'doubted') this.skew = networkTime - at;
    // The request may have been sent after an unreported sleep: then it was sent just now, not before the sleep.
    if ((check === 'corrected' || check === 'late') && this.#polling)
      states.changeByPoll(this.#polling, { lastSentAt: time.now() }, time.now());
    return check === 'late';
  }
}
