import type { Allowance } from '../quota.ts';
import type { ClockUncertainty } from '../server-clock.ts';
import type { StreamId } from '../../ids.ts';
import type { Stream } from '../forecast/forecast.ts';
import type { PresenceOutlook } from '../forecast/habits.ts';

/** Input of a plan. Times are in ms since the epoch, server time. */
export interface PlanInput {
  now: number;
  streams: Stream[];
  allowance: Allowance;
  /** No requests are sent to the network until then: it is out of reach or asked for a pause. */
  closedUntil?: number | undefined;
  /** Uncertainty of the time after a suspected sleep. Pauses are measured by the time that has certainly passed. */
  uncertainty?: ClockUncertainty | undefined;
  /** Whether the user is present; always by default. */
  presence?: PresenceOutlook | undefined;
  /**
   * Until then only events of the inbox could be announced, and no open page lists others; undefined if all may be
   * announced now.
   */
  heldUntil?: number | undefined;
  /** The price of the last plan, from which the search for the new one starts. */
  price?: number | undefined;
}

/** The next poll and when it is due; `at` in the past means now. */
export interface PlannedPoll {
  stream: StreamId;
  at: number;
}

/** A plan: the next poll, and the current price of a request, in hours of waiting times value. */
export interface Plan {
  next: PlannedPoll | undefined;
  price: number;
}

/** Estimated matches of a stream of new questions before it is polled: a number of matches in a number of hours. */
export interface MatchEstimate {
  matches: number;
  hours: number;
  questionsPerDay: number;
}

/** Estimated matches of a stream that is not polled yet, or number of pages of a list by scores or bounties. */
export type StreamEstimate = MatchEstimate | { pages: number };

/** A stream as it would be with one more watch, with estimated matches, or without one of its watches. */
export interface PlanScenario {
  estimate?: StreamEstimate | undefined;
  /** The id of the watch that would be removed. */
  without?: string | undefined;
}
