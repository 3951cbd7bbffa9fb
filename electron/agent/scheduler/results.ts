import { MINUTE_MS, DAY_MS } from '../../../common/durations.ts';
import type { StoredWatch } from '../../store/settings.ts';
import { conditionText, type AgentCondition } from '../conditions.ts';
import { streamSite, type StreamId } from '../stream-id.ts';
import { constantProfile, hourlyProfile, hourOfDay } from './forecast/hourly-rates.ts';
import { WATCH_PRIOR, type RateLearner } from './forecast/rate-learner.ts';
import type { Forecast, Stream } from './forecast/stream.ts';
import { dueAt } from './plan/due-time.ts';
import { pollsPerDay } from './plan/explanation.ts';
import type { MatchEstimate, PlanScenario, PresenceOutlook } from './plan/plan-types.ts';
import type { PollResult } from '../sources/poll.ts';
import { overlapFor } from '../sources/questions/question-query.ts';
import { PollObservation, ShownQuestions } from './poll-observation.ts';
import { minIntervalOf, watchesServedBy } from './streams.ts';
import type { StreamState, StreamStates } from './stream-states.ts';

/**
 * How long items must be unreadable before the user is informed, in ms. A single malformed question is requested again
 * for 15 minutes, because polls overlap.
 */
const UNREADABLE_TOLD_AFTER_MS = 20 * MINUTE_MS;

interface PollOutcomesParts {
  states: StreamStates;
  learner: RateLearner;
  streams: () => Stream[];
  watches: () => StoredWatch[];
  /** The server time. */
  now: () => number;
  networkName: string;
  outlook: () => PresenceOutlook;
}

const isReputationWanted = ({ id, wanted }: Stream): boolean => wanted && id.startsWith('reputation:');
const isQuestions = (id: StreamId): boolean => id.startsWith('questions:');

/** Whether a stream's poll shows for all accounts which of them have changed. */
const tellsWhatMoved = (id: StreamId): boolean => id === 'accounts' || id === 'achievements';

const UNSCHEDULED = { wanted: false, byPerson: false, onDemand: false };

/** Processes the results of polls: how far to look back, whether to fetch the next page, and what to learn. */
export class PollOutcomes {
  readonly #parts: PollOutcomesParts;
  readonly #shown = new Map<StreamId, ShownQuestions>();

  constructor(parts: PollOutcomesParts) {
    this.#parts = parts;
  }

  /** Forgets the questions of a stream that is no longer polled. */
  forget(id: StreamId): void {
    this.#shown.delete(id);
  }

  /** Starts the observation of a poll. */
  observe(id: StreamId): PollObservation {
    const { learner, watches } = this.#parts;
    const shown = this.#shown.get(id) ?? new ShownQuestions();
    this.#shown.set(id, shown);
    const serving = isQuestions(id) ? watchesServedBy(id, watches()) : [];
    return new PollObservation(streamSite(id), serving, learner.knownUntil(id), shown);
  }

