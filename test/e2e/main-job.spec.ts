import type { Page } from '@playwright/test';
import { openStatus } from '../renderer/stage/inbox-scene.ts';
import { expect, skipFirstSteps, test } from './askbell.ts';

/** The demo network lives this many times faster, so that news comes within seconds. */
const fast = ['--demo-speed', '60'];

/** One click; Askbell goes through the demo network's dialog by itself. */
async function signInAtDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await skipFirstSteps(page);
}

const goTo = (page: Page, view: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();

const unreadRows = (page: Page) =>
  page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem').filter({ hasText: 'Unread.' });

test('from Welcome to a notification, and on to its page', async ({ page, startAskbell }) => {
  const askbell = await startAskbell(...fast);
  await page.goto(askbell.address);

  await test.step('Welcome, and the way through the dialog', async () => {
    await expect(page.getByRole('heading', { name: 'Know when someone answers' })).toBeVisible();
    await signInAtDemo(page);
    await expect(page.getByRole('button', { name: /Status: Checked/ })).toBeVisible();
  });

  await test.step('the history is there and was not announced', async () => {
    await expect(page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem').first()).toBeVisible();
    expect(askbell.notifications()).toEqual([]);
  });

  await test.step('a watch is added with the help of the completion list', async () => {
    await goTo(page, 'Watches');
    await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('a');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByRole('button', { name: 'Add watch', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Your watches' }).locator('> li')).toHaveCount(1);
  });

  await test.step('news raises a notification and stands in the inbox as unread', async () => {
    await expect
      .poll(() => askbell.notifications().filter(({ kind }) => kind === 'inbox' || kind === 'summary'), {
        timeout: 150_000,
      })
      .not.toEqual([]);
    await goTo(page, 'Inbox');
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
    await expect(reading.locator('.post--body, .post--excerpt')).toBeVisible();
    const popup = page.waitForEvent('popup');
    await reading.getByRole('link', { name: 'Open in browser' }).click();
    const opened = await popup;
    await expect(opened.getByText(title).first()).toBeVisible();
    await opened.close();
    await expect(unreadRows(page).filter({ has: page.locator(`a[href="${link}"]`) })).toHaveCount(0);
  });

  await test.step('everything can be marked read, and Askbell paused', async () => {
    const status = await openStatus(page);
    await status.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('Askbell is paused.')).toBeVisible();
    const markAll = page.getByRole('button', { name: /^Mark (?:all [\d,]+|\d+|all) read$/ });
    // What was asked before the pause may still bring something after a click.
    await expect(async () => {
      if (await markAll.isEnabled()) await markAll.click({ timeout: 3000 });
      await expect(unreadRows(page)).toHaveCount(0, { timeout: 3000 });
    }).toPass({ timeout: 60_000 });
  });
});
