import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { planNextPoll } from '../../../../../electron/agent/scheduler/plan/planner.ts';
import type { PlanInput } from '../../../../../electron/agent/scheduler/plan/price.ts';
import {
  SAME_REQUEST_FLOOR_MS,
  type Forecast,
  type Stream,
} from '../../../../../electron/agent/scheduler/forecast/forecast.ts';
import { hourlyProfile, constantProfile } from '../../../../../electron/agent/scheduler/forecast/hourly-rates.ts';
import { live as liveUntil, streamOf, worth as worthAt } from './stream-of.ts';
import type { StreamId } from '../../../../../electron/agent/ids.ts';
import {
  allowanceAt,
  QUOTA_WINDOW_MS,
  type Allowance,
  type QuotaState,
} from '../../../../../electron/agent/scheduler/quota.ts';

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;
const day = 24 * hour;
const stream = streamOf;
const worth = (valueAnHour: number, part: Partial<Forecast> = {}): Forecast => worthAt(valueAnHour, now, part);
const input = (streams: Stream[], part: Partial<PlanInput> = {}): PlanInput => {
  return { now, streams, allowance: { spendable: 9000, forClicks: 9030, lastsFor: day }, ...part };
};
const spending = (spendable: number) => ({ allowance: { spendable, lastsFor: day } });
const next = (given: PlanInput) => planNextPoll(given).next;

/** Lives by the plan for this many hours. */
const live = (given: PlanInput, hours: number) => liveUntil(given, given.now + hours * hour);

const sent = (id: StreamId, ago: number, part: Partial<Stream> = {}) => stream(id, { lastSentAt: now - ago, ...part });
const usedUp = { spendable: 0, forClicks: 30, lastsFor: 5 * hour, fullAgainAt: now + 5 * hour };
const later = now + hour;
const soonest = now + SAME_REQUEST_FLOOR_MS;
const wanted = sent('inbox', 20_000, { wanted: true });
const old = sent('inbox', hour);
const backedOff = { ...old, wanted: true, notBefore: now + 90_000 };
const clicked = sent('inbox', hour, { wanted: true, byPerson: true });
const keptForInbox = { allowance: { ...usedUp, forClicks: 15, forInbox: 9 } };
const both = [sent('inbox', 20 * 60_000), sent('accounts', hour)];

it.each<[string, PlanInput, StreamId | undefined, at?: number]>([
  ['polls what was never polled at once', input([sent('inbox', 0), stream('accounts')]), 'accounts', now],
  ['has nothing to do without streams', input([]), undefined],
  ['leaves on-demand streams alone', input([stream('sites', { onDemand: true })]), undefined],
  ['until they are wanted', input([stream('sites', { onDemand: true, wanted: true })]), 'sites', now],
  ['polls each stream every minute where the quota is rich', input([sent('inbox', 0)]), 'inbox', soonest],
  ['asks a wanted one again after the minute in any plan', input([wanted], spending(10)), 'inbox', soonest - 20_000],
  ['waits for a backoff, though the stream is wanted', input([backedOff]), 'inbox', now + 90_000],
  ['holds all while the network is out of reach', input([stream('inbox')], { closedUntil: later }), 'inbox', later],
  ['waits for the next day when the quota is used up', input([old], { allowance: usedUp }), 'inbox', now + 5 * hour],
  ['keeps the inbox alive from what is kept for clicks', input(both, keptForInbox), 'inbox', now + 10 * 60_000],
  ['and nothing else', input([sent('accounts', hour)], keptForInbox), 'accounts', now + 5 * hour],
  ['lets a click use the reserve', input([clicked], { allowance: usedUp }), 'inbox', now],
  ['while there is one', input([clicked], { allowance: { ...usedUp, forClicks: 0 } }), 'inbox', now + 5 * hour],
])('the plan %s', (_, given, id, at) => expect(next(given)).toEqual(id && { stream: id, at }));

it('the plan makes the inbox no quieter for a request for everything beside what is kept for it', () => {
  const allowance = { ...keptForInbox.allowance, spendable: 1, forInbox: 10, forClicks: 16 };
  expect(next(input([sent('inbox', 20 * 60_000)], { allowance }))!.at).toBeLessThanOrEqual(now + 10 * 60_000);
});

