import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runJob, type Job } from '../../../bench/planner/jobs/job.ts';
import { readOptions, USAGE } from '../../../bench/planner/options.ts';
import { UsageError } from '../../../build/command-line.ts';
import {
  chaosLine,
  chaosWords,
  generatedLine,
  missed,
  progress,
  pushLine,
  pushWords,
  traceLine,
  written,
} from '../../../bench/planner/report.ts';
import { DAY_S, readTrace } from '../../../bench/planner/replay/trace.ts';

/** Days of news take a while where much else runs. */
const patient = 120_000;

describe('the lines', { timeout: patient }, () => {
  it('carry what the issue asks for, and no figure of what did not happen', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'askbell-trace-'));
    const file = join(folder, 'late.jsonl');
    const head = { streams: [{ id: 'inbox', weight: 20 }], present: [[32_400, 46_800]], warmupDays: 3.5, days: 4 };
    writeFileSync(file, [head, { t: 3.6 * DAY_S, stream: 'inbox' }].map((line) => JSON.stringify(line)).join('\n'));
    const job: Job = { what: 'file', file, requestsPerDay: 300, seed: 1 };
    const outcomes = await Promise.all([
      runJob(job),
      runJob({ ...job, untold: true }),
      runJob({ ...job, withPresence: true }),
    ]);
    rmSync(folder, { recursive: true });
    const line = traceLine(file, 300, outcomes);
    const text = written(line);
    expect(text).not.toMatch(/null|NaN/);
    const said = JSON.parse(text) as Record<string, unknown>;
    for (const name of [
      'budget',
      'J',
      'bound',
      'ratio',
      'ratioUntold',
      'equal',
      'vsRefused',
      'felt',
      'requests',
      'p95',
    ])
      expect(said[name], name).toBeTypeOf('number');
    expect(said).toMatchObject({ bench: 'planner', learningDays: 3.5, days: 0.5, violations: 0, reached: true });
    expect(said).not.toHaveProperty('early');
  });

  it('fail where a rule was broken, in whichever replay', async () => {
    const outcome = await runJob({
      what: 'generated',
      requestsPerDay: 300,
      seed: 1,
      world: { warmupDays: 0, days: 0.2 },
    });
    const bad = { ...outcome, violations: { quota: 0, backoff: 1, minute: 0 } };
    expect(missed(generatedLine(300, { plain: [outcome], present: [bad] }))).toContain('violations');
    expect(missed(traceLine('a', 300, [outcome, { ...bad, job: { ...bad.job, untold: true } }]))).toContain(
      'violations',
    );
    expect(missed(chaosLine(300, [outcome, bad]))).toContain('backoffViolations');
  });

  it('of sockets compare each kind with none, on the same days', async () => {
    const job: Job = { what: 'generated', requestsPerDay: 300, seed: 1, world: { warmupDays: 0.5, days: 1.5 } };
    const without = await runJob(job);
    const lives = await runJob({ ...job, socket: 'lives' });
    const others = (['dies', 'sleeps', 'lies'] as const).map((socket) => ({ ...without, job: { ...job, socket } }));
    const { figures, targets } = pushLine(300, [without, lives, ...others]);
    expect(figures['ratioLives']).toBeLessThan(0.9);
    expect(figures).toMatchObject({ JLives: lives.J, meanLives: lives.mean, ratioDies: 1, violations: 0, seeds: 1 });
    const line = { figures: { ...figures, ratioDies: 1.2 }, targets };
    expect(missed(line)).toContain('ratioDies');
    expect(pushWords(line)).toContain('(1.200) with one that dies');
  });

  it('of chaos weigh each part by its days', async () => {
    const outcome = await runJob({ what: 'chaos', requestsPerDay: 300, seed: 1, world: { warmupDays: 0, days: 2 } });
    expect(outcome.days).toBe(1);
    const { figures: all } = chaosLine(300, [
      { ...outcome, J: 100, bound: 50, days: 3 },
      { ...outcome, J: 200, bound: 100, days: 1 },
    ]);
    expect(all).toMatchObject({ J: 125, bound: 62.5, ratio: 2, days: 4 });
  });
});

