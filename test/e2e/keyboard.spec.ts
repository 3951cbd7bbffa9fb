import type { Page } from '@playwright/test';
import { walkDialog } from '../../electron/agent/accounts/demo-network.ts';
import { acceptedAnswer, application, expect, STILL, test } from './frozen.ts';

test.use({ world: 'keyboard' });

/** Goes on with Tab (or back) until what has the focus answers to the name; fails when it never does. */
async function tabTo(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
  { back = false, most = 80 } = {},
): Promise<void> {
  const wanted = page.getByRole(role, { name }).first();
  for (let step = 0; step < most; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  await expect(wanted).toBeFocused();
}

test('everything can be done without a pointer, from Welcome to signing out', async ({ browser, still }) => {
  const context = await browser.newContext(STILL);
  const page = await still.open(context, '/welcome');
  const heading = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await test.step('sign in at another network', async () => {
    await heading('Know when someone answers');
    await tabTo(page, 'button', 'Another network');
    await page.keyboard.press('Enter');
    for (const [name, text] of [
      ['Name', 'Ask & Tell'],
      ['API URL', still.network.apiBaseUrl],
      ['Sign-in URL', still.network.authUrl],
      ['Client ID', application.clientId],
      ['Key', application.key],
    ] as const) {
      await tabTo(page, 'textbox', new RegExp(`^${name}`));
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await heading('Sign in to Ask & Tell');
    const dialog = await page.getByRole('link', { name: 'Open the sign-in page' }).getAttribute('href');
    await tabTo(page, 'textbox', 'Final page address');
    await page.keyboard.insertText(await walkDialog(dialog ?? '', fetch));
    await page.keyboard.press('Enter');
    await heading('Getting started');
    await tabTo(page, 'button', 'Skip all');
    await page.keyboard.press('Enter');
    await heading('Inbox');
  });

  await test.step('accept an answer: as far as the button that asks for the permission', async () => {
    still.network.world.actions.unaccept(acceptedAnswer(still.network));
    await expect(page.getByText('A neglected hedge', { exact: false }).first()).toBeVisible();
    for (const key of ['j', 'Enter']) await page.keyboard.press(key);
    const reading = page.getByRole('region', { name: 'Reading' });
    await expect(reading.getByRole('article')).toContainText('This comes up often');
    await tabTo(page, 'button', 'Accept this answer');
    await page.keyboard.press('Enter');
    await tabTo(page, 'button', 'Grant write access');
    await page.keyboard.press('Escape');
  });

  await test.step('watch a tag', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.type('gw');
    await heading('Watches');
    await tabTo(page, 'combobox', 'Tags');
    await page.keyboard.type('a');
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await tabTo(page, 'button', 'Add watch', { back: true });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Your watches' }).locator('> li')).toHaveCount(1);
  });

  await test.step('import tags', async () => {
    await tabTo(page, 'button', 'Import tags', { back: true });
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Import tags' });
    await tabTo(page, 'textbox', 'Tags to import');
    await page.keyboard.type('zz-*, yy-*');
    await tabTo(page, 'button', 'Check these tags');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('checkbox', { name: 'zz-*' })).toBeVisible();
    await tabTo(page, 'button', /^Watch \d tags$/);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Your watches' }).locator('> li')).toHaveCount(2);
  });

  await test.step('see how reputation went', async () => {
    await page.keyboard.type('gr');
    await heading('Reputation');
    await tabTo(page, 'application', /^Reputation on/);
    await page.keyboard.press('End');
    await expect(page.locator('.chart').getByRole('status').last()).toHaveText(/: [\d,]+ \(/);
    await tabTo(page, 'button', '7 days', { back: true });
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('change a setting, and sign out', async () => {
    await page.keyboard.type('gs');
    await heading('Settings');
    await tabTo(page, 'link', 'Window and keys');
    await page.keyboard.press('Enter');
    await tabTo(page, 'radio', 'Ordinary');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
    await tabTo(page, 'link', 'Accounts and data', { back: true });
    await page.keyboard.press('Enter');
    await tabTo(page, 'button', 'Sign out of Ask & Tell');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Sign out of Ask & Tell?' })).toBeVisible();
    await tabTo(page, 'button', /^Sign out$/);
    await page.keyboard.press('Enter');
    await heading('Know when someone answers');
  });
  await context.close();
});
