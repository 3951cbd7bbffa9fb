import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planNextPoll } from '../../../../../electron/agent/scheduler/plan/planner.ts';
import { type PlanInput } from '../../../../../electron/agent/scheduler/plan/price.ts';
import { SAME_REQUEST_FLOOR_MS } from '../../../../../electron/agent/scheduler/forecast/forecast.ts';
import { type Forecast } from '../../../../../electron/agent/scheduler/forecast/forecast.ts';
import {
  amountBetween,
  hourlyProfile,
  constantProfile,
} from '../../../../../electron/agent/scheduler/forecast/hourly-rates.ts';
import type { StreamId } from '../../../../../electron/agent/ids.ts';
import type { Stream } from '../../../../../electron/agent/scheduler/forecast/forecast.ts';

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;
const day = 24 * hour;
const stream = (id: StreamId, part: Partial<Stream> = {}): Stream => ({
  id,
  cost: 1,
  wanted: false,
  byPerson: false,
  onDemand: false,
  ...part,
});
const worth = (valueAnHour: number, part: Partial<Forecast> = {}): Forecast => ({
  value: constantProfile(valueAnHour),
  knownUntil: now,
  ...part,
});
const input = (streams: Stream[], part: Partial<PlanInput> = {}): PlanInput => ({
  now,
  streams,
  allowance: { spendable: 9000, forClicks: 9030, lastsFor: day },
  ...part,
});
const next = (given: PlanInput) => planNextPoll(given).next;

/** Lives by the plan for this many hours: gives the moments at which each stream was polled. */
function live(
  given: PlanInput,
  hours: number,
  happens: (at: number, id: StreamId) => void = () => undefined,
): Map<StreamId, number[]> {
  const polls = new Map<StreamId, number[]>(given.streams.map(({ id }) => [id, []]));
  let at = given.now;
  let { spendable } = given.allowance;
  let streams = given.streams;
  let price: number | undefined;
  while (true) {
    const lastsFor = given.now + given.allowance.lastsFor - at;
    const made = planNextPoll({
      ...given,
      now: at,
      streams,
      price,
      allowance: { ...given.allowance, spendable, lastsFor, fullAgainAt: given.now + given.allowance.lastsFor },
    });
    price = made.price;
    if (!made.next || made.next.at >= given.now + hours * hour) return polls;
    at = Math.max(at, made.next.at);
    const { stream: id } = made.next;
    polls.get(id)!.push(at);
    happens(at, id);
    spendable = spendable === undefined ? undefined : spendable - 1;
    const polled = at;
    streams = streams.map((each) =>
      each.id === id
        ? {
            ...each,
            lastSentAt: polled,
            wanted: false,
            ...(each.forecast && { forecast: { ...each.forecast, knownUntil: polled } }),
          }
        : each,
    );
  }
}

