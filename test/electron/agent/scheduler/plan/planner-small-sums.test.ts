import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../../../common/durations.ts';
import {
  allowanceAt,
  QUOTA_WINDOW_MS,
  type Allowance,
  type QuotaState,
} from '../../../../../electron/agent/scheduler/quota.ts';
import { SAME_REQUEST_FLOOR_MS } from '../../../../../electron/agent/scheduler/forecast/forecast.ts';
import { planNextPoll } from '../../../../../electron/agent/scheduler/plan/planner.ts';
import { hourlyProfile } from '../../../../../electron/agent/scheduler/forecast/hourly-rates.ts';
import { live, streamOf } from './stream-of.ts';

const start = Date.UTC(2026, 4, 4);
const some = { numRuns: 300 };

const moments = fc.integer({ min: 0, max: 2 * QUOTA_WINDOW_MS }).map((ms) => start + ms);
/** Seconds and parts of them as likely as hours. */
const spans = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: QUOTA_WINDOW_MS }));
const upTo = (max: number) => fc.double({ min: 0, max, noNaN: true });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const ofEachHour = (numbers: fc.Arbitrary<number>) =>
  fc.array(numbers, { minLength: 24, maxLength: 24 }).map((each) => Float64Array.from(each));
const rates = ofEachHour(fc.oneof(fc.constant(0), upTo(1e-6), upTo(500))).map(hourlyProfile);

/** What a socket may tell of a stream. */
const hints = fc.record({ coverage: upTo(0.96), pollsPerHour: upTo(1000), waiting: fc.boolean() });

const streamParts = fc.record({
  value: rates,
  items: optional(rates),
  cost: fc.integer({ min: 1, max: 5 }),
  ago: fc.integer({ min: 0, max: QUOTA_WINDOW_MS }),
  asked: fc.boolean(),
  wanted: fc.boolean(),
  backoff: optional(fc.integer({ min: -10, max: 100 })),
  hints: optional(hints),
});
const streamsAt = (now: number) =>
  fc.array(streamParts, { minLength: 1, maxLength: 5 }).map((each) =>
    each.map(({ value, items, ago, asked, backoff, ...part }, index) =>
      streamOf(index === 0 ? 'inbox' : `questions:${index}`, {
        ...part,
        lastSentAt: asked ? now - ago : undefined,
        notBefore: backoff === undefined ? undefined : now + backoff * 60_000,
        forecast: { value, items, knownUntil: now - ago },
      }),
    ),
  );

const few = fc.oneof(upTo(2), upTo(10_000));
const chances = ofEachHour(fc.oneof(fc.constant(0), upTo(1)));
const outlooks = optional(fc.record({ now: fc.boolean(), usual: chances, awake: optional(chances) }));
const inputs = moments.chain((now) =>
  fc.record({
    now: fc.constant(now),
    streams: streamsAt(now),
    spendable: few,
    lastsFor: spans,
    presence: outlooks,
    price: optional(upTo(1e9)),
  }),
);

const budgets: fc.Arbitrary<QuotaState> = fc.record({
  max: fc.integer({ min: 1, max: 10_000 }),
  remaining: fc.integer({ min: -5, max: 10_000 }),
  observedAt: moments,
  windowStartedAt: moments,
  shownAt: optional(moments),
  rolls: optional(fc.boolean()),
  usedByAskbell: fc.integer({ min: 0, max: 10_000 }),
  others: optional(fc.record({ requests: few, hours: few })),
});

const allowanceOf = (spendable: number, lastsFor: number, endsAt: number): Allowance => {
  return { spendable, lastsFor, forInbox: spendable, forClicks: spendable, fullAgainAt: endsAt + 2000 };
};

describe('however little is left, and for however short', () => {
  it('the budget gives sound numbers, and never more than there is', () => {
    fc.assert(
      fc.property(budgets, moments, (known, now) => {
        const found = allowanceAt(known, now);
        expect(Object.values(found).every((each) => each === undefined || Number.isFinite(each))).toBe(true);
        const left = Math.max(0, known.remaining);
        for (const may of [found.spendable!, found.forInbox!, found.forClicks!]) {
          expect(may).toBeGreaterThanOrEqual(0);
          expect(may).toBeLessThanOrEqual(left);
        }
        expect(found.lastsFor).toBeGreaterThan(0);
        expect(found.lastsFor).toBeLessThanOrEqual(QUOTA_WINDOW_MS);
        // Nobody waits for longer than a day for the end of one.
        expect(found.fullAgainAt! - now).toBeLessThanOrEqual(QUOTA_WINDOW_MS + 2000);
      }),
      some,
    );
  });

  it('a poll is planned for a moment that comes, and none for now that cannot be paid', () => {
    fc.assert(
      fc.property(inputs, ({ now, streams, spendable, lastsFor, presence, price }) => {
        const allowance = allowanceOf(spendable, lastsFor, now + lastsFor);
        const { next } = planNextPoll({ now, streams, allowance, presence, price });
        expect(Number.isFinite(next!.at)).toBe(true);
        const { cost, lastSentAt, notBefore } = streams.find(({ id }) => id === next!.stream)!;
        if (spendable < cost) expect(next!.at).toBeGreaterThanOrEqual(now + lastsFor);
        if (lastSentAt !== undefined) expect(next!.at).toBeGreaterThanOrEqual(lastSentAt + SAME_REQUEST_FLOOR_MS);
        if (notBefore !== undefined) expect(next!.at).toBeGreaterThanOrEqual(notBefore);
        // At the end there is more to spend, so that nobody who cannot pay waits for longer.
        const free = Math.max(now + SAME_REQUEST_FLOOR_MS, notBefore ?? 0);
        if (streams.every((stream) => stream.cost > spendable))
          expect(next!.at).toBeLessThanOrEqual(Math.max(now + lastsFor + 2000, free));
      }),
      some,
    );
  });

  it('what is planned until the quota is full again never takes more than there is', () => {
    fc.assert(
      fc.property(inputs, ({ now: from, streams, spendable, lastsFor, presence }) => {
        const allowance = allowanceOf(spendable, lastsFor, from + lastsFor);
        const end = from + Math.min(lastsFor, HOUR_MS);
        const polls = live({ now: from, streams, allowance, presence, price: 0 }, end, 400);
        const spent = streams.reduce((sum, { id, cost }) => sum + cost * polls.get(id)!.length, 0);
        expect(spent).toBeLessThanOrEqual(spendable);
      }),
      { numRuns: 60 },
    );
  });
});
