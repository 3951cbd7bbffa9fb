import { describe, it } from 'vitest';
import { findViolations } from '../../support/axe.ts';
import { withoutBrowser } from '../../support/chromium.ts';
import { expect } from '../../support/expect.ts';
import { quiet, welcomeState, type World } from '../stage/fake-agent-data.ts';
import { PANEL, rows, unreadWorld } from '../stage/panel-scene.ts';
import { Stage } from '../stage/stage.ts';
import type { Scene } from '../stage/stage.ts';

/** Twelve unread items, of which the first three are about one question, and the next two about another. */
function threads(): World {
  const world = unreadWorld(12);
  world.inbox = world.inbox.map((entry, index) => (index < 5 ? { ...entry, question: `demo/${index < 3}` } : entry));
  return world;
}

/** Everything read, and two of it snoozed. */
function caughtUp(): World {
  const world = unreadWorld(3);
  const snoozedUntil = new Date(Date.now() + 3_600_000);
  world.inbox = world.inbox.map((entry, index) => ({ ...entry, unread: false, ...(index < 2 && { snoozedUntil }) }));
  world.state = { ...world.state, unread: 0, unreadMatches: 0 };
  return world;
}

/** What may be wrong and too long, at once. */
function everythingWrong(): World {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenknopf'.repeat(2);
  const world = unreadWorld(3);
  world.inbox = world.inbox.map((entry) => ({ ...entry, title: long, site: { id: 'x', name: long } }));
  world.accounts = [{ site: { id: 'x', name: long }, reputation: 123_456_789, today: 12_345 }];
  world.state = {
    ...world.state,
    paused: true,
    snoozedUntil: new Date(Date.now() + 90_000_000),
    conditions: [{ kind: 'offline', severity: 'problem', title: long, advice: '' }],
  };
  return world;
}

const sights: { name: string; world: () => World; prepare: (scene: Scene) => Promise<unknown> }[] = [
  {
    name: 'the inbox, with a thread that is folded and one that is not, and a row that the keyboard is at',
    world: threads,
    async prepare({ page }) {
      await expect(rows(page)).toHaveCount(9);
      await page
        .getByRole('button', { name: /^3 items on the question/ })
        .first()
        .click();
      await expect(rows(page)).toHaveCount(11);
      await page.keyboard.press('j');
      await expect(
        rows(page)
          .first()
          .getByRole('button', { name: /^Mark read/ }),
      ).toBeVisible();
    },
  },
  {
    name: 'the inbox, with newer items above',
    world: () => unreadWorld(20),
    async prepare({ page, agent }) {
      await rows(page).nth(1).getByRole('link').focus();
      const [newest] = agent.world.inbox;
      agent.world.inbox = [{ ...newest!, key: 'newer', place: newest!.place + 1 }, ...agent.world.inbox];
      agent.changed('inbox');
      await page.getByRole('button', { name: '1 newer item' }).waitFor();
    },
  },
  {
    name: 'a watch that found something while the inbox is read, and how long notifications may wait',
    world: () => unreadWorld(0),
    async prepare({ page }) {
      await rows(page, 'New questions').first().waitFor();
      await page.getByRole('button', { name: 'Pause notifications' }).click();
      await page.getByRole('button', { name: 'For 30 minutes' }).waitFor();
    },
  },
  {
    name: 'all caught up, with items that come back',
    world: caughtUp,
    prepare: ({ page }) => page.getByText('2 snoozed items come back').waitFor(),
  },
  {
    name: 'everything that may be wrong',
    world: everythingWrong,
    prepare: ({ page }) => rows(page).nth(2).waitFor(),
  },
  {
    name: 'nobody signed in',
    world: () => ({ ...quiet(), state: welcomeState() }),
    prepare: ({ page }) => page.getByRole('button', { name: 'Sign in' }).waitFor(),
  },
];

describe.skipIf(withoutBrowser)('everyone can use the panel', () => {
  const stage = Stage.ofSuite();

  it.each(sights)('axe finds nothing in $name, in all colours, and it fits 320 pixels', async ({ world, prepare }) => {
    const scene = await stage.open(world(), PANEL);
    const { page, complaints } = scene;
    await page.locator('h1:not(.starting h1), .starting button').first().waitFor();
    await prepare(scene);
    await expect(page.locator('.loading')).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    // Names, roles and order are the same in all colours.
    expect(await findViolations(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })).toEqual([]);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, contrast: 'more' });
      await expect(page.locator('html[data-theme^="contrast"]')).toBeAttached();
      // High contrast means 7 : 1.
      const rules = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'];
      expect(await findViolations(page, { type: 'rule', values: rules })).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 480 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
      .toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  });
});
