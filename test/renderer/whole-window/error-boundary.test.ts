import type { Locator, Page } from '@playwright/test';
import { it } from 'vitest';
import { items } from '../stage/inbox-scene.ts';
import { expect, inBrowser, lively } from '../stage/stage.ts';

inBrowser('a view of which a part cannot be fetched', (stage) => {
  const isRoomy = async (page: Page, place: Locator, sizes: readonly (readonly [number, number])[]) => {
    const notice = place.getByRole('alert').filter({ hasText: 'This view could not be shown.' });
    await expect(notice).toBeVisible();
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const [box, around] = [(await notice.boundingBox())!, (await place.boundingBox())!];
      expect(box.x - around.x, `${width} px, left`).toBeGreaterThanOrEqual(8);
      expect(around.x + around.width - box.x - box.width, `${width} px, right`).toBeGreaterThanOrEqual(8);
      expect(box.y - around.y, `${width} px, top`).toBeGreaterThanOrEqual(8);
      // Words and a button, and no more.
      expect(box.height, `${width} px, height`).toBeLessThan(180);
    }
    return notice;
  };

  it('says so with room around it, and comes when it can be fetched', async () => {
    const { page } = await stage.open(lively(), { at: '/watches' });
    await page.route('**/assets/watches-*.js', (route) => route.abort());
    await page.reload();
    const notice = await isRoomy(page, page.locator('.shell--main'), [
      [1000, 720],
      [360, 640],
      [500, 300],
    ]);
    await page.unroute('**/assets/watches-*.js');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Watches');
  });

  it('keeps what else it has: the view, where a dialog of it cannot be fetched', async () => {
    const { page } = await stage.open(lively());
    await page.route('**/assets/*.js', (route) =>
      /until-dialogs|shared/.test(route.request().url()) ? route.abort() : route.continue(),
    );
    await page.reload();
    await expect(items(page)).toHaveCount(4);
    await page.keyboard.type('jh');
    await expect(page.getByRole('alert').filter({ hasText: 'This view could not be shown.' })).toBeVisible();
    await expect(items(page)).toHaveCount(4);
  });
});
