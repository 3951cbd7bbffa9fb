import { z } from 'zod';
import { MINUTE_MS, HOUR_MS } from '../../../../common/durations.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import type { Preferences } from '../../../store/settings.ts';
import type { StreamId } from '../../ids.ts';
import {
  addRecent,
  deviationAt,
  fitBurst,
  RecentEvents,
  type Burst,
  addCounts,
  constantProfile,
  EventCounts,
  hourlyProfile,
  hourOfDay,
  meanRate,
  noCounts,
  rateByHour,
  type Prior,
} from './hourly-rates.ts';
import type { Forecast } from './forecast.ts';

/** Value of one event, relative to a match of an average watch. */
export interface EventValue {
  inbox: number;
  reputation: number;
  /**
   * Value of a match of a watch, by its id. If undefined, a match is worth 1, up to {@link MAX_VALUE_PER_HOUR} per
   * hour.
   */
  watch?: (id: string) => number | undefined;
  /** Factor for the value of all watches; 1 by default. */
  watches?: number;
}

/** In descending order: messages to the user, changes of their posts, matches to read. */
export const DEFAULT_NEWS_VALUE: EventValue = { inbox: 20, reputation: 5 };

/**
 * Returns the value of events with a user's weights, by default 1. Polls grow with its square root: with a weight of 4,
 * they are twice as frequent.
 */
export const weightedNewsValue = (weights: Preferences['pollingWeights']): EventValue => ({
  inbox: DEFAULT_NEWS_VALUE.inbox * weights.inbox,
  reputation: DEFAULT_NEWS_VALUE.reputation * weights.reputation,
  watches: weights.watches,
});

/** Maximum number of matches of a watch that have value, per hour: no user reads every question of a busy tag. */
const MAX_VALUE_PER_HOUR = 4;

/** Prior of a watch: an event every two hours, with the weight of one observed hour. */
export const WATCH_PRIOR: Prior = { events: 0.5, hours: 1 };

/** Prior of the user's own inbox and reputation, so that a night without events does not make them seem quiet. */
const OWN_PRIOR: Prior = { events: 3, hours: 6 };

/**
 * Value per hour of a list by scores or bounties. Their order changes slowly, and the dates of questions do not show
 * when.
 */
const LIST_VALUE_PER_HOUR = 0.5;

/**
 * Prior of a site's badges: one a week, each worth as much as a change of reputation. They carry no dates to learn
 * from.
 */
const BADGES_PER_HOUR = 1 / (7 * 24);

/** Learned rates of one stream. */
const LearnedRates = z.object({
  /** All its items. */
  items: EventCounts,
  /** Questions that matched a watch, by its id. */
  matches: z.record(z.string(), EventCounts).optional(),
  recent: RecentEvents.optional(),
});
type LearnedRates = z.output<typeof LearnedRates>;

/** Result of one poll. Times are in ms since the epoch, server time. */
export interface PollFindings {
  /** Time of each item; items known before may be included. */
  dates: number[];
  /** Times of the matches of each watch, by its id. */
  matches?: Map<string, number[]> | undefined;
  /** All events until this time are known now. */
  until: number;
  /** If older items were omitted: all events since this time are included. */
  since?: number | undefined;
  /** Only some of the items were requested, so their rate is not learned. */
  partial?: boolean | undefined;
}

/** Minimum interval between stores of a stream's rates, in ms; data lost by a crash are learned again. */
const STORE_INTERVAL_MS = 10 * MINUTE_MS;

const markOf = (name: string): string => `learned:${name}`;

/**
 * Returns the name under which a stream is learned. Reputation is learned over all sites together, because one poll
 * covers all of them.
 */
const learnedNameOf = (id: StreamId): string =>
  id === 'accounts' || id === 'achievements' || id.startsWith('reputation:') ? 'reputation' : id;

const isOwnNews = (name: string): name is 'inbox' | 'reputation' => name === 'inbox' || name === 'reputation';

/**
 * Counts of the questions that matched each watch, by its id. Of thousands of watches nearly all match nothing: those
 * of the same age share one object, so that it is computed and stored once.
 */
type MatchCounts = Record<string, EventCounts>;

/** Counts of a watch that no poll has served. */
const NO_COUNTS = noCounts();

