import { MINUTE_MS } from '../../../../common/durations.ts';
import type { Question } from '../../../../common/resources.ts';
import type { Page } from '../../../api/network.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import { plausibleDate } from '../../sources/poll.ts';
import { matcherOf, questionFacts } from '../../sources/questions/rule.ts';
import type { Backlog, Forecast } from './forecast.ts';
import { amountBetween } from './hourly-rates.ts';
import type { PollFindings } from './rate-learner.ts';

/** Returns the date of an item of any kind, in ms since the epoch, or undefined if it has none. */
function dateOf(item: unknown): number | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { creation_date: created, on_date: on } = item as { creation_date?: unknown; on_date?: unknown };
  const date = created ?? on;
  return date instanceof Date ? date.getTime() : undefined;
}

const isQuestion = (item: unknown): item is Question =>
  typeof item === 'object' && item !== null && 'question_id' in item && 'tags' in item;

/** How long after its creation a question may first appear, in ms, because responses are cached. */
const LATEST_ARRIVAL_MS = 10 * MINUTE_MS;
/** Maximum number of remembered questions; the oldest are forgotten. */
const MAX_REMEMBERED_QUESTIONS = 5000;
/** Minimum time span of the newest page in ms, however dense it is. */
const MIN_SPAN_MS = 1000;

/** The ids of the questions that the polls of a stream have returned since the start. */
export class ShownQuestions {
  readonly #ids = new Set<number>();
  /** All younger questions were returned, in ms since the epoch. */
  #since = Infinity;

  /** Whether a question was certainly not returned before. Never true before the first poll since the start. */
  isNew(id: number, date: number): boolean {
    return date >= this.#since && !this.#ids.has(id);
  }

  /** Adds the questions of a poll, whose oldest item is from `oldest`. */
  add(ids: Iterable<number>, oldest: number): void {
    for (const id of ids) this.#ids.add(id);
    this.#since = Math.min(this.#since, oldest);
    for (const id of this.#ids) {
      if (this.#ids.size <= MAX_REMEMBERED_QUESTIONS) break;
      this.#ids.delete(id);
    }
  }
}

/** Observes the pages of one poll as they arrive, to learn from the dates of their items. */
export class PollObservation {
  /** The number of pages received. */
  pages = 0;
  readonly #watches: StoredWatch[];
  readonly #matcher: ReturnType<typeof matcherOf>;
  readonly #knownUntil: number | undefined;
  readonly #shown: ShownQuestions;
  readonly #dates: number[] = [];
  readonly #questionIds = new Set<number>();
  readonly #matches: Map<string, number[]>;
  #oldest = Infinity;
  #newest = -Infinity;
  #matched = 0;
  #readable = 0;
  #broken = 0;

  /**
   * @param watches the watches that the stream serves
   * @param knownUntil time up to which all items were known, except late ones; undefined on the first poll
   * @param shown questions of the stream's earlier polls
   */
  constructor(siteId: string, watches: StoredWatch[], knownUntil: number | undefined, shown: ShownQuestions) {
    this.#matcher = matcherOf(watches, siteId);
    this.#watches = watches;
    this.#knownUntil = knownUntil;
    this.#shown = shown;
    this.#matches = new Map(watches.map((watch) => [watch.id, []]));
  }

  /** Whether there were items and none could be read. */
  get isUnreadable(): boolean {
    return this.#broken > 0 && this.#readable === 0;
  }

  /** Whether it found new items; always false on a first poll. */
  get foundNews(): boolean {
    if (this.#knownUntil === undefined) return false;
    return this.#watches.length > 0 ? this.#matched > 0 : this.#dates.length > 0;
  }

  /** Adds a page received at `now`, in ms since the epoch, server time. */
  addPage({ items, broken }: Page<unknown>, now = Infinity): void {
    this.pages++;
    this.#readable += items.length;
    this.#broken += broken;
    for (const item of items) this.#addItem(item, now);
  }

  /**
   * Returns the result of the poll to learn from; its questions are remembered from then on.
   * @param isFull whether the newest page was full, so that later items are unknown
   */
  findings(now: number, isFull: boolean): PollFindings {
    this.#shown.add(this.#questionIds, this.#oldest);
    const until = isFull && this.#newest > -Infinity ? Math.min(now, this.#newest) : now;
    return {
      dates: this.#dates,
      until,
      ...(this.#oldest < Infinity && { since: Math.min(this.#oldest, until) }),
      ...(this.#watches.length > 0 && { matches: this.#matches }),
    };
  }

  /**
   * Returns the items that probably wait behind a full page beyond the usual rate, assuming the density of that page.
   */
  backlog(now: number, { items, value }: Forecast): Backlog {
    if (!(this.#newest > -Infinity) || this.#dates.length === 0) return { value: 0, items: 0 };
    const from = Math.max(this.#knownUntil ?? this.#oldest, this.#oldest);
    const rate = this.#dates.length / Math.max(this.#newest - from, MIN_SPAN_MS);
    const waiting = Math.max(1, rate * Math.max(0, now - this.#newest));
    const usual = items ? amountBetween(items, this.#newest, now) : 0;
    const beyond = Math.max(0, waiting - usual);
    const valueOfItem = items && items.cumulative[24]! > 0 ? value.cumulative[24]! / items.cumulative[24]! : 1;
    return { items: beyond, value: beyond * Math.min(valueOfItem, this.#matched / this.#dates.length) };
  }

  #addItem(item: unknown, now: number): void {
    const told = dateOf(item);
    if (told === undefined) return;
    const date = plausibleDate(told, now);
    this.#oldest = Math.min(this.#oldest, date);
    this.#newest = Math.max(this.#newest, date);
    const counted = this.#countedDate(item, date);
    const isKnown = this.#knownUntil !== undefined && counted <= this.#knownUntil;
    if (isQuestion(item)) {
      if (this.#questionIds.has(item.question_id)) return;
      this.#questionIds.add(item.question_id);
      if (!isKnown) this.#addMatches(item, counted);
    }
    if (!isKnown) this.#dates.push(counted);
  }

  #addMatches(question: Question, counted: number): void {
    for (const watch of this.#matcher({ ...question, ...questionFacts(question) })) {
      this.#matches.get(watch.id)?.push(counted);
      this.#matched++;
    }
  }

  /** Returns the date by which an item is counted: a late one counts as the first after the known ones. */
  #countedDate(item: unknown, date: number): number {
    const known = this.#knownUntil;
    const isLate =
      known !== undefined &&
      date <= known &&
      date > known - LATEST_ARRIVAL_MS &&
      isQuestion(item) &&
      this.#shown.isNew(item.question_id, date);
    return isLate ? known + 1 : date;
  }
}
