import { defineConfig } from 'vitest/config';

/**
 * Tests run where it is about noon: what happened an hour or three ago is then of today, at whatever hour they run. In
 * the sign of these names, "-" is east.
 */
const east = 12 - new Date().getUTCHours();
process.env['TZ'] = `Etc/GMT${east < 0 ? '+' : '-'}${Math.abs(east)}`;

/** Unit and integration tests. The browser and desktop tests are Playwright's: see test/e2e and test/desktop. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'test/desktop/**'],
    globalSetup: ['test/support/built-window.ts', 'test/support/shared-browser.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // A core each: of two, Vitest would leave one idle, and most of these tests wait for no one but themselves.
    maxWorkers: '100%',
    server: { deps: { inline: ['electron-store'] } },
  },
});
