import { DAY_MS } from '../../../../common/durations.ts';
import type { Locale } from '../../../../common/i18n/locale.ts';
import type { StreamId } from '../../stream-id.ts';
import { isRefused } from '../conditions.ts';
import type { Forecast, Stream } from '../forecast/forecast.ts';
import type { Habits } from '../forecast/habits.ts';
import { constantProfile, hourlyProfile } from '../forecast/hourly-rates.ts';
import { WATCH_PRIOR } from '../forecast/rate-learner.ts';
import type { Gate } from '../gate.ts';
import type { Quota } from '../quota.ts';
import type { ServerClock } from '../server-clock.ts';
import { minIntervalOf, type Streams } from '../streams.ts';
import type { CurrentPlan } from './current-plan.ts';
import { explainPlan, pollsPerDay, type PlanLine } from './explanation.ts';
import type { MatchEstimate, PlanScenario } from './plan-types.ts';

/** The plan as shown to the user. */
export class PlanReport {
  readonly #plan: CurrentPlan;
  readonly #streams: Streams;
  readonly #gate: Gate;
  readonly #quota: Quota;
  readonly #time: ServerClock;
  readonly #habits: Habits;

  constructor(plan: CurrentPlan, streams: Streams, gate: Gate, quota: Quota, time: ServerClock, habits: Habits) {
    this.#plan = plan;
    this.#streams = streams;
    this.#gate = gate;
    this.#quota = quota;
    this.#time = time;
    this.#habits = habits;
  }

  /** Returns how often each stream is polled, with the reason. */
  lines(locale: Locale): PlanLine[] {
    const now = this.#time.now();
    return explainPlan({
      now,
      streams: this.#streams.list(),
      price: this.#plan.price(),
      usualPrice: this.#plan.usualPrice(),
      allowance: this.#quota.allowance(now),
      closedUntil: this.#gate.closedUntil(),
      presence: this.#habits.outlook(),
      locale,
    });
  }

  /** Returns the requests per day of a stream, counting each page of a list, as it is or in a scenario. */
  pollsPerDay(id: StreamId, { estimate, without }: PlanScenario = {}): number {
    const { condition, notBefore, lastSentAt } = this.#streams.states.of(id);
    // A refused stream is retried at growing intervals, whatever its value.
    if (isRefused(condition) && notBefore !== undefined && lastSentAt !== undefined && notBefore > lastSentAt)
      return DAY_MS / (notBefore - lastSentAt);
    const known = this.#streams.find(id);
    const matches = estimate && 'matches' in estimate ? estimate : undefined;
    let forecast: Forecast | undefined | 'not-needed';
    if (!id.startsWith('questions:')) forecast = known?.forecast ?? this.#streams.forecast(id);
    else if (matches === undefined && without === undefined) forecast = known?.forecast;
    else forecast = this.#forecastOfScenario(id, matches, without);
    if (forecast === 'not-needed') return 0;
    // A search fills no pages, however many questions there are in total.
    if (forecast && known?.forecast && !known.forecast.items) forecast = { ...forecast, items: undefined };
    const cost = known?.cost ?? (estimate && 'pages' in estimate ? estimate.pages : 1);
    const unscheduled = { wanted: false, byPerson: false, onDemand: false };
    const stream: Stream = { id, minIntervalMs: minIntervalOf(id), ...unscheduled, ...known, cost, forecast };
    return cost * pollsPerDay(stream, this.#plan.usualPrice(), this.#habits.outlook());
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
    const { learner } = this.#streams;
    const serving = this.#streams.watchesServedBy(id).flatMap((watch) => (watch.id === without ? [] : [watch.id]));
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
      knownUntil: this.#time.now(),
    };
  }
}
