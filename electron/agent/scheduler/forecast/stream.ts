import type { StreamId } from '../../stream-id.ts';
import type { RateDeviation } from './bursts.ts';
import type { HourlyProfile } from './hourly-rates.ts';

/** Items known to wait behind a page that was full. */
export interface Backlog {
  value: number;
  items: number;
}

/** Accuracy of the hints that a network's socket sends about a stream; see the folder `push`. */
export interface StreamHints {
  /** Share of events that are hinted at, 0 to 1. */
  coverage: number;
  /** Polls per hour caused by hints, including those that find nothing. */
  pollsPerHour: number;
  /** Whether a hint has not yet been followed by a poll. */
  waiting: boolean;
}

/** A stream as the planner sees it. Times are in ms since the epoch, server time. */
export interface Stream {
  id: StreamId;
  /** Requests per poll. */
  cost: number;
  /** Time of the last request of this stream, whatever its result. */
  lastSentAt?: number | undefined;
  /** Earliest time of the next poll, because of a `backoff` or a failure. */
  notBefore?: number | undefined;
  /** Earliest time of the next poll by choice, because an earlier one would find little. */
  restsUntil?: number | undefined;
  /** Minimum time between two polls in ms, if longer than the usual minute. */
  minIntervalMs?: number | undefined;
  /** Whether it should be polled as soon as the rules allow (sync now, wake, a changed total). */
  wanted: boolean;
  /** Whether the user requested the poll, so that the reserve may be used. */
  byPerson: boolean;
  /** Whether it is polled on request only, not by the clock. */
  onDemand: boolean;
  /** Forecast of its events; without one, a stream is polled as if its value were 1 per hour. */
  forecast?: Forecast | undefined;
  /** Undefined if no socket sends hints about it. */
  hints?: StreamHints | undefined;
}

/** Forecast of a stream's events, from which the value of a poll follows. Rates are value per hour. */
export interface Forecast {
  /** Value per hour, through the day. */
  value: HourlyProfile;
  /** Items per hour, through the day, if a page of them can fill up. */
  items?: HourlyProfile | undefined;
  /** Current deviation from the usual value per hour. */
  deviation?: RateDeviation | undefined;
  /** All events up to then are known; ms since the epoch. */
  knownUntil: number;
  /** Events per day, regardless of their value. */
  eventsPerDay?: number | undefined;
  /** Items known to wait beyond `knownUntil`. */
  backlog?: Backlog | undefined;
}
