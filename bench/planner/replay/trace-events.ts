import type { Paging } from '../../../electron/api/network.ts';
import type { Question } from '../../../common/resources.ts';
import type { Trace } from './trace.ts';

const PAGE_ITEMS = 100;

/** Items of one page. */
export interface Items<T> {
  items: T[];
  hasMore: boolean;
}

/** Events of a trace as pages of the network, and the time at which each was sent first. */
export class TraceEvents {
  /** Time at which each event was sent, in seconds of the trace; NaN while it was not. */
  readonly found: Float64Array;
  readonly #trace: Trace;
  readonly #start: number;
  readonly #seconds: () => number;
  /** Indexes of each group's events, in order. */
  readonly #eventsOf: number[][];

  /**
   * @param start ms since the epoch at which the trace begins
   * @param seconds returns the time in seconds of the trace
   */
  constructor(trace: Trace, start: number, seconds: () => number) {
    this.#trace = trace;
    this.#start = start;
    this.#seconds = seconds;
    this.found = new Float64Array(trace.at.length).fill(Number.NaN);
    this.#eventsOf = trace.groups.map((): number[] => []);
    for (const [index, which] of trace.stream.entries()) this.#eventsOf[trace.groupOf[which]!]!.push(index);
  }

  /** Number of events of a group so far. */
  count(group: string): number {
    return this.#countUntil(this.#of(group), this.#seconds());
  }

  /** Page of the newest events of a group. */
  newest<T>(group: string, { page = 1, pagesize = 30 }: Paging, make: (index: number, date: Date) => T): Items<T> {
    const events = this.#of(group);
    const end = this.#countUntil(events, this.#seconds()) - (page - 1) * pagesize;
    const shown = events.slice(Math.max(0, end - pagesize), Math.max(0, end)).toReversed();
    return { items: shown.map((index) => make(index, this.#send(index))), hasMore: end > pagesize };
  }

  /** Page of the questions of a site: newest first, or oldest first from `fromdate` on. */
  questions({
    site,
    order,
    fromdate,
    page = 1,
    pagesize = PAGE_ITEMS,
  }: { site: string; order: 'asc' | 'desc'; fromdate?: number | undefined } & Paging): Items<Question> {
    const events = this.#of(`site ${site}`);
    const end = this.#countUntil(events, this.#seconds());
    const make = (index: number) => this.#question(index);
    if (order === 'desc') {
      const shown = events.slice(Math.max(0, end - page * pagesize), end - (page - 1) * pagesize);
      return { items: shown.toReversed().map(make), hasMore: end > page * pagesize };
    }
    // From the beginning of that second on.
    const from = fromdate === undefined ? 0 : this.#countUntil(events, fromdate - this.#start / 1000 - 1e-6);
    const first = from + (page - 1) * pagesize;
    return { items: events.slice(first, Math.min(end, first + pagesize)).map(make), hasMore: end > first + pagesize };
  }

  #of(group: string): number[] {
    return this.#eventsOf[this.#trace.groups.indexOf(group)] ?? [];
  }

  #question(index: number): Question {
    const { id, tag } = this.#trace.streams[this.#trace.stream[index]!]!;
    return {
      question_id: index + 1,
      title: `Question ${index + 1}`,
      tags: [tag ?? id],
      creation_date: this.#send(index),
      score: 0,
      answer_count: 0,
    };
  }

  /** Number of a list's events up to a time. */
  #countUntil(events: number[], seconds: number): number {
    let [low, high] = [0, events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#trace.at[events[middle]!]! <= seconds) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #send(index: number): Date {
    if (Number.isNaN(this.found[index]!)) this.found[index] = this.#seconds();
    // Dates are whole seconds in the API's answers.
    return new Date(Math.floor((this.#start + this.#trace.at[index]! * 1000) / 1000) * 1000);
  }
}
