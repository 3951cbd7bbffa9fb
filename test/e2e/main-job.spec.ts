import type { Page } from '@playwright/test';
import { expect, skipFirstSteps, test } from './askbell.ts';

const unreadRows = (page: Page) =>
  page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem').filter({ hasText: 'Unread.' });

test('from Welcome to a notification, and on to its page', async ({ page, startAskbell }) => {
  const askbell = await startAskbell('--demo-speed', '60');
  await page.goto(askbell.address);

  await test.step('Welcome, and the way through the dialog', async () => {
    await expect(page.getByRole('heading', { name: 'Know when someone answers' })).toBeVisible();
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await skipFirstSteps(page);
    await expect(page.getByRole('button', { name: /Status: Checked/ })).toBeVisible();
  });

  await test.step('the history is there and was not announced', async () => {
    await expect(page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem').first()).toBeVisible();
    expect(askbell.notifications()).toEqual([]);
  });

  await test.step('news raises a notification and stands in the inbox as unread', async () => {
    await expect
      .poll(() => askbell.notifications().filter(({ kind }) => kind === 'inbox' || kind === 'summary'), {
        timeout: 150_000,
      })
      .not.toEqual([]);
    await expect(unreadRows(page).first()).toBeVisible();
  });

  await test.step('a click shows what it is about, marks it read, and leads to its page', async () => {
    // By its key, since news may come in above it at any moment; enough may come to push it out of what is drawn.
    let title = '';
    let link = '';
    await expect(async () => {
      const key = await unreadRows(page).first().locator('[data-item]').getAttribute('data-item', { timeout: 3000 });
      const item = page.getByRole('list', { name: 'Inbox items' }).locator(`[data-item=${JSON.stringify(key)}]`);
      title = (await item.textContent({ timeout: 3000 })) ?? '';
      link = (await item.getAttribute('href', { timeout: 3000 })) ?? '';
      await item.click({ timeout: 3000 });
    }).toPass({ timeout: 60_000 });
    const reading = page.getByRole('region', { name: 'Reading' });
    await expect(reading.getByRole('heading', { name: title })).toBeVisible();
    await expect(reading.getByRole('article').locator('.post--body').first()).toBeVisible();
    const popup = page.waitForEvent('popup');
    await reading.getByRole('link', { name: 'Open in browser' }).click();
    const opened = await popup;
    await expect(opened.getByText(title).first()).toBeVisible();
    await opened.close();
    await expect(unreadRows(page).filter({ has: page.locator(`a[href="${link}"]`) })).toHaveCount(0);
  });
});