describe('the plan', () => {
  it('polls what was never polled at once', () => {
    expect(next(input([stream('inbox', { lastSentAt: now }), stream('accounts')]))).toEqual({
      stream: 'accounts',
      at: now,
    });
  });

  it('has nothing to do without streams', () => {
    expect(next(input([]))).toBeUndefined();
  });

  it('leaves on-demand streams alone until they are wanted', () => {
    expect(next(input([stream('sites', { onDemand: true })]))).toBeUndefined();
    expect(next(input([stream('sites', { onDemand: true, wanted: true })]))?.stream).toBe('sites');
  });

  it('polls each stream every minute where the quota is rich', () => {
    expect(next(input([stream('inbox', { lastSentAt: now })]))?.at).toBe(now + SAME_REQUEST_FLOOR_MS);
  });

  it('asks a wanted stream again after the minute, however sparse the plan is', () => {
    const streams = [stream('inbox', { lastSentAt: now - 20_000, wanted: true })];
    expect(next(input(streams, { allowance: { spendable: 10, lastsFor: day } }))?.at).toBe(
      now - 20_000 + SAME_REQUEST_FLOOR_MS,
    );
  });

  it('waits for a backoff, even when somebody wants the stream', () => {
    const streams = [stream('inbox', { lastSentAt: now - hour, wanted: true, notBefore: now + 90_000 })];
    expect(next(input(streams))?.at).toBe(now + 90_000);
  });

  it('holds everything while the network is out of reach', () => {
    expect(next(input([stream('inbox'), stream('accounts')], { closedUntil: now + hour }))?.at).toBe(now + hour);
  });

  it('waits for the next day when the quota is used up', () => {
    const allowance = { spendable: 0, forClicks: 30, lastsFor: 5 * hour, fullAgainAt: now + 5 * hour };
    expect(next(input([stream('inbox', { lastSentAt: now - hour })], { allowance }))?.at).toBe(now + 5 * hour);
  });

  it('keeps the inbox alive from what is kept for clicks, and nothing else', () => {
    const allowance = { spendable: 0, forClicks: 15, forInbox: 9, lastsFor: 5 * hour, fullAgainAt: now + 5 * hour };
    const streams = [
      stream('inbox', { lastSentAt: now - 20 * 60_000 }),
      stream('accounts', { lastSentAt: now - hour }),
    ];
    expect(next(input(streams, { allowance }))).toEqual({ stream: 'inbox', at: now + 10 * 60_000 });
    expect(next(input(streams.slice(1), { allowance }))?.at).toBe(now + 5 * hour);
    // A request for everything beside it makes the inbox no quieter.
    expect(
      next(input(streams.slice(0, 1), { allowance: { ...allowance, spendable: 1, forInbox: 10, forClicks: 16 } }))!.at,
    ).toBeLessThanOrEqual(now + 10 * 60_000);
  });

  it('lets a click use the reserve', () => {
    const allowance = { spendable: 0, forClicks: 30, lastsFor: 5 * hour, fullAgainAt: now + 5 * hour };
    const clicked = stream('inbox', { lastSentAt: now - hour, wanted: true, byPerson: true });
    expect(next(input([clicked], { allowance }))!.at).toBeLessThanOrEqual(now);
    expect(next(input([clicked], { allowance: { ...allowance, forClicks: 0 } }))?.at).toBe(now + 5 * hour);
  });
});

