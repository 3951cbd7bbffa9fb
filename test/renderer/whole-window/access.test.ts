import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { findViolations } from '../../support/axe.ts';
import { withoutBrowser } from '../../support/chromium.ts';
import { expect } from '../../support/expect.ts';
import { inboxOf, lively, quiet, runningState, watchOf, welcomeState } from '../stage/fake-agent-data.ts';
import type { World } from '../stage/fake-agent-data.ts';
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
const pages = ['settings/notifications', 'settings/data', 'settings/advanced'];
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
    prepare: async ({ page }) => page.getByRole('radio', { name: /Stack Exchange/ }).check(),
  },
  {
    name: 'completion list',
    world: lively,
    at: '/watches',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Add a watch' }).click();
      await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('to');
      await page.getByRole('option', { name: /tomatoes/ }).waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'a new watch with every condition, previewed',
    world: lively,
    at: '/watches',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Add a watch' }).click();
      const form = page.getByRole('form', { name: 'Add a watch' });
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
      await form.getByRole('textbox', { name: 'Minimum score' }).fill('many');
      await form.getByRole('checkbox', { name: 'Unanswered only' }).check();
      await form.getByRole('region', { name: 'Preview' }).getByText('Based on').waitFor();
    },
  },
  {
    name: 'a watch that is changed',
    world: lively,
    at: '/watches',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Change escapement' }).click();
      await page
        .getByRole('form', { name: /Change escapement/ })
        .getByText('Based on')
        .waitFor();
    },
  },
  {
    name: 'quiet hours',
    world: lively,
    at: '/settings/quiet',
    prepare: async ({ page }) => {
      await page.getByRole('switch', { name: 'Be quiet at certain times' }).check();
      await page.getByLabel('From', { exact: true }).waitFor();
    },
  },
  {
    name: 'snooze menu',
    world: lively,
    at: '/inbox',
    prepare: async ({ page }) => page.getByRole('button', { name: 'Snooze', exact: true }).click(),
  },
  {
    name: 'until when notifications wait',
    world: lively,
    at: '/inbox',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Snooze', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Until…' }).click();
      await page.getByRole('dialog', { name: 'Snooze until' }).waitFor();
    },
  },
  {
    name: 'whether to reset the settings',
    world: lively,
    at: '/settings/data',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Reset the settings…' }).click();
      await page.getByRole('dialog', { name: 'Reset all settings?' }).waitFor();
    },
  },
  {
    name: 'today over the narrow list',
    world: lively,
    at: '/inbox',
    prepare: async ({ page }) => {
      await page.setViewportSize({ width: 500, height: 640 });
      await page.getByRole('button', { name: 'Today at a glance' }).click();
      await page.getByRole('region', { name: 'Today at a glance' }).getByText('Unread').first().waitFor();
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
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  it.each(sights)('axe finds nothing in $name, in all colours, and it fits 360 pixels', async (sight) => {
    const { page, complaints } = await look(stage, sight);
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    // Names, roles and order are the same in all colours.
    expect(await findViolations(page, { type: 'tag', values: ['cat.color'] })).toEqual([]);
    // Under the pointer, where it opened something, a button has colours of its own for a moment.
    await page.mouse.move(-10, -10);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, contrast: 'more' });
      await expect(page.locator('body.theme-highcontrast')).toBeAttached();
      // High contrast means 7 : 1.
      const rules = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'];
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
    for (const name of ['Skip to the view', 'Watches', 'Mark all 2 read', 'Sync now', 'Pause', 'Snooze'])
      expect([...seen]).toContain(name);
  });

  it('leads past the navigation to the view', async () => {
    const { page } = await stage.open(lively());
    await page.getByRole('list', { name: 'Inbox items' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
});
