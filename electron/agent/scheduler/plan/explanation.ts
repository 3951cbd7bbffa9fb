import { HOUR_MS } from '../../../../common/durations.ts';
import type { Locale } from '../../../../common/i18n/locale.ts';
import type { StreamId } from '../../ids.ts';
import {
  AWAY_REST_MS,
  AWAY_WEIGHT,
  forecastOf,
  maxPollsPerHour,
  MIN_NEW_ITEMS_PER_PAGE,
  pagesPerHour,
  type Stream,
} from '../forecast/forecast.ts';
import type { PresenceOutlook } from '../forecast/habits.ts';
import { hourOfDay } from '../forecast/hourly-rates.ts';
import { followsHints, hintedPollsPerHour, netShare, type PlanInput } from './price.ts';
import { currentWeight, inboxFallbackInterval } from './planner.ts';

/** How often a stream is polled, with the reason in words. */
export interface PlanLine {
  stream: StreamId;
  everySeconds: number;
  perDay: number;
  why: string;
}

/** A plan to explain. */
interface PlanFacts extends PlanInput {
  /** Current price of a request. */
  price: number;
  /** Price of a request on a day that begins with a full quota: late in a day it may have any value. */
  usualPrice: number;
  locale: Locale;
}

/** The lowest rate shown is one poll a day. */
const MIN_SHOWN_POLLS_PER_HOUR = 1 / 24;
/** From this many polls per hour on, a stream is described as polled as often as allowed. */
const MAX_SHOWN_POLLS_PER_HOUR = 59.9;
/** Ratios to the day's mean from which an hour is called busy, and below which calm. */
const BUSY_HOUR_RATIO = 1.3;
const CALM_HOUR_RATIO = 0.7;

/** From this coverage on, hints are named as a reason. */
const MIN_TOLD_COVERAGE = 0.5;

/**
 * Returns the polls per hour of a stream at a price, at an hour of the day.
 * @param weight factor for the value of events
 */
function pollsInHour(stream: Stream, price: number, at: number, weight = 1): number {
  const forecast = forecastOf(stream);
  const most = maxPollsPerHour(stream);
  const value = forecast.value.perHour[at]! * weight;
  const byValue = price > 0 ? Math.sqrt(value / (2 * price * stream.cost)) : most;
  const rested = weight < 1 ? Math.min(byValue, HOUR_MS / AWAY_REST_MS) : byValue;
  const byPages = forecast.items ? pagesPerHour(value, forecast.items.perHour[at]!, price * stream.cost) : 0;
  const usual = Math.min(most, Math.max(rested, byPages));
  if (price <= 0 || !followsHints(stream, forecast, price, weight)) return usual;
  return Math.min(most, hintedPollsPerHour(stream.hints.pollsPerHour, usual * netShare(stream.hints)));
}

/**
 * Returns the polls per day of a stream at a price, allowing for hours in which the user is usually away or the machine
 * asleep.
 */
export function pollsPerDay(stream: Stream, price: number, outlook?: PresenceOutlook): number {
  let polls = 0;
  for (let at = 0; at < 24; at++) {
    const there = outlook?.usual[at] ?? 1;
    polls +=
      (outlook?.awake?.[at] ?? 1) *
      (there * pollsInHour(stream, price, at) + (1 - there) * pollsInHour(stream, price, at, AWAY_WEIGHT));
  }
  return polls;
}

/** Explains the plan to the user, stream by stream: how often it is polled now, and on a usual day. */
export const explainPlan = (facts: PlanFacts): PlanLine[] =>
  facts.streams.filter((stream) => !stream.onDemand).map((stream) => explainStream(stream, facts));

function explainStream(stream: Stream, facts: PlanFacts): PlanLine {
  const { now, price, usualPrice, allowance, presence } = facts;
  const isUnaffordable = allowance.spendable !== undefined && allowance.spendable < stream.cost;
  const fallback = stream.id === 'inbox' ? inboxFallbackInterval(allowance) : undefined;
  const perHour =
    fallback === undefined
      ? pollsInHour(stream, isUnaffordable ? usualPrice : price, hourOfDay(now), currentWeight(facts))
      : HOUR_MS / fallback;
  return {
    stream: stream.id,
    everySeconds: 3600 / Math.max(perHour, MIN_SHOWN_POLLS_PER_HOUR),
    perDay: pollsPerDay(stream, usualPrice, presence) * stream.cost,
    why: reasonFor(stream, facts, perHour, isUnaffordable || fallback !== undefined),
  };
}

/**
 * Returns why a stream is polled as often as it is.
 * @param isSpent whether no requests are left for it today
 */
function reasonFor(stream: Stream, facts: PlanFacts, perHour: number, isSpent: boolean): string {
  const { now, price, closedUntil = 0, locale } = facts;
  const { words } = locale;
  // A rest by choice is the stream's usual interval, not a pause.
  const { notBefore = 0, restsUntil = 0 } = stream;
  if (Math.max(closedUntil, notBefore > restsUntil ? notBefore : 0) > now) return words('plan.waiting');
  if (isSpent) return words(stream.id === 'inbox' ? 'plan.quotaUsedUpInbox' : 'plan.quotaUsedUp');
  const forecast = forecastOf(stream);
  const { value, items } = forecast;
  const perDay = value.cumulative[24]!;
  if (!stream.forecast || perDay <= 0) return words('plan.unknown');
  if (perHour >= MAX_SHOWN_POLLS_PER_HOUR) return words('plan.asOftenAsAllowed');
  const [hour, weight] = [hourOfDay(now), currentWeight(facts)];
  const parts = [newsPerDay(stream, locale)];
  const busy = value.perHour[hour]! / (perDay / 24);
  if (busy > BUSY_HOUR_RATIO) parts.push(words('plan.busy'));
  if (busy < CALM_HOUR_RATIO) parts.push(words('plan.calm'));
  if (items && items.perHour[hour]! > 0.99 * MIN_NEW_ITEMS_PER_PAGE * perHour) parts.push(words('plan.pageFills'));
  if ((stream.hints?.coverage ?? 0) > MIN_TOLD_COVERAGE && followsHints(stream, forecast, price, weight))
    parts.push(words('plan.hinted'));
  if (weight < 1) parts.push(words('plan.away'));
  return `${parts.join('; ')}.`;
}

/** Returns the events per day in words. */
function newsPerDay({ id, forecast }: Stream, { words, roughly }: Locale): string {
  const events = forecast?.eventsPerDay ?? 0;
  if (id === 'inbox') return words('plan.worthInbox', { items: roughly(events) });
  if (id === 'accounts' || id === 'achievements' || id.startsWith('reputation:'))
    return words('plan.worthReputation', { changes: roughly(events) });
  if (id.startsWith('badges:')) return words('plan.worthBadges');
  if (!id.startsWith('questions:')) return words('plan.worthSlow');
  const questions = forecast?.items?.cumulative[24];
  return questions === undefined
    ? words('plan.worthQuestions', { matches: roughly(events) })
    : words('plan.worthQuestionsAmong', { matches: roughly(events), questions: roughly(questions) });
}