describe('how often', () => {
  const ready = (id: StreamId, prospect: Forecast) => stream(id, { lastSentAt: now, forecast: prospect });

  it('is by the square root of what a stream is worth', () => {
    const streams = [ready('inbox', worth(16)), ready('accounts', worth(4)), ready('questions:a', worth(1))];
    const polls = live(input(streams, { allowance: { spendable: 280, lastsFor: day } }), 24);
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
          const polls = live(input(streams, { allowance: { spendable, lastsFor: day } }), 24);
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
    const polls = live(
      input([ready('questions:a', { value: busy, knownUntil: now })], { allowance: { spendable: 96, lastsFor: day } }),
      24,
    ).get('questions:a')!;
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
    const polls = live(input(streams, { allowance: { spendable, lastsFor: day } }), 24).get('questions:a')!;
    const longest = Math.max(...polls.slice(1).map((at, index) => at - polls[index]!));
    expect((longest / hour) * 300).toBeGreaterThanOrEqual(least!);
    expect((longest / hour) * 300).toBeLessThanOrEqual(most!);
  });

  it('looks sooner after an inbox item, because they come in bursts, and later when none came', () => {
    const dueAfter = (extra: number) =>
      next(
        input(
          [ready('inbox', worth(10, { deviation: { extra, at: now, within: 0.5 } })), ready('accounts', worth(10))],
          {
            allowance: { spendable: 150, lastsFor: day },
            price: 1,
          },
        ),
      )!;
    expect(dueAfter(40).stream).toBe('inbox');
    expect(dueAfter(-5).stream).toBe('accounts');
    expect(dueAfter(40).at).toBeLessThan(dueAfter(-5).at);
  });

  it('comes back for what a full page left behind when it is worth it', () => {
    const left = (value: number) =>
      next(
        input(
          [
            stream('questions:a', {
              lastSentAt: now - 2 * SAME_REQUEST_FLOOR_MS,
              forecast: worth(1, { backlog: { value, items: value } }),
            }),
          ],
          { allowance: { spendable: 100, lastsFor: day } },
        ),
      )!.at;
    expect(left(50)).toBe(now);
    expect(left(0.01)).toBeGreaterThan(now + 5 * 60_000);
  });

  it('is sparse while nobody is there, and saves it for when somebody is', () => {
    const usual = Float64Array.from({ length: 24 }, (_, at) => (at >= 9 && at < 17 ? 1 : 0));
    const polledWithin = (there: boolean) =>
      live(
        input([ready('inbox', worth(10))], {
          allowance: { spendable: 100, lastsFor: day },
          presence: { now: there, usual },
        }),
        3,
      ).get('inbox')!.length;
    const always = live(input([ready('inbox', worth(10))], { allowance: { spendable: 100, lastsFor: day } }), 3).get(
      'inbox',
    )!.length;
    expect(polledWithin(true)).toBeGreaterThan(2 * always);
    expect(polledWithin(false)).toBeLessThan(always / 2);
  });

  it('leaves alone what could not be told yet, for an hour at most, but the inbox and what is asked for', () => {
    const [news, held] = [{ lastSentAt: now - hour / 2, forecast: worth(100) }, { heldUntil: now + 2 * hour }];
    const watch = stream('questions:loops', news);
    expect(next(input([watch]))).toMatchObject({ at: now });
    expect(next(input([watch], held))).toEqual({ stream: watch.id, at: now + hour / 2 });
    // In time for what it finds to be among what is told then.
    expect(next(input([watch], { heldUntil: now + hour / 4 }))).toEqual({
      stream: watch.id,
      at: now + hour / 4 - 90_000,
    });
    expect(next(input([watch, stream('inbox', news)], held))).toMatchObject({ stream: 'inbox', at: now });
    expect(next(input([{ ...watch, wanted: true }], held))).toMatchObject({ at: now });
    expect(next(input([stream('accounts')], held))).toMatchObject({ at: now });
    // A page of items that is full, so that none is missed.
    const full = worth(100, { items: constantProfile(200), knownUntil: now - hour / 2 });
    expect(next(input([stream('questions:loops', { ...news, forecast: full })], held))).toMatchObject({ at: now });
  });

  it('is never the same within a minute, never against a backoff, never with nothing to spend', () => {
    const streams = fc.array(
      fc.record({
        age: fc.integer({ min: 0, max: 48 * 60 }),
        wanted: fc.boolean(),
        value: fc.double({ min: 0, max: 1000, noNaN: true }),
        backoff: fc.integer({ min: -10, max: 100 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(
        streams,
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 1, max: 24 * 60 }),
        (kinds, spendable, minutes) => {
          const list = kinds.map(({ age, wanted, value, backoff }, index) =>
            stream(`questions:${index}`, {
              lastSentAt: now - age * 60_000,
              wanted,
              notBefore: now + backoff * 60_000,
              forecast: worth(value, { knownUntil: now - age * 60_000 }),
            }),
          );
          const made = next(
            input(list, { allowance: { spendable, lastsFor: minutes * 60_000, fullAgainAt: now + minutes * 60_000 } }),
          )!;
          const chosen = list.find(({ id }) => id === made.stream)!;
          expect(made.at).toBeGreaterThanOrEqual(chosen.lastSentAt! + SAME_REQUEST_FLOOR_MS);
          expect(made.at).toBeGreaterThanOrEqual(chosen.notBefore!);
          if (spendable === 0) expect(made.at).toBeGreaterThanOrEqual(now + minutes * 60_000);
        },
      ),
    );
  });
});

describe('a rhythm', () => {
  it('adds up over any stretch, in one piece or in two', () => {
    const rates = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 24, maxLength: 24 });
    fc.assert(
      fc.property(
        rates,
        fc.integer({ min: 0, max: 100 * 3600 }),
        fc.integer({ min: 0, max: 100 * 3600 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (perHour, from, length, share) => {
          const of = hourlyProfile(Float64Array.from(perHour));
          const [start, middle, end] = [
            now + from * 1000,
            now + (from + length * share) * 1000,
            now + (from + length) * 1000,
          ];
          expect(amountBetween(of, start, end)).toBeCloseTo(
            amountBetween(of, start, middle) + amountBetween(of, middle, end),
            6,
          );
        },
      ),
    );
  });
});
