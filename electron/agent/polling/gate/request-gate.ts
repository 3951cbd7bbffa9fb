import type { ProfileHistory } from '../../../store/profile-history.ts';
import type { ShiftableTimes } from '../../domain/clock-shift.ts';
import type { AgentCondition } from '../../domain/conditions.ts';
import type { NetworkTime } from '../../domain/network-time.ts';
import type { StreamId } from '../../domain/stream-id.ts';
import type { StreamState, StreamStates } from '../streams/stream-states.ts';
import { PersistentBackoffs } from './persistent-backoffs.ts';
import { NetworkHold } from './network-hold.ts';

/**
 * The room `polling/gate` answers one question: may this request be sent now, and if not, when? It remembers the
 * backoffs of single methods and the holds of the whole network, also through a restart.
 */

interface RequestGateParts {
  profile: ProfileHistory;
  networkName: string;
  states: StreamStates;
  time: NetworkTime;
  /** Until then an earlier run may have just asked the same, by the network's clock; undefined where none has. */
  firstAskAt?: number | undefined;
}

/**
 * The one place that says whether something may be asked of the network now, and if not, until when by the network's
 * clock. It joins the pauses of single methods with whatever stops all requests. A pause is kept until its time has
 * certainly passed: what looks like a sleep may be a clock that was set, until an answer tells.
 */
export class RequestGate implements ShiftableTimes {
  readonly #hold: NetworkHold;
  readonly #backoffs: PersistentBackoffs;
  readonly #states: StreamStates;
  readonly #time: NetworkTime;
  #firstAskAt: number | undefined;

  constructor({ profile, networkName, states, time, firstAskAt }: RequestGateParts) {
    this.#firstAskAt = firstAskAt;
    this.#hold = new NetworkHold(profile, time.now(), networkName);
    this.#backoffs = new PersistentBackoffs(profile);
    this.#states = states;
    this.#time = time;
  }

  /** The state of a stream, with the pause of what it asks in its `notBefore`. */
  readonly streamState = (id: StreamId): StreamState => {
    const pause = this.#backoffs.ofStream(id, this.#certainNow());
    if (pause && pause.until > (this.#states.of(id).notBefore ?? 0))
      this.#states.change(id, { notBefore: pause.until }, { notedEarlier: pause.heardEarlier });
    return this.#states.of(id);
  };

  /** Until when the whole network is left alone; undefined when it is not. */
  closedUntil(): number | undefined {
    return this.#hold.until(this.#time.uncertainty());
  }

  /**
   * When the first poll may be sent after a crash: what was asked last is not known then, and the same must not be
   * asked within a minute. Undefined where it may be sent now.
   */
  firstAskAt(): number | undefined {
    if (this.#firstAskAt === undefined) return undefined;
    const at = this.#firstAskAt + this.#uncertainMs();
    return at > this.#time.now() ? at : undefined;
  }

  /** Whether anything stops all requests, or did until its time passed and the network has not answered since. */
  isClosed(): boolean {
    return this.#hold.until() !== undefined;
  }

  /** Whether nobody may ask now, not even a person. */
  isClosedToAll(): boolean {
    return (this.#hold.clicksUntil(this.#time.uncertainty()) ?? 0) > this.#time.now();
  }

  /** What stops all requests; undefined when nothing does. */
  condition(): AgentCondition | undefined {
    return this.#hold.condition();
  }

  /** Until when a method must not be asked, for its own pause or that of the whole network; undefined when it may. */
  methodClosedUntil(method: string): number | undefined {
    const closed = this.#hold.clicksUntil(this.#time.uncertainty()) ?? 0;
    const paused = (this.#backoffs.until(method, this.#certainNow()) ?? -Infinity) + this.#uncertainMs();
    const until = Math.max(closed, paused);
    return until > this.#time.now() ? until : undefined;
  }

  /** When the longest pause of a single method ends; undefined where there is none. */
  longestPause(): number | undefined {
    return this.#backoffs.longest(this.#time.now());
  }

  /** An answer asked for a pause of its method, so every stream that asks this method waits. */
  pauseMethod(method: string, until: number): void {
    this.#backoffs.add(method, until, this.#time.now());
    for (const [id] of this.#states.all()) this.streamState(id);
  }

  /** A failure stops all requests until then. */
  close(until: number, condition: AgentCondition): void {
    this.#hold.begin(until, condition, this.#time.now());
  }

  /** Failures in a row that stopped all requests. */
  failuresInARow(): number {
    return this.#hold.failures();
  }

  /** Lets the next request try whether the network can be reached again. */
  retryNow(): void {
    this.#hold.retryAt(this.#time.now());
  }

  /** Lets one request of a person's through, although the network asked to be left alone. */
  tryOnce(): void {
    this.#hold.tryOnce();
  }

  /** A request is sent. */
  requestSent(): void {
    this.#hold.requestSent();
  }

  /** Whether the request that a person had let through is on its way. */
  isTried(): boolean {
    return this.#hold.isTried();
  }

  /** The network answered: nothing stops all requests any more. */
  open(): void {
    this.#hold.end();
  }

  shiftTimes(byMs: number): void {
    if (this.#firstAskAt !== undefined) this.#firstAskAt += byMs;
    this.#hold.shiftTimes(byMs);
    this.#backoffs.shiftTimes(byMs);
  }

  /** How many of the ms that have passed are only a guess. */
  #uncertainMs(): number {
    return this.#time.uncertainty()?.(-Infinity) ?? 0;
  }

  /** The latest time that it certainly is. */
  #certainNow(): number {
    return this.#time.now() - this.#uncertainMs();
  }
}
