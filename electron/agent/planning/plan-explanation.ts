import { english } from '../../../common/i18n/localized-text.ts';
import type { Speech } from '../../../common/i18n/locale.ts';
import { inboxFallbackInterval } from './planner.ts';
import { type Allowance, type PresenceOutlook } from './plan-types.ts';
import {
  MIN_NEW_ITEMS_PER_PAGE,
  maxPollsPerHour,
  pollsPerHour,
  forecastOf,
  AWAY_WEIGHT,
} from '../forecast/forecast.ts';
import { hourOfDay } from '../forecast/hourly-rates.ts';
import type { StreamId } from '../domain/stream-id.ts';
import type { Stream } from '../forecast/stream.ts';

/** What a stream is polled by, and why so, in words. */
export interface PlanLine {
  stream: StreamId;
  everySeconds: number;
  perDay: number;
  why: string;
}

/** What the plan is explained from. Times are ms since the epoch by the network's clock. */
export interface PlanFacts {
  now: number;
  streams: Stream[];
  /** What a request is worth at present, and on a day that begins with a full quota: late in a day it may be anything. */
  price: number;
  usualPrice: number;
  allowance: Allowance;
  holdUntil?: number | undefined;
  presence?: PresenceOutlook | undefined;
  /** What is spoken; English where it is left out. */
  speech?: Speech | undefined;
}

/** Polls an hour that a price gives a stream, at an hour of the day. */
const often = (stream: Stream, price: number, at: number, worth = 1): number =>
  Math.min(maxPollsPerHour(stream), pollsPerHour(forecastOf(stream), stream.cost, price, at, worth));

/** Polls a day that a price gives a stream, with the hours at which usually nobody is there, or the machine sleeps. */
export function pollsPerDay(stream: Stream, price: number, outlook?: PresenceOutlook): number {
  let polls = 0;
  for (let at = 0; at < 24; at++) {
    const there = outlook?.usual[at] ?? 1;
    polls +=
      (outlook?.awake?.[at] ?? 1) *
      (there * often(stream, price, at) + (1 - there) * often(stream, price, at, AWAY_WEIGHT));
  }
  return polls;
}

/** Explains the plan, stream by stream, for people: how often at present, and what that is in a usual day. */
export function explainPlan({
  now,
  streams,
  price,
  usualPrice,
  allowance,
  holdUntil,
  presence,
  speech = english,
}: PlanFacts): PlanLine[] {
  const of = hourOfDay(now);
  const worth = presence && !presence.now ? AWAY_WEIGHT : 1;
  return streams
    .filter((stream) => !stream.onDemand)
    .map((stream) => {
      const broke = allowance.spendable !== undefined && allowance.spendable < stream.cost;
      const slowly = stream.id === 'inbox' ? inboxFallbackInterval(allowance) : undefined;
      const each = slowly === undefined ? often(stream, broke ? usualPrice : price, of, worth) : 3600_000 / slowly;
      // A rest that it takes by choice is its pace, and no pause.
      const { notBefore = 0, restsUntil = 0 } = stream;
      const waits = Math.max(holdUntil ?? 0, notBefore > restsUntil ? notBefore : 0) > now;
      return {
        stream: stream.id,
        everySeconds: 3600 / Math.max(each, 1 / 24),
        perDay: pollsPerDay(stream, usualPrice, presence) * stream.cost,
        why: why(speech, stream, { each, of, waits, spent: broke || slowly !== undefined, away: worth < 1 }),
      };
    });
}

/** What a line's reason depends on, beside the stream. */
interface Circumstances {
  /** Polls an hour. */
  each: number;
  /** The hour of the day. */
  of: number;
  /** The network asked for silence. */
  waits: boolean;
  /** Nothing is left for it today. */
  spent: boolean;
  /** Nobody is there. */
  away: boolean;
}

function why(speech: Speech, stream: Stream, { each, of, waits, spent, away }: Circumstances): string {
  const { words } = speech;
  if (waits) return words('plan.waits');
  if (spent) return words(stream.id === 'inbox' ? 'plan.spentInbox' : 'plan.spent');
  const { value, items } = forecastOf(stream);
  const perDay = value.cumulative[24]!;
  if (!stream.forecast || perDay <= 0) return words('plan.unknown');
  if (each >= 59.9) return words('plan.atMost');
  const parts = [worthWords(speech, stream)];
  const busy = value.perHour[of]! / (perDay / 24);
  if (busy > 1.3) parts.push(words('plan.busy'));
  if (busy < 0.7) parts.push(words('plan.calm'));
  if (items && items.perHour[of]! > 0.99 * MIN_NEW_ITEMS_PER_PAGE * each) parts.push(words('plan.full'));
  if (away) parts.push(words('plan.away'));
  return `${parts.join('; ')}.`;
}

/** What comes in a day, in words. */
function worthWords({ words, roughly }: Speech, { id, forecast: prospect }: Stream): string {
  const events = prospect?.eventsPerDay ?? 0;
  if (id === 'inbox') return words('plan.worthInbox', { items: roughly(events) });
  if (id === 'accounts' || id.startsWith('reputation:'))
    return words('plan.worthReputation', { changes: roughly(events) });
  if (id.startsWith('questions:')) {
    const questions = prospect?.items?.cumulative[24];
    return questions === undefined
      ? words('plan.worthQuestions', { matches: roughly(events) })
      : words('plan.worthQuestionsAmong', { matches: roughly(events), questions: roughly(questions) });
  }
  return words('plan.worthSlow');
}
