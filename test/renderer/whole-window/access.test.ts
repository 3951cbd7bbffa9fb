import { it } from 'vitest';
import { everyoneCanUse, sight, type Sight } from '../stage/access.ts';
import { condition, inboxOf, lively, newcomer, quiet, watchOf, withMatches } from '../stage/fake-agent-data.ts';
import type { World } from '../stage/fake-agent-data.ts';
import { openStatus } from '../stage/inbox-scene.ts';
import { expect, inBrowser } from '../stage/stage.ts';

/** What one long word does to a narrow page. */
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenknopf'.repeat(2);

const site = { id: 'x', name: longWord };

function everythingWrong(): World {
  return lively({
    state: {
      paused: true,
      secrets: { persistent: false, where: 'keyring', why: 'none' },
      conditions: [
        condition('signed-out', 'You are signed out.', { retryAt: new Date(Date.now() + 60_000) }),
        condition('bad-key', 'The key is not known.'),
        condition('clock-wrong', 'The clock is off.', { severity: 'warning' }),
      ],
    },
    inbox: inboxOf(3).map((entry) => ({ ...entry, title: longWord, excerpt: longWord, site })),
    watches: [
      watchOf(
        'w',
        site,
        { anyTags: [longWord.slice(0, 60)], noTags: [longWord.slice(1, 60)], titleWords: [longWord.slice(0, 100)] },
        {
          muted: true,
          latest: [
            { questionId: 1, title: longWord, link: 'http://127.0.0.1:9/1', matchedAt: new Date(), unread: true },
          ],
        },
      ),
    ],
    accounts: [{ site, reputation: 123_456_789, today: 12_345 }],
  });
}

const views = ['inbox', 'watches', 'reputation', 'settings'];
/** Pages of the settings that show something else where something is wrong; the first one is `settings`. */
const pages = ['settings/window', 'settings/accounts'];
/** What `test/e2e` does not look at, with pictures, in all colours and widths. */
const sights: Sight[] = [
  ...views.map((view) => ({ name: `${view}, empty`, world: quiet, at: `/${view}` })),
  ...[...views, ...pages].map((view) => ({
    name: `${view}, with everything wrong`,
    ...{ world: everythingWrong, at: `/${view}` },
  })),
  sight('welcome, with the steps of registering', { world: newcomer, at: '/welcome' }, ({ page }) =>
    page.getByRole('button', { name: 'Sign in with Stack Exchange' }).click(),
  ),
  sight('completion list', { at: '/watches/new' }, async ({ page }) => {
    await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('to');
    await page.getByRole('option', { name: /tomatoes/ }).waitFor();
    await page.keyboard.press('ArrowDown');
  }),
  sight('a new watch with every condition, previewed', { at: '/watches/new' }, async ({ page }) => {
    const form = page.getByRole('form', { name: 'New watch' });
    await form.getByText('More conditions').click();
    for (const [label, text] of [
      ['Tags', 'tomatoes'],
      ['All of these tags', 'weather'],
      ['None of these tags', 'green*'],
      ['Words in the title', 'split'],
    ] as const) {
      await form.getByRole('combobox', { name: label, exact: true }).fill(text);
      await page.keyboard.press('Enter');
    }
    await form.getByRole('textbox', { name: 'Tell me at a score of' }).fill('many');
    await form.getByRole('checkbox', { name: 'Unanswered only' }).check();
    await form.getByRole('region', { name: 'Preview' }).getByText('Based on').waitFor();
  }),
  sight('quiet hours', { at: '/settings/notifications' }, async ({ page }) => {
    await page.getByRole('switch', { name: 'Quiet hours' }).check();
    await page.getByLabel('From', { exact: true }).waitFor();
  }),
  sight('how Askbell is doing, with everything wrong', { world: everythingWrong }, ({ page }) => openStatus(page)),
  sight('until when notifications wait', { at: '/inbox' }, async ({ page }) => {
    await (await openStatus(page)).getByRole('button', { name: 'Until…' }).click();
    await page.getByRole('dialog', { name: 'Snooze until' }).waitFor();
  }),
  sight('settings, found', { at: '/settings' }, async ({ page }) => {
    await page.getByRole('button', { name: 'Find a setting' }).click();
    await page.keyboard.type('dark');
    await page.getByRole('option').first().waitFor();
  }),
  sight('what else can be done with an account', { at: '/settings/accounts' }, async ({ page }) => {
    await page.getByRole('button', { name: 'More for Demo network' }).click();
    await page.getByRole('button', { name: 'Change key' }).waitFor();
  }),
  sight('what checks find', { at: '/settings/accounts' }, async ({ page }) => {
    await page.getByRole('button', { name: 'Run checks' }).click();
    await page.getByText('How often each is checked').click();
  }),
  sight('whether to reset the settings', { at: '/settings/accounts' }, async ({ page }) => {
    await page.getByRole('button', { name: 'Reset settings…' }).click();
    await page.getByRole('dialog', { name: 'Reset all settings?' }).waitFor();
  }),
  sight('lost connection', { at: '/inbox' }, async ({ page, goAway }) => {
    await page.getByRole('list', { name: 'Inbox items' }).waitFor();
    goAway();
    await page.getByRole('region', { name: 'Connection' }).waitFor();
  }),
];

