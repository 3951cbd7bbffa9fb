import type { BrowserContext, Page } from '@playwright/test';
import { PAGES } from '../../renderer/settings/pages.ts';
import { chips, chooseFilter, openStatus } from '../renderer/stage/inbox-scene.ts';
import { expect, STILL, test } from './frozen.ts';
import { looks, view, type Sight } from './sights.ts';

test.use({ world: 'looks' });

/** What is left as it was found. */
const sight = (name: string, pictures: Sight['pictures'], go: Sight['go']): Sight => ({
  name,
  ...(pictures && { pictures }),
  go,
});

/** A view with nothing open over it. */
const plain = (name: string, path: string, heading: string, pictures?: Sight['pictures']): Sight =>
  sight(name, pictures, (page) => view(page, path, heading));

/** The panel is a page of its own; the window is there again once it is left. */
const panel = {
  size: { width: 400, height: 560 },
  async open(page: Page): Promise<void> {
    await page.goto(new URL('/panel', page.url()).href);
    await expect(page.getByRole('list', { name: 'For you' }).getByRole('listitem').first()).toBeVisible();
  },
  async leave(page: Page): Promise<void> {
    await page.goto(new URL('/#/inbox', page.url()).href);
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  },
};

const before: Sight[] = [
  plain('welcome', '/welcome', 'Know when someone answers', { light: [360, 1200], dark: [1200] }),
  {
    name: 'welcome-problems',
    pictures: { light: [360] },
    async go(page) {
      await view(page, '/welcome', /^(Know when someone answers|Where should)/);
      const another = page.getByRole('button', { name: 'Another network' });
      if (await another.isVisible()) await another.click();
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      const problem = page.getByText('Fill in this field.').first();
      await expect(problem).toBeVisible();
      await problem.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    },
    leave: (page) => page.getByRole('button', { name: 'Back', exact: true }).click(),
  },
];

const signingIn: Sight = {
  name: 'signing-in',
  go: (page) => expect(page.getByRole('heading', { level: 1, name: 'Sign in to Ask & Tell' })).toBeVisible(),
};

