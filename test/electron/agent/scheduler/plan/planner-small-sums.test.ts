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
import type { Stream } from '../../../../../electron/agent/scheduler/forecast/forecast.ts';
import { live, streamOf } from './stream-of.ts';

const start = Date.UTC(2026, 4, 4);
const some = { numRuns: 300 };

const moments = fc.integer({ min: 0, max: 2 * QUOTA_WINDOW_MS }).map((ms) => start + ms);
/** Seconds and parts of them as likely as hours. */
const spans = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: QUOTA_WINDOW_MS }));
const few = fc.oneof(fc.double({ min: 0, max: 2, noNaN: true }), fc.double({ min: 0, max: 10_000, noNaN: true }));
const rates = fc
  .array(
    fc.oneof(
      fc.constant(0),
      fc.double({ min: 0, max: 1e-6, noNaN: true }),
      fc.double({ min: 0, max: 500, noNaN: true }),
    ),
    { minLength: 24, maxLength: 24 },
  )
  .map((each) => hourlyProfile(Float64Array.from(each)));

/** What a socket may tell of a stream. */
const hints = fc.record({
  coverage: fc.double({ min: 0, max: 0.96, noNaN: true }),
  pollsPerHour: fc.double({ min: 0, max: 1000, noNaN: true }),
  waiting: fc.boolean(),
});

const streamsAt = (now: number) =>
  fc
    .array(
      fc.record({
        value: rates,
        items: fc.option(rates, { nil: undefined }),
        cost: fc.integer({ min: 1, max: 5 }),
        ago: fc.integer({ min: 0, max: QUOTA_WINDOW_MS }),
        asked: fc.boolean(),
        wanted: fc.boolean(),
        backoff: fc.option(fc.integer({ min: -10, max: 100 }), { nil: undefined }),
        hints: fc.option(hints, { nil: undefined }),
      }),
      { minLength: 1, maxLength: 5 },
    )
    .map((each): Stream[] =>
      each.map(({ value, items, cost, ago, asked, wanted, backoff, hints: hinted }, index) =>
        streamOf(index === 0 ? 'inbox' : `questions:${index}`, {
          cost,
          wanted,
          lastSentAt: asked ? now - ago : undefined,
          notBefore: backoff === undefined ? undefined : now + backoff * 60_000,
          hints: hinted,
          forecast: { value, items, knownUntil: now - ago },
        }),
      ),
    );

const chances = fc
  .array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 24, maxLength: 24 })
  .map((each) => Float64Array.from(each));
const outlooks = fc.option(
  fc.record({ now: fc.boolean(), usual: chances, awake: fc.option(chances, { nil: undefined }) }),
  { nil: undefined },
);
const inputs = moments.chain((now) =>
  fc.record({
    now: fc.constant(now),
    streams: streamsAt(now),
    spendable: few,
    lastsFor: spans,
    presence: outlooks,
    price: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: undefined }),
  }),
);

const budgets: fc.Arbitrary<QuotaState> = fc.record({
  max: fc.integer({ min: 1, max: 10_000 }),
  remaining: fc.integer({ min: -5, max: 10_000 }),
  observedAt: moments,
  windowStartedAt: moments,
  shownAt: fc.option(moments, { nil: undefined }),
  rolls: fc.option(fc.boolean(), { nil: undefined }),
  usedByAskbell: fc.integer({ min: 0, max: 10_000 }),
  others: fc.option(fc.record({ requests: few, hours: few }), { nil: undefined }),
});

const allowanceOf = (spendable: number, lastsFor: number, endsAt: number): Allowance => ({
  spendable,
  lastsFor,
  forInbox: spendable,
  forClicks: spendable,
  fullAgainAt: endsAt + 2000,
});
const numbersOf = (found: Allowance): number[] => Object.values(found).filter((each) => each !== undefined);

describe('however little is left, and for however short', () => {
  it('the budget gives sound numbers, and never more than there is', () => {
    fc.assert(
      fc.property(budgets, moments, (known, now) => {
        const found = allowanceAt(known, now);
        expect(numbersOf(found).every(Number.isFinite)).toBe(true);
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
