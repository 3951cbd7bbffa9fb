import { defineConfig } from '@playwright/test';
import { LONGEST_TEST_MS, LONGEST_WAIT_MS } from '../support/longest-wait.ts';
import { RETRIES } from '../support/retries.ts';

/** Desktop tests: the built app on whatever Electron is there, one at a time, because they share one desktop. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: RETRIES,
  timeout: LONGEST_TEST_MS,
  expect: { timeout: LONGEST_WAIT_MS },
  reporter: [['list']],
  outputDir: '../../test-results/desktop',
  globalSetup: './electron-present.ts',
});
