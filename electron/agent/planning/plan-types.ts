import type { ClockUncertainty } from '../domain/network-time.ts';
import type { StreamId } from '../domain/stream-id.ts';
import type { Stream } from '../forecast/stream.ts';
import type { Demand } from './demand.ts';

/** What polling may spend, and how long it has to last. */
export interface Allowance {
  /** Requests left for polling, after the reserve; undefined while the network has not told its quota. */
  spendable?: number | undefined;
  /** Requests to plan with, where more are expected than are known to be left; `spendable` where it is left out. */
  pace?: number | undefined;
  /** Milliseconds until the quota is full again, as far as is known. */
  lastsFor: number;
  /**
   * Requests left for a person's own clicks, the reserve included; undefined while the network has not told its quota.
   */
  forClicks?: number | undefined;
  /** Requests that the inbox may still use when nothing is left for the rest; `spendable` where it is left out. */
  forInbox?: number | undefined;
  /** When to look again if nothing can be spent. */
  fullAgainAt?: number | undefined;
}

/** Who is there to hear of news: whether somebody is now, and the chances by hour of the day. */
export interface PresenceOutlook {
  now: boolean;
  /** The chance that somebody is there. */
  usual: Float64Array;
  /** The chance that the machine is awake; certain where it is left out. */
  awake?: Float64Array | undefined;
}

/** What a plan is made from. Times are ms since the epoch by the network's clock. */
export interface PlanInput {
  now: number;
  streams: Stream[];
  allowance: Allowance;
  /** The whole network is out of reach until then, or asked to be left alone. */
  closedUntil?: number | undefined;
  /** The machine seems to have slept. Pauses are kept by the time that has certainly passed. */
  uncertainty?: ClockUncertainty | undefined;
  /** Whether somebody is there; always where it is left out. */
  presence?: PresenceOutlook | undefined;
  /**
   * Until then no news but that of the inbox could be told, and no page is open that would list it; undefined where
   * anything may be told now.
   */
  heldUntil?: number | undefined;
  /** The price of the last plan, where the search for the new one begins. */
  price?: number | undefined;
  /** A cache that the caller keeps between plans. It saves most of the work, and moves a poll by minutes at most. */
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

/**
 * What a stream of new questions is estimated to find before it is polled: a number of matches in a number of hours.
 */
export interface MatchEstimate {
  matches: number;
  hours: number;
  questionsPerDay: number;
}

/** What a stream that is not polled yet is estimated to find, or how many pages a list by scores or bounties has. */
export type StreamEstimate = MatchEstimate | { pages: number };

/** A stream as it would be with one more watch, which finds what is estimated, or without one of its watches. */
export interface PlanScenario {
  estimate?: StreamEstimate | undefined;
  /** The id of the watch that would be gone. */
  without?: string | undefined;
}