/** Returns a memoized version of a function. */
export function shared<From, To>(compute: (from: From) => To): (from: From) => To {
  const known = new Map<From, To>();
  return (from) => {
    const value = known.get(from) ?? compute(from);
    known.set(from, value);
    return value;
  };
}

/**
 * Adds the matches of a poll's period; returns the new counts. A new watch is counted from the first poll that serves
 * it.
 * @param matches times of the matches of each watch, in ms since the epoch
 */
export function countMatches(
  known: MatchCounts = {},
  matches: ReadonlyMap<string, number[]>,
  from: number,
  until: number,
): MatchCounts {
  const withoutMatches = shared((counts: EventCounts) => addCounts(counts, [], from, until));
  return Object.fromEntries(
    [...matches].map(([id, dates]) => {
      const before = known[id] ?? NO_COUNTS;
      return [id, dates.length === 0 ? withoutMatches(before) : addCounts(before, dates, from, until)];
    }),
  );
}

/** Returns stored counts with equal ones shared as one object again. */
export function withSharedCounts(stored: MatchCounts): MatchCounts {
  const first = shared((text: string) => JSON.parse(text) as EventCounts);
  return Object.fromEntries(Object.entries(stored).map(([id, counts]) => [id, first(JSON.stringify(counts))]));
}

/** Learns the event rates of each stream from the dates in responses, and stores them in the history's marks. */
export class RateLearner {
  readonly #profile: ProfileHistory;
  #newsValue: EventValue;
  readonly #learned = new Map<string, LearnedRates>();
  readonly #bursts = new Map<string, Burst>();
  /** Forecasts that are valid until more is learned, each with the watches that it was made for. */
  readonly #forecasts = new Map<string, { watchIds: readonly string[]; forecast: Forecast }>();
  readonly #storedAt = new Map<string, number>();

  constructor(profile: ProfileHistory, newsValue: EventValue = DEFAULT_NEWS_VALUE) {
    this.#profile = profile;
    this.#newsValue = newsValue;
  }

  /**
   * Returns the forecast for polls of a stream.
   * @param watchIds the watches that the polls serve; for the same array, the same forecast until more is learned
   */
  forecast(id: StreamId, watchIds: readonly string[]): Forecast {
    const name = learnedNameOf(id);
    const cached = this.#forecasts.get(name);
    if (cached?.watchIds === watchIds) return cached.forecast;
    const forecast = this.#makeForecast(name, watchIds);
    this.#forecasts.set(name, { watchIds, forecast });
    return forecast;
  }

  /** Changes the values of events. */
  setNewsValue(next: EventValue): void {
    this.#newsValue = next;
    this.#forecasts.clear();
  }

