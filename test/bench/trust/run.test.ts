import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonTestResults } from 'vitest/node';
import { hasPassed, runProof, testSummary } from '../../../bench/trust/run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a proof', () => {
  let folder: string;
  beforeEach(() => void (folder = temporaryFolder()));

  const run = async (code: string) => {
    const program = join(folder, 'main.mjs');
    writeFileSync(program, code);
    const runs = { program, args: ['--kills', '500'], shortArgs: ['--kills', '50'] };
    return runProof({ name: 'torture', shows: '', runs }, true, new AbortController().signal);
  };
  const saying = (summary: object) => `console.log('{"step":1}'); console.log('${JSON.stringify(summary)}');`;

  it('has passed where its last line says so and its exit code, too', async () => {
    const outcome = await run(saying({ command: 'torture', passed: true, lost: 0 }));
    expect(outcome).toMatchObject({ command: 'torture --kills 50', exitCode: 0, summary: { lost: 0 } });
    expect(hasPassed(outcome)).toBe(true);
  });

  it.each([
    ['says so but ends with 1', `${saying({ command: 'torture', passed: true })} process.exitCode = 1;`],
    ['ends with 0 but says it has not', saying({ command: 'torture', passed: false })],
    ['ends without a summary', 'console.log("done")'],
    ['tells of another command', saying({ command: 'fuzz', passed: true })],
    ['says neither yes nor no', saying({ command: 'torture', passed: 'yes' })],
    ['says nothing of itself', 'console.log(null)'],
    ['is killed', "process.kill(process.pid, 'SIGKILL')"],
    ['says nothing', ''],
  ])('has not passed where it %s', async (_what, code) => expect(hasPassed(await run(code))).toBe(false));

  it('has not passed where there are no tests to run', async () => {
    const runs = { tests: ['test/nothing/here/*.test.ts'] };
    const outcome = await runProof({ name: 'data', shows: '', runs }, true, new AbortController().signal);
    expect([outcome.command, hasPassed(outcome)]).toEqual(['data (0 test files)', false]);
  });

  it('has not passed where a file of tests was left out as a whole', () => {
    const file = (name: string, ...statuses: string[]) => ({
      name: `/x/${name}.test.ts`,
      message: '',
      assertionResults: statuses.map((status) => ({ status, title: '', failureMessages: [], meta: {} })),
    });
    const counts = { success: true, numPassedTests: 2, numFailedTests: 0, numPendingTests: 1 };
    const summary = (...testResults: object[]) =>
      testSummary('secrets', { ...counts, testResults } as unknown as JsonTestResults);
    const whole = file('log', 'passed', 'skipped');
    expect(summary(whole, file('other', 'passed'))).toMatchObject({ passed: true, tests_left_out: 1 });
    expect(summary(whole, file('headless-leaks', 'skipped'))).toMatchObject({
      passed: false,
      files_left_out: 'headless-leaks.test.ts',
    });
  });
});
