import { it } from 'vitest';
import { answer, chooseFilter, first, items, of, ofOneSite, pane, snoozeByKeys } from '../stage/inbox-scene.ts';
import { expect, expectAsked, inBrowser, lively } from '../stage/stage.ts';

inBrowser('the keyboard', (stage) => {
  const wide = { width: 1200 };

  it('means the row that has the focus, whatever is being read beside it', async () => {
    const { page, agent } = await stage.open(ofOneSite(6), wide);
    agent.inbox.readings.set('item-1', answer());
    await items(page).first().getByRole('link').click();
    await expect(pane(page)).toBeVisible();
    await items(page).first().getByRole('link').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'm']) await page.keyboard.press(key);
    await expectAsked(agent, 'inbox.mute', [{ keys: ['item-3'], muted: true }]);
    await snoozeByKeys(page);
    await expect.poll(() => agent.inputs('inbox.snooze')).toMatchObject([{ keys: ['item-3'] }]);
    // Once the window has become too narrow for the list, it is in what is read beside it.
    await page.getByRole('searchbox', { name: 'Search the inbox' }).focus();
    await page.setViewportSize({ width: 700, height: 720 });
    await expect(pane(page).getByRole('heading', { level: 2, name: first, exact: true })).toBeFocused();
  });

  it('goes on from a watch that is taken away', async () => {
    const { page } = await stage.open(lively(), { at: '/watches' });
    const rows = page.getByRole('list', { name: 'Your watches' }).getByRole('button');
    for (const left of [1, 0]) {
      await rows.first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /^Delete / }).focus();
      await page.keyboard.press('Enter');
      await expect(rows).toHaveCount(left);
      if (left > 0) await expect(rows.first()).toBeFocused();
    }
    await expect(page.getByRole('list', { name: 'Your watches' })).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
  });

  it('types quiet hours as any time', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/notifications' });
    await page.getByRole('switch', { name: 'Quiet hours' }).check();
    await page.getByLabel('From', { exact: true }).focus();
    // The browser's own language, not the page's, decides whether the field asks for a.m. or p.m.; else it ignores this.
    await page.keyboard.type('1130AM', { delay: 60 });
    await expect.poll(() => agent.world.settings.quietHours.from).toBe('11:30');
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('11:30');
  });
});

inBrowser('what is read', (stage) => {
  it('is listed among unread items, not where a filter leaves something else, and takes the room that a zoom leaves', async () => {
    const { page, agent } = await stage.open(of(6), { width: 1200 });
    agent.inbox.readings.set('item-1', answer());
    await page.locator('main').getByRole('button', { name: 'Unread' }).first().click();
    await expect(items(page)).toHaveCount(2);
    await items(page).first().getByRole('link').click();
    await expect(pane(page)).toBeVisible();
    await expect(items(page)).toHaveCount(2);
    await page.getByRole('searchbox', { name: 'Search the inbox' }).fill('zzzqqq');
    await expect(page.getByText('Nothing matches')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search the inbox' }).fill('');
    await chooseFilter(page, 'Clockmaking');
    await expect(items(page)).toHaveCount(1);
    await expect(items(page)).toContainText('cuckoo');
    await expect(page.locator('.feed.is-beside')).toBeVisible();
    agent.world.settings.zoom = 1.5;
    agent.changed('settings');
    await expect(page.locator('.feed.is-beside')).toHaveCount(0);
  });
});
