import type { Page } from '@playwright/test';
import { expect, test } from './askbell.ts';

/** Somebody who has never seen Askbell; their clicks are counted. */
function stranger(page: Page) {
  let clicks = 0;
  return {
    clicks: () => clicks,
    async click(name: string | RegExp) {
      clicks++;
      await page.getByRole('button', { name }).click();
    },
  };
}

test('a stranger has the first watch within three clicks of a fresh start, the panel with one more, and is never led that way again', async ({
  page,
  startAskbell,
}) => {
  const askbell = await startAskbell('--demo-speed', '0.001');
  await page.goto(askbell.address);
  const person = stranger(page);
  await expect(page.getByRole('heading', { name: 'Welcome to Askbell' })).toBeVisible();
  await person.click('Try the demo network');
  // The demo network's first start takes a while on a busy machine.
  const card = page.getByRole('region', { name: 'Watch the tags you write about' });
  await expect(card.getByRole('checkbox').first()).toBeChecked({ timeout: 90_000 });
  await expect(card.getByText(/^New questions in all: /)).toBeVisible();
  await person.click(/^Watch \d+ tags?$/);
  await expect(page.getByRole('region', { name: 'Which sites matter?' })).toBeVisible();
  expect(person.clicks()).toBeLessThanOrEqual(3);

  await test.step('one click more opens the panel, from wherever the way has led', async () => {
    const before = person.clicks();
    const opened = page.waitForEvent('popup');
    await person.click('Open the panel');
    const panel = await opened;
    await expect(panel.getByRole('tablist', { name: 'What’s new' })).toBeVisible();
    expect(person.clicks() - before).toBe(1);
    await panel.close();
  });

  await test.step('the watches are there, with what they found', async () => {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Watches' }).click();
    await expect(page.getByRole('list', { name: 'Your watches' }).locator('> li').first()).toBeVisible();
    await page.goBack();
  });

  await test.step('the way ends in the inbox, and is over', async () => {
    // Left and come back to with watches, there is nothing more to lead to.
    await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
    await page.evaluate(() => (location.hash = '/first-steps'));
    await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
  });
});
