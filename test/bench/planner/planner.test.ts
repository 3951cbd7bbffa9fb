import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bound } from '../../../bench/planner/bound.ts';
import { figures } from '../../../bench/planner/figures.ts';
import { missed } from '../../../bench/support/figures.ts';
import { generate } from '../../../bench/planner/generate.ts';
import { createRandom } from '../../../sandbox/world/random.ts';
import { generatedLine, troubleLine, type Outcome } from '../../../bench/planner/report.ts';
import { replay } from '../../../bench/planner/replay/replay.ts';
import { RequestRules } from '../../../bench/planner/replay/request-rules.ts';
import { DAY_S, makeTrace, type Trace } from '../../../bench/planner/replay/trace.ts';
import { ARCHIVED_ROWS } from '../../../electron/store/archive.ts';

/** Days of news take a while where much else runs. */
const patient = 120_000;

/** Events in even distances: this many a day of each stream. */
function even(perDay: number[], weights: number[], days = 10): Trace {
  const streams = perDay.map((_, index) => ({
    id: index === 0 ? 'inbox' : `S${index}:t`,
    weight: weights[index]!,
    ...(index > 0 && { site: `S${index}`, tag: 't' }),
  }));
  const events = perDay.flatMap((n, stream) =>
    Array.from({ length: n * days }, (_, index) => ({ t: ((index + 0.5) * DAY_S) / n, stream })),
  );
  return makeTrace({ streams, warmupDays: 0, days }, events);
}

describe('the bound', () => {
  it('is the closed form where nothing changes and nothing limits', () => {
    const [perDay, weights, requests] = [[240, 480, 96], [20, 1, 3], 500];
    const values = perDay.map((n, index) => (n * weights[index]!) / DAY_S);
    const roots = values.reduce((sum, value) => sum + Math.sqrt(value), 0);
    const expected = roots ** 2 / ((2 * requests) / DAY_S) / values.reduce((sum, value) => sum + value, 0);
    expect(bound(even(perDay, weights), requests) / expected).toBeCloseTo(1, 3);
  });

  it('is half a minute where there is enough for everything', () => {
    expect(bound(even([240, 480], [20, 1]), 10_000)).toBeCloseTo(30, 3);
  });

  it('counts the pages that the events fill', () => {
    const trace = even([24, 24_000], [1000, 0.001]);
    // 240 pages of nearly no value leave 60 of 300 requests for the rest.
    expect(bound(trace, 300)).toBeGreaterThan(0.99 * (DAY_S / 60 / 2));
  });
});

describe('figures', () => {
  const streams = [
    { id: 'inbox', weight: 20 },
    { id: 'reputation', weight: 5 },
  ];
  const trace = makeTrace({ streams, warmupDays: 1, days: 5 }, [
    { t: 50, stream: 0 },
    { t: DAY_S + 50, stream: 0 },
    { t: DAY_S + 60, stream: 1 },
  ]);
  const found = Float64Array.from([70, DAY_S + 80, DAY_S + 360]);

  it('weigh delays by value, after the days to learn', () => {
    expect(figures(trace, found, [])).toMatchObject({
      J: (20 * 30 + 5 * 300) / 25,
      mean: 165,
      p95: 300,
      early: (20 * 20 + 20 * 30 + 5 * 300) / 45,
    });
  });

  it('count the requests of the days measured', () => {
    expect(figures(trace, found, [1, 2, DAY_S, DAY_S + 1, 4.9 * DAY_S, 5 * DAY_S]).requests).toBe(3 / 4);
  });

  it('count what was not found by the end as late until then, whether it was found after it or never', () => {
    const [until, J] = [5 * DAY_S, (20 * (4 * DAY_S - 50) + 5 * 300) / 25];
    expect(figures(trace, Float64Array.from([70, Number.NaN, DAY_S + 360]), []).J).toBeCloseTo(J, 6);
    expect(figures(trace, Float64Array.from([70, until + 0.4 * DAY_S, DAY_S + 360]), []).J).toBeCloseTo(J, 6);
  });
});