const after: Sight[] = [
  plain('inbox', '/inbox', 'Inbox', {
    light: [360, 900, 1200, 1600],
    dark: [360, 1200],
    'contrast-light': [1200],
    'contrast-dark': [1200],
  }),
  {
    name: 'reading',
    pictures: { light: [360, 1200, 1600], dark: [360, 1200] },
    async go(page) {
      await view(page, '/inbox', 'Inbox');
      await expect(page.getByText('A neglected hedge').first()).toBeVisible();
      for (const key of ['j', 'Enter']) await page.keyboard.press(key);
      await expect(page.getByRole('region', { name: 'Reading' }).getByRole('article')).toBeVisible();
    },
    // What was read stays unread for the pictures that follow, whether this one was taken before them or not.
    async leave(page) {
      await page.keyboard.press('u');
      await expect(page).toHaveTitle('(1) Askbell');
      await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
      await expect(page.getByText('1 item marked as unread.')).toBeHidden();
    },
  },
  sight('nothing-found', { light: [900] }, async (page) => {
    await view(page, '/inbox', 'Inbox');
    await page.keyboard.press('/');
    await page.keyboard.type('zeppelin');
    await expect(page.getByText('Nothing', { exact: false }).first()).toBeVisible();
  }),
  sight('snooze', undefined, async (page) => {
    await view(page, '/inbox', 'Inbox');
    await expect(page.getByText('A neglected hedge').first()).toBeVisible();
    for (const key of ['Escape', 'j', 'h']) await page.keyboard.press(key);
    await expect(page.getByRole('dialog', { name: 'Snooze until…' })).toBeVisible();
  }),
  sight('muted', {}, async (page) => {
    await view(page, '/inbox', 'Inbox');
    await chooseFilter(page, 'Muted questions');
    await expect(page.getByRole('dialog', { name: 'Muted questions' }).getByRole('listitem')).toHaveCount(1);
  }),
  plain('watches', '/watches', 'Watches', { light: [360, 900, 1200], dark: [1200] }),
  sight('import', undefined, async (page) => {
    await view(page, '/watches', 'Watches');
    await page.getByRole('button', { name: 'Import tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import tags' });
    await dialog.getByLabel('Tags to import').fill('pruning, hedges; no-such-tag-at-all');
    await dialog.getByRole('button', { name: 'Check these tags' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'no-such-tag-at-all' })).toBeVisible();
  }),
  sight('watch-editor', { light: [360, 1200], dark: [1200] }, async (page) => {
    await view(page, '/watches', 'Watches');
    await page.getByRole('list', { name: 'Your watches' }).locator('> li').first().click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('this week');
  }),
  plain('reputation', '/reputation', 'Reputation', { light: [360, 1200, 1600], dark: [1200] }),
  ...PAGES.map((name) =>
    plain(
      `settings-${name}`,
      `/settings/${name}`,
      'Settings',
      name === 'notifications' ? { light: [360, 1200], dark: [1200] } : undefined,
    ),
  ),
  {
    name: 'filter',
    pictures: { light: [900], dark: [900] },
    async go(page) {
      await view(page, '/inbox', 'Inbox');
      await chooseFilter(page, 'Beds');
      await page.locator('main').press('f');
      await page.keyboard.type('a');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
    async leave(page) {
      await page.keyboard.press('Escape');
      await page.locator('main').getByRole('button', { name: 'Clear', exact: true }).click();
      await expect(chips(page)).toHaveCount(0);
    },
  },
  sight('status', { light: [1200], dark: [1200] }, async (page) => {
    await view(page, '/inbox', 'Inbox');
    if ((await page.getByRole('dialog', { name: 'Status' }).count()) === 0) await openStatus(page);
  }),
  sight('shortcuts', undefined, async (page) => {
    await view(page, '/inbox', 'Inbox');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  }),
  sight('palette', undefined, async (page) => {
    await view(page, '/inbox', 'Inbox');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('re');
    await expect(page.getByRole('group', { name: 'In the inbox' })).toBeVisible();
  }),
  {
    name: 'panel',
    pictures: { light: [400], dark: [400], 'contrast-dark': [400] },
    size: panel.size,
    async go(page) {
      await panel.open(page);
      await page.keyboard.press('j');
      await expect(page.getByRole('listitem').getByRole('link').first()).toBeFocused();
    },
    leave: panel.leave,
  },
  {
    name: 'panel-caught-up',
    pictures: { light: [400], dark: [400] },
    size: panel.size,
    async go(page) {
      await panel.open(page);
      await page.keyboard.press('u');
      await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
      await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
      await expect(page.getByText('1 item marked as read.')).toBeHidden();
    },
    async leave(page) {
      await page.keyboard.press('Control+z');
      await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeHidden();
      await panel.leave(page);
    },
  },
];

test.describe('what there is to see', () => {
  let context: BrowserContext;
  let page: Page;

  // Playwright hides what is restless by a style of its own, which the window's policy would not let in.
  test.beforeAll(async ({ browser, still }) => {
    context = await browser.newContext({ ...STILL, bypassCSP: true });
    page = await still.open(context, '/welcome');
  });
  test.afterAll(() => context.close());

  for (const sight of before) looks(sight, () => page);

  test.describe('while signing in', () => {
    test.beforeAll(({ still }) => still.beginSignIn(page));
    looks(signingIn, () => page);
  });

  test.describe('signed in', () => {
    test.beforeAll(async ({ still }) => {
      const welcome = page.getByRole('heading', { level: 1, name: 'Know when someone answers' });
      await expect(welcome.or(page.getByRole('heading', { level: 1, name: 'Sign in to Ask & Tell' }))).toBeVisible();
      // After a failure the rest begins anew.
      if (await welcome.isVisible()) await still.beginSignIn(page);
      await still.finishSignIn(page);
      await expect(page.getByRole('button', { name: /Status: Checked/ })).toBeVisible();
      await page.evaluate(() => (location.hash = '/inbox'));
      await page
        .getByRole('link', { name: /gravel tyre/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Mute this question', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Unmute this question' })).toBeVisible();
      await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
      await page.keyboard.press('Escape');
      // The past is read step by step, and the chart grows with it.
      await view(page, '/reputation', 'Reputation');
      await expect(page.getByText('History loaded')).toBeVisible({ timeout: 60_000 });
      await view(page, '/watches', 'Watches');
      await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('a');
      await page.getByRole('listbox').getByRole('option').first().click();
      await page.getByRole('button', { name: 'Add watch', exact: true }).click();
      await expect(page.getByRole('list', { name: 'Your watches' }).locator('> li')).toHaveCount(1);
    });
    for (const sight of after) looks(sight, () => page);
  });
});
