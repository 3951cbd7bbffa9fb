import type { Page } from '@playwright/test';

/** How long after the last scroll a list takes itself for scrolling. */
const AFTER_SCROLL_MS = 200;

/**
 * Waits until the page has drawn what it was asked for, by its own clock and not the test's: what is measured before
 * its lists have measured their rows, moves. After a scroll, until the list takes that for over.
 */
export const settled = (page: Page, after?: 'scroll'): Promise<void> =>
  page.evaluate(
    async (waitMs) => {
      const frame = () => new Promise(requestAnimationFrame);
      await frame();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      await frame();
      await frame();
    },
    after === 'scroll' ? AFTER_SCROLL_MS : 0,
  );
