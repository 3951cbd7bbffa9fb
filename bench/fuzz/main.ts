import { OptionError, print, runCommand, say } from '../support/command.ts';
import { runVitest } from '../support/vitest.ts';

await runCommand('fuzz', async ({ cases, seed: given, only, path }) => {
  if (path !== undefined && (given === undefined || only.length !== 1))
    throw new OptionError('--path needs --seed and one --only.');
  const seed = given ?? Math.floor(Math.random() * 2 ** 31);
  say(`Seed ${seed}.`);
  const env = { ASKBELL_CASES: String(cases), ASKBELL_SEED: String(seed), ...(path && { ASKBELL_PATH: path }) };
  const named = `--testNamePattern=^(${only.join('|') || '.*'}):`;
  const { report } = await runVitest(['--project=properties', '--testTimeout=0', named], { env });
  if (!report) throw new Error('The properties could not be run.');
  const tried = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ status, title, duration, failureMessages, meta }) => {
      const passed = status === 'passed';
      const seconds = Math.round((duration ?? 0) / 100) / 10;
      return {
        target: title.split(':', 1)[0]!,
        cases: meta.cases ?? 0,
        seconds,
        passed,
        failures: failureMessages ?? [],
      };
    });
  for (const one of tried) print(one);
  const broken = tried.filter(({ passed }) => !passed);
  for (const { target, failures } of broken) say(`${target} is broken: ${failures.join('\n')}`);
  // Of a file that cannot be loaded, or whose end failed, no property says so.
  const unread = report.testResults.flatMap(({ message }) => (message === '' ? [] : [message]));
  for (const message of unread) say(message);
  return {
    passed: tried.length > 0 && broken.length === 0 && unread.length === 0,
    seed,
    targets: tried.length,
    cases: tried.reduce((sum, one) => sum + one.cases, 0),
    broken: broken.map(({ target }) => target),
  };
});
