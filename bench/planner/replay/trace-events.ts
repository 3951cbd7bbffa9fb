import type { Paging } from '../../../electron/api/network.ts';
import type { Question } from '../../../common/resources.ts';
import { tagOf, type Trace } from './trace.ts';

const PAGE_ITEMS = 100;

interface Items<T> {
  items: T[];
  hasMore: boolean;
}

/** The events of a trace as the network tells them, and when it told each of them first. */
export class TraceEvents {
  /** When each event was told, in seconds of the trace; NaN while it was not. */
  readonly found: Float64Array;
  readonly #trace: Trace;
  readonly #start: number;
  readonly #seconds: () => number;
  /** For each group, its events in order: their numbers in the trace. */
  readonly #eventsOf: number[][];

  /** `start`: ms since the epoch at which the trace begins; `seconds` gives the time in seconds of the trace. */
  constructor(trace: Trace, start: number, seconds: () => number) {
    this.#trace = trace;
    this.#start = start;
    this.#seconds = seconds;
    this.found = new Float64Array(trace.at.length).fill(Number.NaN);
    this.#eventsOf = trace.groups.map((): number[] => []);
    for (const [index, which] of trace.stream.entries()) this.#eventsOf[trace.groupOf[which]!]!.push(index);
  }

  /** How many events of a group have happened so far. */
  count(group: string): number {
    return this.#countUntil(this.#of(group), this.#seconds());
  }

  /** A page of the newest events of a group. */
  newest<T>(group: string, { page = 1, pagesize = 30 }: Paging, make: (index: number, date: Date) => T): Items<T> {
    const events = this.#of(group);
    const end = this.#countUntil(events, this.#seconds()) - (page - 1) * pagesize;
    const items: T[] = [];
    for (let at = end - 1; at >= Math.max(0, end - pagesize); at--)
      items.push(make(events[at]!, this.#tell(events[at]!)));
    return { items, hasMore: end > pagesize };
  }

  /** A page of the questions of a site: the newest first, or the oldest first from `fromdate` on. */
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
    return {
      question_id: index + 1,
      title: `Question ${index + 1}`,
      tags: [tagOf(this.#trace.streams[this.#trace.stream[index]!]!)],
      creation_date: this.#tell(index),
      score: 0,
      answer_count: 0,
    };
  }

  /** How many of a list's events have happened by a moment. */
  #countUntil(events: number[], seconds: number): number {
    let [low, high] = [0, events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#trace.at[events[middle]!]! <= seconds) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #tell(index: number): Date {
    if (Number.isNaN(this.found[index]!)) this.found[index] = this.#seconds();
    // Dates are whole seconds in the API's answers.
    return new Date(Math.floor((this.#start + this.#trace.at[index]! * 1000) / 1000) * 1000);
  }
}
