/** Stream of events, as a trace names it. */
export interface TraceStream {
  id: string;
  /** Value of one event. */
  weight: number;
  /** Site and tag of questions; `inbox` and `reputation` have none. */
  site?: string;
  tag?: string;
}

/** Description of a trace without its events. */
export interface TraceHeader {
  streams: TraceStream[];
  /** Days to learn, which are not measured. */
  warmupDays: number;
  /** All days, those to learn included. */
  days: number;
}

/** Events of some days; times in seconds from the start, which is local midnight. */
export interface Trace extends TraceHeader {
  /** Time of each event, in order. */
  at: Float64Array;
  /** Index in `streams` of each event. */
  stream: Uint16Array;
  /** Groups that one request serves: `inbox`, `reputation`, and each site. */
  groups: string[];
  /** Index in `groups` of each stream. */
  groupOf: number[];
}

export const DAY_S = 86_400;

/** Creates a trace: sorts its events and finds the groups. */
export function makeTrace(header: TraceHeader, events: { t: number; stream: number }[]): Trace {
  const ordered = events.toSorted((a, b) => a.t - b.t);
  const nameOf = ({ id, site }: TraceStream) => (site === undefined ? id : `site ${site}`);
  const groups = [...new Set(header.streams.map(nameOf))];
  return {
    ...header,
    at: Float64Array.from(ordered, ({ t }) => t),
    stream: Uint16Array.from(ordered, ({ stream }) => stream),
    groups,
    groupOf: header.streams.map((stream) => groups.indexOf(nameOf(stream))),
  };
}
