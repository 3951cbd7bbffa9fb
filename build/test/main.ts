import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { availableParallelism, constants } from 'node:os';
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

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where vitest begins to say what failed, colours and all. */
const UNIT_FAILURES = /^.*(?:Failed Suites|Failed Tests|Unhandled Errors)/m;

interface Ended {
  code: number;
  output: string;
}

const WINDOWS = process.platform === 'win32';

const begun = new Set<ChildProcess>();

/** Ends a script and all that it has started: each is a process group of its own, since npm hands no signal on. */
function end(child: ChildProcess, signal: NodeJS.Signals): void {
  if (WINDOWS || child.pid === undefined) child.kill(signal);
  else process.kill(-child.pid, signal);
}

/** Runs a script of package.json to its end. */
function run(script: string, print: boolean): Promise<Ended> {
  // Both tell from the environment whether there are colours, since what they write to is no terminal.
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // By themselves the unit tests have a worker more than there are cores; here the browser tests take what is left.
    env: { ...process.env, ...colours, VITEST_MAX_WORKERS: String(availableParallelism()) },
    shell: WINDOWS,
    detached: !WINDOWS,
  });
  begun.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (print) process.stdout.write(text);
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      begun.delete(child);
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), output });
    });
  });
}

readCommandLine(HELP, {});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const child of begun) end(child, signal);
  });

// Before both: who rebuilds the window while another shows it takes its files away.
const built = spawnSync('npm', ['run', '--silent', 'build', '--', '--if-stale', 'renderer'], {
  cwd: ROOT,
  stdio: 'inherit',
  shell: WINDOWS,
});
if (built.status !== 0) process.exit(built.status ?? 1);

const [unit, browser] = await Promise.all([run('test:unit', true), run('test:e2e', false)]);
console.log(browser.output);
if (unit.code !== 0) {
  const from = UNIT_FAILURES.exec(unit.output)?.index;
  console.log(from === undefined ? 'The unit tests failed, see above.' : unit.output.slice(from));
}
const failed = [...(unit.code === 0 ? [] : ['test:unit']), ...(browser.code === 0 ? [] : ['test:e2e'])];
for (const script of failed) console.log(`failed: npm run ${script}`);
process.exitCode = failed.length > 0 ? 1 : 0;
