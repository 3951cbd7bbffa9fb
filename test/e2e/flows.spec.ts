import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { walkDialog } from '../../electron/agent/accounts/demo-network.ts';
import { acceptedAnswer, expect, hedge, STILL, test } from './frozen.ts';

test.use({ world: 'flows' });

const status = (page: Page) => page.getByRole('button', { name: /Status:/ });
const goTo = (page: Page, view: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
/** The newest row of a question: more of them may be of other days. */
const item = (page: Page, title: string | RegExp) =>
  page.getByRole('list', { name: 'Inbox items' }).getByRole('link', { name: title }).first();
const said = (page: Page) => page.locator('.announcements');

test.describe('what a person does all day', () => {
  let context: BrowserContext;
  let page: Page;
  let other: ReturnType<typeof acceptedAnswer>;

  test.beforeAll(async ({ browser, still }) => {
    context = await browser.newContext(STILL);
    page = await still.open(context, '/welcome');
    other = acceptedAnswer(still.network);
    still.network.world.actions.unaccept(other);
    await still.beginSignIn(page);
    await still.finishSignIn(page);
    await expect(status(page)).toContainText('Checked');
    await expect(item(page, hedge)).toBeVisible();
  });
  test.afterAll(() => context.close());

  test('an answer is read and accepted; only then is permission to write asked for', async ({ still }) => {
    await item(page, hedge).click();
    const reading = page.getByRole('region', { name: 'Reading' });
    await expect(reading.getByRole('article')).toContainText('This comes up often');
    await reading.getByRole('button', { name: 'Accept' }).click();
    await reading.getByRole('button', { name: 'Grant write access' }).click();
    const dialog = await page.getByRole('link', { name: 'Open the sign-in page' }).getAttribute('href');
    expect(new URL(dialog ?? '').searchParams.get('scope')).toContain('write_access');
    // Meanwhile the person accepts another answer at the network.
    still.network.world.actions.accept(other);
    await page.getByRole('textbox', { name: 'Final page address' }).fill(await walkDialog(dialog ?? '', fetch));
    await page.getByRole('button', { name: 'Finish signing in' }).click();
    await goTo(page, 'Inbox');
    await item(page, hedge).click();
    await reading.getByRole('button', { name: 'Accept' }).click();
    await expect(reading.getByRole('alert')).toContainText('It says: “Another answer is accepted; undo that first”');
    still.network.world.actions.unaccept(other);
    await reading.getByRole('button', { name: 'Accept' }).click();
    await expect(said(page)).toContainText('Answer accepted.');
    await said(page).getByRole('button', { name: 'Undo' }).click();
    await expect(said(page)).toContainText('Answer unaccepted.');
  });

  test('everything is taken along as a file without secrets, and brought back', async () => {
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'Accounts and data' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const path = await (await download).path();
    const text = await readFile(path, 'utf8');
    expect(text).toContain(hedge);
    expect(text).not.toContain('my-key');
    await page.getByRole('button', { name: 'Delete history…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click();
    await expect(said(page)).toContainText('is deleted');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import…' }).click();
    await (await chooser).setFiles(path);
    await expect(said(page)).toContainText('Imported: ');
    await goTo(page, 'Inbox');
    await expect(item(page, hedge)).toBeVisible();
  });
});

test('the window opens with what was received before, while nothing can be reached', async ({ browser, still }) => {
  const context = await browser.newContext(STILL);
  const page = await still.open(context, '/inbox');
  const signIn = page.getByRole('heading', { level: 1, name: 'Know when someone answers' });
  await expect(signIn.or(page.getByRole('heading', { level: 1, name: 'Inbox' }))).toBeVisible();
  if (await signIn.isVisible()) {
    await still.beginSignIn(page);
    await still.finishSignIn(page);
  }
  await expect(item(page, hedge)).toBeVisible();
  await still.restartWithoutNetwork();
  const again = await still.open(context, '/inbox');
  await expect(item(again, hedge)).toBeVisible({ timeout: 60_000 });
  await context.close();
});
