import type { Page } from '@playwright/test';
import { it } from 'vitest';
import { of, rowAt } from '../stage/inbox-scene.ts';
import { expect, inBrowser, type Scene } from '../stage/stage.ts';

const ACTIONS = [
  { id: 'open', label: 'Open' },
  { id: 'mark-read', label: 'Mark as read' },
  { id: 'mute-question', label: 'Mute question' },
  { id: 'snooze', label: 'Snooze for an hour' },
] as const;

const news = (page: Page) => page.locator('.announcements--news');

async function tell({ page, agent }: Scene): Promise<void> {
  const body = 'New answer: Why do my tomato seedlings grow tall?\nNew comment: How do I ask it?';
  agent.notice('2 new inbox items', body, { actions: [...ACTIONS] });
  await expect(news(page)).toContainText('2 new inbox items');
  await expect(news(page)).toContainText('New comment: How do I ask it?');
}

async function expectButtons(page: Page): Promise<void> {
  for (const { label } of ACTIONS.slice(1))
    await expect(news(page).getByRole('button', { name: label })).toBeInViewport({ ratio: 1 });
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

/** Has the page look at once where news may be. */
const lookAgain = (page: Page): Promise<void> => page.evaluate(() => void window.dispatchEvent(new Event('resize')));

const VIEWS = ['/inbox', '/watches', '/reputation', '/settings/notifications', '/settings/data'];

inBrowser('news in the frame', (stage) => {
  const open = async (view: { at: string; width?: number; height?: number }) => {
    const scene = await stage.open(of(40), view);
    await expect(scene.page.getByRole('button', { name: /Status: Checked/ })).toBeVisible();
    await expect(scene.page.locator('main h1')).toBeVisible();
    return scene;
  };

  it('stand in a wide window at the foot of the sidebar, and cover nothing, whatever the view', async () => {
    const scene = await open({ at: '/inbox', width: 1200, height: 800 });
    const { page } = scene;
    for (const at of VIEWS) {
      await page.evaluate((to) => (location.hash = to), at);
      await expect(page.locator('main h1')).toBeVisible();
      await tell(scene);
      await expect(news(page), at).toHaveAttribute('data-place', 'side');
      await expect(news(page), at).toBeInViewport({ ratio: 1 });
      expect(await covered(page), at).toEqual([]);
      await expect(page.getByRole('button', { name: /Status:/ })).toBeInViewport({ ratio: 1 });
      await expectButtons(page);
      await news(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(news(page), at).toBeHidden();
    }
  });

  it.each([
    [360, 720],
    [900, 720],
    // The sidebar has no room for them.
    [1200, 420],
  ])('lie over the foot of the view elsewhere, and leave the navigation free: %i × %i', async (width, height) => {
    const scene = await open({ at: '/inbox', width, height });
    const { page } = scene;
    await tell(scene);
    await expect(news(page)).toHaveAttribute('data-place', 'over');
    await expect(news(page)).toBeInViewport({ ratio: 1 });
    await expectButtons(page);
    for (const name of ['Watches', 'Settings'])
      await page.getByRole('link', { name, exact: true }).first().click({ trial: true });
    await page.getByRole('button', { name: /Status:/ }).click({ trial: true });
  });

  it('wait while they would lie on the row under the pointer, and stay for whoever points at them', async () => {
    const scene = await open({ at: '/inbox', width: 500, height: 640 });
    const { page } = scene;
    const foot = (await page.getByRole('navigation', { name: 'Views' }).boundingBox())!;
    const [x, y] = [250, foot.y - 40];
    await page.mouse.move(x, y);
    expect(await rowAt(page, x, y)).not.toContain(undefined);
    await tell(scene);
    await expect(news(page)).toBeHidden();
    await page.mouse.move(250, 20);
    await expect(news(page)).toBeVisible();
    await page.mouse.move(x, y);
    await lookAgain(page);
    await expect(news(page)).toBeVisible();
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

  it('wait while they would lie on the row that has the focus, and leave what can be undone in sight', async () => {
    const scene = await open({ at: '/inbox', width: 360 });
    const { page } = scene;
    const foot = (await page.getByRole('navigation', { name: 'Views' }).boundingBox())!;
    const [row] = await rowAt(page, 180, foot.y - 50);
    await page.locator(`[data-item="${row}"]`).focus();
    await tell(scene);
    await expect(news(page)).toBeHidden();
    await expect(page.locator(`[data-item="${row}"]`)).toBeFocused();
    await page.locator('[data-item]').first().focus();
    await expect(news(page)).toBeVisible();
    await page.getByRole('button', { name: /^Mark \d+ read/ }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    await lookAgain(page);
    const [above, below] = [(await news(page).boundingBox())!, (await undo.boundingBox())!];
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
    await undo.click();
    await expect(page.locator('.announcements')).toContainText('Undone.');
  });
});
