import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { findViolations } from '../../../support/axe.ts';
import { withoutBrowser } from '../../../support/chromium.ts';
import { expect } from '../../../support/expect.ts';
import { lively, runningState, welcomeState, type World } from '../../stage/fake-agent-data.ts';
import { Stage } from '../../stage/stage.ts';

/** Somebody who has just signed in for the first time, with tags on two sites. */
function newcomer(): World {
  const world = lively();
  world.watches = [];
  world.firstTags = [
    {
      site: { id: 'gardening', name: 'Gardening', mine: true },
      tags: [{ name: 'tomatoes', perDay: 3 }, { name: 'pruning', perDay: 1 }, { name: 'soil' }],
      perDay: 3.6,
    },
    {
      site: { id: 'clockmaking', name: 'Clockmaking', mine: true },
      tags: [{ name: 'escapement', perDay: 0.5 }],
      perDay: 0.5,
    },
  ];
  return world;
}

describe.skipIf(withoutBrowser)('first steps', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  it('follow the sign-in: tags chosen beforehand with their rates, sites, a notification, and then the inbox', async () => {
    const world = newcomer();
    world.state = welcomeState();
    const { page, agent, complaints } = await stage.open(world, { at: '/' });
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Askbell' })).toBeVisible();
    const clicks = await page.evaluateHandle(() => {
      const counted = { clicks: 0 };
      addEventListener('pointerdown', () => void counted.clicks++, true);
      return counted;
    });
    await page.getByRole('button', { name: 'Try the demo network' }).click();
    agent.become(runningState());
    const card = page.getByRole('region', { name: 'Watch the tags you write about' });
    await expect(card.getByRole('heading', { level: 2 })).toBeFocused();
    await expect(card.getByRole('checkbox', { checked: true })).toHaveCount(4);
    await expect(card.getByRole('checkbox', { name: 'tomatoes' })).toHaveAccessibleDescription('about 3 a day');
    await expect(card.getByRole('status')).toHaveText('New questions in all: about 4 a day.');
    expect(await findViolations(page)).toEqual([]);
    for (const appearance of ['dark', 'contrast'] as const) {
      agent.world.settings = { ...agent.world.settings, appearance };
      agent.changed('settings');
      await expect(page.locator('body')).toHaveClass(appearance === 'dark' ? /theme-dark/ : /theme-highcontrast/);
      expect(await findViolations(page, { type: 'tag', values: ['cat.color'] })).toEqual([]);
    }
    await card.getByRole('checkbox', { name: 'soil' }).uncheck();
    await card.getByRole('button', { name: 'Watch 3 tags' }).click();
    await expect
      .poll(() => agent.asked('watches.import').map(({ input }) => input))
      .toEqual([
        { site: 'gardening', tags: ['tomatoes', 'pruning'], as: 'one', alert: 'sound' },
        { site: 'clockmaking', tags: ['escapement'], as: 'one', alert: 'sound' },
      ]);

    // A stranger has the first watch within three clicks, of which one left a tag out.
    expect((await clicks.jsonValue()).clicks).toBe(3);

    const sites = page.getByRole('region', { name: 'Which sites matter?' });
    await expect(sites).toContainText('Step 2 of 3');
    await sites.getByRole('switch', { name: 'Clockmaking' }).uncheck();
    await expect.poll(() => agent.world.settings.mutedSites).toEqual(['clockmaking']);
    await sites.getByRole('button', { name: 'Next' }).click();

    const told = page.getByRole('region', { name: 'See what a notification looks like' });
    await told.getByRole('button', { name: 'Send a test notification' }).click();
    await told.getByRole('button', { name: 'No, I saw nothing' }).click();
    await expect(told.getByRole('listitem')).toHaveCount(3);
    await expect(told).toContainText('Turn off “do not disturb”');
    await told.getByRole('button', { name: 'Send another one' }).click();
    await expect.poll(() => agent.asked('settings.testNotification')).toHaveLength(2);
    await page.setViewportSize({ width: 360, height: 640 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
      .toBeLessThanOrEqual(0);
    await told.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    await expect.poll(() => agent.asked('firstSteps.finish')).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it.each<[answer: NotificationPermission, text: string]>([
    ['granted', 'the browser shows notifications'],
    ['denied', 'This browser blocks notifications from this page.'],
  ])('ask for the browser’s notifications where the system shows none: %s', async (answer, text) => {
    const world = newcomer();
    world.state.notificationsGoTo = 'terminal';
    const { page } = await stage.open(world, { at: '/first-steps' });
    await page.evaluate((given) => {
      Object.defineProperty(Notification, 'permission', { get: () => 'default' });
      Notification.requestPermission = () => Promise.resolve(given);
    }, answer);
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    const card = page.getByRole('region', { name: 'See what a notification looks like' });
    await card.getByRole('button', { name: 'Show notifications in this browser' }).click();
    await expect(card).toContainText(text);
    await expect(card.getByRole('button', { name: 'Send a test notification' })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });

  it('can be skipped one by one, or all at once', async () => {
    const { page, agent } = await stage.open(newcomer(), { at: '/first-steps' });
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Which sites matter?' })).toBeVisible();
    await page.getByRole('button', { name: 'Skip all' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    await expect.poll(() => agent.asked('firstSteps.finish')).toHaveLength(1);
    expect(agent.asked('watches.import')).toEqual([]);
    await page.evaluate(() => (location.hash = '/first-steps'));
    await expect(page).toHaveURL(/#\/inbox$/);
  });

  it('are not shown to those who had them, nor in the way of who signs in from another place', async () => {
    const world = lively();
    world.state = welcomeState();
    const { page, agent } = await stage.open(world, { at: '/' });
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Askbell' })).toBeVisible();
    agent.become(runningState());
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    expect(agent.asked('firstSteps.tags')).toEqual([]);
    agent.world.firstTags = newcomer().firstTags;
    await page.evaluate(() => (location.hash = '/settings/accounts'));
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    agent.become({ phase: 'signing-in' });
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toHaveCount(0);
    agent.become({ phase: 'running' });
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  });
});

describe.skipIf(withoutBrowser)('the welcome', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  it('offers language and theme before anybody has signed in', async () => {
    const world = { ...lively(), state: welcomeState() };
    const { page, agent } = await stage.open(world, { at: '/welcome', width: 360 });
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
    await expect.poll(() => agent.world.settings.appearance).toBe('dark');
    await expect(page.locator('body')).toHaveClass(/theme-dark/);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('es');
    await expect(page.getByRole('heading', { level: 1, name: 'Te damos la bienvenida a Askbell' })).toBeVisible();
  });
});
