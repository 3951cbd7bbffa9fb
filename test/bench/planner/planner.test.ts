import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bound, feltLeast } from '../../../bench/planner/bound.ts';
import { createChaos } from '../../../bench/planner/chaos.ts';
import { figures, median } from '../../../bench/planner/figures.ts';
import { generate } from '../../../bench/planner/generate.ts';
import type { Job } from '../../../bench/planner/jobs/job.ts';
import { runJobs } from '../../../bench/planner/jobs/jobs.ts';
import { rival } from '../../../bench/planner/plans.ts';
import { ARCHIVED_ROWS } from '../../../electron/store/archive/import-archive.ts';
import { replay } from '../../../bench/planner/replay/replay.ts';
import { DAY_S, makeTrace, readTrace, TraceError, type Trace } from '../../../bench/planner/replay/trace.ts';

const seeds = [1, 2, 3, 4, 5];
/** Days of news take a while where much else runs. */
const patient = 120_000;

describe('a trace file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'askbell-trace-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const head = {
    streams: [
      { id: 'inbox', weight: 20 },
      { id: 'A:typescript', site: 'A', tag: 'typescript', weight: 1 },
      { id: 'A:rust', site: 'A', tag: 'rust', weight: 1 },
    ],
    present: [[32_400, 46_800]],
    warmupDays: 1,
    days: 2,
  };
  const read = (...lines: (object | string)[]): Promise<Trace> => {
    const file = join(folder, 'trace.jsonl');
    writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
    return readTrace(file);
  };
  const event = { t: 90_000.5, stream: 'A:rust' };

  it('is read, with one request for all streams of a site', async () => {
    const trace = await read(head, { t: 10, stream: 'inbox' }, '', event);
    expect(trace).toMatchObject({ warmupDays: 1, days: 2, groups: ['inbox', 'site A'], groupOf: [0, 1, 1] });
    expect([...trace.at]).toEqual([10, 90_000.5]);
    expect([...trace.stream]).toEqual([0, 2]);
  });

  it.each([
    ['what is not JSON', [head, event, '{"t":'], /line 3: this is not JSON/],
    ['a first line that describes nothing', [event], /line 1: the first line must describe the streams/],
    ['an event of no stream', [head, { t: 1, stream: 'B:go' }], /line 2: there is no stream "B:go"/],
    ['an event without a time', [head, event, { stream: 'inbox' }], /line 3: an event is/],
    ['an event before the start', [head, { t: -1, stream: 'inbox' }], /line 2: an event is/],
    [
      'a stream without a site',
      [{ ...head, streams: [{ id: 'votes', weight: 1 }] }],
      /line 1: the stream "votes" has no site/,
    ],
    [
      'a stream given twice',
      [{ ...head, streams: [head.streams[0]!, head.streams[0]!] }],
      /line 1: there are two streams "inbox"/,
    ],
    ['no day to measure', [{ ...head, warmupDays: 2 }, event], /line 1: .*no day is left to measure/s],
    ['nothing to measure', [head, { t: 1, stream: 'inbox' }], /nothing happens after the 1 days/],
    ['an empty file', [''], /is empty/],
  ])('with %s is refused', async (_, lines, message) => {
    const refused = read(...lines);
    await expect(refused).rejects.toThrow(TraceError);
    await expect(refused).rejects.toThrow(message);
  });

  it('that is none, or a folder, is refused', async () => {
    await expect(readTrace(join(folder, 'none'))).rejects.toThrow(/cannot be read/);
    await expect(readTrace(folder)).rejects.toThrow(/cannot be read/);
  });
});

