import { expect } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { withoutBrowser } from '../../../support/chromium.ts';
import { inboxOf, lively, quiet } from '../../stage/fake-agent-data.ts';
import { first, items, of, unread } from '../../stage/inbox-scene.ts';
import { Stage } from '../../stage/stage.ts';

describe.skipIf(withoutBrowser)('the inbox', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  }, 60_000);
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  describe('lists', () => {
    it('where, what and how long ago, by day and site, and marks what is unread', async () => {
      const { page, complaints } = await stage.open(lively());
      await expect(items(page)).toHaveCount(4);
      await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Gardening', 'Clockmaking']);
      await expect(
        page
          .getByRole('heading', { level: 2, name: 'Today' })
          .or(page.getByRole('heading', { level: 2, name: 'Yesterday' }))
          .first(),
      ).toBeVisible();
      await expect(items(page).first()).toContainText('Comment');
      await expect(items(page).first()).toContainText('3 minutes ago');
      await expect(items(page).first()).toContainText(first);
      await expect(unread(page)).toHaveCount(2);
      await expect(page).toHaveTitle('(2) Askbell');
      expect(complaints).toEqual([]);
    });

    it('makes no link of an address that is not of the web', async () => {
      const { page } = await stage.open({
        ...lively(),
        inbox: inboxOf(1).map((entry) => ({ ...entry, link: 'javascript:alert(1)' })),
      });
      await expect(page.getByText('Why do my tomato')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Why do my tomato' })).toHaveCount(0);
    });

    it('thousands with few elements, and all of them on the way down', async () => {
      const { page } = await stage.open(of(700));
      await expect(items(page).first()).toBeVisible();
      const elements = () => page.locator('.items *').count();
      expect(await elements()).toBeLessThanOrEqual(150);
      await page.getByRole('list', { name: 'Inbox items' }).hover();
      await expect
        .poll(
          async () => {
            await page.locator('.items--scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight));
            return page.locator('[aria-posinset="700"]').count();
          },
          { timeout: 15_000, intervals: [50] },
        )
        .toBeGreaterThan(0);
      expect(await elements()).toBeLessThanOrEqual(180);
    });

    it('does not move what is looked at when something newer comes', async () => {
      const { page, agent } = await stage.open(of(60));
      await items(page).first().hover();
      await page.locator('.items--scroll').evaluate((element) => element.scrollTo(0, 600));
      await page.waitForTimeout(200);
      const row = items(page).nth(4);
      const key = await row.locator('[data-item]').getAttribute('data-item');
      const top = async () => (await page.locator(`[data-item="${key}"]`).boundingBox())?.y ?? Number.NaN;
      const before = await top();
      const [newest] = inboxOf(1);
      agent.world.inbox = [
        { ...newest!, key: 'newer', place: 2_000_000, title: 'Something newer' },
        ...agent.world.inbox,
      ];
      agent.changed('inbox');
      await expect(page.getByRole('button', { name: '1 newer item' })).toBeVisible();
      expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
      await page.getByRole('button', { name: '1 newer item' }).click();
      await expect(page.getByText('Something newer')).toBeVisible();
    });

    it('what arrives without being asked', async () => {
      const { page, agent } = await stage.open(quiet());
      await expect(page.getByText('Nothing here yet')).toBeVisible();
      agent.world.inbox = inboxOf(1);
      agent.become({ unread: 1 });
      agent.changed('inbox');
      await expect(page.getByRole('link', { name: 'Why do my tomato' })).toBeVisible();
    });

    it('says in plain words that the list cannot be had, and asks again', async () => {
      const { page, agent } = await stage.open(lively(), { at: '/reputation' });
      await expect(page.getByRole('heading', { name: 'Reputation' })).toBeVisible();
      agent.refusing.set('inbox.list', { message: 'The history cannot be read.', advice: 'Restart Askbell.' });
      await page.getByRole('link', { name: /^Inbox/ }).click();
      await expect(page.getByRole('alert')).toContainText('The history cannot be read. Restart Askbell.');
      agent.refusing.clear();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('link', { name: 'Why do my tomato' })).toBeVisible();
    });
  });
});
