import { DAY_MS, HOUR_MS } from '../../../../common/durations.ts';
import type { Locale } from '../../../../common/i18n/locale.ts';
import type { SettingsStore } from '../../../store/settings.ts';
import { leftForHistory, spendOnHistory } from '../../sources/reputation/reputation-backfill.ts';
import { pollsReputationDirectly } from '../../sources/reputation/record-changes.ts';
import type { StreamId } from '../../ids.ts';
import type { Forecast, Stream } from '../forecast/forecast.ts';
import { constantProfile, hourlyProfile } from '../forecast/hourly-rates.ts';
import { WATCH_PRIOR } from '../forecast/rate-learner.ts';
import type { NetworkState, TellingTimes } from '../network-state.ts';
import { allowanceOfFullDay, type Allowance } from '../quota.ts';
import { isRefused } from '../stream-states.ts';
import { minIntervalOf } from '../streams.ts';
import { explainPlan, pollsPerDay, type PlanLine } from './explanation.ts';
import { planNextPoll, type PlannedPoll } from './planner.ts';
import { findPrice } from './price.ts';

/**
 * Estimate of a stream that is not polled yet: matches in a number of hours, or the pages of a list by scores or
 * bounties.
 */
type StreamEstimate = { matches: number; hours: number; questionsPerDay: number } | { pages: number };

/** A stream as it would be with one more watch, with estimated matches, or without one of its watches. */
export interface PlanScenario {
  estimate?: StreamEstimate | undefined;
  /** The id of the watch that would be removed. */
  without?: string | undefined;
}

/** The plan in force: the next poll, its price, the requests that polling may spend, and how it is explained. */
export class CurrentPlan {
  /** The next poll in server time, or undefined if there is none. */
  next: PlannedPoll | undefined;
  /** The price of a request. */
  price = 0;
  /** Whether polls are held back whose news could not be announced. */
  isHeld = false;
  readonly #network: NetworkState;
  readonly #settings: Pick<SettingsStore, 'get'>;
  readonly #announcements: TellingTimes;
  #usualPrice: number | undefined;

  constructor(network: NetworkState, settings: Pick<SettingsStore, 'get'>, announcements: TellingTimes) {
    this.#network = network;
    this.#settings = settings;
    this.#announcements = announcements;
  }

  /** Returns the price of a request on a day that begins with a full quota: late in a day it may have any value. */
  usualPrice(): number {
    const { quota, time, streams, habits } = this.#network;
    const known = quota.state();
    if (!known) return this.price;
    this.#usualPrice ??= findPrice({
      now: time.now(),
      streams: streams.list(),
      allowance: allowanceOfFullDay(known),
      presence: habits.outlook(),
      price: this.price,
    }).now;
    return this.#usualPrice;
  }

  /** Renews the plan; `now` in server time. Returns the ms to wait for the next poll, Infinity if there is none. */
  renew(now: number): number {
    this.#usualPrice = undefined;
    if (this.#settings.get().paused) {
      this.next = undefined;
      return Infinity;
    }
    const { gate, quota, time, streams, habits } = this.#network;
    const heldUntil = this.#announcements.heldUntil();
    this.isHeld = heldUntil !== undefined;
    const { next, price } = planNextPoll({
      now,
      streams: streams.list(),
      allowance: this.allowance(),
      closedUntil: Math.max(gate.closedUntil() ?? 0, gate.firstAskAt() ?? 0, quota.doubtedUntil(now) ?? 0),
      uncertainMs: time.uncertainMs,
      presence: habits.outlook(),
      heldUntil: heldUntil === undefined ? undefined : time.toServer(heldUntil),
      price: this.price,
    });
    this.next = next;
    this.price = price;
    return next ? next.at - now : Infinity;
  }

  /** Returns the allowance of polling, less the requests that changed totals will cause. */
  allowance(): Allowance {
    const { quota, time, profile, learner } = this.#network;
    const allowance = quota.allowance(time.now());
    if (allowance.spendable === undefined || pollsReputationDirectly(profile)) return allowance;
    const looks = learner.itemsPerHour('accounts') * (allowance.lastsFor / HOUR_MS);
    return { ...allowance, spendable: Math.max(allowance.spendable - looks, allowance.spendable / 2) };
  }

  /** Whether a poll under way may request another page. */
  mayTakeAnotherPage(): boolean {
    return !this.#isDoubted() && (this.allowance().spendable ?? 1) >= 1;
  }

  /** Returns the requests left today for reading the history from before Askbell. */
  backfillRequests(): number {
    if (this.#isDoubted()) return 0;
    return leftForHistory(this.#network.profile, this.#network.quota.state(), this.allowance().spendable);
  }

  /** Counts a request that read the history from before Askbell. */
  spendOnBackfill(): void {
    spendOnHistory(this.#network.profile, this.#network.quota.state());
  }

  /** Returns how often each stream is polled, with the reason. */
  lines(locale: Locale): PlanLine[] {
    const { time, streams, quota, gate, habits } = this.#network;
    const now = time.now();
    return explainPlan({
      now,
      streams: streams.list(),
      price: this.price,
      usualPrice: this.usualPrice(),
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
    return cost * pollsPerDay(stream, this.usualPrice(), habits.outlook());
  }

  #isDoubted(): boolean {
    return this.#network.quota.doubtedUntil(this.#network.time.now()) !== undefined;
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
