import type { Prospect } from '../forecast/forecast.ts';

/** One thing that is polled. The name is stable: it keys marks in the history. */
export type StreamId =
  | 'inbox'
  | 'accounts'
  | 'sites'
  | `reputation:${string}`
  | `history:${string}`
  | `questions:${string}`
  | `scored:${string}`
  | `featured:${string}`;

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
  leastApart?: number | undefined;
  /** Somebody asked for it (sync now, wake, a moved reputation): as soon as the rules allow. */
  wanted: boolean;
  /** The person asked for it by hand: the reserve may be used. */
  byPerson: boolean;
  /** Polled only when wanted, not by the clock. */
  onDemand: boolean;
  /** What is known of its events; a stream without is polled as if something came every hour. */
  prospect?: Prospect | undefined;
}
