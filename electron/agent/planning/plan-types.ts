import type { ClockUncertainty } from '../domain/network-time.ts';
import type { StreamId } from '../domain/stream-id.ts';
import type { Stream } from '../forecast/stream.ts';
import type { Demand } from './demand.ts';

/** What may be spent on polling, and how long it has to last. */
export interface Allowance {
  /** Requests left for polling, after the reserve; undefined while the network has not said. */
  spendable?: number | undefined;
  /** Requests to plan with until then, where that is more than is known to be left; `spendable` where it is not said. */
  pace?: number | undefined;
  /** Milliseconds until the quota is full again, as far as is known. */
  lastsFor: number;
  /** What is left for a person's own clicks, the reserve included; undefined while the network has not said. */
  forClicks?: number | undefined;
  /** What the inbox may still have when nothing is left for the rest; the same as `spendable` where it is not said. */
  forInbox?: number | undefined;
  /** When to look again if nothing can be spent. */
  fullAgainAt?: number | undefined;
}

/** Who and what is there to be asked for: somebody now, and the chance of it by hour of the day; of the machine's being awake, too. */
export interface PresenceOutlook {
  now: boolean;
  usual: Float64Array;
  /** Always, where it is left out. */
  awake?: Float64Array | undefined;
}

export interface PlanInput {
  now: number;
  streams: Stream[];
  allowance: Allowance;
  /** The whole network is out of reach or asked for silence until then. */
  pausedUntil?: number | undefined;
  /** The machine seems to have slept: what it was to keep silent for is kept by the time that surely passed. */
  uncertainty?: ClockUncertainty | undefined;
  /** Whether somebody is there to be told; always where it is left out. */
  presence?: PresenceOutlook | undefined;
  /** The price of the last plan: where the search for this one's begins. */
  price?: number | undefined;
  /** What the streams ask for, as it stood at the last plan: saves most of the work, and moves a poll by minutes at most. */
  demand?: Demand | undefined;
}

/** The next poll and when it is due; `at` may lie in the past, which means now. */
export interface PlannedPoll {
  stream: StreamId;
  at: number;
}

/** A plan: the next poll, and what a request is worth at present, in hours of waiting times value. */
export interface Plan {
  next: PlannedPoll | undefined;
  price: number;
}

/** What a stream of new questions that is not polled yet is estimated to bring: matches that were found in so many hours, and questions a day. */
export interface MatchEstimate {
  matches: number;
  hours: number;
  questionsPerDay: number;
}

/** What a stream that is not polled yet is estimated to bring, or how many pages a list of scores or bounties has. */
export type StreamEstimate = MatchEstimate | { pages: number };

/** A stream as it would be: with a watch that brings what is estimated, without one of those it serves. */
export interface PlanScenario {
  estimate?: StreamEstimate | undefined;
  /** The id of a watch. */
  without?: string | undefined;
}
