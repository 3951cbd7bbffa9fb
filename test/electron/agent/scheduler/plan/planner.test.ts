import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planNextPoll } from '../../../../../electron/agent/scheduler/plan/planner.ts';
import { type PlanInput } from '../../../../../electron/agent/scheduler/plan/price.ts';
import {
  SAME_REQUEST_FLOOR_MS,
  type Forecast,
  type Stream,
} from '../../../../../electron/agent/scheduler/forecast/forecast.ts';
import { hourlyProfile, constantProfile } from '../../../../../electron/agent/scheduler/forecast/hourly-rates.ts';
import { live as liveUntil, streamOf, worth as worthAt } from './stream-of.ts';
import type { StreamId } from '../../../../../electron/agent/ids.ts';

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;
const day = 24 * hour;
const stream = streamOf;
const worth = (valueAnHour: number, part: Partial<Forecast> = {}): Forecast => worthAt(valueAnHour, now, part);
const input = (streams: Stream[], part: Partial<PlanInput> = {}): PlanInput => ({
  now,
  streams,
  allowance: { spendable: 9000, forClicks: 9030, lastsFor: day },
  ...part,
});
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

describe('the plan', () => {
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
  ])('%s', (_, given, id, at) => expect(next(given)).toEqual(id && { stream: id, at }));

  it('makes the inbox no quieter for a request for everything beside what is kept for it', () => {
    const allowance = { ...keptForInbox.allowance, spendable: 1, forInbox: 10, forClicks: 16 };
    expect(next(input([sent('inbox', 20 * 60_000)], { allowance }))!.at).toBeLessThanOrEqual(now + 10 * 60_000);
  });
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

  it('spends what there is, all of it and not more', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 20, max: 400 }),
        (values, spendable) => {
          const streams = values.map((value, index) => ready(`questions:${index}`, worth(value)));
          const polls = live(input(streams, spending(spendable)), 24);
          const all = [...polls.values()].flat();
          const possible = values.length * Math.floor(day / SAME_REQUEST_FLOOR_MS);
          expect(all.length).toBe(Math.min(spendable, possible));
        },
      ),
      { numRuns: 25 },
    );
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
