import { everyoneCanUse, sight, type Sight } from '../stage/access.ts';
import { PANEL, rows, unreadWorld } from '../stage/panel-scene.ts';
import { condition, expect, inBrowser, newcomer, type World } from '../stage/stage.ts';

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
    conditions: [condition('offline', long)],
  };
  return world;
}

const sights: Sight[] = [
  sight(
    'the inbox, with a thread that is folded and one that is not, and a row that the keyboard is at',
    { world: threads },
    async ({ page }) => {
      await expect(rows(page)).toHaveCount(9);
      await page.getByRole('button', { name: '3 items on the question' }).first().click();
      await expect(rows(page)).toHaveCount(11);
      await page.keyboard.press('j');
      await expect(rows(page).first().getByRole('button', { name: 'Mark read' })).toBeVisible();
    },
  ),
  sight('the inbox, with newer items above', { world: () => unreadWorld(20) }, async ({ page, agent }) => {
    await rows(page).nth(1).getByRole('link').focus();
    agent.arrive();
    await page.getByRole('button', { name: '1 newer item' }).waitFor();
  }),
  sight('a watch that found something, and how long to pause', { world: () => unreadWorld(0) }, async ({ page }) => {
    await rows(page, 'New questions').first().waitFor();
    await page.getByRole('button', { name: 'Pause notifications' }).click();
    await page.getByRole('button', { name: 'For 30 minutes' }).waitFor();
  }),
  sight('all caught up, with items that come back', { world: caughtUp }, ({ page }) =>
    page.getByText('2 snoozed items come back').waitFor(),
  ),
  sight('everything that may be wrong', { world: everythingWrong }, ({ page }) => rows(page).nth(2).waitFor()),
  sight('nobody signed in', { world: newcomer }, ({ page }) => page.getByRole('button', { name: 'Sign in' }).waitFor()),
];

inBrowser('everyone can use the panel', (stage) => everyoneCanUse(stage, sights, 320, PANEL));
