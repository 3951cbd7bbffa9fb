import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { walkDialog } from '../../electron/agent/accounts/demo-network.ts';
import { chips, chooseFilter } from '../renderer/stage/inbox-scene.ts';
import { expect, test, type StillNetwork } from './frozen.ts';

test.use({ world: 'flows' });

const status = (page: Page) => page.getByRole('button', { name: /Status:/ });
const goTo = (page: Page, view: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
/** The newest row of a question: more of them may be of other days. */
const item = (page: Page, title: string | RegExp) =>
  page.getByRole('list', { name: 'Inbox items' }).getByRole('link', { name: title }).first();
const said = (page: Page) => page.locator('.announcements');

/** The person's own question in the newest item of the demo data; another answer than the item's is accepted. */
const hedge = 'A neglected hedge stays bare at the bottom since the last frost';

interface Found<Item> {
  items: Item[];
}

interface AskedQuestion {
  question_id: number;
  title: string;
  accepted_answer_id?: number;
  owner: { user_id: number };
}

/** What the network tells of the person's question, and how to ask it for more. */
async function ofHedge({ url }: StillNetwork) {
  const get = async <Item>(path: string) => ((await (await fetch(`${url}/2.3/${path}`)).json()) as Found<Item>).items;
  const sites = await get<{ name: string; api_site_parameter: string }>('sites?pagesize=100');
  const site = sites.find(({ name }) => name === 'Beds &amp; Borders')?.api_site_parameter ?? '';
  const [question] = await get<AskedQuestion>(`search?site=${site}&intitle=neglected%20hedge%20stays%20bare`);
  if (!question) throw new Error('The demo data has no question on a neglected hedge.');
  return { get, site, question };
}

/** Has the person take back, at the network, which answer they accepted. */
async function unaccept(network: StillNetwork): Promise<void> {
  const { site, question } = await ofHedge(network);
  await network.control.act('unaccept', { site, answerId: question.accepted_answer_id ?? 0 });
}

const picture = 'https://pictures.example/hedge.png';

/** Has somebody answer another question of the person's, with a picture; gives that question's title. */
async function answerWithPicture(network: StillNetwork): Promise<string> {
  const { get, site, question } = await ofHedge(network);
  const asked = await get<AskedQuestion>(
    `users/${question.owner.user_id}/questions?site=${site}&sort=creation&order=asc`,
  );
  const other = asked.find(({ question_id: id }) => id !== question.question_id);
  const [somebody] = await get<{ user_id: number }>(`users?site=${site}&sort=reputation&order=desc&pagesize=2`).then(
    (best) => best.filter(({ user_id: id }) => id !== question.owner.user_id),
  );
  if (!other || !somebody) throw new Error('The person has asked one question only.');
  await network.control.act('answer', {
    site,
    userId: somebody.user_id,
    questionId: other.question_id,
    body: `<p>It looks like this, seen from the garden gate:</p><p><img src="${picture}" alt="A hedge in spring"></p>`,
  });
  return other.title;
}

test.describe('what a person does all day', () => {
  let context: BrowserContext;
  let page: Page;
  /** The question whose answer has a picture. */
  let pictured: string;

  test.beforeAll(async ({ browser, still }) => {
    context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    pictured = await answerWithPicture(still.network);
    page = await still.open(context, '/welcome');
    await still.beginSignIn(page);
    await still.finishSignIn(page);
    await expect(status(page)).toContainText('Checked');
    await expect(item(page, hedge)).toBeVisible();
  });
  test.afterAll(() => context.close());

  test('each view opens without an alert', async () => {
    for (const view of ['Watches', 'Reputation', 'Settings', 'Inbox']) {
      await goTo(page, view);
      await expect(page.getByRole('heading', { name: view, level: 1 })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
  });

  test('filters combine, and stay until they are cleared', async () => {
    const segment = (name: string | RegExp) => page.locator('.segments').getByRole('button', { name });
    await segment(/^Unread/).click();
    await expect(item(page, hedge)).toBeVisible();
    await expect(item(page, /gravel tyre/)).toHaveCount(0);
    await goTo(page, 'Watches');
    await goTo(page, 'Inbox');
    await expect(segment(/^Unread/)).toHaveAttribute('aria-pressed', 'true');
    await segment('All').click();
    await expect(item(page, /gravel tyre/)).toBeVisible();
    // One over the other: each leaves only what the others leave as well, as many as its choice said.
    const choose = async (name: string) => {
      await page.locator('main').press('f');
      const choice = page.getByRole('option', { name }).first();
      const count = Number(/(\d+)$/.exec((await choice.textContent()) ?? '')?.[1]);
      await choice.click();
      await expect(page.locator('.chips-line--count')).toHaveText(new RegExp(`^${count} items?$`));
      return count;
    };
    const ofSite = await choose('Beds & Borders');
    const answers = await choose('New answer');
    expect(answers).toBeLessThan(ofSite);
    await segment(/^Unread/).click();
    await expect(page.locator('.chips-line--count')).toHaveText(/^2 items$/);
    await expect(page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem')).toContainText([
      pictured,
      hedge,
    ]);
    await goTo(page, 'Watches');
    await goTo(page, 'Inbox');
    await expect(chips(page)).toHaveText(['Beds & Borders', 'New answer']);
    await page.locator('main').getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(item(page, /gravel tyre/)).toBeVisible();
  });

  test('a question is muted, listed as such, and heard of again', async () => {
    await item(page, hedge).click();
    await page.getByRole('button', { name: 'Mute this question' }).click();
    await expect(said(page)).toContainText('Question muted.');
    await page.keyboard.press('Escape');
    await chooseFilter(page, 'Muted questions');
    const muted = page.getByRole('dialog', { name: 'Muted questions' });
    await muted.getByRole('button', { name: `Unmute: ${hedge}` }).click();
    await expect(muted).toContainText('No questions are muted.');
    await page.keyboard.press('Escape');
    await item(page, hedge).click();
    await expect(page.getByRole('button', { name: 'Mute this question' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  test('everything is marked read at once, and Undo knows what was not', async () => {
    const unread = page.locator('main').getByRole('button', { name: /^Unread/ });
    const before = await unread.textContent();
    expect(before).toMatch(/[1-9]/);
    await page.getByRole('button', { name: /^Mark (?:all )?[\d,]+ read$/ }).click();
    await expect(said(page)).toContainText(/items? marked as read\./);
    await expect(unread).toHaveText('Unread');
    await expect(page.getByRole('button', { name: 'Mark all read' })).toBeDisabled();
    await said(page).getByRole('button', { name: 'Undo' }).click();
    await expect(unread).toHaveText(before ?? '');
  });

  test('a link is copied as the browser would open it', async () => {
    await item(page, hedge).click();
    const reading = page.getByRole('region', { name: 'Reading' });
    await reading.getByRole('button', { name: 'Copy link' }).click();
    await expect(said(page)).toContainText('Link copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await reading.getByRole('link', { name: 'Open in browser' }).getAttribute('href'),
    );
    await page.keyboard.press('Escape');
  });

  test('a picture is fetched after a click, and not before', async () => {
    const asked: string[] = [];
    await context.route(`${new URL(picture).origin}/**`, (route) => {
      asked.push(route.request().url());
      // One green pixel.
      return route.fulfill({
        contentType: 'image/png',
        body: Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      });
    });
    await item(page, pictured).first().click();
    const body = page.getByRole('region', { name: 'Reading' }).getByRole('article');
    await expect(body).toContainText('It looks like this');
    expect(asked).toEqual([]);
    await body.getByRole('button', { name: 'Show the picture “A hedge in spring” from pictures.example' }).click();
    await expect(body.getByRole('img', { name: 'A hedge in spring' })).toHaveJSProperty('naturalWidth', 1);
    expect(asked).toEqual([picture]);
    await page.keyboard.press('Escape');
  });

  test('an item is snoozed, and brought back by Undo', async () => {
    await item(page, /gravel tyre/).click();
    const reading = page.getByRole('region', { name: 'Reading' });
    await expect(reading.getByRole('article')).toBeVisible();
    await reading.getByRole('button', { name: 'Snooze…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button')
      .filter({ hasText: /tomorrow/i })
      .click();
    await expect(said(page).getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect(item(page, /gravel tyre/)).toHaveCount(0);
    await said(page).getByRole('button', { name: 'Undo' }).click();
    await expect(item(page, /gravel tyre/)).toBeVisible();
    // What came after it is being read.
    await page.keyboard.press('Escape');
  });

  test('an answer is read and accepted; the permission to write is asked for only then, and a refusal is told', async ({
    still,
  }) => {
    await item(page, hedge).click();
    const reading = page.getByRole('region', { name: 'Reading' });
    await expect(reading.getByRole('article')).toContainText('This comes up often');
    await reading.getByRole('button', { name: 'Accept' }).click();
    await reading.getByRole('button', { name: 'Grant write access' }).click();
    const dialog = await page.getByRole('link', { name: 'Open the sign-in page' }).getAttribute('href');
    expect(new URL(dialog ?? '').searchParams.get('scope')).toContain('write_access');
    await page.getByRole('textbox', { name: 'Final page address' }).fill(await walkDialog(dialog ?? '', fetch));
    await page.getByRole('button', { name: 'Finish signing in' }).click();
    await goTo(page, 'Inbox');
    await item(page, hedge).click();
    await reading.getByRole('button', { name: 'Accept' }).click();
    await expect(reading.getByRole('alert')).toContainText('It says: “Another answer is accepted; undo that first”');
    await unaccept(still.network);
    await reading.getByRole('button', { name: 'Accept' }).click();
    await expect(said(page)).toContainText('Answer accepted.');
    await said(page).getByRole('button', { name: 'Undo' }).click();
    await expect(said(page)).toContainText('Answer unaccepted.');
  });

  test('everything is found that was ever received, by any of its words', async () => {
    await page.getByRole('searchbox').fill('greenhouse');
    await expect(
      page
        .locator('mark')
        .filter({ hasText: /greenhouse/i })
        .first(),
    ).toBeVisible();
    await page.getByRole('searchbox').fill('');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('greenhouse');
    await page.getByRole('group', { name: 'In the inbox' }).getByRole('option').first().click();
    await expect(page.getByRole('region', { name: 'Reading' })).toContainText(/greenhouse/i);
  });

  test('a tag is watched, no longer watched, and watched again', async () => {
    await goTo(page, 'Watches');
    await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('a');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByRole('button', { name: 'Add watch', exact: true }).click();
    const watches = page.getByRole('list', { name: 'Your watches' }).locator('> li');
    await expect(watches).toHaveCount(1);
    await watches.click();
    await page.getByRole('button', { name: /^Delete / }).click();
    await expect(watches).toHaveCount(0);
    await said(page).getByRole('button', { name: 'Undo' }).click();
    await expect(watches).toHaveCount(1);
  });

  test('reputation is told by site and over time', async () => {
    await goTo(page, 'Reputation');
    await page.getByRole('button', { name: '7 days' }).click();
    await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('8,900').first()).toBeVisible();
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
    const preview = page.getByRole('dialog', { name: 'Import this file?' });
    // It was exported from here: nothing of it would change a setting.
    await expect(preview).toContainText('No settings change.');
    await preview.getByRole('button', { name: 'Import' }).click();
    await expect(said(page)).toContainText('Imported: ');
    await goTo(page, 'Inbox');
    await expect(item(page, hedge)).toBeVisible();
  });

  test('everything is checked, said in words, and copied without a secret', async () => {
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'Accounts and data' }).click();
    const diagnostics = page.getByRole('region', { name: 'If something is wrong' });
    await diagnostics.getByRole('button', { name: 'Run checks' }).click();
    const result = diagnostics.getByRole('list', { name: 'Result of the check' });
    // Network, clock, quota and sign-in, and eight things of this computer.
    await expect(result.getByRole('listitem')).toHaveCount(12, { timeout: 60_000 });
    await expect(result).toContainText(/answered after [\d,]+ ms|not asked again/);
    await expect(result).toContainText('accepts Askbell’s access');
    await expect(result).toContainText('The history is intact');
    await diagnostics.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(said(page)).toContainText('Result copied.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^OK: Running Askbell\. /m);
    expect(copied).not.toContain('my-key');
    await expect(diagnostics.getByRole('button', { name: 'Check again' })).toBeEnabled();
  });

  test('the report says how things stand, and holds no secret', async () => {
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'Accounts and data' }).click();
    await page.getByRole('button', { name: 'Copy debug info' }).click();
    const report = page.getByRole('dialog', { name: 'Copy debug info' }).getByRole('textbox');
    await expect(report).toHaveValue(/^Askbell, diagnostic report/);
    expect(await report.inputValue()).not.toContain('my-key');
  });
});

test('the window opens with what was received before, while nothing can be reached', async ({ browser, still }) => {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' });
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