describe('generated days', () => {
  const trace = generate(3);
  const counts = (of: (id: string) => boolean): number =>
    trace.stream.reduce((sum, which) => sum + (of(trace.streams[which]!.id) ? 1 : 0), 0);
  const perHour = (of: (id: string) => boolean): Float64Array => {
    const hours = new Float64Array(24);
    for (const [index, t] of trace.at.entries())
      if (of(trace.streams[trace.stream[index]!]!.id)) hours[Math.floor((t % DAY_S) / 3600)]! += 1 / trace.days;
    return hours;
  };

  it('are the same for the same seed only', () => {
    expect(generate(3).at).toEqual(trace.at);
    expect(generate(4).at).not.toEqual(trace.at);
  });

  it('have the streams and rates that were said', () => {
    expect(trace.groups.toSorted()).toEqual(['inbox', 'reputation', 'site A', 'site B', 'site C', 'site D']);
    expect(trace.streams.filter(({ site }) => site !== undefined)).toHaveLength(25);
    expect(counts((id) => id === 'inbox') / trace.days / 12).toBeCloseTo(1, 0);
    expect(counts((id) => id === 'reputation') / trace.days / 20).toBeCloseTo(1, 0);
    const busiest = Math.max(...perHour((id) => id === 'A:tag-24'));
    expect(busiest / 400).toBeGreaterThan(0.9);
    expect(busiest / 400).toBeLessThan(1.1);
    expect(counts((id) => id.endsWith(':tag-0')) / trace.days).toBeLessThan(1);
  });

  it('are worth what was said', () => {
    for (const [which, { id, weight, tag }] of trace.streams.entries()) {
      if (id === 'inbox') expect(weight).toBe(20);
      else if (id === 'reputation') expect(weight).toBe(5);
      else {
        const rate = trace.stream.reduce((sum, of) => sum + (of === which ? 1 : 0), 0) / (trace.days * 24);
        expect(weight, tag).toBeLessThanOrEqual(1);
        expect(weight * rate, tag).toBeLessThan(4.2);
      }
    }
  });

  it('are 4 to 6 times as busy at their height as at night', () => {
    const site = perHour((id) => id.startsWith('A:'));
    const ratio = Math.max(...site) / Math.min(...site);
    expect(ratio).toBeGreaterThan(3.7);
    expect(ratio).toBeLessThan(6.3);
  });

  it('bring the inbox in clusters', () => {
    const inbox = [...trace.at].filter((_, index) => trace.streams[trace.stream[index]!]!.id === 'inbox');
    const soonAfter = inbox.filter((t, index) => index > 0 && t - inbox[index - 1]! < 30 * 60).length / inbox.length;
    // By chance alone it would be some 22 %.
    expect(soonAfter).toBeGreaterThan(0.4);
  });
});

/** Events in even distances: this many a day of each stream. */
function even(perDay: number[], weights: number[], days = 10, extra: Partial<Trace> = {}): Trace {
  const streams = perDay.map((_, index) => ({
    id: index === 0 ? 'inbox' : `S${index}:t`,
    weight: weights[index]!,
    ...(index > 0 && { site: `S${index}`, tag: 't' }),
  }));
  const events = perDay.flatMap((n, stream) =>
    Array.from({ length: n * days }, (_, index) => ({ t: ((index + 0.5) * DAY_S) / n, stream })),
  );
  return { ...makeTrace({ streams, present: [], warmupDays: 0, days }, events), ...extra };
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

  it('of what presence saves is the part of the day, and more where pages fill meanwhile', () => {
    const present: [number, number][] = [[0, DAY_S / 4]];
    expect(feltLeast(even([24, 48], [20, 1], 10, { present }), 300)).toBeCloseTo(0.25, 2);
    // 120 pages fill in a day, 90 of them while nobody is there: 210 requests instead of 75 are left for the rest of
    // it.
    expect(feltLeast(even([12_000], [1], 10, { present }), 300)).toBeCloseTo(75 / 210, 3);
  });

  it('is near what the simulation of others gave', { timeout: patient }, () => {
    const traces = seeds.map((seed) => generate(seed));
    for (const [requests, theirs] of [
      [300, 646],
      [1500, 129],
      [10_000, 30],
    ] as const) {
      const ours = median(traces.map((trace) => bound(trace, requests)));
      expect(ours / theirs, `at ${requests}`).toBeGreaterThan(0.85);
      expect(ours / theirs, `at ${requests}`).toBeLessThan(1.15);
    }
  });
});

