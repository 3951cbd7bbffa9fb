import type { RunnerTestSuite } from 'vitest';

/**
 * Workers go from file to file and keep the modules they have loaded, so that an `afterAll` of a support module would
 * run after the first file only. What is added here is done after every file: `test/support/files.ts` sees to it.
 */
export const atEndOfFile = new Set<(file: Readonly<RunnerTestSuite>) => void | Promise<void>>();
