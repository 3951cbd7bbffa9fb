import type { Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { items as rows, openStatus } from '../../stage/inbox-scene.ts';
import { condition, expect, inboxOf, inBrowser, lively, withSecondAccount } from '../../stage/stage.ts';

inBrowser('the frame', (stage) => {
  it('tells of the keyring once, then only at the mark and in Settings', async () => {
    const advice = 'This desktop has no keyring.';
    const told = condition('secrets-not-kept', 'Sign in again after a restart', { severity: 'warning', advice });
    const { page } = await stage.open(lively({ state: { conditions: [told] } }));
    await expect(page.locator('.announcement')).toContainText(advice);
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    await expect(page.locator('.mark__live')).toBeVisible();
    await expect(page.getByText(advice)).toHaveCount(0);
    await expect(await openStatus(page)).toContainText(advice);
  });

  it('names everybody whose news it shows, says once that one is signed out, and asks in the middle of the window', async () => {
    const told = condition('signed-out', 'You are signed out of Andernetz', { account: 'second' });
    const world = lively({ state: { conditions: [told] } });
    const { page } = await stage.open(withSecondAccount(world, { signedIn: false }));
    await expect(
      page.getByRole('button', { name: /Demo network and Andernetz Status: You are signed out/ }),
    ).toBeVisible();
    const main = page.locator('.shell--main');
    await expect(main.getByText(/signed out/i)).toHaveCount(1);
    await page.evaluate(() => (location.hash = '/settings/accounts'));
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await expect(main.getByText(/signed out/i)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Sign in again' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Delete history…' }).click();
    const box = (await page.getByRole('dialog', { name: 'Delete everything you have received?' }).boundingBox())!;
    expect(Math.abs(box.y - (720 - box.y - box.height))).toBeLessThanOrEqual(1);
    expect(Math.abs(box.x - (1000 - box.x - box.width))).toBeLessThanOrEqual(1);
  });

  describe('leaves room for the list', () => {
    /** Items of which nothing is hidden. */
    const whole = (page: Page) =>
      page.locator('.item').evaluateAll(
        (all) =>
          all.filter((row) => {
            const { left, right, top, bottom } = row.getBoundingClientRect();
            const seen = (y: number) => row.contains(document.elementFromPoint((left + right) / 2, y));
            return seen(top + 2) && seen(bottom - 2);
          }).length,
      );

    it('in one of 320 × 256, where the page scrolls to it and a key goes there', async () => {
      const { page } = await stage.open({ ...lively(), inbox: inboxOf(20) }, { width: 320, height: 256 });
      await expect(rows(page).first()).toBeVisible();
      await page.keyboard.press('j');
      await expect.poll(() => whole(page)).toBeGreaterThan(0);
      await expect(rows(page).first().getByRole('link')).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('End');
      // Which of the 20 it is depends on where midnight falls among them.
      await expect(page.locator('[aria-posinset="20"]').getByRole('link')).toBeInViewport({ ratio: 1 });
      // The navigation is at the end of the page, not over it.
      await page.getByRole('link', { name: 'Settings' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('button', { name: /Status:/ })).toBeInViewport();
    });

    it('in others, whatever their size, density and zoom', async () => {
      const { page, agent } = await stage.open({ ...lively(), inbox: inboxOf(60) });
      await expect(rows(page).first()).toBeVisible();
      for (const [width, height, density, zoom, atLeast] of [
        [1200, 800, 'comfortable', 1, 16],
        [720, 800, 'comfortable', 2, 1],
        [1200, 800, 'compact', 1, 24],
        [900, 640, 'comfortable', 1, 14],
        [360, 740, 'comfortable', 1, 14],
      ] as const) {
        await page.setViewportSize({ width, height });
        agent.world.settings = { ...agent.world.settings, density, zoom };
        agent.changed('settings');
        await expect(page.locator('html')).toHaveAttribute('data-density', density);
        await expect(page.locator('html')).toHaveAttribute('style', new RegExp(`--zoom: ${zoom}\\b`));
        await expect.poll(() => whole(page), `${width} px, ${density}`).toBeGreaterThanOrEqual(atLeast);
      }
    });
  });

  it.each([
    ['/inbox', 1000, 600],
    ['/inbox', 360, 640],
    ['/settings', 360, 640],
  ])(
    'tells of a lost connection where it stays in sight, and the view keeps to the window: %s in %i × %i',
    async (at, width, height) => {
      const { page, goAway } = await stage.open({ ...lively(), inbox: inboxOf(20) }, { at, width, height });
      // Before it is connected for the first time, there is a heading, too.
      await expect(page.locator('.side')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (at === '/inbox') await expect(rows(page).first()).toBeVisible();
      goAway();
      const banner = page.getByRole('region', { name: 'Connection' });
      await expect(banner).toBeInViewport({ ratio: 1 });
      if (at === '/inbox') {
        for (const key of ['j', 'j']) await page.keyboard.press(key);
        expect(
          await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
        ).toBeLessThanOrEqual(0);
      } else await page.locator('.view').evaluate((view) => view.scrollTo(0, 600));
      const navigation = page.getByRole('navigation', { name: 'Views' });
      const status = page.getByRole('button', { name: /Status:/ });
      for (const part of [banner, navigation, status]) await expect(part).toBeInViewport({ ratio: 1 });
      // And nothing of it lies under the navigation.
      await banner.getByRole('button', { name: 'Reconnect now' }).click({ trial: true });
      expect(
        await banner.getByText('The connection to Askbell was lost.').evaluate((words) => {
          const { left, top } = words.getBoundingClientRect();
          return document.elementFromPoint(left + 2, top + 2) === words;
        }),
      ).toBe(true);
    },
  );
});
