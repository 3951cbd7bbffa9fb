import type { Page } from '@playwright/test';
import { it } from 'vitest';
import { expect, firstTagsOf, gardening, inBrowser, lively, type World } from '../stage/stage.ts';

/** Somebody new with as many tags as make the card nearly as high as the window. */
function newcomer(): World {
  const names = Array.from({ length: 7 }, (_, index) => `a-rather-long-tag-${index}`);
  return lively({
    watches: [],
    firstTags: [firstTagsOf(gardening, Object.fromEntries(names.map((name) => [name, 2])))],
  });
}

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
const place = (page: Page) => page.locator('.announcements--news').getAttribute('data-place');

inBrowser('news of a page', (stage) => {
  it('go to the sidebar where they would cover the buttons of a card, and come with the next card, too', async () => {
    const { page, agent } = await stage.open(newcomer(), { at: '/first-steps', width: 1200, height: 640 });
    await expect(page.getByRole('checkbox')).toHaveCount(7);
    const watch = (await page.getByRole('button', { name: 'Watch 5 tags' }).boundingBox())!;
    // The last button of the card at the foot of the window.
    await page.setViewportSize({ width: 1200, height: Math.max(640, Math.round(watch.y + watch.height) + 40) });
    agent.notice('2 new inbox items', 'New answer: Why?\nNew comment: How?');
    await expect.poll(() => place(page)).toBe('side');
    expect(await covered(page, PARTS.map((part) => `.first-steps ${part}`).join(', '))).toEqual([]);
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await page.getByRole('button', { name: 'Send a test notification' }).click();
    agent.notice('A test notification', 'This is what they look like.');
    await expect(page.getByText('A test notification')).toBeVisible();
    await expect.poll(() => covered(page, PARTS.map((part) => `.first-steps ${part}`).join(', '))).toEqual([]);
  });

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