describe('the other plans', () => {
  const J = (name: Parameters<typeof rival>[0], trace: Trace, requests: number) =>
    figures(trace, rival(name, trace, { requestsPerDay: requests, resetAt: 0, seed: 1 }), []).J;

  it('with equal intervals wait half an interval', () => {
    // Seven streams, 300 a day: each every 2,016 seconds.
    expect(
      J(
        'equal',
        even(
          Array.from({ length: 7 }, () => 997),
          Array.from({ length: 7 }, () => 1),
        ),
        300,
      ) / 1008,
    ).toBeCloseTo(1, 1);
  });

  it('until refused tell within the minute from the start and from each reset on, until nothing is left', () => {
    const [a, b] = [
      { id: 'inbox', weight: 1 },
      { id: 'A:t', weight: 1, site: 'A', tag: 't' },
    ];
    const times = [10, 130, 200, DAY_S / 2 - 1, DAY_S / 2 + 190, 1.4 * DAY_S, 1.9 * DAY_S];
    const trace = makeTrace(
      { streams: [a, b], present: [], warmupDays: 0, days: 2 },
      times.flatMap((t) => [
        { t, stream: 0 },
        { t, stream: 1 },
      ]),
    );
    const found = rival('refused', trace, { requestsPerDay: 7, resetAt: DAY_S / 2 - 30, seed: 1 });
    const of = (stream: number) => [...found].filter((_, index) => trace.stream[index] === stream);
    const [first, second] = [DAY_S / 2, 1.5 * DAY_S];
    // Seven requests: four rounds of the first stream, three of the second.
    expect(of(0)).toEqual([60, 180, first, first, second, second, Number.NaN]);
    expect(of(1)).toEqual([60, first, first, first, second, second, Number.NaN]);
  });

  it('come in the order in which they know more', { timeout: patient }, () => {
    const trace = generate(2);
    const all = (['refused', 'equal', 'root', 'perSite', 'timeOfDay'] as const).map((name) => J(name, trace, 300));
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(all.at(-1)! / bound(trace, 300)).toBeGreaterThan(0.9);
    expect(J('refused', trace, 300) / 35_656).toBeCloseTo(1, 0);
    expect(J('equal', trace, 300) / 3898).toBeCloseTo(1, 1);
  });
});

describe('figures', () => {
  const trace = makeTrace(
    {
      streams: [
        { id: 'inbox', weight: 20 },
        { id: 'reputation', weight: 5 },
      ],
      present: [[0, 100]],
      warmupDays: 1,
      days: 5,
    },
    [
      { t: 50, stream: 0 },
      { t: DAY_S + 50, stream: 0 },
      { t: DAY_S + 60, stream: 1 },
    ],
  );
  const found = Float64Array.from([70, DAY_S + 80, DAY_S + 360]);

  it('weigh delays by value, after the days to learn', () => {
    expect(figures(trace, found, [])).toMatchObject({ J: (20 * 30 + 5 * 300) / 25, mean: 165, p95: 300 });
    expect(figures(trace, found, []).early).toBe((20 * 20 + 20 * 30 + 5 * 300) / 45);
  });

  it('feel what somebody who is there waits', () => {
    expect(figures(trace, found, []).felt).toBe((20 * 30 + 5 * 40) / 25);
  });

  it('count the requests of the days measured', () => {
    expect(figures(trace, found, [1, 2, DAY_S, DAY_S + 1, 4.9 * DAY_S, 5 * DAY_S]).requests).toBe(3 / 4);
  });

  it('leave out what the machine slept', () => {
    const asleep = [
      [10, 20],
      [DAY_S + 65, DAY_S + 75],
      [DAY_S + 100, DAY_S + 300],
    ] as const;
    expect(figures(trace, found, [], { asleep: [...asleep] }).J).toBe((20 * 20 + 5 * 90) / 25);
  });

  it('count what was not told by the end as late until then, whether it was told after it or never', () => {
    const [until, J] = [5 * DAY_S, (20 * (4 * DAY_S - 50) + 5 * 300) / 25];
    expect(figures(trace, Float64Array.from([70, Number.NaN, DAY_S + 360]), []).J).toBeCloseTo(J, 6);
    expect(figures(trace, Float64Array.from([70, until + 0.4 * DAY_S, DAY_S + 360]), []).J).toBeCloseTo(J, 6);
  });

  it('measure only what they are told to', () => {
    expect(figures(trace, found, [1, DAY_S + 55, DAY_S + 70], { measured: [DAY_S + 55, DAY_S + 100] })).toMatchObject({
      J: 300,
      requests: 2 / (45 / DAY_S),
    });
  });
});

