import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { RETRIES } from '../support/retries.ts';

/** What people install, packed and tried. */
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    testTimeout: 120_000,
    retry: RETRIES,
    fileParallelism: false,
    globalSetup: [join(import.meta.dirname, 'make-executables.ts')],
  },
});
