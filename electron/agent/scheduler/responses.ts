import type { NetworkError } from '../../api/errors.ts';
import type { StreamId } from '../stream-id.ts';
import { type Failures, isOutage, PAUSE_MARGIN_MS } from './failures.ts';
import type { Habits } from './forecast/habits.ts';
import type { Gate } from './gate.ts';
import type { Quota, QuotaFacts } from './quota.ts';
import type { ServerClock } from './server-clock.ts';
import type { StreamStates } from './stream-states.ts';

/** Facts about a response, reported by the network client. Local times. */
export interface ResponseFacts {
  method?: string;
  quota?: QuotaFacts | undefined;
  networkTime?: number | undefined;
  backoffUntil?: number | undefined;
  sentAt?: number;
  at: number;
  /** Whether it was a response of the API with the requested data. */
  isGood?: boolean;
  /** The error, as the same object that the caller receives. */
  fault?: NetworkError | undefined;
  /** Duration of the request by the steady clock, in ms. */
  took?: number;
}

/** Wait of the scheduler, which ends early when the plan has to be renewed. */
export class PollTimer {
  #waiting = new AbortController();

  /** Returns a signal that aborts when the current wait ends. */
  signal(): AbortSignal {
    return this.#waiting.signal;
  }

  /** Ends the current wait, so that the plan is renewed. */
  wake(): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
  }
}

/** Hears of each request and response of a network, of polls and clicks: server time, quota, backoffs and failures. */
export class Responses {
  readonly #gate: Gate;
  readonly #quota: Quota;
  readonly #time: ServerClock;
  readonly #states: StreamStates;
  readonly #habits: Habits;
  readonly #failures: Failures;
  readonly #timer: PollTimer;
  #skew: number | undefined;
  /** The stream being polled. */
  #polling: StreamId | undefined;
  /** Whether the machine slept before it read that poll's response. */
  #wasReadLate = false;

  constructor(
    gate: Gate,
    quota: Quota,
    time: ServerClock,
    states: StreamStates,
    habits: Habits,
    failures: Failures,
    timer: PollTimer,
  ) {
    this.#gate = gate;
    this.#quota = quota;
    this.#time = time;
    this.#states = states;
    this.#habits = habits;
    this.#failures = failures;
    this.#timer = timer;
  }

  /** Returns server time minus local time in ms by the last response, or undefined before the first. */
  skew(): number | undefined {
    return this.#skew;
  }

  /** Returns until when a method must not be requested, in local time; undefined if it may be. */
  blockedUntil(method: string): number | undefined {
    const until = this.#gate.methodClosedUntil(method);
    return until && this.#time.toLocal(until);
  }

  /** Records that a poll begins: responses up to `pollEnds` may belong to it. */
  pollBegins(id: StreamId): void {
    this.#polling = id;
    this.#wasReadLate = false;
  }

  /** Records that the poll has ended, successfully or not. */
  pollEnds(): void {
    this.#polling = undefined;
  }

  /** Whether the machine slept before it read the current poll's response. */
  wasReadLate(): boolean {
    return this.#wasReadLate;
  }

  /** Called when the network client sends a request. */
  sent(): void {
    this.#gate.requestSent();
    this.#quota.sent();
  }

  /**
   * Called when the network client received a response. Renews the plan if other polls may, or must not, be sent now.
   */
  answered(facts: ResponseFacts): void {
    const gate = this.#gate;
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
    const time = this.#time;
    const isLate = this.#takeTime(facts, at - sentAt, took);
    this.#habits.noteAwake();
    if (method !== undefined && backoffUntil !== undefined)
      this.#gate.pauseMethod(method, time.toServer(backoffUntil) + PAUSE_MARGIN_MS);
    return quota !== undefined && this.#quota.observe(quota, time.now() - (isLate ? at - sentAt : 0));
  }

  /**
   * Reads the server time of a response. Returns whether the response was read late, so that its time is less exact.
   */
  #takeTime({ networkTime, at }: ResponseFacts, byClock: number, took: number): boolean {
    if (networkTime === undefined) return false;
    const check = this.#time.check(networkTime, took, byClock);
    if (check === 'late') this.#wasReadLate = true;
    else if (check !== 'doubted') this.#skew = networkTime - at;
    // The request may have been sent after an unreported sleep: then it was sent just now, not before the sleep.
    if ((check === 'corrected' || check === 'late') && this.#polling)
      this.#states.changeByPoll(this.#polling, { lastSentAt: this.#time.now() }, this.#time.now());
    return check === 'late';
  }
}
