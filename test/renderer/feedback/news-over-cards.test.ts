import type { Page } from '@playwright/test';
import { it } from 'vitest';
import { expect, inBrowser, lively } from '../stage/stage.ts';

/** Which of some controls the news covers. */
const covered = (page: Page, controls: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const news = document.querySelector<HTMLElement>('.announcements--news')!;
    if (news.hidden || getComputedStyle(news).visibility === 'hidden') return [];
    const box = news.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
      })
      .map((control) => control.textContent || control.id);
  }, controls);

const PARTS = ['button', 'input', 'label'];

inBrowser('news of a page', (stage) => {
  it.each([360, 1000])('cover no control of settings and watches, %i px wide', async (width) => {
    const { page, agent } = await stage.open(lively(), { width, height: 640 });
    const parts = '.settings--section, .watch-form';
    const controls = PARTS.concat('select').flatMap((part) => parts.split(', ').map((card) => `${card} ${part}`));
    for (const at of ['/settings/data', '/settings/notifications', '/watches/new']) {
      await page.evaluate((to) => (location.hash = to), at);
      await expect(page.locator(parts).first()).toBeVisible();
      agent.notice('2 new inbox items', 'New answer: Why do my tomato seedlings grow tall and thin?');
      await expect(page.getByText('2 new inbox items')).toBeAttached();
      const scroller = page.locator('.view, .reading--body').last();
      const height = await scroller.evaluate((view) => view.scrollHeight);
      for (let top = 0; top < height; top += 400) {
        await scroller.evaluate((view, to) => view.scrollTo(0, to), top);
        await expect.poll(() => covered(page, controls.join(', ')), at).toEqual([]);
      }
      // They are there as soon as there is room.
      await page.evaluate(() => (location.hash = '/inbox'));
      await expect(page.getByText('2 new inbox items')).toBeVisible();
      await page.locator('.announcements--news').getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByText('2 new inbox items')).toHaveCount(0);
    }
  });
});
