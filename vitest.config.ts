import { availableParallelism } from 'node:os';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LONGEST_TEST_MS, LONGEST_WAIT_MS } from './test/support/longest-wait.ts';
import { RETRIES } from './test/support/retries.ts';
import { keepWhatIsCompiled } from './test/support/process/compile-cache.ts';

/**
 * Tests run where it is about noon: what happened an hour or three ago is then of today, at whatever hour they run. In
 * the sign of these names, "-" is east.
 */
const hoursEast = 12 - new Date().getUTCHours();
process.env['TZ'] = `Etc/GMT${hoursEast < 0 ? '+' : '-'}${Math.abs(hoursEast)}`;

/** Histories are written with a sync to the disk after each change; in memory that costs nothing. */
const MEMORY_FOLDER = '/dev/shm';
if (existsSync(MEMORY_FOLDER) && !process.env['TMPDIR']) process.env['TMPDIR'] = MEMORY_FOLDER;

/** Measuring coverage needs everything compiled anew. */
if (!process.argv.some((argument) => argument.startsWith('--coverage'))) keepWhatIsCompiled();

/** Playwright's (see test/e2e and test/desktop), and those of packages, which are made first. */
const RUN_BY_THEMSELVES = ['test/e2e/**', 'test/desktop/**', 'test/packages/**'];
const TEST_FILES = 'test/**/*.test.{ts,tsx}';

/**
 * Files that need a worker of their own: they put something else in a module's place, which the other files of the
 * worker would get as well.
 */
const FILES_FOR_THEMSELVES = globSync(TEST_FILES).filter((file) =>
  /\bvi\.(?:do)?mock\(/i.test(readFileSync(file, 'utf8')),
);

/**
 * Tests of the whole, with a command of their own (`npm run test:whole`), since they take as long as all others: stories
 * that an assembled Askbell lives through at a real network, days of driven time, programs that are started and killed,
 * the programs that measure, and every view at every width.
 */
const OF_THE_WHOLE = [
  'test/integration/*.test.ts',
  'test/bench/scale/command.test.ts',
  'test/build/ci-run.test.ts',
  'test/build/{bundle/licences,release/commands,release/sbom}.test.ts',
  'test/electron/headless*.test.ts',
  'test/electron/commands/live.test.ts',
  'test/electron/desktop/sandbox-process.test.ts',
  'test/sandbox/command/*.test.ts',
  'test/sandbox/dump/killed-load.test.ts',
  'test/renderer/whole-window/{focus,forced-colors,narrow,views}.test.ts',
];

/**
 * Tests that take a minute or more and seldom fail: `npm run test:thorough` runs them with all others, each night and
 * before a release (.github/workflows/thorough.yml).
 */
const THOROUGH = [
  'test/bench/planner/*.test.ts',
  'test/electron/agent/scheduler/{plan/current-plan,scheduler/lists}.test.ts',
  'test/renderer/whole-window/access.test.ts',
  'test/sandbox/world/{generate,activity/activity}.test.ts',
];

for (const pattern of [...OF_THE_WHOLE, ...THOROUGH])
  if (globSync(pattern).length === 0) throw new Error(`No test is named ${pattern} any more.`);

const DEMO_DATA = 'test/support/made-demo-data.ts';

/** Properties of all that reads what others wrote; `npm run fuzz` tries them with many cases. */
const PROPERTIES = 'test/properties/*.test.ts';

/** Workers go from file to file, with what they have loaded and compiled. */
const SHARED = {
  isolate: false,
  globalSetup: [DEMO_DATA, 'test/support/built-window.ts', 'test/support/shared-browser.ts'],
};

/** Unit and integration tests. */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/run-summary.ts'],
    // They only end what hangs: a test that lives through hours of driven time takes a minute on a busy machine.
    testTimeout: LONGEST_TEST_MS,
    hookTimeout: LONGEST_TEST_MS,
    retry: RETRIES,
    expect: { poll: { timeout: LONGEST_WAIT_MS } },
    setupFiles: ['test/support/languages.ts', 'test/support/files.ts'],
    // One more than there are cores: some tests wait for a browser, a process or the disk; with a core each, a third of
    // the processor's time was left.
    maxWorkers: availableParallelism() + 1,
    server: { deps: { inline: ['electron-store'] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: [TEST_FILES],
          exclude: [...RUN_BY_THEMSELVES, ...FILES_FOR_THEMSELVES, ...OF_THE_WHOLE, ...THOROUGH],
          ...SHARED,
        },
      },
      { extends: true, test: { name: 'alone', include: FILES_FOR_THEMSELVES, globalSetup: [DEMO_DATA] } },
      // Of `shared`, too; by themselves they need neither window nor browser.
      { extends: true, test: { name: 'properties', include: [PROPERTIES], isolate: false, globalSetup: [DEMO_DATA] } },
      { extends: true, test: { name: 'whole', include: OF_THE_WHOLE, exclude: THOROUGH, ...SHARED } },
      { extends: true, test: { name: 'thorough', include: THOROUGH, ...SHARED } },
    ],
  },
});
