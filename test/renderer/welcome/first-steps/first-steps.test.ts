import { it } from 'vitest';
import { findViolations } from '../../../support/axe.ts';
import {
  clockmaking,
  firstTagsOf,
  gardening,
  lively,
  runningState,
  welcomeState,
  type World,
} from '../../stage/fake-agent-data.ts';
import { expect, expectAsked, inBrowser } from '../../stage/stage.ts';

/** Somebody who has just signed in for the first time, with tags on two sites. */
const newcomer = (): World =>
  lively({
    watches: [],
    firstTags: [
      firstTagsOf(gardening, { tomatoes: 3, lawn: 48, pruning: 1, soil: undefined }),
      firstTagsOf(clockmaking, { escapement: 0.5 }),
    ],
  });

inBrowser('first steps', (stage) => {
  it('follow the sign-in: tags chosen beforehand with their rates, a notification, and then the inbox', async () => {
    const world = newcomer();
    world.state = welcomeState();
    const { page, agent, complaints } = await stage.open(world, { at: '/' });
    await expect(page.getByRole('heading', { level: 1, name: 'Know when someone answers' })).toBeVisible();
    const clicks = await page.evaluateHandle(() => {
      const counted = { clicks: 0 };
      addEventListener('pointerdown', () => void counted.clicks++, true);
      return counted;
    });
    await page.getByRole('button', { name: 'Try the demo' }).click();
    agent.become(runningState());
    const card = page.getByRole('region', { name: 'Get new questions in your tags' });
    await expect(card.getByRole('heading', { level: 2 })).toBeFocused();
    await expect(card.getByRole('img', { name: 'Step 2 of 3' })).toBeVisible();
    await expect(card.getByRole('checkbox', { checked: true })).toHaveCount(3);
    await expect(card.getByRole('checkbox', { name: 'tomatoes' })).toHaveAccessibleDescription('about 3 a day');
    await expect(card.getByRole('status')).toContainText('Together: about 5 a day A good amount.');
    await card.getByRole('checkbox', { name: 'pruning' }).uncheck();
    await card.getByRole('button', { name: 'Watch 2 tags' }).click();
    await expectAsked(agent, 'watches.import', [
      { site: 'gardening', tags: ['tomatoes'], as: 'one', alert: 'sound' },
      { site: 'clockmaking', tags: ['escapement'], as: 'one', alert: 'sound' },
    ]);

    // A stranger has the first watch within three clicks, of which one left a tag out.
    expect((await clicks.jsonValue()).clicks).toBe(3);

    const told = page.getByRole('region', { name: 'See what a notification looks like' });
    await told.getByRole('button', { name: 'Send a test notification' }).click();
    await told.getByRole('button', { name: 'No', exact: true }).click();
    await expect(told.getByRole('listitem')).toHaveCount(3);
    await expect(told).toContainText('Turn off “do not disturb”');
    await told.getByRole('button', { name: 'Send another one' }).click();
    await expect.poll(() => agent.asked('settings.testNotification')).toHaveLength(2);
    await told.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    await expect.poll(() => agent.asked('firstSteps.finish')).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('tick at most five calm tags at first, those before all others', async () => {
    const world = newcomer();
    const perDays = [5.1, 5, 4, 0, 3, undefined, 2, 1, 0.5];
    const tagged = Object.fromEntries(perDays.map((perDay, index) => [`tag-${index}`, perDay]));
    world.firstTags![0] = firstTagsOf(gardening, tagged);
    const { page } = await stage.open(world, { at: '/first-steps' });
    const tags = page.getByRole('checkbox');
    await expect(tags).toHaveCount(10);
    const shown = await page
      .getByRole('listitem')
      .getByRole('checkbox')
      .evaluateAll((boxes) =>
        (boxes as HTMLInputElement[]).map(
          ({ checked, labels }) => `${checked} ${labels?.[0]?.querySelector('strong')?.textContent}`,
        ),
      );
    expect(shown).toEqual([
      ...[1, 2, 4, 6, 7].map((index) => `true tag-${index}`),
      ...[0, 3, 5, 8].map((index) => `false tag-${index}`),
      'false escapement',
    ]);
  });

  it('offer a score for a busy tag, which then has a watch of its own', async () => {
    const { page, agent } = await stage.open(newcomer(), { at: '/first-steps' });
    const offer = page.getByRole('button', { name: /^From score/ });
    await expect(offer).toHaveText('From score 3 (lawn)');
    const lawn = page.getByRole('checkbox', { name: 'lawn' });
    await lawn.check();
    await expect(page.getByRole('status').filter({ hasText: 'Together' })).toContainText('That’s a lot.');
    await offer.click();
    await expect(lawn).toBeChecked();
    await expect(page.getByRole('status').filter({ hasText: 'Together' })).toContainText(
      'about 5 a day A good amount.',
    );
    await page.getByRole('button', { name: 'Watch 4 tags' }).click();
    await expect
      .poll(() => agent.inputs('watches.add'))
      .toMatchObject([{ site: 'gardening', rule: { anyTags: ['lawn'], minScore: 3 }, alert: 'sound' }]);
    expect(agent.inputs('watches.import')).toMatchObject([{ tags: ['tomatoes', 'pruning'] }, { tags: ['escapement'] }]);
  });

  it.each<[answer: NotificationPermission, text: string]>([
    ['granted', 'the browser shows notifications'],
    ['denied', 'This browser blocks notifications.'],
  ])('ask for the browser’s notifications where the system shows none: %s', async (answer, text) => {
    const world = newcomer();
    world.state.notificationsGoTo = 'terminal';
    const { page } = await stage.open(world, { at: '/first-steps' });
    await page.evaluate((given) => {
      Object.defineProperty(Notification, 'permission', { get: () => 'default' });
      Notification.requestPermission = () => Promise.resolve(given);
    }, answer);
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    const card = page.getByRole('region', { name: 'See what a notification looks like' });
    await card.getByRole('button', { name: 'Show notifications in this browser' }).click();
    await expect(card).toContainText(text);
    await expect(card.getByRole('button', { name: 'Send a test notification' })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });

  it('can be skipped one by one, or all at once', async () => {
    const { page, agent } = await stage.open(newcomer(), { at: '/first-steps' });
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await expect(page.getByRole('region', { name: 'See what a notification looks like' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Step 3 of 3' })).toBeVisible();
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
    await expect(page.getByRole('heading', { level: 1, name: 'Know when someone answers' })).toBeVisible();
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

  it('follow a welcome that offers language and theme before anybody has signed in', async () => {
    const world = { ...lively(), state: welcomeState() };
    const { page, agent } = await stage.open(world, { at: '/welcome', width: 360 });
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
    await expect.poll(() => agent.world.settings.appearance).toBe('dark');
    await expect(page.locator('html[data-theme="dark"]')).toBeAttached();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('es');
    await expect(page.getByRole('heading', { level: 1, name: 'Entérate cuando alguien responde' })).toBeVisible();
  });
});
