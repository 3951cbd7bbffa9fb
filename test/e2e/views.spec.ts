import type { Page } from '@playwright/test';
import type { Condition } from '../../common/contract/contract.ts';
import { inboxOf } from '../renderer/stage/fake-agent-data.ts';
import { chooseFilter, openStatus } from '../renderer/stage/inbox-scene.ts';
import { expect, shownTime, test } from './frozen.ts';
import { looks, view, type Sight } from './sights.ts';
import { openStaged, type Staged } from './staged.ts';

/** Twelve items on six questions, half of them unread; four are on one question. */
const feed = () =>
  inboxOf(12).map((entry, index) => ({
    ...entry,
    question: index < 4 ? 'q1' : `q${index}`,
    title: index < 4 ? 'Why do my tomato seedlings grow tall and thin?' : entry.title,
    unread: index % 2 === 0,
    createdAt: new Date(shownTime.getTime() - (index * 5 + 1) * 3_600_000),
    listedAt: new Date(shownTime.getTime() - (index * 5 + 1) * 3_600_000),
  }));

let staged: Staged;
const page = () => staged.page;

/** The list in an order, as it stands then. */
async function grouped(window: Page, by: 'time' | 'site' | 'question'): Promise<void> {
  await view(window, '/inbox');
  await chooseFilter(window, `By ${by}`);
  await expect(window.locator('.item').first()).toBeVisible();
}

function setDensity(density: 'compact' | 'comfortable'): void {
  staged.agent.world.settings = { ...staged.agent.world.settings, density };
  staged.agent.changed('settings');
}

function setInbox(entries: ReturnType<typeof feed>): void {
  staged.agent.world.inbox = entries;
  staged.agent.changed('inbox');
}

const inEnglish: Sight[] = [
  {
    name: 'inbox-by-site',
    pictures: {},
    go: (window) => grouped(window, 'site'),
    leave: (window) => grouped(window, 'time'),
  },
  {
    name: 'thread',
    async go(window) {
      await grouped(window, 'question');
      const thread = window.getByRole('button', { name: /^4 items on the question/ });
      if ((await thread.getAttribute('aria-expanded')) !== 'true') await thread.click();
      await expect(thread).toHaveAttribute('aria-expanded', 'true');
      await window.locator('.items--scroll').evaluate((scroller) => scroller.scrollTo(0, 0));
    },
    async leave(window) {
      await window.getByRole('button', { name: /^4 items on the question/ }).click();
      await grouped(window, 'time');
    },
  },
  {
    name: 'compact',
    async go(window) {
      setDensity('compact');
      await view(window, '/inbox');
      await expect(window.locator('.item').first()).toBeVisible();
    },
    leave: async () => setDensity('comfortable'),
  },
  {
    name: 'nothing-unread',
    async go(window) {
      await view(window, '/inbox');
      setInbox(feed().map((entry) => ({ ...entry, unread: false })));
      await window
        .locator('.segments')
        .getByRole('button', { name: /^Unread/ })
        .click();
      await expect(window.getByText('You’re all caught up')).toBeVisible();
      await expect(window.getByText('Nothing matches')).toBeHidden();
    },
    async leave(window) {
      await window.getByRole('button', { name: 'Show all' }).click();
      setInbox(feed());
      await expect(window.locator('.item').first()).toBeVisible();
    },
  },
  {
    name: 'news',
    async go(window) {
      await view(window, '/settings/appearance');
      staged.agent.notice('Answer on Gardening', 'Why do my tomato seedlings grow tall and thin?', {
        id: 5,
        actions: [
          { id: 'open', label: 'Open' },
          { id: 'mark-read', label: 'Mark as read' },
          { id: 'snooze', label: 'Later today' },
        ],
      });
      await expect(window.locator('.announcements--news .announcement--open')).toBeVisible();
    },
    async leave(window) {
      staged.agent.withdraw(5);
      await expect(window.locator('.announcements--news .announcement--open')).toHaveCount(0);
    },
  },
];

/** German words are long: where they do not fit, it shows here. */
const inGerman: Sight[] = [
  { name: 'german-inbox', pictures: { light: [360, 1200] }, go: (window) => view(window, '/inbox') },
  {
    name: 'german-settings-notifications',
    pictures: { light: [900] },
    go: (window) => view(window, '/settings/notifications'),
  },
];

/** Opens the window for the tests of a `describe`, with this change to what the agent knows. */
function stage(change: Parameters<typeof openStaged>[1]): void {
  test.beforeAll(async ({ browser }) => void (staged = await openStaged(browser, change)));
  test.afterAll(() => staged.end());
}

test.describe('what else there is to see', () => {
  stage(({ world }) => {
    world.inbox = feed();
  });
  for (const sight of inEnglish) looks(sight, page);
});

test.describe('the first minute', () => {
  stage(({ world }) => {
    const site = (name: string) => ({ id: name.toLowerCase(), name, mine: true });
    const tag = (name: string, perDay: number) => ({ name, perDay });
    world.firstTags = [
      { site: site('Gardening'), tags: [tag('tomatoes', 3), tag('pruning', 0.4)], perDay: 3.4 },
      { site: site('Clockmaking'), tags: [tag('escapement', 0.5)], perDay: 0.5 },
    ];
  });
  looks(
    {
      name: 'first-steps',
      pictures: { light: [360, 1200] },
      async go(window) {
        await view(window, '/first-steps');
        await expect(window.getByText(/^Together: /)).toBeVisible();
      },
    },
    page,
  );
});

test.describe('in German', () => {
  stage(({ world }) => {
    world.inbox = feed();
    world.settings = { ...world.settings, language: 'de' };
  });
  test.beforeAll(() => expect(page().getByRole('heading', { level: 1, name: 'Posteingang' })).toBeVisible());
  for (const sight of inGerman) looks(sight, page);
});

/** Trouble in the agent's own words, each with what the person can do. */
const troubles: { condition: Condition; widths: number[]; go: (window: Page, title: string) => Promise<void> }[] = [
  {
    condition: {
      kind: 'offline',
      severity: 'problem',
      title: 'Demo network cannot be reached',
      advice: 'Check your internet connection, and the network’s address if you entered one. Askbell keeps trying.',
      retryAt: new Date(shownTime.getTime() + 2 * 60_000),
    },
    widths: [1200],
    go: async (window, title) => expect(await openStatus(window)).toContainText(title),
  },
  {
    condition: {
      kind: 'signed-out',
      severity: 'problem',
      title: 'You are signed out of Demo network',
      advice: 'Askbell’s access has expired or was revoked. Sign in again; nothing is lost.',
      account: 'demo',
    },
    widths: [360, 1200],
    // What stops news has a line.
    go: (window, title) => expect(window.getByRole('region', { name: 'Needs attention' })).toContainText(title),
  },
];

for (const { condition, widths, go } of troubles)
  test.describe(condition.kind, () => {
    const change = condition.kind === 'signed-out' ? { nextPoll: undefined } : undefined;
    stage((agent) => agent.becomeAccount(change, { conditions: [condition] }));
    looks(
      {
        name: condition.kind,
        pictures: { light: widths },
        async go(window) {
          await view(window, '/inbox');
          await expect(window.getByRole('button', { name: /Status:/ })).toContainText(condition.title);
          await go(window, condition.title);
        },
      },
      page,
    );
  });