  /** Returns the requests per day of a stream at a price, counting each page of a list, as it is or in a scenario. */
  pollsPerDay(id: StreamId, price: number, { estimate, without }: PlanScenario = {}): number {
    const known = this.#streamOf(id);
    const matches = estimate && 'matches' in estimate ? estimate : undefined;
    let forecast: Forecast | undefined | 'not-needed';
    if (isQuestions(id) && (matches !== undefined || without !== undefined))
      forecast = this.#forecastOfScenario(id, matches, without);
    else forecast = known?.forecast ?? (isQuestions(id) ? undefined : this.#forecastOf(id));
    if (forecast === 'not-needed') return 0;
    // A search fills no pages, however many questions there are in total.
    if (forecast && known?.forecast && !known.forecast.items) forecast = { ...forecast, items: undefined };
    const cost = known?.cost ?? (estimate && 'pages' in estimate ? estimate.pages : 1);
    const stream: Stream = { id, minIntervalMs: minIntervalOf(id), ...UNSCHEDULED, ...known, cost, forecast };
    return cost * pollsPerDay(stream, price, this.#parts.outlook());
  }

  /** Returns the ms between two polls of questions, if only the value of events counted and no page were ever full. */
  interval(id: StreamId, price: number): number | undefined {
    const stream = isQuestions(id) ? this.#streamOf(id) : undefined;
    if (!stream?.forecast) return undefined;
    const byValue: Stream = { ...stream, forecast: { ...stream.forecast, items: undefined } };
    return DAY_MS / pollsPerDay(byValue, price, { ...this.#parts.outlook(), awake: undefined });
  }

  /** Returns how far to look back for late questions, in seconds, so that they do not fill the page in a busy hour. */
  overlap(id: StreamId, at: number): number | undefined {
    if (!isQuestions(id) || this.#parts.states.of(id).searched === true) return undefined;
    const { items, knownUntil } = this.#forecastOf(id);
    return items && overlapFor(24 * items.perHour[hourOfDay(at)]!, Math.max(0, at - knownUntil) / 1000);
  }

  /**
   * Whether the items behind a full page are worth a request of their own. A list by scores or bounties is read to its
   * end, because new entries may be anywhere in it.
   */
  isWorthAnotherPage(id: StreamId, observation: PollObservation, price: number): boolean {
    if (!isQuestions(id)) return true;
    const at = this.#parts.now();
    const known = this.#forecastOf(id);
    const forecast: Forecast = {
      ...known,
      knownUntil: observation.findings(at, true).until,
      backlog: observation.backlog(at, known),
    };
    return dueAt({ id, cost: 1, ...UNSCHEDULED, forecast }, at, price, 1) <= at;
  }

  /**
   * Learns from a poll. The items behind a full page of questions are polled when they are worth it, those of other
   * lists at once. Returns whether there were new items.
   */
  take(id: StreamId, { more, retryInMs, searched }: PollResult, observation: PollObservation): boolean {
    const { states, learner } = this.#parts;
    const at = this.#parts.now();
    const isFull = isQuestions(id) && more;
    if (this.#learnsFrom(id)) learner.learn(id, { ...observation.findings(at, isFull), partial: searched });
    const unreadableSince = observation.isUnreadable ? (states.of(id).unreadableSince ?? at) : undefined;
    const restsUntil = retryInMs === undefined ? undefined : at + retryInMs;
    const change: Partial<StreamState> = {
      failures: 0,
      condition: this.#unreadable(unreadableSince, at),
      unreadableSince,
      backlog: isFull ? observation.backlog(at, this.#forecastOf(id)) : undefined,
      searched,
      restsUntil,
      pages: minIntervalOf(id) === undefined ? undefined : Math.max(1, observation.pages),
      ...(more && !isQuestions(id) && { wanted: true }),
      // A backoff in the response may last longer.
      ...(restsUntil !== undefined && { notBefore: Math.max(restsUntil, states.of(id).notBefore ?? 0) }),
    };
    states.changeByPoll(id, change, at);
    // Changed totals, and achievements, name the accounts to poll next.
    return tellsWhatMoved(id) ? this.#parts.streams().some(isReputationWanted) : observation.foundNews;
  }

  /** Returns the condition of responses without a single readable item, which would otherwise look like a quiet day. */
  #unreadable(since: number | undefined, at: number): AgentCondition | undefined {
    if (since === undefined || at - since < UNREADABLE_TOLD_AFTER_MS) return undefined;
    const { networkName: network } = this.#parts;
    return { kind: 'bad-answer', severity: 'problem', ...conditionText('unreadable', { network }) };
  }

  #streamOf(id: StreamId): Stream | undefined {
    return this.#parts.streams().find((stream) => stream.id === id);
  }

  #forecastOf(id: StreamId): Forecast {
    const { learner, watches } = this.#parts;
    return learner.forecast(
      id,
      watchesServedBy(id, watches()).map((watch) => watch.id),
    );
  }

  /**
   * Whether a stream is learned from. Reputation is learned from the totals of all accounts if single accounts need not
   * be polled.
   */
  #learnsFrom(id: StreamId): boolean {
    if (isQuestions(id) || id === 'inbox' || id.startsWith('reputation:')) return true;
    return tellsWhatMoved(id) && !this.#parts.streams().some((stream) => stream.id.startsWith('reputation:'));
  }

  /**
   * Returns the forecast of a stream of questions in a scenario; undefined if unknown, `not-needed` if no watch is
   * left.
   */
  #forecastOfScenario(
    id: StreamId,
    estimate: MatchEstimate | undefined,
    without: string | undefined,
  ): Forecast | undefined | 'not-needed' {
    const { learner, watches, now } = this.#parts;
    const serving = watchesServedBy(id, watches()).flatMap((watch) => (watch.id === without ? [] : [watch.id]));
    if (serving.length === 0 && !estimate) return without === undefined ? undefined : 'not-needed';
    const known = serving.length > 0 ? learner.forecast(id, serving) : undefined;
    if (!estimate) return known;
    // As the learner will see it once it is polled.
    const added = learner.valueOfMatches(
      (WATCH_PRIOR.events + estimate.matches) / (WATCH_PRIOR.hours + estimate.hours),
    );
    return {
      value: known ? hourlyProfile(known.value.perHour.map((value) => value + added)) : constantProfile(added),
      items: known?.items ?? constantProfile(estimate.questionsPerDay / 24),
      knownUntil: now(),
    };
  }
}
