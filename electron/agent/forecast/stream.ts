import type { StreamId } from '../domain/stream-id.ts';
import type { RateDeviation } from './bursts.ts';
import type { HourlyProfile } from './hourly-rates.ts';

/** A stream as the planner sees it. Times are ms since the epoch by this machine's clock. */
export interface Stream {
  id: StreamId;
  /** Requests one poll costs. */
  cost: number;
  /** When a request of this stream was last sent, whatever came of it. */
  lastSentAt?: number | undefined;
  /** A `backoff` or a failure: not before then. */
  notBefore?: number | undefined;
  /** Not before then either, by choice: looking sooner would find little. */
  restsUntil?: number | undefined;
  /** Milliseconds between two polls at least, where the usual minute would find little. */
  minIntervalMs?: number | undefined;
  /** Somebody asked for it (sync now, wake, a moved reputation): as soon as the rules allow. */
  wanted: boolean;
  /** The person asked for it by hand: the reserve may be used. */
  byPerson: boolean;
  /** Polled only when wanted, not by the clock. */
  onDemand: boolean;
  /** What is known of its events; a stream without is polled as if something came every hour. */
  forecast?: Forecast | undefined;
}

/** What is known of a stream's events: what a poll of it is worth. Rates are of value, per hour. */
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
  /** Value and items that are known to wait beyond `knownUntil`: the last page was full. */
  backlog?: { value: number; items: number } | undefined;
}
