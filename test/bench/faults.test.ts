import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectationOf } from '../../bench/faults/expectations.ts';
import { misses, nothingSeen } from '../../bench/faults/judge.ts';
import { runMatrix, shortSubjects, SUBJECTS, type Pair } from '../../bench/faults/matrix.ts';
import { FAULT_NAMES, TABLE, type FaultName } from '../../bench/faults/table.ts';
import { PendingNotifications } from '../../electron/store/pending-notifications.ts';
import type * as QuestionCursors from '../../electron/agent/sources/questions/cursor.ts';

/** How far ahead of its questions a spoilt cursor stands, in seconds; such a one is not healed either. */
const spoilt = vi.hoisted(() => ({ cursorAheadS: 0 }));

vi.mock('../../electron/agent/sources/questions/cursor.ts', async (importOriginal) => {
  const original = await importOriginal<typeof QuestionCursors>();
  return {
    ...original,
    nextCursor(...given: Parameters<typeof original.nextCursor>) {
      const cursor = original.nextCursor(...given);
      const ahead = (at: number | undefined) => at && at + spoilt.cursorAheadS;
      return { ...cursor, newest: ahead(cursor.newest), settled: ahead(cursor.settled) };
    },
    healed: (...given: Parameters<typeof original.healed>) =>
      spoilt.cursorAheadS > 0 ? given[0] : original.healed(...given),
  };
});

/** Driven hours take a while where much else runs. */
const patient = 60_000;

describe('the matrix', { timeout: patient }, () => {
  it('finds what the table has, by polls and by clicks, and reports an expectation that does not hold', async () => {
    const row = TABLE['status-502'];
    const wrong = { ...row.is, told: 'offline', shown: 'throttled', anHour: 0, backMin: -1 };
    const rows = { ...TABLE, 'status-502': { ...row, what: 'a planted mistake', is: wrong } };
    const faults: FaultName[] = ['status-500', 'status-502', 'tls-wrong-host'];
    const pairs: Pair[] = [];
    for await (const pair of runMatrix(faults, () => ['inbox', 'me'], rows)) pairs.push(pair);
    const of = (fault: FaultName) => pairs.filter((pair) => pair.fault === fault);
    for (const fault of ['status-500', 'tls-wrong-host'] as const)
      expect(of(fault).map(({ manner, missed }) => [manner, missed])).toEqual([
        ['polled', []],
        ['clicked', []],
      ]);
    expect([...of('status-500')[0]!.seen.shown]).toEqual(['server-fault']);
    expect(of('status-502')[0]!.missed).toEqual([
      'told server-fault and not offline',
      'showed server-fault and not throttled',
      expect.stringMatching(/^sent \d+ requests an hour and not 0$/),
      'did not tell of inbox afterwards',
      expect.stringMatching(/^was back after .+ and not -1$/),
    ]);
    expect(of('status-502')[1]!.missed).toHaveLength(2);
  });

  it('meets every fault and every operation in its short form, and what dates say by watched questions', () => {
    const chosen = FAULT_NAMES.map((fault) => shortSubjects(fault));
    expect(chosen.every((subjects) => subjects.some((subject) => subject !== 'everything'))).toBe(true);
    expect(new Set(chosen.flat())).toEqual(new Set(SUBJECTS));
    expect(shortSubjects('date-day-ahead-minutes')).toEqual(['questions', 'everything']);
  });
});

describe('being well again', { timeout: patient }, () => {
  async function pairOf(): Promise<Pair> {
    for await (const pair of runMatrix(['date-day-ahead-minutes'], () => ['questions'])) return pair;
    throw new Error('the matrix has no such pair');
  }

  afterEach(() => {
    spoilt.cursorAheadS = 0;
    vi.restoreAllMocks();
  });

  it('is not seen where watches are silent for good, although each answer is good and nothing is shown', async () => {
    spoilt.cursorAheadS = 30 * 86_400;
    const { seen, missed } = await pairOf();
    expect([seen.told.size, seen.shown.size, seen.backAfterMin]).toEqual([0, 0, Infinity]);
    expect(missed).toEqual(['did not tell of question afterwards', 'was back after longer than watched and not 2']);
  });

  it('is not seen where something is told twice', async () => {
    const add = PendingNotifications.prototype.add;
    vi.spyOn(PendingNotifications.prototype, 'add').mockImplementation(function (
      this: PendingNotifications,
      notice,
      now,
    ) {
      add.call(this, notice, now);
      add.call(this, notice, now);
    });
    expect((await pairOf()).missed).toEqual(['listed question 1 times and told it 2 times']);
  });
});

const well = { ...nothingSeen(), backAfterMin: 0 };

it.each([
  ['what went to another host', { ...well, met: 1, escaped: ['https://evil.example'] }, 'asked https://evil.example'],
  ['what was thrown', { ...well, met: 1, thrown: ['TypeError: x'] }, 'threw TypeError: x'],
  ['a fault that was not met', well, 'never met the fault'],
])('the matrix reports %s', (_what, seen, missed) => {
  expect(misses(seen, expectationOf(TABLE['early-hints'], 'me'), 'clicked')).toEqual([missed]);
});

describe('its command', { timeout: patient }, () => {
  const main = new URL('../../bench/faults/main.ts', import.meta.url).pathname;
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [main, ...args]);

  it('refuses what it does not know', async () => {
    const told = { code: 2, stderr: expect.stringContaining('"nonsense"') as string };
    await expect(run('--only', 'nonsense')).rejects.toMatchObject(told);
  });

  it('prints a line for the fault and a summary, and says by its exit code that all is well', async () => {
    const { stdout } = await run('--only', 'body-null', '--only', 'me');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines[0]).toMatchObject({ fault: 'body-null', pairs: 1, failed: 0, told: ['bad-answer'] });
    expect(lines.at(-1)).toMatchObject({ command: 'faults', passed: true, pairs: 1, failedPairs: 0 });
  });
});
