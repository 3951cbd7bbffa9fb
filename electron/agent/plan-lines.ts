import { streamName } from './app-state.ts';
import { pollsAnHour, prospectOf, whileAway } from './planner.ts';
import { hourOfDay } from './rates.ts';
import type { Stream } from './streams.ts';

/** What a stream is polled by, and why so, in words. */
export interface PlanLine {
  stream: string;
  everySeconds: number;
  perDay: number;
  why: string;
}

/** What the plan is explained from. Times are ms since the epoch by the network's clock. */
export interface Explained {
  now: number;
  streams: Stream[];
  price: number;
  holdUntil?: number | undefined;
  presence?: { now: boolean; usual: Float64Array } | undefined;
}

/** Polls a day that a price gives a stream, with the hours at which usually nobody is there. */
export function pollsPerDay(stream: Stream, price: number, usual?: Float64Array): number {
  const prospect = prospectOf(stream);
  let polls = 0;
  for (let at = 0; at < 24; at++) {
    const there = usual?.[at] ?? 1;
    polls += there * pollsAnHour(prospect, stream.cost, price, at) + (1 - there) * pollsAnHour(prospect, stream.cost, price, at, whileAway);
  }
  return polls;
}

/** Explains the plan, stream by stream, for people. */
export function planLines({ now, streams, price, holdUntil, presence }: Explained): PlanLine[] {
  const of = hourOfDay(now);
  const worth = presence && !presence.now ? whileAway : 1;
  return streams
    .filter((stream) => !stream.onDemand)
    .map((stream) => {
      const each = pollsAnHour(prospectOf(stream), stream.cost, price, of, worth);
      const waits = Math.max(holdUntil ?? 0, stream.notBefore ?? 0) > now;
      return {
        stream: streamName(stream.id),
        everySeconds: 3600 / Math.max(each, 1 / 24),
        perDay: pollsPerDay(stream, price, presence?.usual) * stream.cost,
        why: why(stream, each, of, waits, worth < 1),
      };
    });
}

const count = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });

function why(stream: Stream, each: number, of: number, waits: boolean, away: boolean): string {
  if (waits) return 'The network asked for a pause, or failed; it goes on afterwards.';
  const { value, items } = prospectOf(stream);
  const perDay = value.upTo[24]!;
  if (!stream.prospect || perDay <= 0) return 'Nothing is known of it yet.';
  if (each >= 59.9) return 'As often as the network allows: the requests last for that.';
  const parts = [worthWords(stream, perDay)];
  const busy = value.perHour[of]! / (perDay / 24);
  if (busy > 1.3) parts.push('this is one of its busy hours');
  if (busy < 0.7) parts.push('this is one of its quiet hours');
  if (items && items.perHour[of]! > 60 * each) parts.push('a page of 100 fills up by then');
  if (away) parts.push('nobody is here to be told');
  return `${parts.join('; ')}.`;
}

/** What comes in a day, in words. */
function worthWords({ id, prospect }: Stream, perDay: number): string {
  if (id === 'inbox') return `About ${count.format(perDay / 20)} items a day, and each matters most`;
  if (id === 'accounts' || id.startsWith('reputation:')) return `About ${count.format(perDay / 5)} changes a day`;
  if (id.startsWith('questions:')) {
    const questions = prospect?.items?.upTo[24];
    return `About ${count.format(perDay)} matches a day that count${questions === undefined ? '' : `, among ${count.format(questions)} questions`}`;
  }
  return 'Scores and bounties change slowly';
}
