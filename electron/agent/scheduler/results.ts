import { MINUTE_MS, DAY_MS } from '../../../common/durations.ts';
import type { Question } from '../../../common/resources.ts';
import type { Page } from '../../api/network.ts';
import type { StoredWatch } from '../../store/settings.ts';
import { conditionText, type AgentCondition } from '../conditions.ts';
import type { PollResult } from '../sources/poll.ts';
import { plausibleDate } from '../sources/api-values.ts';
import { overlapFor } from '../sources/questions/question-query.ts';
import { matcherOf, questionFacts } from '../sources/questions/rule.ts';
import { streamSite, type StreamId } from '../stream-id.ts';
import type { Backlog, Forecast, Stream } from './forecast/forecast.ts';
import type { Habits } from './forecast/habits.ts';
import { amountBetween, hourOfDay } from './forecast/hourly-rates.ts';
import type { PollFindings } from './forecast/rate-learner.ts';
import { dueAt } from './plan/due-time.ts';
import { pollsPerDay } from './plan/explanation.ts';
import type { ServerClock } from './server-clock.ts';
import type { StreamState } from './stream-states.ts';
import { minIntervalOf, type Streams } from './streams.ts';

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
class ShownQuestions {
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
  #pages = 0;
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

  /** The number of pages received. */
  get pages(): number {
    return this.#pages;
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
    this.#pages++;
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

/**
 * How long items must be unreadable before the user is informed, in ms. A single malformed question is requested again
 * for 15 minutes, because polls overlap.
 */
const UNREADABLE_TOLD_AFTER_MS = 20 * MINUTE_MS;

const isReputationWanted = ({ id, wanted }: Stream): boolean => wanted && id.startsWith('reputation:');
export const isQuestions = (id: StreamId): boolean => id.startsWith('questions:');

/** Whether a stream's poll shows for all accounts which of them have changed. */
const tellsWhatMoved = (id: StreamId): boolean => id === 'accounts' || id === 'achievements';

/** Processes the results of polls: how far to look back, whether to fetch the next page, and what to learn. */
export class PollResults {
  readonly #streams: Streams;
  readonly #time: ServerClock;
  readonly #habits: Habits;
  readonly #networkName: string;
  readonly #shown = new Map<StreamId, ShownQuestions>();

  constructor(streams: Streams, time: ServerClock, habits: Habits, networkName: string) {
    this.#streams = streams;
    this.#time = time;
    this.#habits = habits;
    this.#networkName = networkName;
  }

  /** Forgets the questions of a stream that is no longer polled. */
  forget(id: StreamId): void {
    this.#shown.delete(id);
  }

  /** Starts the observation of a poll. */
  observe(id: StreamId): PollObservation {
    const shown = this.#shown.get(id) ?? new ShownQuestions();
    this.#shown.set(id, shown);
    const serving = isQuestions(id) ? this.#streams.watchesServedBy(id) : [];
    return new PollObservation(streamSite(id), serving, this.#streams.learner.knownUntil(id), shown);
  }

  /** Returns the ms between two polls of questions, if only the value of events counted and no page were ever full. */
  interval(id: StreamId, price: number): number | undefined {
    const stream = isQuestions(id) ? this.#streams.find(id) : undefined;
    if (!stream?.forecast) return undefined;
    const byValue: Stream = { ...stream, forecast: { ...stream.forecast, items: undefined } };
    return DAY_MS / pollsPerDay(byValue, price, { ...this.#habits.outlook(), awake: undefined });
  }

  /** Returns how far to look back for late questions, in seconds, so that they do not fill the page in a busy hour. */
  overlap(id: StreamId, at: number): number | undefined {
    if (!isQuestions(id) || this.#streams.states.of(id).searched === true) return undefined;
    const { items, knownUntil } = this.#streams.forecast(id);
    return items && overlapFor(24 * items.perHour[hourOfDay(at)]!, Math.max(0, at - knownUntil) / 1000);
  }

  /**
   * Whether the items behind a full page are worth a request of their own. A list by scores or bounties is read to its
   * end, because new entries may be anywhere in it.
   */
  isWorthAnotherPage(id: StreamId, observation: PollObservation, price: number): boolean {
    if (!isQuestions(id)) return true;
    const at = this.#time.now();
    const known = this.#streams.forecast(id);
    const forecast: Forecast = {
      ...known,
      knownUntil: observation.findings(at, true).until,
      backlog: observation.backlog(at, known),
    };
    return dueAt({ id, cost: 1, wanted: false, byPerson: false, onDemand: false, forecast }, at, price, 1) <= at;
  }

  /**
   * Learns from a poll. The items behind a full page of questions are polled when they are worth it, those of other
   * lists at once. Returns whether there were new items.
   */
  take(id: StreamId, { more, retryInMs, searched }: PollResult, observation: PollObservation): boolean {
    const { states, learner } = this.#streams;
    const at = this.#time.now();
    const isFull = isQuestions(id) && more;
    if (this.#learnsFrom(id)) learner.learn(id, { ...observation.findings(at, isFull), partial: searched });
    const unreadableSince = observation.isUnreadable ? (states.of(id).unreadableSince ?? at) : undefined;
    const restsUntil = retryInMs === undefined ? undefined : at + retryInMs;
    const change: Partial<StreamState> = {
      failures: 0,
      condition: this.#unreadable(unreadableSince, at),
      unreadableSince,
      backlog: isFull ? observation.backlog(at, this.#streams.forecast(id)) : undefined,
      searched,
      restsUntil,
      pages: minIntervalOf(id) === undefined ? undefined : Math.max(1, observation.pages),
      ...(more && !isQuestions(id) && { wanted: true }),
      // A backoff in the response may last longer.
      ...(restsUntil !== undefined && { notBefore: Math.max(restsUntil, states.of(id).notBefore ?? 0) }),
    };
    states.changeByPoll(id, change, at);
    // Changed totals, and achievements, name the accounts to poll next.
    return tellsWhatMoved(id) ? this.#streams.list().some(isReputationWanted) : observation.foundNews;
  }

  /** Returns the condition of responses without a single readable item, which would otherwise look like a quiet day. */
  #unreadable(since: number | undefined, at: number): AgentCondition | undefined {
    if (since === undefined || at - since < UNREADABLE_TOLD_AFTER_MS) return undefined;
    const text = conditionText('unreadable', { network: this.#networkName });
    return { kind: 'bad-answer', severity: 'problem', ...text };
  }

  /**
   * Whether a stream is learned from. Reputation is learned from the totals of all accounts if single accounts need not
   * be polled.
   */
  #learnsFrom(id: StreamId): boolean {
    if (isQuestions(id) || id === 'inbox' || id.startsWith('reputation:')) return true;
    return tellsWhatMoved(id) && !this.#streams.list().some((stream) => stream.id.startsWith('reputation:'));
  }
}
