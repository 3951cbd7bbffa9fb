import { describe, it } from 'vitest';
import { findViolations } from '../../support/axe.ts';
import { withoutBrowser } from '../../support/chromium.ts';
import { expect } from '../../support/expect.ts';
import { inboxOf, lively, quiet, runningState, watchOf, welcomeState } from '../stage/fake-agent-data.ts';
import type { World } from '../stage/fake-agent-data.ts';
import { chooseFilter, openStatus } from '../stage/inbox-scene.ts';
import { Stage } from '../stage/stage.ts';
import type { Scene } from '../stage/stage.ts';

/** What one long word does to a narrow page. */
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenknopf'.repeat(2);

function everythingWrong(): World {
  const world = lively();
  return {
    ...world,
    state: {
      ...runningState(),
      paused: true,
      secrets: { persistent: false, where: 'keyring', why: 'none' },
      conditions: [
        {
          kind: 'signed-out',
          severity: 'problem',
          title: 'You are signed out.',
          advice: 'Sign in again.',
          retryAt: new Date(Date.now() + 60_000),
        },
        { kind: 'bad-key', severity: 'problem', title: 'The key is not known.', advice: 'Check it.' },
        { kind: 'clock-wrong', severity: 'warning', title: 'The clock is off.', advice: 'Set it.' },
      ],
    },
    inbox: inboxOf(3).map((entry) => ({
      ...entry,
      title: longWord,
      excerpt: longWord,
      site: { id: 'x', name: longWord },
    })),
    watches: [
      watchOf(
        'w',
        { id: 'x', name: longWord },
        { anyTags: [longWord.slice(0, 60)], noTags: [longWord.slice(1, 60)], titleWords: [longWord.slice(0, 100)] },
        {
          muted: true,
          latest: [
            { questionId: 1, title: longWord, link: 'http://127.0.0.1:9/1', matchedAt: new Date(), unread: true },
          ],
        },
      ),
    ],
    accounts: [{ site: { id: 'x', name: longWord }, reputation: 123_456_789, today: 12_345 }],
  };
}

function newcomer(): World {
  return { ...quiet(), state: welcomeState() };
}

interface Sight {
  name: string;
  world: () => World;
  at: string;
  /** What to do before looking. */
  prepare?: (scene: Scene) => Promise<void>;
}

const views = ['inbox', 'watches', 'reputation', 'settings'];
/** Pages of the settings that show something else where something is wrong; the first one is `settings`. */
const pages = ['settings/window', 'settings/accounts'];
/** What `test/e2e` does not look at, with pictures, in all colours and widths. */
const sights: Sight[] = [
  ...views.map((view) => ({ name: `${view}, empty`, world: quiet, at: `/${view}` })),
  ...[...views, ...pages].map((view) => ({
    name: `${view}, with everything wrong`,
    world: everythingWrong,
    at: `/${view}`,
  })),
  {
    name: 'welcome, with the steps of registering',
    world: newcomer,
    at: '/welcome',
    prepare: async ({ page }) => page.getByRole('button', { name: 'Sign in with Stack Exchange' }).click(),
  },
  {
    name: 'completion list',
    world: lively,
    at: '/watches/new',
    prepare: async ({ page }) => {
      await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('to');
      await page.getByRole('option', { name: /tomatoes/ }).waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'a new watch with every condition, previewed',
    world: lively,
    at: '/watches/new',
    prepare: async ({ page }) => {
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
    },
  },
  {
    name: 'a watch that is changed',
    world: lively,
    at: '/watches/w2',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page
        .getByRole('form', { name: /Change escapement/ })
        .getByText('Based on')
        .waitFor();
    },
  },
  {
    name: 'quiet hours',
    world: lively,
    at: '/settings/notifications',
    prepare: async ({ page }) => {
      await page.getByRole('switch', { name: 'Quiet hours' }).check();
      await page.getByLabel('From', { exact: true }).waitFor();
    },
  },
  {
    name: 'how Askbell is doing, with everything wrong',
    world: everythingWrong,
    at: '/inbox',
    prepare: async ({ page }) => void (await openStatus(page)),
  },
  {
    name: 'until when notifications wait',
    world: lively,
    at: '/inbox',
    prepare: async ({ page }) => {
      await (await openStatus(page)).getByRole('button', { name: 'Until…' }).click();
      await page.getByRole('dialog', { name: 'Snooze until' }).waitFor();
    },
  },
  {
    name: 'settings, found',
    world: lively,
    at: '/settings',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Find a setting' }).click();
      await page.keyboard.type('dark');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'what else can be done with an account',
    world: lively,
    at: '/settings/accounts',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'More for Demo network' }).click();
      await page.getByRole('button', { name: 'Change key' }).waitFor();
    },
  },
  {
    name: 'what checks find',
    world: lively,
    at: '/settings/accounts',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Run checks' }).click();
      await page.getByText('How often each is checked').click();
    },
  },
  {
    name: 'whether to reset the settings',
    world: lively,
    at: '/settings/accounts',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Reset settings…' }).click();
      await page.getByRole('dialog', { name: 'Reset all settings?' }).waitFor();
    },
  },
  {
    name: 'filters in force and the menu that finds them, an item beside the list',
    world: lively,
    at: '/inbox',
    prepare: async ({ page }) => {
      await page.setViewportSize({ width: 1200, height: 720 });
      await chooseFilter(page, 'Gardening');
      await page.locator('main').press('f');
      await page.keyboard.type('o');
    },
  },
  {
    name: 'lost connection',
    world: lively,
    at: '/inbox',
    prepare: async ({ page, goAway }) => {
      await page.getByRole('list', { name: 'Inbox items' }).waitFor();
      goAway();
      await page.getByRole('region', { name: 'Connection' }).waitFor();
    },
  },
];

async function look(stage: Stage, sight: Sight): Promise<Scene> {
  const scene = await stage.open(sight.world(), { at: sight.at });
  // The view's own: for a moment Askbell only says that it is starting.
  await scene.page.locator('h1:not(.starting h1)').waitFor();
  await expect(scene.page.locator('.loading')).toHaveCount(0);
  await sight.prepare?.(scene);
  return scene;
}

describe.skipIf(withoutBrowser)('everyone can use it', () => {
  const stage = Stage.ofSuite();

  it.each(sights)('axe finds nothing in $name, in all colours, and it fits 360 pixels', async (sight) => {
    const { page, complaints } = await look(stage, sight);
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    // Names, roles and order are the same in all colours.
    const inColour = ['color-contrast', 'link-in-text-block'];
    expect(await findViolations(page, { type: 'rule', values: inColour })).toEqual([]);
    // Under the pointer, where it opened something, a button has colours of its own for a moment.
    await page.mouse.move(-10, -10);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, contrast: 'more' });
      await expect(page.locator('html[data-theme|="contrast"]')).toBeAttached();
      // High contrast means 7 : 1.
      const rules = [...inColour, 'color-contrast-enhanced'];
      expect(await findViolations(page, { type: 'rule', values: rules })).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
      .toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  });

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
    for (const name of ['Skip to the view', 'Watches', 'Mark all 2 read', 'Filters', 'Search the inbox'])
      expect([...seen]).toContain(name);
    expect([...seen].join(' ')).toContain('Status: Checked');
  });

  it('leads past the navigation to the view', async () => {
    const { page } = await stage.open(lively());
    await page.getByRole('list', { name: 'Inbox items' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
});
