import { defineConfig } from '@playwright/test';

/** Desktop tests: the built app on whatever Electron is there, one at a time, because they share one desktop. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  reporter: [['list']],
  outputDir: '../../test-results/desktop',
  globalSetup: './electron-present.ts',
});
