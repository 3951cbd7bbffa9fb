import { availableParallelism } from 'node:os';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * Tests run where it is about noon: what happened an hour or three ago is then of today, at whatever hour they run. In
 * the sign of these names, "-" is east.
 */
const hoursEast = 12 - new Date().getUTCHours();
process.env['TZ'] = `Etc/GMT${hoursEast < 0 ? '+' : '-'}${Math.abs(hoursEast)}`;

/** Histories are written with a sync to the disk after each change; in memory that costs nothing. */
const MEMORY_FOLDER = '/dev/shm';
if (existsSync(MEMORY_FOLDER) && !process.env['TMPDIR']) process.env['TMPDIR'] = MEMORY_FOLDER;

/**
 * Processes that tests start compile the same sources again and again; kept compiled, each takes half of the processor.
 * Measuring coverage needs them compiled anew.
 */
if (!process.argv.some((argument) => argument.startsWith('--coverage')))
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
    new URL('node_modules/.cache/askbell-compiled/', import.meta.url),
  );

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

const DEMO_DATA = 'test/support/made-demo-data.ts';

/** Unit and integration tests. */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/slowest-files.ts'],
    // Some tests live through hours of driven time; on a busy machine that takes a minute of its own.
    testTimeout: 60_000,
    hookTimeout: 60_000,
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
          exclude: [...RUN_BY_THEMSELVES, ...FILES_FOR_THEMSELVES],
          // Workers go from file to file, with what they have loaded and compiled.
          isolate: false,
          globalSetup: [DEMO_DATA, 'test/support/built-window.ts', 'test/support/shared-browser.ts'],
        },
      },
      { extends: true, test: { name: 'alone', include: FILES_FOR_THEMSELVES, globalSetup: [DEMO_DATA] } },
    ],
  },
});
