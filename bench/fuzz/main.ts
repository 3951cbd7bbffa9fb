import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUZZ } from '../support/commands.ts';
import { OptionError, print, runCommand, say } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What is read of the test runner's report. */
interface Report {
  testResults: {
    message: string;
    assertionResults: {
      status: string;
      title: string;
      duration?: number;
      failureMessages: string[];
      meta: { cases?: number };
    }[];
  }[];
}

await runCommand(FUZZ, async (options) => {
  const { cases, seed = Math.floor(Math.random() * 2 ** 31), only, path } = options;
  if (path !== undefined && (options.seed === undefined || only.length !== 1))
    throw new OptionError('--path needs --seed and one --only.');
  say(`Seed ${seed}.`);
  const folder = temporaryFolder('fuzz');
  try {
    const report = join(folder.path, 'report.json');
    const env = { ASKBELL_CASES: String(cases), ASKBELL_SEED: String(seed), ...(path && { ASKBELL_PATH: path }) };
    const runner = ['node_modules/vitest/vitest.mjs', 'run', '--project=properties', '--testTimeout=0'];
    const command = [
      ...runner,
      `--testNamePattern=^(${only.join('|') || '.*'}):`,
      '--reporter=json',
      `--outputFile=${report}`,
    ];
    spawnSync(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } });
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const tried = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ status, title, duration = 0, failureMessages: failures, meta }) => {
        const passed = status === 'passed';
        const seconds = Math.round(duration / 100) / 10;
        return { target: title.split(':', 1)[0]!, cases: meta.cases ?? 0, seconds, passed, failures };
      });
    for (const one of tried) print(one);
    const broken = tried.filter(({ passed }) => !passed);
    for (const { target, failures } of broken) say(`${target} is broken: ${failures.join('\n')}`);
    // Of a file that cannot be loaded, or whose end failed, no property says so.
    const unread = testResults.flatMap(({ message }) => (message === '' ? [] : [message]));
    for (const message of unread) say(message);
    return {
      passed: tried.length > 0 && broken.length === 0 && unread.length === 0,
      seed,
      targets: tried.length,
      cases: tried.reduce((sum, one) => sum + one.cases, 0),
      broken: broken.map(({ target }) => target),
    };
  } finally {
    folder.remove();
  }
});
