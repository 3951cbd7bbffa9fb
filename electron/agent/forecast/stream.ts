import type { StreamId } from '../domain/stream-id.ts';
import type { RateDeviation } from './bursts.ts';
import type { HourlyProfile } from './hourly-rates.ts';

/** News that is known to wait: it lies behind a page that was full. */
export interface Backlog {
  value: number;
  items: number;
}

/** What a network's socket tells of a stream, as far as it is believed; see the room `push`. */
export interface StreamHints {
  /** The chance, 0 to 1, that news is hinted at. */
  coverage: number;
  /** Polls an hour that hints ask for, those that find nothing included. */
  pollsPerHour: number;
  /** There is a hint that no poll has answered. */
  waiting: boolean;
}

/** A stream as the planner sees it. Times are ms since the epoch by the network's clock. */
export interface Stream {
  id: StreamId;
  /** Requests that one poll takes. */
  cost: number;
  /** When a request of this stream was last sent, whatever came of it. */
  lastSentAt?: number | undefined;
  /** Not before then, because of a `backoff` or a failure. */
  notBefore?: number | undefined;
  /** Not before then either, by choice: an earlier poll would find little. */
  restsUntil?: number | undefined;
  /** The shortest time between two polls, where the usual minute would find little. */
  minIntervalMs?: number | undefined;
  /** It is to be polled as soon as the rules allow (sync now, wake, a total that moved). */
  wanted: boolean;
  /** The person asked for it by hand, so the reserve may be used. */
  byPerson: boolean;
  /** It is polled only when wanted, not by the clock. */
  onDemand: boolean;
  /** What is known of its events; without a forecast a stream is polled as if something came every hour. */
  forecast?: Forecast | undefined;
  /** Left out where no socket tells of it. */
  hints?: StreamHints | undefined;
}

/** What is known of a stream's events, which makes a poll of it worth something. Rates are of value, per hour. */
export interface Forecast {
  /** Value an hour, through the day. */
  value: HourlyProfile;
  /** Items an hour, through the day, where a page of them can fill up. */
  items?: HourlyProfile | undefined;
  /** Value an hour more or less than usual just now. */
  deviation?: RateDeviation | undefined;
  /** Everything that happened up to then is known; ms since the epoch. */
  knownUntil: number;
  /** Events a day, whatever they are worth. */
  eventsPerDay?: number | undefined;
  /** What is known to wait beyond `knownUntil`. */
  backlog?: Backlog | undefined;
}
