import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { readCommandLine } from '../command-line.ts';

/**
 * `npm test`: unit tests and browser tests side by side, since each leaves a third of two cores to the other. What the
 * unit tests say is printed as they say it, and what the browser tests say after it. Ends with code 1 where any failed,
 * and with what failed as the last that is printed.
 */
const HELP = `Usage: npm test

Runs the unit tests and the browser tests, side by side. It takes no arguments.

  npm run test:unit -- [PATH …]   unit tests, or those whose path contains PATH; --changed: those your changes concern
  npm run test:e2e -- [PATH …]    browser tests
  npm run test:whole              stories, programs that are started and killed, and pictures
  npm run test:desktop -- [PATH]  the Electron app
  npm run test:packages           packages, installed and started

Exit codes: 0 all passed, 1 some failed, 2 wrong arguments.`;

/** Where vitest begins to say what failed, colours and all. */
const UNIT_FAILURES = /^.*(?:Failed Suites|Failed Tests|Unhandled Errors)/m;

const WINDOWS = process.platform === 'win32';

/** Runs a script of package.json; resolves with whether it passed, and its output. */
async function run(script: string, print: boolean): Promise<{ passed: boolean; output: string }> {
  // Both tell from the environment whether there are colours, since what they write to is no terminal.
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn('npm', ['run', '--silent', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // By themselves the unit tests have a worker more than there are cores; here the browser tests take what is left.
    env: { ...process.env, ...colours, VITEST_MAX_WORKERS: String(availableParallelism()) },
    shell: WINDOWS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (print) process.stdout.write(text);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { passed: code === 0, output };
}

readCommandLine(HELP, {});

// Before both: who rebuilds the window while another shows it takes its files away.
const built = spawnSync('npm', ['run', '--silent', 'build', '--', '--if-stale', 'renderer'], {
  stdio: 'inherit',
  shell: WINDOWS,
});
if (built.status !== 0) process.exit(built.status ?? 1);

const [unit, browser] = await Promise.all([run('test:unit', true), run('test:e2e', false)]);
console.log(browser.output);
if (!unit.passed) {
  const from = UNIT_FAILURES.exec(unit.output)?.index;
  console.log(from === undefined ? 'The unit tests failed, see above.' : unit.output.slice(from));
}
const failed = [...(unit.passed ? [] : ['test:unit']), ...(browser.passed ? [] : ['test:e2e'])];
for (const script of failed) console.log(`failed: npm run ${script}`);
process.exitCode = failed.length > 0 ? 1 : 0;
