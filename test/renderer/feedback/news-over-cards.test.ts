import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { withoutBrowser } from '../../support/chromium.ts';
import { expect } from '../../support/expect.ts';
import { lively, type World } from '../stage/fake-agent-data.ts';
import { Stage } from '../stage/stage.ts';

/** Somebody new with enough tags for the card to be as high as the window, and to scroll. */
function newcomer(tags: number): World {
  const world = lively();
  world.watches = [];
  world.firstTags = [
    {
      site: { id: 'gardening', name: 'Gardening', mine: true },
      tags: Array.from({ length: tags }, (_, index) => ({ name: `a-rather-long-tag-${index}`, perDay: 2 })),
      perDay: 3,
    },
  ];
  return world;
}

/** How high the status line is, under which the view scrolls. */
const statusHeight = (page: Page): Promise<number> =>
  page.getByRole('contentinfo', { name: 'Status' }).evaluate((line) => line.getBoundingClientRect().height);

/** Which of some controls the news covers; what is scrolled under the status line, the news in it does not cover. */
const covered = (page: Page, controls: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const news = document.querySelector<HTMLElement>('.announcements--news')!;
    if (news.hidden || getComputedStyle(news).visibility === 'hidden') return [];
    const box = news.getBoundingClientRect();
    if (news.closest('footer')) return [];
    return [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
      })
      .map((control) => control.textContent || control.id);
  }, controls);

const PARTS = ['button', 'input', 'label'];
const place = (page: Page) => page.locator('.announcements--news').getAttribute('data-place');

describe.skipIf(withoutBrowser)('news of a page', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  it('cover nothing of the first steps, however high the card and however it is scrolled', async () => {
    const { page, agent } = await stage.open(newcomer(30), { at: '/first-steps', width: 360, height: 640 });
    const card = PARTS.map((part) => `.first-steps ${part}`).join(', ');
    await expect(page.getByRole('checkbox')).toHaveCount(30);
    const before = await statusHeight(page);
    agent.notice('2 new inbox items', 'New answer: Why?\nNew comment: How?');
    await expect(page.getByText('2 new inbox items')).toBeAttached();
    for (const share of [0, 0.3, 0.6, 1]) {
      await page.locator('main').evaluate((main, part) => {
        const scrolled = [main, document.scrollingElement!].find((one) => one.scrollHeight > one.clientHeight)!;
        scrolled.scrollTop = part * scrolled.scrollHeight;
      }, share);
      await expect.poll(() => covered(page, card)).toEqual([]);
      expect(await statusHeight(page)).toBeLessThanOrEqual(before);
    }
  });

  it('go to the sidebar where they would cover the buttons of a card, and come with the next card, too', async () => {
    const { page, agent } = await stage.open(newcomer(7), { at: '/first-steps', width: 1000, height: 560 });
    await expect(page.getByRole('checkbox')).toHaveCount(7);
    const watch = (await page.getByRole('button', { name: 'Watch 7 tags' }).boundingBox())!;
    // The last button of the card at the foot of the window.
    await page.setViewportSize({ width: 1000, height: Math.round(watch.y + watch.height) + 70 });
    agent.notice('2 new inbox items', 'New answer: Why?\nNew comment: How?');
    await expect.poll(() => place(page)).toBe('side');
    expect(await covered(page, PARTS.map((part) => `.first-steps ${part}`).join(', '))).toEqual([]);
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Send a test notification' }).click();
    agent.notice('A test notification', 'This is what they look like.');
    await expect(page.getByText('A test notification')).toBeVisible();
    await expect.poll(() => covered(page, PARTS.map((part) => `.first-steps ${part}`).join(', '))).toEqual([]);
  });

  it.each<[at: string, width: number]>([
    ['/settings/data', 360],
    ['/settings/notifications', 360],
    ['/settings/notifications', 1000],
    ['/watches', 360],
    ['/watches', 1000],
  ])('cover no control of settings and watches: %s, %i px', async (at, width) => {
    const { page, agent } = await stage.open(lively(), { at, width, height: 640 });
    const parts = '.settings--section, .watch';
    const controls = PARTS.concat('select').flatMap((part) => parts.split(', ').map((card) => `${card} ${part}`));
    await expect(page.locator(parts).first()).toBeVisible();
    const before = await statusHeight(page);
    agent.notice('2 new inbox items', 'New answer: Why do my tomato seedlings grow tall and thin?');
    await expect(page.getByText('2 new inbox items')).toBeAttached();
    const height = await page.evaluate(() => document.scrollingElement!.scrollHeight);
    for (let top = 0; top < height; top += 400) {
      await page.evaluate((to) => document.scrollingElement!.scrollTo(0, to), top);
      await expect.poll(() => covered(page, controls.join(', '))).toEqual([]);
      expect(await statusHeight(page)).toBeLessThanOrEqual(before);
    }
    // They are there as soon as there is room.
    await page.evaluate(() => (location.hash = '/inbox'));
    await expect(page.getByText('2 new inbox items')).toBeVisible();
  });
});
