import { english } from '../../../common/i18n/localized-text.ts';
import type { Speech } from '../../../common/i18n/locale.ts';
import { keptForInbox } from './planner.ts';
import { type Allowance, type Outlook } from './plan-types.ts';
import { leastYield, mostOftenOf, pollsAnHour, prospectOf, whileAway } from '../forecast/forecast.ts';
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
export interface Explained {
  now: number;
  streams: Stream[];
  /** What a request is worth at present, and on a day that begins with a full quota: late in a day it may be anything. */
  price: number;
  usualPrice: number;
  allowance: Allowance;
  holdUntil?: number | undefined;
  presence?: Outlook | undefined;
  /** What is spoken; English where it is left out. */
  speech?: Speech | undefined;
}

/** Polls an hour that a price gives a stream, at an hour of the day. */
const often = (stream: Stream, price: number, at: number, worth = 1): number =>
  Math.min(mostOftenOf(stream), pollsAnHour(prospectOf(stream), stream.cost, price, at, worth));

/** Polls a day that a price gives a stream, with the hours at which usually nobody is there, or the machine sleeps. */
export function pollsPerDay(stream: Stream, price: number, outlook?: Outlook): number {
  let polls = 0;
  for (let at = 0; at < 24; at++) {
    const there = outlook?.usual[at] ?? 1;
    polls +=
      (outlook?.awake?.[at] ?? 1) *
      (there * often(stream, price, at) + (1 - there) * often(stream, price, at, whileAway));
  }
  return polls;
}

/** Explains the plan, stream by stream, for people: how often at present, and what that is in a usual day. */
export function planLines({
  now,
  streams,
  price,
  usualPrice,
  allowance,
  holdUntil,
  presence,
  speech = english,
}: Explained): PlanLine[] {
  const of = hourOfDay(now);
  const worth = presence && !presence.now ? whileAway : 1;
  return streams
    .filter((stream) => !stream.onDemand)
    .map((stream) => {
      const broke = allowance.spendable !== undefined && allowance.spendable < stream.cost;
      const slowly = stream.id === 'inbox' ? keptForInbox(allowance) : undefined;
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
  const { value, items } = prospectOf(stream);
  const perDay = value.upTo[24]!;
  if (!stream.prospect || perDay <= 0) return words('plan.unknown');
  if (each >= 59.9) return words('plan.atMost');
  const parts = [worthWords(speech, stream)];
  const busy = value.perHour[of]! / (perDay / 24);
  if (busy > 1.3) parts.push(words('plan.busy'));
  if (busy < 0.7) parts.push(words('plan.calm'));
  if (items && items.perHour[of]! > 0.99 * leastYield * each) parts.push(words('plan.full'));
  if (away) parts.push(words('plan.away'));
  return `${parts.join('; ')}.`;
}

/** What comes in a day, in words. */
function worthWords({ words, roughly }: Speech, { id, prospect }: Stream): string {
  const events = prospect?.eventsPerDay ?? 0;
  if (id === 'inbox') return words('plan.worthInbox', { items: roughly(events) });
  if (id === 'accounts' || id.startsWith('reputation:'))
    return words('plan.worthReputation', { changes: roughly(events) });
  if (id.startsWith('questions:')) {
    const questions = prospect?.items?.upTo[24];
    return questions === undefined
      ? words('plan.worthQuestions', { matches: roughly(events) })
      : words('plan.worthQuestionsAmong', { matches: roughly(events), questions: roughly(questions) });
  }
  return words('plan.worthSlow');
}