describe('a replay', { timeout: patient }, () => {
  const days = { warmupDays: 1, days: 2 };

  it('tells everything through the real scheduler, and breaks no rule', async () => {
    const trace = generate(5, days);
    const { found, requests, violations } = await replay(trace, { requestsPerDay: 300, seed: 5 });
    expect(violations).toEqual({ quota: 0, backoff: 0, minute: 0 });
    expect(found.every((told, index) => trace.at[index]! >= 2 * DAY_S - 3 * 3600 || told >= trace.at[index]!)).toBe(
      true,
    );
    expect(requests.length).toBeGreaterThan(500);
    expect(figures(trace, found, requests).J).toBeLessThan(2 * bound(trace, 300));
  });

  it('takes as told what the agent recorded, and no more', async () => {
    const trace = generate(5, days);
    const { inbox: item, reputation: change, questions: question } = ARCHIVED_ROWS;
    const Recorded = z.object({ inbox: z.array(item), reputation: z.array(change), questions: z.array(question) });
    let recorded: z.output<typeof Recorded>[] = [];
    const { found } = await replay(trace, {
      requestsPerDay: 300,
      seed: 5,
      atEnd: (history) =>
        (recorded = z
          .array(Recorded)
          .parse(JSON.parse([...history.archive().pieces].map(({ text }) => text).join('')))),
    });
    const told = (of: (id: string) => boolean) =>
      [...found.keys()].filter((index) => of(trace.streams[trace.stream[index]!]!.id) && !Number.isNaN(found[index]!));
    const { inbox, reputation, questions } = recorded[0]!;
    expect(inbox).toHaveLength(told((id) => id === 'inbox').length);
    expect(reputation.filter(({ postId }) => postId !== undefined)).toHaveLength(
      told((id) => id === 'reputation').length,
    );
    const asked = told((id) => id.includes(':'));
    expect(questions.map(({ questionId }) => questionId - 1).toSorted((a, b) => a - b)).toEqual(asked);
    for (const { questionId, watchIds } of questions)
      expect(watchIds).toEqual([trace.streams[trace.stream[questionId - 1]!]!.id]);
  });

  it('gives the same for the same seed', async () => {
    const trace = generate(6, { warmupDays: 0, days: 0.5 });
    const once = await replay(trace, { requestsPerDay: 300, seed: 6 });
    const again = await replay(trace, { requestsPerDay: 300, seed: 6 });
    expect(again.requests).toEqual(once.requests);
  });

  it('breaks no rule whatever goes wrong', async () => {
    const trace = generate(7, days);
    let chaos: ReturnType<typeof createChaos> | undefined;
    const { violations } = await replay(trace, {
      requestsPerDay: 300,
      seed: 7,
      chaos: (world) => (chaos = createChaos(7, 300, world)),
    });
    expect(violations).toEqual({ quota: 0, backoff: 0, minute: 0 });
    expect(chaos!.record.stolen / days.days / 120).toBeCloseTo(1, 0);
    expect(chaos!.record.sleeps.length).toBeGreaterThan(2);
  });
});

describe('jobs', { timeout: patient }, () => {
  it('are all done, however few threads there are, and come back in their order', async () => {
    const jobs = [3, 1, 2, 5, 4].map((seed): Job => ({
      what: 'generated',
      requestsPerDay: 300,
      seed,
      world: { warmupDays: 0.1, days: 0.2 },
    }));
    const ended: number[] = [];
    const outcomes = await runJobs(
      jobs,
      (_, many) => ended.push(many),
      () => undefined,
    );
    expect(outcomes.map(({ job }) => job.seed)).toEqual([3, 1, 2, 5, 4]);
    expect(ended).toEqual([1, 2, 3, 4, 5]);
  });

  it('say which trace cannot be read', async () => {
    await expect(
      runJobs(
        [{ what: 'file', file: 'none.jsonl', requestsPerDay: 300, seed: 1 }],
        () => undefined,
        () => undefined,
      ),
    ).rejects.toThrow(TraceError);
  });
});
