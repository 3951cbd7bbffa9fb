import type { ProfileHistory } from '../../store/profile-history.ts';
import type { ShiftableTimes } from './clock-shift.ts';
import type { AgentCondition } from '../conditions.ts';
import type { NetworkTime } from './server-clock.ts';
import type { StreamId } from '../stream-id.ts';
import type { StreamState, StreamStates } from './stream-states.ts';
import { PersistentBackoffs } from './persistent-backoffs.ts';
import { NetworkHold } from './network-hold.ts';

/**
 * The folder `polling/gate` decides whether a request may be sent now, and if not, when. It stores the backoffs of
 * single methods and the holds of the whole network across restarts.
 */

interface RequestGateParts {
  profile: ProfileHistory;
  networkName: string;
  states: StreamStates;
  time: NetworkTime;
  /** Until then an earlier run may have just sent the same request (server time); undefined if not. */
  firstAskAt?: number | undefined;
}

/**
 * Decides whether a request to the network may be sent now, and if not, when (server time). It combines the pauses of
 * single methods with holds of all requests. A pause lasts until its time has certainly passed: an apparent sleep may
 * be a clock that was set, until a response shows which.
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

  /** Returns the state of a stream, with the pause of its methods in its `notBefore`. */
  readonly streamState = (id: StreamId): StreamState => {
    const pause = this.#backoffs.ofStream(id, this.#certainNow());
    if (pause && pause.until > (this.#states.of(id).notBefore ?? 0))
      this.#states.change(id, { notBefore: pause.until }, { notedEarlier: pause.heardEarlier });
    return this.#states.of(id);
  };

  /** Returns until when all requests to the network are stopped, or undefined if they are not. */
  closedUntil(): number | undefined {
    return this.#hold.until(this.#time.uncertainty());
  }

  /**
   * Returns when the first poll may be sent after a crash: the last requests are unknown then, and equal ones must be a
   * minute apart. Undefined if it may be sent now.
   */
  firstAskAt(): number | undefined {
    if (this.#firstAskAt === undefined) return undefined;
    const at = this.#firstAskAt + this.#uncertainMs();
    return at > this.#time.now() ? at : undefined;
  }

  /** Whether all requests are stopped, or were and the network has not responded since. */
  isClosed(): boolean {
    return this.#hold.until() !== undefined;
  }

  /** Whether no requests may be sent now, not even for clicks. */
  isClosedToAll(): boolean {
    return (this.#hold.clicksUntil(this.#time.uncertainty()) ?? 0) > this.#time.now();
  }

  /** Returns the condition that stops all requests, or undefined if there is none. */
  condition(): AgentCondition | undefined {
    return this.#hold.condition();
  }

  /**
   * Returns until when a method must not be requested, because of its own pause or that of the whole network; undefined
   * if it may be.
   */
  methodClosedUntil(method: string): number | undefined {
    const closed = this.#hold.clicksUntil(this.#time.uncertainty()) ?? 0;
    const paused = (this.#backoffs.until(method, this.#certainNow()) ?? -Infinity) + this.#uncertainMs();
    const until = Math.max(closed, paused);
    return until > this.#time.now() ? until : undefined;
  }

  /** Returns when the longest pause of a single method ends, or undefined if there is none. */
  longestPause(): number | undefined {
    return this.#backoffs.longest(this.#time.now());
  }

  /** Pauses a method as requested by a response, with every stream that uses it. */
  pauseMethod(method: string, until: number): void {
    this.#backoffs.add(method, until, this.#time.now());
    for (const [id] of this.#states.all()) this.streamState(id);
  }

  /** Stops all requests until a time, after a failure. */
  close(until: number, condition: AgentCondition): void {
    this.#hold.begin(until, condition, this.#time.now());
  }

  /** Returns the number of consecutive failures that stopped all requests. */
  failuresInARow(): number {
    return this.#hold.failures();
  }

  /** Allows the next request to try whether the network can be reached again. */
  retryNow(): void {
    this.#hold.retryAt(this.#time.now());
  }

  /** Allows one request of the user, although the network asked for a pause. */
  tryOnce(): void {
    this.#hold.tryOnce();
  }

  /** Records that a request is sent. */
  requestSent(): void {
    this.#hold.requestSent();
  }

  /** Whether the user's trial request is under way. */
  isTried(): boolean {
    return this.#hold.isTried();
  }

  /** Allows requests again after the network responded. */
  open(): void {
    this.#hold.end();
  }

  shiftTimes(byMs: number): void {
    if (this.#firstAskAt !== undefined) this.#firstAskAt += byMs;
    this.#hold.shiftTimes(byMs);
    this.#backoffs.shiftTimes(byMs);
  }

  /** Returns how many of the ms that have passed are only guessed. */
  #uncertainMs(): number {
    return this.#time.uncertainty()?.(-Infinity) ?? 0;
  }

  /** Returns the latest time that has certainly been reached. */
  #certainNow(): number {
    return this.#time.now() - this.#uncertainMs();
  }
}
