import type { NetworkError } from '../../api/errors.ts';
import type { AgentCondition } from '../conditions.ts';
import type { StreamId } from '../stream-id.ts';
import type { StreamStates } from './stream-states.ts';

/** Conditions in which the network is unreachable, rather than asking for a pause. */
const OUTAGES: readonly AgentCondition['kind'][] = [
  'offline',
  'timeout',
  'server-fault',
  'bad-answer',
  'captive-portal',
];

/** Whether a condition means that the network is unreachable. */
export const isOutage = (kind: AgentCondition['kind'] | undefined): boolean =>
  kind !== undefined && OUTAGES.includes(kind);

/** Failures of many streams when the network is down, which may also be one stream's own. */
const OUTAGE_KINDS: readonly NetworkError['kind'][] = ['timeout', 'server-fault', 'bad-answer'];
/**
 * Number of failures in a row, without a good response in between, from which they are the network's and not one
 * stream's.
 */
const MIN_FAILURES = 2;

/**
 * Distinguishes an outage of the network from failures of single streams. During an outage, one request at a time tries
 * whether the network is back; the first good response ends it for every stream that failed meanwhile.
 */
export class Outage {
  readonly #states: StreamStates;
  /** Streams that failed since the last good response, in the order of their failures. */
  readonly #failing = new Map<StreamId, { namedUntil: number | undefined }>();
  /** Streams that were tried at once after an outage and have not succeeded since. */
  readonly #triedAgain = new Set<StreamId>();
  #failures = 0;

  constructor(states: StreamStates) {
    this.#states = states;
  }

  /**
   * Records the failure of a stream. Returns the number of consecutive failures of the whole network, or 0 if it may be
   * the stream's own.
   * @param namedUntil the end of a wait that the network itself named, which is kept
   */
  failed(id: StreamId, kind: NetworkError['kind'], namedUntil?: number): number {
    if (!OUTAGE_KINDS.includes(kind)) return 0;
    this.#failures += 1;
    this.#failing.delete(id);
    this.#failing.set(id, { namedUntil });
    return Math.max(0, this.#failures - MIN_FAILURES + 1);
  }

  /**
   * Returns the stream to try next: the one that failed longest ago, so that a stream with failures of its own does not
   * block the others.
   */
  nextTry(): { id: StreamId; namedUntil: number | undefined } | undefined {
    const [first] = this.#failing;
    return first && { id: first[0], ...first[1] };
  }

  /** Records a successful poll of a stream. */
  succeeded(id: StreamId): void {
    this.#triedAgain.delete(id);
  }

  /**
   * Ends an outage after a good response: streams that failed in it are tried at once. If one fails again, the failure
   * is its own, and it waits.
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
