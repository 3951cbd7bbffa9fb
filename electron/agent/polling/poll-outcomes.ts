import type { StoredWatch } from '../../store/settings.ts';
import { WATCH_PRIOR, type RateLearner } from '../forecast/rate-learner.ts';
import { pollsPerDay } from '../planning/plan-explanation.ts';
import { dueAt } from '../planning/due-time.ts';
import type { MatchEstimate, PresenceOutlook, PlanScenario } from '../planning/plan-types.ts';
import type { PollResult } from '../polls/poll-context.ts';
import { overlapFor } from '../watches/question-query.ts';
import type { Forecast } from '../forecast/stream.ts';
import { hourOfDay, hourlyProfile, constantProfile } from '../forecast/hourly-rates.ts';
import { createShownQuestions, createPollObservation, type ShownQuestions } from './poll-observation.ts';
import { minIntervalOf, watchesServedBy } from './stream-list.ts';
import type { StreamStates } from './stream-states.ts';
import type { StreamId } from '../domain/stream-id.ts';
import type { Stream } from '../forecast/stream.ts';

type Sighting = ReturnType<typeof createPollObservation>;

interface YieldParts {
  states: StreamStates;
  learner: RateLearner;
  streams: () => Stream[];
  watches: () => StoredWatch[];
  /** By the network's clock. */
  now: () => number;
  /** Who and what is there, by hour of the day. */
  outlook: () => PresenceOutlook;
}

const isQuestions = (id: StreamId): boolean => id.startsWith('questions:');

/** What polls bring: how far they have to reach, whether they go on, and what is learned of them. */
export function createPollOutcomes({ states, learner, streams, watches, now, outlook }: YieldParts) {
  const prospectOf = (id: StreamId) =>
    learner.forecast(
      id,
      watchesServedBy(id, watches()).map((watch) => watch.id),
    );
  /** The totals of all accounts are learned from where a look into one of them is not needed. */
  const learnsFrom = (id: StreamId): boolean =>
    isQuestions(id) ||
    id === 'inbox' ||
    id.startsWith('reputation:') ||
    (id === 'accounts' && !streams().some((stream) => stream.id.startsWith('reputation:')));
  /** What a stream of questions is worth with what is reckoned; undefined where nothing is known of it, null where nobody needs it. */
  function reckoned(
    id: StreamId,
    estimate: MatchEstimate | undefined,
    without: string | undefined,
  ): Forecast | undefined | null {
    const serving = watchesServedBy(id, watches()).flatMap((watch) => (watch.id === without ? [] : [watch.id]));
    if (serving.length === 0 && !estimate) return without === undefined ? undefined : null;
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
  const shown = new Map<StreamId, ShownQuestions>();
  function shownBy(id: StreamId): ShownQuestions {
    const before = shown.get(id) ?? createShownQuestions();
    shown.set(id, before);
    return before;
  }

  return {
    /** Watches what a poll brings. */
    sighting: (id: StreamId): Sighting =>
      createPollObservation(
        id.slice(id.indexOf(':') + 1),
        isQuestions(id) ? watchesServedBy(id, watches()) : [],
        learner.knownUntil(id),
        shownBy(id),
      ),
    /** Polls a day that a price gives a stream, each page of a list counted, as it is or as it would be. */
    pollsPerDay(id: StreamId, price: number, asIf: PlanScenario = {}): number {
      const known = streams().find((stream) => stream.id === id);
      const { estimate, without } = asIf;
      const brings = estimate && 'matches' in estimate ? estimate : undefined;
      const changed = isQuestions(id) && (brings !== undefined || without !== undefined);
      const would = changed
        ? reckoned(id, brings, without)
        : (known?.forecast ?? (isQuestions(id) ? undefined : prospectOf(id)));
      if (would === null) return 0;
      const prospect = would && known?.forecast && !known.forecast.items ? { ...would, items: undefined } : would;
      const cost = known?.cost ?? (estimate && 'pages' in estimate ? estimate.pages : 1);
      const stream: Stream = {
        ...(known ?? { id, minIntervalMs: minIntervalOf(id), wanted: false, byPerson: false, onDemand: false }),
        cost,
        forecast: prospect,
      };
      return cost * pollsPerDay(stream, price, outlook());
    },
    /** Milliseconds between two polls, if only the worth of the news counted and no page ever were full. */
    pace(id: StreamId, price: number): number | undefined {
      const stream = isQuestions(id) ? streams().find((candidate) => candidate.id === id) : undefined;
      return (
        stream?.forecast &&
        (24 * 3600_000) /
          pollsPerDay({ ...stream, forecast: { ...stream.forecast, items: undefined } }, price, {
            ...outlook(),
            awake: undefined,
          })
      );
    },
    /** How far to look back for late questions, in seconds, so that they do not fill the page of a busy hour. */
    lookBack(id: StreamId, at: number): number | undefined {
      if (!isQuestions(id) || states.of(id).searched === true) return undefined;
      const { items, knownUntil } = prospectOf(id);
      return items && overlapFor(24 * items.perHour[hourOfDay(at)]!, Math.max(0, at - knownUntil) / 1000);
    },
    /**
     * Whether what is left behind a full page is worth a request by itself. A list of scores or bounties is read whole:
     * what is new may stand anywhere in it.
     */
    worthAnotherPage(id: StreamId, sight: Sighting, price: number): boolean {
      if (!isQuestions(id)) return true;
      const at = now();
      const prospect = prospectOf(id);
      const left = { ...prospect, knownUntil: sight.found(at, true).until, waiting: sight.waiting(at, prospect) };
      return (
        dueAt({ id, cost: 1, wanted: false, byPerson: false, onDemand: false, forecast: left }, at, price, 1) <= at
      );
    },
    /** Learns from what a poll brought. What is left of a full page is polled when it is worth it; anything else at once. */
    take(id: StreamId, { more, lookAgainIn, searched }: PollResult, sight: Sighting): void {
      const at = now();
      const isFull = isQuestions(id) && more;
      if (learnsFrom(id)) learner.learn(id, { ...sight.found(at, isFull), partial: searched });
      const waiting = isFull ? sight.waiting(at, prospectOf(id)) : undefined;
      // A backoff that came with the answers holds for longer, perhaps.
      const restsUntil = lookAgainIn === undefined ? undefined : at + lookAgainIn;
      const notBefore = restsUntil === undefined ? undefined : Math.max(restsUntil, states.of(id).notBefore ?? 0);
      const pages = minIntervalOf(id) === undefined ? undefined : Math.max(1, sight.pages());
      states.change(id, {
        failures: 0,
        condition: undefined,
        backlog: waiting,
        searched,
        restsUntil,
        pages,
        ...(more && !isQuestions(id) && { wanted: true }),
        ...(notBefore !== undefined && { notBefore }),
      });
    },
  };
}

export type PollOutcomes = ReturnType<typeof createPollOutcomes>;
