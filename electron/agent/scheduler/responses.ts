import type { NetworkError } from '../../api/errors.ts';
import type { NetworkTime } from './server-clock.ts';
import type { StreamId } from '../stream-id.ts';
import type { AwakeTracker } from './forecast/habits.ts';
import type { Quota } from './quota.ts';
import { isOutage, type Outage } from './outage.ts';
import type { RequestGate } from './gate.ts';
import { type PollFailures, PAUSE_MARGIN_MS } from './failures.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import type { StreamStates } from './stream-states.ts';

/** Facts about a response, reported by the network client. Local times. */
export interface AnswerFacts {
  method?: string;
  quota?: Quota | undefined;
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

interface AnswerReaderParts {
  states: StreamStates;
  gate: RequestGate;
  ledger: QuotaLedger;
  time: NetworkTime;
  awake: AwakeTracker;
  outage: Outage;
  failures: PollFailures;
}

/** Reads the metadata of each response: server time, quota and backoffs. */
export class AnswerReader {
  readonly #parts: AnswerReaderParts;
  #skew: number | undefined;
  /** The stream being polled. */
  #polling: StreamId | undefined;
  /** Whether the machine slept before it read that poll's response. */
  #wasReadLate = false;

  constructor(parts: AnswerReaderParts) {
    this.#parts = parts;
  }

  /** Returns server time minus local time in ms by the last response, or undefined before the first. */
  skew(): number | undefined {
    return this.#skew;
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

  /**
   * Processes a response, of a poll or of a click. Returns whether the plan has to change: other polls may, or must
   * not, be sent now.
   */
  take(facts: AnswerFacts): boolean {
    const { gate, outage, failures } = this.#parts;
    const kind = gate.condition()?.kind;
    const isFullAgain = this.#read(facts);
    const { isGood = false, fault } = facts;
    // Even if a click caused this response, polls need not wait for the end of the day or of an outage any more.
    const isOver = (isFullAgain && kind === 'quota-exhausted') || (isGood && (isOutage(kind) || gate.isTried()));
    if (isOver) gate.open();
    if (isGood) outage.ended();
    const isClosed = fault !== undefined && failures.takeFault(fault);
    return isFullAgain || isOver || isClosed;
  }

  /** Reads a response's metadata. Returns whether it showed that the quota is full again. */
  #read(facts: AnswerFacts): boolean {
    const { gate, ledger, time, awake } = this.#parts;
    const { method, quota, backoffUntil, took = 0, at, sentAt = at - took } = facts;
    const isLate = this.#takeTime(facts, at - sentAt, took);
    awake.noteAwake();
    if (method !== undefined && backoffUntil !== undefined)
      gate.pauseMethod(method, time.fromMachine(backoffUntil) + PAUSE_MARGIN_MS);
    return quota !== undefined && ledger.observe(quota, time.now() - (isLate ? at - sentAt : 0));
  }

  /**
   * Reads the server time of a response. Returns whether the response was read late, so that its time is less exact.
   */
  #takeTime({ networkTime, at }: AnswerFacts, byClock: number, took: number): boolean {
    const { states, time } = this.#parts;
    if (networkTime === undefined) return false;
    const check = time.check(networkTime, took, byClock);
    if (check === 'late') this.#wasReadLate = true;
    else if (check !== 'doubted') this.#skew = networkTime - at;
    // The request may have been sent after an unreported sleep: then it was sent just now, not before the sleep.
    if ((check === 'corrected' || check === 'late') && this.#polling)
      states.changeByPoll(this.#polling, { lastSentAt: time.now() }, time.now());
    return check === 'late';
  }
}
