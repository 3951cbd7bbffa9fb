import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { withoutBrowser } from '../../support/chromium.ts';
import { expect } from '../../support/expect.ts';
import { of } from '../stage/inbox-scene.ts';
import { Stage, type Scene } from '../stage/stage.ts';

const ACTIONS = [
  { id: 'open', label: 'Open' },
  { id: 'mark-read', label: 'Mark as read' },
  { id: 'mute-question', label: 'Mute question' },
  { id: 'snooze', label: 'Snooze for an hour' },
] as const;

const news = (page: Page) => page.locator('.announcements--news');

async function tell({ page, agent }: Scene): Promise<void> {
  agent.notice(
    '2 new inbox items',
    'New answer: Why do my tomato seedlings grow tall?\nNew comment: How do I ask it?',
    {
      actions: [...ACTIONS],
    },
  );
  await expect(news(page)).toContainText('2 new inbox items');
}

/** What lies under the news: everything there that is no part of the frame around it. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = document.querySelector('.announcements--news')!;
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const found = new Set<string>();
    for (let x = left + 1; x < right; x += 6)
      for (let y = top + 1; y < bottom; y += 6) {
        const [under] = document.elementsFromPoint(x, y).filter((element) => !shown.contains(element));
        if (under && !under.contains(shown)) found.add(`${under.tagName} ${under.className}`);
      }
    return [...found];
  });

/** The row of the inbox that is under the pointer at a place; undefined where there is none. */
const rowAt = (page: Page, x: number, y: number): Promise<string | undefined> =>
  page.evaluate(
    ([left, top]) => {
      const row = document.elementFromPoint(left!, top!)?.closest('.item')?.querySelector<HTMLElement>('[data-item]');
      return row?.dataset['item'];
    },
    [x, y],
  );

/** Has the page look at once where news may be. */
const lookAgain = (page: Page): Promise<void> => page.evaluate(() => void window.dispatchEvent(new Event('resize')));

const VIEWS = ['/inbox', '/watches', '/reputation', '/settings/notifications', '/settings/data'];

