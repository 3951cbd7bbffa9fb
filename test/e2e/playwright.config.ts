import { defineConfig } from '@playwright/test';
import { chromiumPath, launchArguments } from '../support/chromium.ts';

/** The headless shell as people run it, its window in a real browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Every test starts an Askbell and a network of its own; on a small machine two at a time are slower than one.
  workers: 1,
  forbidOnly: process.env['CI'] === 'true',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: '../../test-results/e2e',
  use: {
    browserName: 'chromium',
    launchOptions: { ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }), args: [...launchArguments] },
    viewport: { width: 1000, height: 720 },
    locale: 'en-GB',
    screenshot: 'only-on-failure',
  },
});
