import type { Page } from '@playwright/test';
import { startSandbox, type Sandbox } from '../../sandbox/server/server.ts';
import { expect, skipFirstSteps, test, waitForInbox } from './askbell.ts';

/** The demo network lives this many times faster, so that news comes within seconds. */
const fast = ['--demo-speed', '60'];

/** From Welcome or the sign-in view through the network's dialog to the page where it ends; gives its address. */
async function walkDialog(page: Page, decision: 'Approve' | 'Deny'): Promise<string> {
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the sign-in dialog' }).click();
  const dialog = await popup;
  const question = dialog.getByRole('heading', { name: /askbell/i });
  await expect(question.or(dialog.getByRole('heading', { name: 'You are signed in' }))).toBeVisible();
  // What was approved in this browser before is not asked again.
  if (await question.isVisible()) await dialog.getByRole('button', { name: decision }).click();
  await dialog.waitForURL(/login_success/);
  const address = await dialog.evaluate(() => location.href);
  await dialog.close();
  return address;
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address of the page you landed on' }).fill(text);
  await page.getByRole('button', { name: 'Finish signing in' }).click();
}

/** One click; Askbell goes through the demo network's dialog by itself. */
async function signInAtDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo network' }).click();
  await skipFirstSteps(page);
}

/** Asks for access at a network of this test's own, and leaves the person where the answer is pasted. */
async function askAt(page: Page, network: Sandbox): Promise<void> {
  await page.getByRole('radio', { name: /Other network/ }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Own network');
  await page.getByRole('textbox', { name: /API/ }).fill(network.apiBaseUrl);
  await page.getByRole('textbox', { name: /dialog|sign-in/i }).fill(network.authUrl);
  await page.getByRole('textbox', { name: /client id/i }).fill('mine');
  await page.getByRole('textbox', { name: /^key$/i }).fill('my-key');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const goTo = (page: Page, view: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();

const unreadRows = (page: Page) =>
  page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem').filter({ hasText: 'Unread.' });

test('from Welcome to a notification, and through a crash', async ({ page, startAskbell }) => {
  const askbell = await startAskbell(...fast);
  await page.goto(askbell.address);

  await test.step('Welcome, and the way through the dialog', async () => {
    await expect(page.getByRole('heading', { name: 'Welcome to Askbell' })).toBeVisible();
    await signInAtDemo(page);
    await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('Checked');
  });

  await test.step('the history is there and was not announced', async () => {
    await expect(page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem').first()).toBeVisible();
    expect(askbell.notifications()).toEqual([]);
  });

  await test.step('a watch is added with the help of the completion list', async () => {
    await goTo(page, 'Watches');
    await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('a');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
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
      // Today at a glance may show it, too.
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
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('Askbell is paused.')).toBeVisible();
    const markAll = page.getByRole('button', { name: /^Mark (?:all [\d,]+|\d+|all) read$/ });
    // What was asked before the pause may still bring something after a click.
    await expect(async () => {
      if (await markAll.isEnabled()) await markAll.click({ timeout: 3000 });
      await expect(unreadRows(page)).toHaveCount(0, { timeout: 3000 });
    }).toPass({ timeout: 60_000 });
  });

  const listed = () =>
    page
      .getByRole('list', { name: 'Inbox items' })
      .getByRole('listitem')
      .first()
      .getAttribute('aria-setsize')
      .then(Number);
  const shown = await listed();
  await askbell.end('SIGKILL');
  await expect(page.getByRole('region', { name: 'Connection' })).toContainText('The connection to Askbell was lost.');

  await test.step('after the crash everything is still there, and nothing is announced twice', async () => {
    const again = await startAskbell(...fast);
    await page.goto(again.address);
    const signInAgain = page.getByRole('button', { name: 'Sign in again' }).first();
    await expect(signInAgain.or(page.getByRole('heading', { name: 'Inbox' })).first()).toBeVisible();
    // Without a keyring the token was kept for the session only.
    if (await signInAgain.isVisible()) await signInAgain.click();
    await expect.poll(listed).toBeGreaterThanOrEqual(shown);
    await expect(page.getByText('Askbell is paused.')).toBeVisible();
    // What comes into a list that one looks at is not announced.
    await goTo(page, 'Settings');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => again.announcedItems(), { timeout: 120_000 }).not.toEqual([]);
    const items = again.announcedItems();
    expect(items.filter((key, index) => items.indexOf(key) !== index)).toEqual([]);
  });
});

/** A network whose dialog a person walks through. */
let network: Sandbox;
test.beforeEach(async () => {
  network = await startSandbox({
    apps: [{ clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Askbell' }],
    burst: Infinity,
  });
});
test.afterEach(() => network.close());

test('a denied sign-in is told in plain words, and can be tried again', async ({ page, startAskbell }) => {
  const askbell = await startAskbell();
  await page.goto(askbell.address);
  await askAt(page, network);
  await paste(page, await walkDialog(page, 'Deny'));
  await expect(page.getByRole('textbox', { name: 'Address of the page you landed on' })).toHaveAccessibleDescription(
    /The sign-in was declined, so Askbell has no access\./,
  );
  await paste(page, await walkDialog(page, 'Approve'));
  await skipFirstSteps(page);
});

test('what is not an answer of the dialog is refused at the field', async ({ page, startAskbell }) => {
  const askbell = await startAskbell();
  await page.goto(askbell.address);
  await askAt(page, network);
  await expect(page.getByRole('link', { name: 'Open the sign-in dialog' })).toBeVisible();
  await paste(page, 'https://example.org/');
  const field = page.getByRole('textbox', { name: 'Address of the page you landed on' });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/\w+ \w+.*\./);
  await page.getByRole('button', { name: 'Change details' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Askbell' })).toBeVisible();
});

test('with --demo the window is there without anything to do', async ({ page, startAskbell }) => {
  const askbell = await startAskbell('--demo', ...fast);
  await page.goto(askbell.address);
  await waitForInbox(page);
  for (const view of ['Watches', 'Reputation', 'Settings']) {
    await goTo(page, view);
    await expect(page.getByRole('heading', { name: view, level: 1 })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Notifications', exact: true }).click();
  await expect(page.getByText('Notifications go to: the terminal and this page.')).toBeVisible();
});

test('nobody gets in without the pass', async ({ page, startAskbell }) => {
  const askbell = await startAskbell();
  const { origin } = new URL(askbell.address);
  const answer = await page.goto(`${origin}/`);
  expect(answer?.status()).toBe(403);
  await expect(page.getByRole('heading', { name: 'Welcome to Askbell' })).toHaveCount(0);
});
