import { expect as playwrightExpect } from '@playwright/test';
import { LONGEST_WAIT_MS } from './longest-wait.ts';

/** Playwright's `expect`, which waits five seconds by itself, for tests that Vitest runs. */
export const expect = playwrightExpect.configure({ timeout: LONGEST_WAIT_MS });