/** More privileges than fit, so that their list scrolls. */
function withPrivileges(): World {
  const world = lively();
  world.siteProfile.privileges = Array.from({ length: 30 }, (_, index) => ({
    ...{ reputation: 1000 * (index + 1), what: `privilege ${index + 1}` },
    earned: index < 12,
  }));
  return world;
}

/** A watch to be that would have found 50 questions. */
function withManyFound(): World {
  const world = lively();
  const [match] = world.preview.matches;
  world.preview.matches = Array.from({ length: 50 }, (_, index) => ({ ...match!, questionId: index }));
  return world;
}

/** A history that is being read, and privileges that cannot be had. */
const underWay = (): World =>
  lively({
    reading: { state: 'reading', sites: { done: 1, of: 3 }, requests: { spent: 12, left: 30 }, withheld: ['Cooking'] },
    siteProfile: { trouble: { kind: 'throttled', retryAt: new Date(Date.now() + 600_000) } },
  });

/** What of reputation and watches opens, fails or is under way. */
const tools: Sight[] = [
  sight('the chart with its table', { at: '/reputation', world: withPrivileges }, async ({ page }) => {
    await page.getByText('Show the values as a table').click();
    await page.getByText('All privileges').click();
  }),
  sight('the preview of a watch', { at: '/watches/new', world: withManyFound }, async ({ page }) => {
    await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('tomatoes');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show 46 more' }).waitFor();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  }),
  sight('a history that is being read', { at: '/reputation', world: underWay }, ({ page }) =>
    page.getByText('You can try again in').waitFor(),
  ),
  sight('what the watches found', { at: '/watches/all', width: 1200, world: withMatches }, ({ page }) =>
    page.getByRole('link', { name: 'Tomatoes split after rain' }).first().click(),
  ),
  sight('a watch, and the best of its tags', { at: '/watches/w2' }, async ({ page }) => {
    await page.getByRole('button', { name: /^Top answerers of escapement/ }).click();
    await page.getByRole('region', { name: 'Top answerers of escapement' }).getByRole('row').first().waitFor();
  }),
];

inBrowser('everyone can use it', (stage) => {
  everyoneCanUse(stage, [...sights, ...tools], 360);

  it('shows where the keyboard is', async () => {
    const { page } = await stage.open(lively());
    await page.getByRole('list', { name: 'Inbox items' }).waitFor();
    const seen = new Set<string>();
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        if (!(element instanceof HTMLElement) || element === document.body) return undefined;
        // An item of the inbox is marked as a whole when the focus is on its title.
        const marked = [element, element.closest('.item')].some((part) => {
          const style = part && getComputedStyle(part);
          return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
        });
        return { name: element.getAttribute('aria-label') ?? element.textContent.trim(), visible: marked };
      });
      if (focused === undefined) break;
      expect(focused, focused.name).toMatchObject({ visible: true });
      seen.add(focused.name);
    }
    for (const name of ['Skip to the view', 'Watches', 'Mark 2 read', 'Filters', 'Search the inbox'])
      expect([...seen]).toContain(name);
    expect([...seen].join(' ')).toContain('Status: Checked');
  });

  it('leads past the navigation to the view', async () => {
    const { page } = await stage.open(lively());
    await page.getByRole('list', { name: 'Inbox items' }).waitFor();
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByRole('main')).toBeFocused();
  });
});
