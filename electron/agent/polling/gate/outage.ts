import type { NetworkError } from '../../../api/errors.ts';
import type { AgentCondition } from '../../domain/conditions.ts';
import type { StreamId } from '../../domain/stream-id.ts';
import type { StreamStates } from '../streams/stream-states.ts';

/** Conditions that stop everything because the network is not there, not because it asked for that. */
const OUTAGES: readonly AgentCondition['kind'][] = [
  'offline',
  'timeout',
  'server-fault',
  'bad-answer',
  'captive-portal',
];

/** Whether a condition says that the network is not there. */
export const isOutage = (kind: AgentCondition['kind'] | undefined): boolean =>
  kind !== undefined && OUTAGES.includes(kind);

/** Failures that many streams have when the network is down, and that one stream may have by itself. */
const OUTAGE_KINDS: readonly NetworkError['kind'][] = ['timeout', 'server-fault', 'bad-answer'];
/** How many failures in a row, without a good answer in between, are the network's and not one stream's. */
const MIN_FAILURES = 2;

/**
 * Tells an outage of the network from failures of single streams. While it lasts one request after the other tries
 * whether the network is back; the first good answer ends it for every stream that failed meanwhile.
 */
export class Outage {
  readonly #states: StreamStates;
  /** Streams that failed since the last good answer, the one that failed longest ago first. */
  readonly #failing = new Map<StreamId, { namedUntil: number | undefined }>();
  /** Streams that were tried at once after an outage and have not succeeded since. */
  readonly #triedAgain = new Set<StreamId>();
  #failures = 0;

  constructor(states: StreamStates) {
    this.#states = states;
  }

  /**
   * A stream failed; `namedUntil`: the network itself named that wait, which is kept. Gives how many failures of the
   * whole network there were in a row, 0 where it may be its own.
   */
  failed(id: StreamId, kind: NetworkError['kind'], namedUntil?: number): number {
    if (!OUTAGE_KINDS.includes(kind)) return 0;
    this.#failures += 1;
    this.#failing.delete(id);
    this.#failing.set(id, { namedUntil });
    return Math.max(0, this.#failures - MIN_FAILURES + 1);
  }

  /**
   * The stream that tries next: the one that failed longest ago, so that a stream that fails for its own reasons hides
   * nothing.
   */
  nextTry(): { id: StreamId; namedUntil: number | undefined } | undefined {
    const [first] = this.#failing;
    return first && { id: first[0], ...first[1] };
  }

  /** A stream was polled well. */
  succeeded(id: StreamId): void {
    this.#triedAgain.delete(id);
  }

  /**
   * The network gave a good answer: streams that failed in an outage are tried at once. One that fails again has
   * reasons of its own and waits for them.
   */
  ended(): void {
    const wasOutage = this.#failures >= MIN_FAILURES;
    for (const [id, { namedUntil }] of this.#failing) {
      if (!wasOutage || this.#triedAgain.has(id)) continue;
      this.#triedAgain.add(id);
      this.#states.change(id, { notBefore: namedUntil });
    }
    this.#failing.clear();
    this.#failures = 0;
  }
}