describe.skipIf(withoutBrowser)('news in the frame', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  const open = async (view: { at: string; width?: number; height?: number }) => {
    const scene = await stage.open(of(40), view);
    await expect(scene.page.getByRole('contentinfo', { name: 'Status' })).toContainText('Checked');
    await expect(scene.page.locator('main h1')).toBeVisible();
    return scene;
  };

  it.each(VIEWS)('are in sight and cover nothing at any width: %s', async (at) => {
    const scene = await open({ at });
    const { page } = scene;
    for (const width of [360, 500, 700, 900, 1200]) {
      await page.setViewportSize({ width, height: 720 });
      await tell(scene);
      await expect(news(page), `${width} px`).toBeInViewport({ ratio: 1 });
      expect(await covered(page), `${width} px`).toEqual([]);
      for (const name of ['Sync now', 'Pause', 'Snooze'])
        await expect(
          page.getByRole('contentinfo').getByRole('button', { name, exact: true }),
          `${name} at ${width} px`,
        ).toBeInViewport({ ratio: 1 });
      await news(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(news(page), `${width} px`).toBeHidden();
    }
  });

  it('make the status line no higher over a page that scrolls, at any width', async () => {
    const { page, agent } = await open({ at: '/settings/notifications' });
    const line = page.getByRole('contentinfo', { name: 'Status' });
    const pause = line.getByRole('button', { name: 'Pause' });
    const top = async () => (await line.boundingBox())!.y;
    for (const width of [320, 360, 420, 500, 600, 700]) {
      await page.setViewportSize({ width, height: 720 });
      const [before, button] = [await top(), await pause.boundingBox()];
      agent.notice('12 new inbox items on Clockmaking, Gardening and three other sites', 'New answer: Why?');
      await expect(news(page), `${width} px`).toBeInViewport({ ratio: 1 });
      expect(await top(), `${width} px`).toBeGreaterThanOrEqual(before);
      expect((await pause.boundingBox())!.y, `${width} px`).toBeCloseTo(button!.y, 0);
      expect((await news(page).boundingBox())!.width, `${width} px`).toBeGreaterThan(100);
      await news(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(news(page), `${width} px`).toBeHidden();
    }
  });

  it('come in a line where the sidebar has no room for them', async () => {
    const scene = await open({ at: '/inbox', width: 1000, height: 540 });
    await tell(scene);
    await expect(news(scene.page)).toHaveAttribute('data-place', 'line');
    await expect(news(scene.page)).toBeInViewport({ ratio: 1 });
    expect(await covered(scene.page)).toEqual([]);
  });

  it('leave what can be undone in sight', async () => {
    const scene = await open({ at: '/inbox', width: 360 });
    const { page } = scene;
    await tell(scene);
    await expect(news(page)).toHaveAttribute('data-place', 'dock');
    await page.getByRole('button', { name: /^Mark all/ }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    await lookAgain(page);
    const [above, below] = [(await undo.boundingBox())!, (await news(page).boundingBox())!];
    expect(above.y + above.height).toBeLessThan(below.y);
    await undo.click();
    await expect(page.locator('.announcements')).toContainText('Undone.');
  });

  it('wait for the end of a dialog that they would lie behind', async () => {
    const scene = await open({ at: '/inbox', width: 1000 });
    const { page } = scene;
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await tell(scene);
    await expect(news(page)).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(news(page)).toBeVisible();
  });

  it('have their buttons beside a narrow list and in a sidebar', async () => {
    for (const width of [360, 1000]) {
      const scene = await open({ at: '/inbox', width });
      await tell(scene);
      for (const { label } of ACTIONS.slice(1))
        await expect(news(scene.page).getByRole('button', { name: label })).toBeInViewport({ ratio: 1 });
      await stage.closeWindows();
    }
  });

  it.each([360, 700])('leave the row under the pointer where it is, and come in a line: %i px', async (width) => {
    const scene = await open({ at: '/inbox', width });
    const { page } = scene;
    const foot = (await page.getByRole('contentinfo', { name: 'Status' }).boundingBox())!;
    const [x, y] = [width / 2, foot.y - 30];
    await page.mouse.move(x, y);
    const row = await rowAt(page, x, y);
    expect(row).toBeDefined();
    await tell(scene);
    await expect(news(page)).toBeInViewport({ ratio: 1 });
    expect(await rowAt(page, x, y)).toBe(row);
    // Whoever goes for the news finds them where they were.
    const at = await news(page).boundingBox();
    await page.mouse.move(at!.x + 20, at!.y + 10);
    await lookAgain(page);
    expect(await news(page).boundingBox()).toEqual(at);
  });

  it('leave the row in sight that has the focus', async () => {
    const scene = await open({ at: '/inbox', width: 360 });
    const { page } = scene;
    const foot = (await page.getByRole('contentinfo', { name: 'Status' }).boundingBox())!;
    const row = await rowAt(page, 180, foot.y - 50);
    await page.locator(`[data-item="${row}"]`).focus();
    await tell(scene);
    await expect(page.locator(`[data-item="${row}"]`)).toBeFocused();
    expect(await rowAt(page, 180, foot.y - 50)).toBe(row);
  });

  it('wait in a short window while they would lie on the row under the pointer', async () => {
    const scene = await open({ at: '/inbox', width: 500, height: 420 });
    const { page } = scene;
    await page.evaluate(() => window.scrollTo(0, 170));
    await page.mouse.move(250, 380);
    await expect.poll(() => rowAt(page, 250, 380)).toBeDefined();
    await tell(scene);
    await expect(news(page)).toBeHidden();
    await page.mouse.move(250, 40);
    await expect(news(page)).toBeVisible();
    // It stays for whoever points at it, and goes where it would lie on the status line.
    await page.mouse.move(250, 395);
    await lookAgain(page);
    await expect(news(page)).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByRole('button', { name: 'Sync now' })).toBeInViewport({ ratio: 1 });
    await expect(news(page)).toBeHidden();
  });
});