describe('the command', () => {
  it('reads its options', () => {
    expect(readOptions([])).toEqual({ mode: 'generated', budgets: [300, 1500, 10_000], seeds: [1, 2, 3, 4, 5] });
    expect(readOptions(['--budget', '300', '--seed', '7', '--seeds', '2'])).toEqual({
      mode: 'generated',
      budgets: [300],
      seeds: [7, 8],
    });
    expect(readOptions(['--trace', 'a.jsonl', '--budget', '500'])).toEqual({
      mode: 'trace',
      file: 'a.jsonl',
      budget: 500,
      seed: 1,
    });
    expect(readOptions(['--chaos', '1000'])).toEqual({ mode: 'chaos', days: 1000, budget: 1500, seed: 1 });
    expect(readOptions(['--push', '--seeds', '1'])).toEqual({ mode: 'push', budgets: [300, 1500], seeds: [1] });
    expect(readOptions(['--help'])).toEqual({ mode: 'help' });
  });

  it.each([
    '--budgets 3',
    '--budget many',
    '--budget 1e3',
    '--budget 0',
    '--budget',
    '--trace a',
    '--trace a --chaos 3 --budget 300',
    '--chaos 0',
    '--chaos 2 --seeds 3',
    '--push --chaos 2',
    '--seed 1 --seed 2',
    '--seeds 0',
    'stray',
  ])('refuses %s', (line) => {
    expect(() => readOptions(line.split(' '))).toThrow(UsageError);
  });

  it('tells of a replay with presence what is felt, not J, which counts the hours when nobody is there', () => {
    const outcome = { J: 12937, bound: 1277, felt: 300.4, milliseconds: 4000 };
    const job = { what: 'generated', requestsPerDay: 300, seed: 1 } as const;
    expect(progress({ job, ...outcome })).toBe('300 a day, seed 1: J 12937 s, 10.131 of the bound, felt 300 s (4 s)');
    expect(progress({ job: { ...job, withPresence: true }, ...outcome })).toBe(
      '300 a day, seed 1, with presence: felt 300 s (4 s)',
    );
  });

  it('tells of chaos in a line for people, and how few requests can be given', () => {
    const figures = {
      days: 1000,
      budget: 1500,
      ratio: 1.0812,
      quotaViolations: 0,
      backoffViolations: 2,
      minuteViolations: 0,
    };
    expect(chaosWords({ figures, targets: {} })).toBe(
      '1000 days of chaos at 1,500 a day: 1.081 of the bound; rules broken: 0 of the quota, 2 of pauses, 0 of the minute.',
    );
    expect(() => readOptions(['--budget', '49'])).toThrow(UsageError);
    expect(USAGE).toContain('from 50 to');
  });

  describe('a trace', () => {
    const folder = mkdtempSync(join(tmpdir(), 'askbell-trace-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const traceOf = (...times: number[]) => {
      const file = join(folder, 'some.jsonl');
      writeFileSync(
        file,
        [
          { streams: [{ id: 'inbox', weight: 1 }], warmupDays: 0, days: 1 },
          ...times.map((t) => ({ t, stream: 'inbox' })),
        ]
          .map((line) => JSON.stringify(line))
          .join('\n'),
      );
      return readTrace(file);
    };

    it('is refused with the line where it goes back in time', async () => {
      await expect(traceOf(10, 10, 9)).rejects.toThrow(/line 4: the event comes before the one above it/);
    });

    it('tells how much of it comes after its days', async () => {
      expect((await traceOf(10, 20)).beyond).toBeUndefined();
      const { beyond, at } = await traceOf(10, DAY_S, DAY_S + 5);
      expect([beyond, ...at]).toEqual([2, 10]);
    });
  });

  it('says which targets were missed', () => {
    const line = {
      figures: { J: 651.2345, ratio: 1.06, vsEqual: 6, gone: undefined },
      targets: { ratio: { atMost: 1.05 }, vsEqual: { atLeast: 5.8 }, gone: { atMost: 1 } },
    };
    expect(missed(line)).toEqual(['ratio', 'gone']);
    expect(JSON.parse(written(line))).toMatchObject({ bench: 'planner', J: 651.2, ratio: 1.06, reached: false });
  });
});