describe('the rules', () => {
  const nothing = () => ({ items: [], hasMore: false });
  function rulesAt(now: { ms: number }, trouble?: ReturnType<typeof createRandom>) {
    const listeners = { sent: () => undefined, answered: () => undefined };
    return new RequestRules({ start: 0, now: () => now.ms, requestsPerDay: 2, resetAt: 0, trouble, ...listeners });
  }

  it('count equal requests within a minute, and those after the quota was said to be used up', async () => {
    const now = { ms: 0 };
    const rules = rulesAt(now);
    await rules.answer('/inbox', { page: 1 }, nothing);
    now.ms = 59_000;
    await rules.answer('/inbox', { page: 1 }, nothing);
    expect(rules.violations).toEqual({ quota: 0, backoff: 0, minute: 1 });
    now.ms = 200_000;
    await expect(rules.answer('/inbox', { page: 1 }, nothing)).rejects.toMatchObject({ kind: 'quota-exhausted' });
    expect(rules.violations).toEqual({ quota: 1, backoff: 0, minute: 1 });
    now.ms = 86_400_000;
    await expect(rules.answer('/inbox', { page: 1 }, nothing)).resolves.toMatchObject({ quota: { remaining: 1 } });
    expect(rules.violations.quota).toBe(1);
  });

  it.each(['/inbox', '/sites'])('count requests of %s in a pause of all, and of its method', async (method) => {
    const now = { ms: 0 };
    const chances = [true, false];
    const refusing = { ...createRandom(1), chance: () => chances.shift() ?? false, integer: (from: number) => from };
    const rules = rulesAt(now, refusing);
    await expect(rules.answer('/inbox', {}, nothing)).rejects.toMatchObject({ kind: 'throttled' });
    now.ms = 9000;
    await rules.answer(method, { page: 2 }, nothing);
    expect(rules.violations.backoff).toBe(1);
  });
});

describe('a replay', { timeout: patient }, () => {
  const days = { warmupDays: 1, days: 2 };

  it('finds everything through the real scheduler, and takes as found what the agent recorded', async () => {
    const trace = generate(5, days);
    const { inbox: item, reputation: change, questions: question } = ARCHIVED_ROWS;
    const Recorded = z.object({ inbox: z.array(item), reputation: z.array(change), questions: z.array(question) });
    let recorded: z.output<typeof Recorded>[] = [];
    const { found, requests, violations } = await replay(trace, {
      requestsPerDay: 300,
      seed: 5,
      atEnd: (history) =>
        (recorded = z
          .array(Recorded)
          .parse(JSON.parse([...history.archive().pieces].map(({ text }) => text).join('')))),
    });
    expect(violations).toEqual({ quota: 0, backoff: 0, minute: 0 });
    expect(found.every((at, index) => trace.at[index]! >= 2 * DAY_S - 3 * 3600 || at >= trace.at[index]!)).toBe(true);
    expect(requests.length).toBeGreaterThan(500);
    expect(figures(trace, found, requests).J).toBeLessThan(2 * bound(trace, 300));
    const sent = (of: (id: string) => boolean) =>
      [...found.keys()].filter((index) => of(trace.streams[trace.stream[index]!]!.id) && !Number.isNaN(found[index]!));
    const { inbox, reputation, questions } = recorded[0]!;
    expect(inbox).toHaveLength(sent((id) => id === 'inbox').length);
    expect(reputation.filter(({ postId }) => postId !== undefined)).toHaveLength(
      sent((id) => id === 'reputation').length,
    );
    const asked = sent((id) => id.includes(':'));
    expect(questions.map(({ questionId }) => questionId - 1).toSorted((a, b) => a - b)).toEqual(asked);
    for (const { questionId, watchIds } of questions)
      expect(watchIds).toEqual([trace.streams[trace.stream[questionId - 1]!]!.id]);
  });

  it('gives the same for the same seed, and breaks no rule in trouble', async () => {
    const trace = generate(7, days);
    const once = await replay(trace, { requestsPerDay: 300, seed: 7, withTrouble: true });
    const again = await replay(trace, { requestsPerDay: 300, seed: 7, withTrouble: true });
    expect(again.requests).toEqual(once.requests);
    expect(once.violations).toEqual({ quota: 0, backoff: 0, minute: 0 });
  });
});

const outcome: Outcome = {
  ...{ J: 650, bound: 640, mean: 300, p95: 900, requests: 300, early: 700 },
  violations: { quota: 0, backoff: 0, minute: 0 },
};
const bad = { ...outcome, violations: { quota: 0, backoff: 1, minute: 0 } };

it('the lines fail where a rule was broken, in whichever replay', () => {
  expect(missed(generatedLine(300, [outcome, bad]))).toEqual(['violations']);
  expect(missed(troubleLine([outcome, bad]))).toEqual(['backoffViolations']);
});
