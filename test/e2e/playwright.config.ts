import { defineConfig } from '@playwright/test';
import { chromiumPath, launchArguments } from '../support/chromium.ts';
import { LONGEST_TEST_MS, LONGEST_WAIT_MS } from '../support/longest-wait.ts';
import { RETRIES } from '../support/retries.ts';
import { keepWhatIsCompiled } from '../support/process/compile-cache.ts';

keepWhatIsCompiled();

/**
 * Of the whole (`npm run test:whole`): real minutes between two polls, and figures of time, which a machine busy with
 * tests spoils.
 */
const OF_THE_WHOLE = ['dev.spec.ts', 'main-job.spec.ts'];

/** Every view in pictures and by axe, with a command of their own (`npm run test:pictures`), since they take the longest. */
const PICTURES = /@picture/;

/** The headless shell as people run it, its window in a real browser. */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'working', testMatch: '*.spec.ts', testIgnore: OF_THE_WHOLE, grepInvert: PICTURES },
    { name: 'whole', testMatch: OF_THE_WHOLE },
    { name: 'pictures', testMatch: '*.spec.ts', grep: PICTURES },
  ],
  workers: 3,
  forbidOnly: process.env['CI'] === 'true',
  retries: RETRIES,
  timeout: LONGEST_TEST_MS,
  // A hair's breadth of smoothing may differ between machines; a line that moved is many times more.
  expect: {
    timeout: LONGEST_WAIT_MS,
    toHaveScreenshot: { maxDiffPixelRatio: 0.005, threshold: 0.2, animations: 'disabled', caret: 'hide' },
  },
  snapshotPathTemplate: '{testDir}/screens/{arg}{ext}',
  reporter: [['list']],
  outputDir: '../../test-results/e2e',
  use: {
    browserName: 'chromium',
    actionTimeout: LONGEST_WAIT_MS,
    launchOptions: {
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: [...launchArguments],
    },
    viewport: { width: 1200, height: 800 },
    locale: 'en-GB',
    screenshot: 'only-on-failure',
  },
});
