import { defineConfig } from '@playwright/test';
import { chromiumPath, launchArguments } from '../support/chromium.ts';

/** The headless shell as people run it, its window in a real browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Two files at a time: the longest of them mostly waits for news of the demo network.
  workers: 2,
  forbidOnly: process.env['CI'] === 'true',
  timeout: 60_000,
  // A hair's breadth of smoothing may differ between machines; a line that moved is many times more.
  expect: {
    timeout: 15_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.005, threshold: 0.2, animations: 'disabled', caret: 'hide' },
  },
  snapshotPathTemplate: '{testDir}/screens/{arg}{ext}',
  reporter: [['list']],
  outputDir: '../../test-results/e2e',
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: [...launchArguments],
    },
    viewport: { width: 1000, height: 720 },
    locale: 'en-GB',
    screenshot: 'only-on-failure',
  },
});
