import { defineConfig } from 'vitest/config';

/** Unit and integration tests. The browser and desktop tests are Playwright's: see test/e2e and test/desktop. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'test/desktop/**'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // A core each: of two, Vitest would leave one idle, and most of these tests wait for no one but themselves.
    maxWorkers: '100%',
    server: { deps: { inline: ['electron-store'] } },
  },
});
