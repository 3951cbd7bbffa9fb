import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { misses } from '../../bench/faults/judge.ts';
import { FAULT_NAMES, runMatrix, SUBJECTS, type Pair } from '../../bench/faults/matrix.ts';
import { readOptions, USAGE } from '../../bench/faults/options.ts';
import { faultLine } from '../../bench/faults/report.ts';
import { nothingSeen } from '../../bench/faults/asking/seen.ts';
import { expectationOf, TABLE, type FaultName } from '../../bench/faults/table.ts';
import { DEAUTHENTICATE_APP, ENDPOINTS, INVALIDATE_TOKEN } from '../../electron/api/endpoints.ts';
import { OPERATIONS } from '../../bench/faults/operations.ts';
import { OptionError } from '../../bench/support/command.ts';

/** Driven hours take a while where much else runs. */
const patient = 60_000;

describe('the matrix', { timeout: patient }, () => {
  it('has a row for every endpoint of the client, and for tokens', () => {
    const paths = [...Object.values(ENDPOINTS), INVALIDATE_TOKEN, DEAUTHENTICATE_APP].map(({ path }) => path);
    const rows = Object.values(OPERATIONS).map(({ path }) => path);
    expect([...new Set(paths)].filter((path) => !rows.includes(path))).toEqual([]);
    expect(Object.keys(OPERATIONS)).toEqual(expect.arrayContaining([...Object.keys(ENDPOINTS), 'exchange']));
  });

  it('has forty faults and more, each in words', () => {
    expect(FAULT_NAMES.length).toBeGreaterThanOrEqual(40);
    expect(new Set(Object.values(TABLE).map(({ what }) => what)).size).toBe(FAULT_NAMES.length);
  });

  it('finds what the table has, by polls, clicks and sockets, and reports an expectation that does not hold', async () => {
    const wrong = { ...TABLE['status-502'].is, told: 'offline', shown: 'throttled', anHour: 0, backMin: -1 };
    const rows = { ...TABLE, 'status-502': { what: 'a planted mistake', is: wrong } };
    const faults: FaultName[] = ['status-500', 'status-502', 'tls-wrong-host'];
    const pairs: Pair[] = [];
    for await (const pair of runMatrix(faults, ['inbox', 'me'], rows)) pairs.push(pair);
    const of = (fault: FaultName) => pairs.filter((pair) => pair.fault === fault);
    expect(of('status-500').map(({ manner, missed }) => [manner, missed])).toEqual([
      ['polled', []],
      ['clicked', []],
    ]);
    expect([...of('status-500')[0]!.seen.shown]).toEqual(['server-fault']);
    expect(of('tls-wrong-host').map(({ manner, missed }) => [manner, missed])).toEqual([
      ['polled', []],
      ['clicked', []],
      ['wired', []],
      ['wired', []],
    ]);
    expect(of('status-502')[0]!.missed).toEqual([
      'told server-fault and not offline',
      'showed server-fault and not throttled',
      expect.stringMatching(/^sent \d+ requests an hour and not 0$/),
      expect.stringMatching(/^was back after .+ and not -1$/),
    ]);
    expect(faultLine('status-502', of('status-502'))).toMatchObject({ fault: 'status-502', pairs: 2, failed: 2 });
  });

  it('reports what went to another host, and what was thrown', () => {
    const seen = { ...nothingSeen(), backAfterMin: 0, thrown: ['TypeError: x'] };
    const escaped = [{ url: 'https://evil.example/me?x', method: 'GET', withCredential: true }];
    const expected = expectationOf(TABLE['early-hints'], 'me');
    expect(misses({ ...seen, escaped }, expected, 'clicked')).toEqual([
      'asked https://evil.example',
      'threw TypeError: x',
    ]);
  });
});

describe('its command', { timeout: patient }, () => {
  it('takes faults and operations, and refuses other names', () => {
    expect(readOptions(['--only', 'refused', '--only', 'inbox'])).toEqual({
      mode: 'run',
      faults: ['refused'],
      subjects: ['inbox'],
      jobs: 1,
    });
    expect(readOptions([])).toMatchObject({ faults: FAULT_NAMES, subjects: SUBJECTS });
    expect(() => readOptions(['--only', 'nonsense'])).toThrow(OptionError);
    expect(() => readOptions(['--jobs', '0'])).toThrow(OptionError);
    for (const option of ['only', 'jobs', 'list', 'help']) expect(USAGE).toContain(`--${option}`);
  });

  it('is one of the commands of the package', async () => {
    const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
    expect((JSON.parse(text) as { scripts: Record<string, string> }).scripts).toMatchObject({
      faults: 'node bench/faults/main.ts',
      fuzz: 'node bench/fuzz/main.ts',
    });
  });

  it('prints a line for the fault and a summary, and says by its exit code that all is well', async () => {
    const main = new URL('../../bench/faults/main.ts', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [main, '--only', 'body-null', '--only', 'me']);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines[0]).toMatchObject({ fault: 'body-null', pairs: 1, failed: 0, told: ['bad-answer'] });
    expect(lines.at(-1)).toMatchObject({ command: 'faults', passed: true, pairs: 1, failedPairs: 0 });
  });
});
