import { defineConfig } from 'vitest/config';

/** What people install, packed and tried. */
export default defineConfig({
  test: { dir: import.meta.dirname, testTimeout: 120_000, fileParallelism: false },
});
