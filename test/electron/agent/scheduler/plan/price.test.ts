import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { ENGLISH } from '../../../../../common/i18n/localized-text.ts';
import type { Stream, StreamHints } from '../../../../../electron/agent/scheduler/forecast/forecast.ts';
import { hintedPollsPerHour, findPrice } from '../../../../../electron/agent/scheduler/plan/price.ts';
import { explainPlan, pollsPerDay } from '../../../../../electron/agent/scheduler/plan/explanation.ts';
import { planNextPoll } from '../../../../../electron/agent/scheduler/plan/planner.ts';
import { streamOf, worth } from './stream-of.ts';

const HOUR_MS = 3600_000;
const now = Date.UTC(2026, 0, 5, 12);

const before = now - 2 * 60_000;
const stream = (id: Stream['id'], valuePerHour: number, hints?: StreamHints): Stream =>
  streamOf(id, { lastSentAt: before, forecast: worth(valuePerHour, before, { eventsPerDay: 12 }), hints });
const hints = (part: Partial<StreamHints> = {}) => ({ coverage: 0.95, pollsPerHour: 0.5, waiting: false, ...part });
const allowance = { spendable: 300, lastsFor: 24 * HOUR_MS };
const others = ['questions:a', 'questions:b', 'questions:c'] as const;
/** The inbox with or without hints among streams that take what there is. */
const streamsWith = (given?: StreamHints) => [stream('inbox', 10, given), ...others.map((id) => stream(id, 4))];
const plan = (given?: StreamHints, part: object = {}) =>
  planNextPoll({ now, streams: streamsWith(given), allowance, ...part });

describe('a stream that a socket tells of', () => {
  test('is polled at once at a hint', () => {
    expect(plan().next!.at).toBeGreaterThan(now);
    expect(plan(hints({ waiting: true, coverage: 0 })).next).toEqual({ stream: 'inbox', at: now });
  });

  test('is polled seldom between hints once they are believed, and what is saved goes to the rest', () => {
    const price = (given?: StreamHints) => findPrice({ now, streams: streamsWith(given), allowance }).now;
    const perDay = (given: StreamHints | undefined, id: Stream['id']) =>
      pollsPerDay(
        streamsWith(given).find((each) => each.id === id)!,
        price(given),
      );
    expect(perDay(hints(), 'inbox')).toBeLessThan(0.5 * perDay(undefined, 'inbox'));
    expect(perDay(hints(), 'questions:a')).toBeGreaterThan(1.2 * perDay(undefined, 'questions:a'));
    const all = [...others, 'inbox' as const].reduce((sum, id) => sum + perDay(hints(), id), 0);
    expect(all).toBeGreaterThan(280);
    expect(all).toBeLessThan(320);
  });

  test('says so where it explains how often it is polled', () => {
    const why = (given?: StreamHints) => {
      const streams = streamsWith(given);
      const { now: price } = findPrice({ now, streams, allowance });
      const facts = { now, streams, price, usualPrice: price, allowance, locale: ENGLISH };
      return explainPlan(facts).find((line) => line.stream === 'inbox')!.why;
    };
    expect(why(hints())).toContain('an open connection says when there is news');
    expect(why(hints({ coverage: 0.1 }))).toBe(why());
  });

  test('is polled as without a socket where hints come more often than polls would', () => {
    expect(plan(hints({ waiting: true, pollsPerHour: 500 }))).toEqual(plan());
  });

  test('is not polled for a hint while nobody is there to hear of it', () => {
    const presence = { now: false, usual: new Float64Array(24).fill(1) };
    expect(plan(hints({ waiting: true }), { presence }).next!.at).toBeGreaterThan(now);
  });
});

test.prop([fc.double({ min: 0, max: 100, noNaN: true }), fc.double({ min: 0, max: 60, noNaN: true })])(
  'polls at hints and of the net are as many as either alone at least, and as both together at most',
  (at, net) => {
    const both = hintedPollsPerHour(at, net);
    expect(both).toBeGreaterThanOrEqual(Math.max(at, net) * (1 - 1e-6));
    expect(both).toBeLessThanOrEqual((at + net) * (1 + 1e-6));
  },
);