describe('how often', () => {
  const ready = (id: StreamId, prospect: Forecast) => stream(id, { lastSentAt: now, forecast: prospect });

  it('is by the square root of what a stream is worth', () => {
    const streams = [ready('inbox', worth(16)), ready('accounts', worth(4)), ready('questions:a', worth(1))];
    const polls = live(input(streams, spending(280)), 24);
    const [inbox, accounts, questions] = [...polls.values()].map(({ length }) => length);
    expect(inbox! / 160).toBeCloseTo(1, 1);
    expect(accounts! / 80).toBeCloseTo(1, 1);
    expect(questions! / 40).toBeCloseTo(1, 1);
  });

  it.prop(
    [
      fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 20, max: 400 }),
    ],
    { numRuns: 25 },
  )('spends what there is, all of it and not more', (values, spendable) => {
    const streams = values.map((value, index) => ready(`questions:${index}`, worth(value)));
    const polls = live(input(streams, spending(spendable)), 24);
    const all = [...polls.values()].flat();
    const possible = values.length * Math.floor(day / SAME_REQUEST_FLOOR_MS);
    expect(all.length).toBe(Math.min(spendable, possible));
  });

  it('follows the hours of the day', () => {
    const busy = hourlyProfile(Float64Array.from({ length: 24 }, (_, at) => (at >= 8 && at < 20 ? 9 : 1)));
    const asked = ready('questions:a', { value: busy, knownUntil: now });
    const polls = live(input([asked], spending(96)), 24).get(asked.id)!;
    const byDay = polls.filter((at) => new Date(at).getUTCHours() >= 8 && new Date(at).getUTCHours() < 20).length;
    expect(byDay / (polls.length - byDay)).toBeGreaterThan(2.3);
    expect(byDay / (polls.length - byDay)).toBeLessThan(3.7);
  });

  it.each([
    ['before a page of 100 is full where requests are cheap', 600, [60, 100]],
    ['when a page of 100 is surely full, and not much later, where they are dear', 120, [105, 121]],
  ])('comes %s', (_, spendable, [least, most]) => {
    const streams = [
      ready('questions:a', { value: constantProfile(0.5), items: constantProfile(300), knownUntil: now }),
      ready('inbox', worth(20)),
    ];
    const polls = live(input(streams, spending(spendable)), 24).get('questions:a')!;
    const longest = Math.max(...polls.slice(1).map((at, index) => at - polls[index]!));
    expect((longest / hour) * 300).toBeGreaterThanOrEqual(least!);
    expect((longest / hour) * 300).toBeLessThanOrEqual(most!);
  });

  it('looks sooner after an inbox item, because they come in bursts, and later when none came', () => {
    const dueAfter = (extra: number) => {
      const inbox = ready('inbox', worth(10, { deviation: { extra, at: now, within: 0.5 } }));
      return next(input([inbox, ready('accounts', worth(10))], { ...spending(150), price: 1 }))!;
    };
    expect(dueAfter(40).stream).toBe('inbox');
    expect(dueAfter(-5).stream).toBe('accounts');
    expect(dueAfter(40).at).toBeLessThan(dueAfter(-5).at);
  });

  it('comes back for what a full page left behind when it is worth it', () => {
    const left = (value: number) => {
      const forecast = worth(1, { backlog: { value, items: value } });
      return next(input([sent('questions:a', 2 * SAME_REQUEST_FLOOR_MS, { forecast })], spending(100)))!.at;
    };
    expect(left(50)).toBe(now);
    expect(left(0.01)).toBeGreaterThan(now + 5 * 60_000);
  });

  it('is sparse while nobody is there, and saves it for when somebody is', () => {
    const usual = Float64Array.from({ length: 24 }, (_, at) => (at >= 9 && at < 17 ? 1 : 0));
    const polls = (presence?: PlanInput['presence']) =>
      live(input([ready('inbox', worth(10))], { ...spending(100), presence }), 3).get('inbox')!.length;
    expect(polls({ now: true, usual })).toBeGreaterThan(2 * polls());
    expect(polls({ now: false, usual })).toBeLessThan(polls() / 2);
  });

  it('leaves alone what could not be told yet, for an hour at most, but the inbox and what is asked for', () => {
    const [news, held] = [{ lastSentAt: now - hour / 2, forecast: worth(100) }, { heldUntil: now + 2 * hour }];
    const watch = stream('questions:loops', news);
    expect(next(input([watch]))).toMatchObject({ at: now });
    expect(next(input([watch], held))).toEqual({ stream: watch.id, at: now + hour / 2 });
    // In time for what it finds to be among what is told then.
    expect(next(input([watch], { heldUntil: now + hour / 4 }))?.at).toBe(now + hour / 4 - 90_000);
    expect(next(input([watch, stream('inbox', news)], held))).toMatchObject({ stream: 'inbox', at: now });
    expect(next(input([{ ...watch, wanted: true }], held))).toMatchObject({ at: now });
    expect(next(input([stream('accounts')], held))).toMatchObject({ at: now });
    // A page of items that is full, so that none is missed.
    const full = worth(100, { items: constantProfile(200), knownUntil: now - hour / 2 });
    expect(next(input([stream('questions:loops', { ...news, forecast: full })], held))).toMatchObject({ at: now });
  });
});

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
const rest = { spendable: few, lastsFor: spans, presence: outlooks, price: optional(upTo(1e9)) };
const inputs = moments.chain((now) => fc.record({ now: fc.constant(now), streams: streamsAt(now), ...rest }));

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

it.prop([budgets, moments], some)(
  'however little is left, and for however short: the budget gives sound numbers, and never more than there is',
  (known, now) => {
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
  },
);

it.prop([inputs], some)(
  'however little is left, and for however short: a poll is planned for a moment that comes, and none for now that cannot be paid',
  ({ now, streams, spendable, lastsFor, presence, price }) => {
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
  },
);

it.prop([inputs], { numRuns: 60 })(
  'however little is left, and for however short: what is planned until the quota is full again never takes more than there is',
  ({ now: from, streams, spendable, lastsFor, presence }) => {
    const allowance = allowanceOf(spendable, lastsFor, from + lastsFor);
    const end = from + Math.min(lastsFor, hour);
    const polls = liveUntil({ now: from, streams, allowance, presence, price: 0 }, end, 400);
    const spent = streams.reduce((sum, { id, cost }) => sum + cost * polls.get(id)!.length, 0);
    expect(spent).toBeLessThanOrEqual(spendable);
  },
);
