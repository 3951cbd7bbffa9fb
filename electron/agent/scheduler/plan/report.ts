import { DAY_MS } from '../../../../common/durations.ts';
import type { Locale } from '../../../../common/i18n/locale.ts';
import type { StreamId } from '../../ids.ts';
import type { Forecast, Stream } from '../forecast/forecast.ts';
import { constantProfile, hourlyProfile } from '../forecast/hourly-rates.ts';
import { WATCH_PRIOR } from '../forecast/rate-learner.ts';
import type { NetworkState } from '../network-state.ts';
import { isRefused } from '../stream-states.ts';
import { minIntervalOf } from '../streams.ts';
import type { CurrentPlan } from './current-plan.ts';
import { explainPlan, pollsPerDay, type PlanLine } from './explanation.ts';

/**
 * Estimate of a stream that is not polled yet: matches in a number of hours, or the pages of a list by scores or
 * bounties.
 */
export type StreamEstimate = { matches: number; hours: number; questionsPerDay: number } | { pages: number };

/** A stream as it would be with one more watch, with estimated matches, or without one of its watches. */
export interface PlanScenario {
  estimate?: StreamEstimate | undefined;
  /** The id of the watch that would be removed. */
  without?: string | undefined;
}

/** The plan as shown to the user. */
export class PlanReport {
  readonly #network: NetworkState;
  readonly #plan: CurrentPlan;

  constructor(network: NetworkState, plan: CurrentPlan) {
    this.#network = network;
    this.#plan = plan;
  }

  /** Returns how often each stream is polled, with the reason. */
  lines(locale: Locale): PlanLine[] {
    const { time, streams, quota, gate, habits } = this.#network;
    const now = time.now();
    return explainPlan({
      now,
      streams: streams.list(),
      price: this.#plan.price,
      usualPrice: this.#plan.usualPrice(),
      allowance: quota.allowance(now),
      closedUntil: gate.closedUntil(),
      presence: habits.outlook(),
      locale,
    });
  }

  /** Returns the requests per day of a stream, counting each page of a list, as it is or in a scenario. */
  pollsPerDay(id: StreamId, scenario: PlanScenario = {}): number {
    const { states, streams, habits } = this.#network;
    const { condition, notBefore = 0, lastSentAt = Infinity } = states.of(id);
    // A refused stream is retried at growing intervals, whatever its value.
    if (isRefused(condition) && notBefore > lastSentAt) return DAY_MS / (notBefore - lastSentAt);
    const known = streams.find(id);
    let forecast = this.#forecastIn(scenario, id, known);
    if (forecast === 'not-needed') return 0;
    // A search fills no pages, however many questions there are in total.
    if (forecast && known?.forecast && !known.forecast.items) forecast = { ...forecast, items: undefined };
    const { estimate } = scenario;
    const cost = known?.cost ?? (estimate && 'pages' in estimate ? estimate.pages : 1);
    const unscheduled = { wanted: false, byPerson: false, onDemand: false };
    const stream: Stream = { id, minIntervalMs: minIntervalOf(id), ...unscheduled, ...known, cost, forecast };
    return cost * pollsPerDay(stream, this.#plan.usualPrice(), habits.outlook());
  }

  /** Returns the forecast of a stream in a scenario; undefined if unknown, `not-needed` if no watch is left. */
  #forecastIn(
    { estimate, without }: PlanScenario,
    id: StreamId,
    known: Stream | undefined,
  ): Forecast | undefined | 'not-needed' {
    const { learner, streams, time } = this.#network;
    if (!id.startsWith('questions:')) return known?.forecast ?? streams.forecast(id);
    const matches = estimate && 'matches' in estimate ? estimate : undefined;
    if (!matches && without === undefined) return known?.forecast;
    const serving = streams.watchesServedBy(id).flatMap((watch) => (watch.id === without ? [] : [watch.id]));
    if (serving.length === 0 && !matches) return 'not-needed';
    const usual = serving.length > 0 ? learner.forecast(id, serving) : undefined;
    if (!matches) return usual;
    // As the learner will see it once it is polled.
    const added = learner.valueOfMatches((WATCH_PRIOR.events + matches.matches) / (WATCH_PRIOR.hours + matches.hours));
    return {
      value: usual ? hourlyProfile(usual.value.perHour.map((value) => value + added)) : constantProfile(added),
      items: usual?.items ?? constantProfile(matches.questionsPerDay / 24),
      knownUntil: time.now(),
    };
  }
}
