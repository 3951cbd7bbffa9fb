import { expect, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { withoutBrowser } from '../support/chromium.ts';
import { inboxOf, lively, type World } from './fake-agent-data.ts';
import { Stage } from './stage.ts';

const views = ['inbox', 'watches', 'reputation', 'settings'];

function enlarged(zoom: number, language: 'en' | 'de' = 'en'): World {
  const world = { ...lively(), inbox: inboxOf(20) };
  world.settings = { ...world.settings, zoom, language };
  // Two figures on each badge.
  world.state = { ...world.state, unread: 70, unreadMatches: 12 };
  return world;
}

/** How far the page can be scrolled sideways. */
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Which names of views and which counts of what is unread stand on more than one line, or beyond their part of the navigation. */
const brokenNames = (page: Page) =>
  page.locator('.side--view').evaluateAll((links) =>
    links.flatMap((link) => {
      const { left, right } = link.getBoundingClientRect();
      return [...link.querySelectorAll('.side--label, .unread-count')].flatMap((part) => {
        const range = document.createRange();
        range.selectNodeContents(part.firstChild!);
        const box = range.getBoundingClientRect();
        const oneLine = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size === 1;
        return oneLine && box.left >= left - 1 && box.right <= right + 1 ? [] : [part.textContent];
      });
    }),
  );

describe.skipIf(withoutBrowser)('a window with little room', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.set();
  }, 60_000);
  afterEach(() => stage.clear());
  afterAll(() => stage.strike());

  describe.each([1.25, 1.5, 1.75, 2])('at %f times the size', (zoom) => {
    it.each(['en', 'de'] as const)('does not scroll sideways, and breaks no name of a view: %s', async (language) => {
      const { page } = await stage.play(enlarged(zoom, language), { width: 360, height: 800 });
      for (const view of views) {
        await page.evaluate((to) => (location.hash = `/${to}`), view);
        await page.locator('main .view-head').waitFor();
        await expect(page.locator('.loading')).toHaveCount(0);
        for (const width of [500, 360]) {
          await page.setViewportSize({ width, height: 800 });
          const where = `${view}, ${width} px`;
          await expect.poll(() => sideways(page), where).toBeLessThanOrEqual(0);
          expect(await brokenNames(page), where).toEqual([]);
        }
      }
    });
  });

  it('leaves the list to itself when the frame needs many lines', async () => {
    const { page } = await stage.play(enlarged(1.5, 'de'), { width: 360, height: 800 });
    await page.locator('.item').first().waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('.items--scroll').evaluate((list) => list.getBoundingClientRect().height)).toBeGreaterThan(400);
    await expect(page.locator('.item').first().getByRole('link')).toBeInViewport({ ratio: 1 });
  });

  it('has the whole menu of the status line in it, wherever its button comes to stand', async () => {
    const { page } = await stage.play(enlarged(2), { width: 360, height: 800 });
    await page.getByRole('button', { name: 'Snooze' }).click();
    const menu = page.getByRole('menu', { name: 'Snooze' });
    await expect(menu).toBeInViewport({ ratio: 1 });
    await expect(menu.getByRole('menuitem').first()).toBeInViewport({ ratio: 1 });
  });
});