  /** Learns from the result of a poll. */
  learn(id: StreamId, findings: PollFindings): void {
    const name = learnedNameOf(id);
    const known = this.#of(name);
    const { until } = findings;
    const from = startOf(known, findings);
    const dates = findings.dates.filter((date) => date > from && date <= until);
    const items =
      findings.partial === true ? { ...known.items, until } : { ...addCounts(known.items, dates, from, until) };
    if (items.until === undefined || items.until > until) items.until = until;
    const next: LearnedRates = { items };
    if (isOwnNews(name)) next.recent = this.#learnBurst(name, known, items, dates);
    if (findings.matches) next.matches = countMatches(known.matches, findings.matches, from, until);
    this.#learned.set(name, next);
    this.#forecasts.delete(name);
    if (!(until - (this.#storedAt.get(name) ?? -Infinity) < STORE_INTERVAL_MS)) {
      this.#storedAt.set(name, until);
      this.#store(name);
    }
  }

  /** Returns until when all events of a stream are known, or undefined before its first poll. */
  knownUntil(id: StreamId): number | undefined {
    return this.#of(learnedNameOf(id)).items.until;
  }

  /** Returns the value per hour of a watch with `matchesPerHour`. */
  valueOfMatches(matchesPerHour: number): number {
    return Math.min(MAX_VALUE_PER_HOUR, matchesPerHour) * (this.#newsValue.watches ?? 1);
  }

  /** Returns the learned number of items per hour over the whole day. */
  itemsPerHour(id: StreamId): number {
    return meanRate(this.#of(learnedNameOf(id)).items, WATCH_PRIOR);
  }

  /** Forgets a stream. */
  forget(id: StreamId): void {
    const name = learnedNameOf(id);
    for (const map of [this.#learned, this.#forecasts, this.#storedAt, this.#bursts]) map.delete(name);
    this.#profile.deleteMark(markOf(name));
  }

  /** Stores all learned rates before the app quits. */
  flush(): void {
    for (const name of this.#learned.keys()) this.#store(name);
  }

  #of(name: string): LearnedRates {
    let known = this.#learned.get(name);
    if (!known) {
      known = readMark(this.#profile, markOf(name), LearnedRates) ?? { items: noCounts() };
      if (known.matches) known.matches = withSharedCounts(known.matches);
      this.#learned.set(name, known);
    }
    return known;
  }

  #store(name: string): void {
    this.#profile.setMarkLater(markOf(name), this.#learned.get(name));
  }

  #makeForecast(name: string, watchIds: readonly string[]): Forecast {
    const known = this.#of(name);
    if (isOwnNews(name)) return this.#forecastOwnNews(name, known);
    if (name.startsWith('questions:')) return this.#forecastQuestions(known, watchIds);
    if (name.startsWith('badges:'))
      return { value: constantProfile(BADGES_PER_HOUR * this.#newsValue.reputation), knownUntil: 0 };
    return {
      value: constantProfile(LIST_VALUE_PER_HOUR * (this.#newsValue.watches ?? 1)),
      knownUntil: known.items.until ?? 0,
    };
  }

  #forecastOwnNews(name: 'inbox' | 'reputation', { items, recent = [] }: LearnedRates): Forecast {
    const knownUntil = items.until ?? 0;
    const value = this.#newsValue[name];
    const burst = this.#bursts.get(name) ?? fitBurst(recent, () => meanRate(items, OWN_PRIOR));
    const perHour = rateByHour(items, OWN_PRIOR, 1 / (1 - burst.branchingRatio));
    const { extra, at, within } = deviationAt(recent, burst, perHour[hourOfDay(knownUntil)]!, knownUntil);
    return {
      value: hourlyProfile(perHour.map((rate) => rate * value)),
      eventsPerDay: 24 * meanRate(items, OWN_PRIOR),
      knownUntil,
      ...(items.until !== undefined && { deviation: { extra: extra * value, at, within } }),
    };
  }

  #forecastQuestions(known: LearnedRates, watchIds: readonly string[]): Forecast {
    const value = new Float64Array(24);
    let eventsPerDay = 0;
    const rates = shared((counts: EventCounts) => ({
      rate: meanRate(counts, WATCH_PRIOR),
      byHour: rateByHour(counts, WATCH_PRIOR),
    }));
    for (const id of watchIds) {
      const { rate, byHour } = rates(known.matches?.[id] ?? NO_COUNTS);
      const valueOfOne = this.#newsValue.watch?.(id) ?? Math.min(1, MAX_VALUE_PER_HOUR / rate);
      const weight = valueOfOne * (this.#newsValue.watches ?? 1);
      for (let at = 0; at < value.length; at++) value[at]! += byHour[at]! * weight;
      eventsPerDay += 24 * rate;
    }
    return {
      value: hourlyProfile(value),
      eventsPerDay,
      items: hourlyProfile(rateByHour(known.items, WATCH_PRIOR)),
      knownUntil: known.items.until ?? 0,
    };
  }

  /** Fits the burst again if there are new events; returns the recent events. */
  #learnBurst(name: string, { recent = [] }: LearnedRates, items: EventCounts, dates: number[]): number[] {
    const next = dates.length > 0 ? addRecent(recent, dates) : recent;
    if (dates.length > 0 || !this.#bursts.has(name)) {
      const perHour = rateByHour(items, OWN_PRIOR);
      this.#bursts.set(
        name,
        fitBurst(next, (at) => perHour[hourOfDay(at)]!),
      );
    }
    return next;
  }
}

/** Returns since when a poll covers all events: the end of the last one, or the oldest item of the first poll. */
function startOf(known: LearnedRates, { dates, since, until }: PollFindings): number {
  const before = known.items.until;
  if (before !== undefined && before <= until + HOUR_MS) return before;
  return since ?? Math.min(until, ...dates);
}
