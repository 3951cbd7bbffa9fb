import type { NetworkError } from '../../api/errors.ts';
import type { NetworkTime } from '../domain/network-time.ts';
import type { StreamId } from '../domain/stream-id.ts';
import type { AwakeTracker } from '../forecast/awake-habit.ts';
import type { Quota } from '../planning/quota.ts';
import { isOutage, type Outage } from './gate/outage.ts';
import type { RequestGate } from './gate/request-gate.ts';
import { type PollFailures, PAUSE_MARGIN_MS } from './poll-failures.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import type { StreamStates } from './streams/stream-states.ts';

/** What the network client reports of an answer. Times are by this machine's clock. */
export interface AnswerFacts {
  method?: string;
  quota?: Quota | undefined;
  networkTime?: number | undefined;
  backoffUntil?: number | undefined;
  sentAt?: number;
  at: number;
  /** It was an answer of the API with what was asked for. */
  isGood?: boolean;
  /** What went wrong: the same error object that the caller gets. */
  fault?: NetworkError | undefined;
  /** Steady ms that the request took. */
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

/** Takes from each answer what it says beside its items: the network's time, the quota, and backoffs. */
export class AnswerReader {
  readonly #parts: AnswerReaderParts;
  #skew: number | undefined;
  /** The stream that is being polled. */
  #polling: StreamId | undefined;
  /** The machine slept before the answer to that poll was read. */
  #wasReadLate = false;

  constructor(parts: AnswerReaderParts) {
    this.#parts = parts;
  }

  /** Network time minus machine time in ms, as the last answer told it; undefined before the first answer. */
  skew(): number | undefined {
    return this.#skew;
  }

  /** A stream is polled: the answers up to `pollEnds` may be to this poll. */
  pollBegins(id: StreamId): void {
    this.#polling = id;
    this.#wasReadLate = false;
  }

  /** The poll has ended, well or badly. */
  pollEnds(): void {
    this.#polling = undefined;
  }

  /** Whether the machine slept before it read the answer to the present poll. */
  wasReadLate(): boolean {
    return this.#wasReadLate;
  }

  /** Takes an answer, whoever asked. Gives true where other polls may, or must not, be sent now. */
  take(facts: AnswerFacts): boolean {
    const { gate, outage, failures } = this.#parts;
    const kind = gate.condition()?.kind;
    const isFullAgain = this.#read(facts);
    const { isGood = false, fault } = facts;
    // Even if a click got this answer, nothing has to wait for the end of the day or of an outage any more.
    const isOver = (isFullAgain && kind === 'quota-exhausted') || (isGood && (isOutage(kind) || gate.isTried()));
    if (isOver) gate.open();
    if (isGood) outage.ended();
    const isClosed = fault !== undefined && failures.takeFault(fault);
    return isFullAgain || isOver || isClosed;
  }

  /** Takes what an answer says beside its items. Gives true where it showed that the quota is full again. */
  #read(facts: AnswerFacts): boolean {
    const { gate, ledger, time, awake } = this.#parts;
    const { method, quota, backoffUntil, took = 0, at, sentAt = at - took } = facts;
    const isLate = this.#takeTime(facts, at - sentAt, took);
    awake.noteAwake();
    if (method !== undefined && backoffUntil !== undefined)
      gate.pauseMethod(method, time.fromMachine(backoffUntil) + PAUSE_MARGIN_MS);
    return quota !== undefined && ledger.observe(quota, time.now() - (isLate ? at - sentAt : 0));
  }

  /** Takes the network's time from an answer. Gives true where the answer was read late, so that it tells less. */
  #takeTime({ networkTime, at }: AnswerFacts, byClock: number, took: number): boolean {
    const { states, time } = this.#parts;
    if (networkTime === undefined) return false;
    const check = time.check(networkTime, took, byClock);
    if (check === 'late') this.#wasReadLate = true;
    else if (check !== 'doubted') this.#skew = networkTime - at;
    // The request may have been sent after a sleep that nobody reported: it was sent just now then, not before the
    // sleep.
    if ((check === 'corrected' || check === 'late') && this.#polling)
      states.changeByPoll(this.#polling, { lastSentAt: time.now() }, time.now());
    return check === 'late';
  }
}
