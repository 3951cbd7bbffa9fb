import type { Page } from '@playwright/test';
import { it } from 'vitest';
import { findInPalette, of } from '../../stage/inbox-scene.ts';
import { expect, expectAsked, inBrowser, lively } from '../../stage/stage.ts';

const group = (page: Page, name: string) => page.getByRole('dialog').getByRole('group', { name, exact: true });

inBrowser('the palette', (stage) => {
  it('finds settings and watches by their words, and leads to the very one', async () => {
    const { page, agent } = await stage.open(lively(), { height: 500 });
    await findInPalette(page, 'proxy addr');
    await expect(group(page, 'Settings').getByRole('option')).toHaveText('ProxyAccounts and data');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Proxy' }).getByRole('radio', { name: 'System' })).toBeFocused();
    await expect(page).toHaveURL(/#\/settings\/accounts$/);
    await page.keyboard.type('gi');
    const [watch] = agent.world.watches.slice(-1);
    await findInPalette(page, watch!.name);
    await group(page, 'Watches').getByRole('option').first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Watches' })).toBeVisible();
    await expect(page.locator('.watch:focus')).toContainText(watch!.site.name);
    await expect(page.locator('.watch:focus')).toBeInViewport();
  });

  it('finds the person’s sites, and lists what came in there, in the order that was chosen', async () => {
    const { page, agent } = await stage.open(lively());
    await expect(page.locator('[data-item]').first()).toBeVisible();
    await page.keyboard.press('f');
    await page.getByRole('option', { name: 'By site' }).click();
    await findInPalette(page, 'clockm');
    await group(page, 'Sites').getByRole('option', { name: 'Clockmaking Show in Inbox' }).click();
    await expect
      .poll(() => agent.inputs('inbox.saveFilter').at(-1))
      .toEqual({ site: ['clockmaking'], grouping: 'site' });
    await expect(page.locator('[data-item]').first()).toContainText('cuckoo');
  });

  it('offers what can be done with the current item before what is done with all, and tells read items from unread ones', async () => {
    const { page, agent } = await stage.open(lively());
    await expect(page.locator('[data-item]').first()).toBeVisible();
    await page.keyboard.press('j');
    await findInPalette(page, 'mark read');
    const first = page.getByRole('dialog').getByRole('option').first();
    await expect(first).toContainText('Mark read or unread');
    await expect(first).toContainText('tomato');
    await page.keyboard.press('Enter');
    await expect.poll(() => agent.asked('inbox.mark')).toMatchObject([{ input: { keys: ['item-1'], as: 'read' } }]);
    expect(agent.asked('inbox.markAllRead')).toEqual([]);
    await findInPalette(page, 'th');
    const items = group(page, 'In the inbox').getByRole('option');
    await expect(items).not.toHaveCount(0);
    const unread = agent.world.inbox.filter((entry) => entry.unread).map(({ title }) => title);
    for (const text of await items.allTextContents()) {
      const isUnread = unread.some((title) => text.includes(title));
      expect(text).toMatch(isUnread ? /^Unread\. / : /^Read\. /);
    }
    expect(new Set((await items.allTextContents()).map((text) => text.split('.')[0]))).toEqual(
      new Set(['Unread', 'Read']),
    );
  });

  it('opens an item with all that its row in the list stands for, from any view, and offers a way back', async () => {
    for (const view of ['Inbox', 'Reputation']) {
      const listedAt = new Date();
      const world = of(4, (index) => ({ listedAt, unread: index < 3, question: index < 3 ? 'q' : 'r' }));
      const scene = await stage.open(world);
      const { page, agent } = scene;
      // Only what the first look at the inbox asked for is known there.
      await page.locator('[data-item]').first().waitFor();
      await page.getByRole('link', { name: view }).click();
      await page.keyboard.press('Control+k');
      await page.keyboard.type(world.inbox[1]!.title.slice(0, 20));
      await group(page, 'In the inbox').getByRole('option').first().click();
      await expect(page.getByRole('region', { name: 'Reading' })).toContainText(world.inbox[1]!.title);
      await expectAsked(agent, 'inbox.mark', [{ keys: ['item-1', 'item-2', 'item-3'], as: 'read' }]);
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    }
  });
});
