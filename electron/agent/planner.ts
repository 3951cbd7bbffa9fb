import type { Stream, StreamId } from './streams.ts';

/** "Polling semantically identical requests faster than once a minute is abusive" (public-facts, section 3). */
export const sameRequestFloor = 60_000;

/** What may be spent on polling, and how long it has to last. */
export interface Allowance {
  /** Requests left for polling, after the reserve; undefined while the network has not said. */
  spendable?: number | undefined;
  /** Milliseconds until the quota is full again, as far as is known. */
  lastsFor: number;
  /** What is left for a person's own clicks, the reserve included; undefined while the network has not said. */
  forClicks?: number | undefined;
  /** When to look again if nothing can be spent. */
  fullAgainAt?: number | undefined;
}

export interface PlanInput {
  now: number;
  streams: Stream[];
  allowance: Allowance;
  /** The whole network is out of reach or asked for silence until then. */
  holdUntil?: number | undefined;
}

/** The next poll and when it is due; `at` may lie in the past, which means now. */
export interface PlannedPoll {
  stream: StreamId;
  at: number;
}

/**
 * The even plan: every stream is polled at one interval, as short as the allowance lasts and never under a minute.
 * Pure: the same input gives the same plan. Gives undefined when there is nothing to poll.
 */
export function plan({ now, streams, allowance, holdUntil }: PlanInput): PlannedPoll | undefined {
  const interval = evenInterval(streams, allowance);
  let next: PlannedPoll | undefined;
  for (const stream of streams) {
    if (stream.onDemand && !stream.wanted) continue;
    const affordable = stream.byPerson ? allowance.forClicks : allowance.spendable;
    const broke = affordable !== undefined && affordable < stream.cost;
    // With nothing to spend the interval is endless; what counts then is when there is something again.
    const pause = stream.wanted || broke ? sameRequestFloor : interval;
    const due = stream.lastSentAt === undefined ? now : stream.lastSentAt + pause;
    const at = Math.max(due, stream.notBefore ?? 0, holdUntil ?? 0, broke ? (allowance.fullAgainAt ?? now + allowance.lastsFor) : 0);
    if (!next || at < next.at) next = { stream: stream.id, at };
  }
  return next;
}

/** Milliseconds between two polls of a stream, so that a round of all of them fits the allowance until its end. */
export function evenInterval(streams: Stream[], { spendable, lastsFor }: Allowance): number {
  if (spendable === undefined) return sameRequestFloor;
  // One request more a round: a reputation that moved is looked up by itself.
  const round = streams.filter((stream) => !stream.onDemand).reduce((sum, stream) => sum + stream.cost, 1);
  const rounds = spendable / round;
  return rounds > 0 ? Math.max(sameRequestFloor, Math.ceil(lastsFor / rounds)) : Infinity;
}
