import { expect } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { withoutBrowser } from '../support/chromium.ts';
import { inboxOf, lively, quiet, runningState } from './fake-agent-data.ts';
import { Stage } from './stage.ts';

describe.skipIf(withoutBrowser)('the views', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.set();
  }, 60_000);
  afterEach(() => stage.clear());
  afterAll(() => stage.strike());

  describe('inbox', () => {
    it('lists where, what and how long ago, and marks what is unread', async () => {
      const { page, complaints } = await stage.play(lively());
      const rows = page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem');
      await expect(rows).toHaveCount(4);
      await expect(rows.first()).toContainText('Comment');
      await expect(rows.first()).toContainText('Gardening');
      await expect(rows.first()).toContainText('3 minutes ago');
      await expect(rows.first()).toContainText('Why do my tomato seedlings grow tall and thin?');
      await expect(rows.filter({ hasText: 'Unread.' })).toHaveCount(2);
      await expect(page).toHaveTitle('(2) Askbell');
      expect(complaints).toEqual([]);
    });

    it('marks read and unread', async () => {
      const { page, agent } = await stage.play(lively());
      await page.getByRole('button', { name: 'Mark read: Why do my tomato' }).click();
      await expect(page.getByText('Unread.')).toHaveCount(1);
      await page.getByRole('button', { name: 'Mark unread: Why do my tomato' }).click();
      await expect(page.getByText('Unread.')).toHaveCount(2);
      expect(agent.asked('inbox.setRead').map((call) => call.input)).toEqual([
        { keys: ['item-1'], read: true },
        { keys: ['item-1'], read: false },
      ]);
    });

    it('marks everything read', async () => {
      const { page } = await stage.play(lively());
      await page.getByRole('button', { name: 'Mark all read' }).click();
      await expect(page.getByText('Unread.')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Mark all read' })).toBeDisabled();
      await expect(page).toHaveTitle('Askbell');
    });

    it('opens an item in a new tab of the browser and marks it read', async () => {
      const { page } = await stage.play(lively());
      const opened = page.waitForEvent('popup');
      await page.getByRole('link', { name: 'Why do my tomato' }).click();
      await opened;
      await expect(page.getByText('Unread.')).toHaveCount(1);
    });

    it('makes no link of an address that is not of the web', async () => {
      const world = lively();
      world.inbox = inboxOf(1).map((entry) => ({ ...entry, link: 'javascript:alert(1)' }));
      const { page } = await stage.play(world);
      await expect(page.getByText('Why do my tomato')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Why do my tomato' })).toHaveCount(0);
    });

    it('loads more, without losing or doubling anything', async () => {
      const world = lively();
      world.inbox = inboxOf(120);
      const { page } = await stage.play(world);
      const rows = page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem');
      await expect(rows).toHaveCount(50);
      await page.getByRole('button', { name: 'Load more' }).click();
      await expect(rows).toHaveCount(100);
      await page.getByRole('button', { name: 'Load more' }).click();
      await expect(rows).toHaveCount(120);
      await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
    });

    it('shows what arrives without being asked', async () => {
      const { page, agent } = await stage.play(quiet());
      await expect(page.getByText('Nothing here yet')).toBeVisible();
      agent.world.inbox = inboxOf(1);
      agent.become({ unread: 1 });
      agent.changed('inbox');
      await expect(page.getByRole('link', { name: 'Why do my tomato' })).toBeVisible();
    });

    it('says in plain words that the list cannot be had, and asks again', async () => {
      const world = lively();
      const { page, agent } = await stage.play(world, { at: '/reputation' });
      await expect(page.getByRole('heading', { name: 'Reputation' })).toBeVisible();
      agent.refusing.set('inbox.list', { message: 'The history cannot be read.', advice: 'Restart Askbell.' });
      await page.getByRole('link', { name: /^Inbox/ }).click();
      await expect(page.getByRole('alert')).toContainText('The history cannot be read. Restart Askbell.');
      agent.refusing.clear();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('link', { name: 'Why do my tomato' })).toBeVisible();
    });

    it('announces a refused deed, and lets it be dismissed', async () => {
      const { page, agent } = await stage.play(lively());
      agent.refusing.set('inbox.markAllRead', { message: 'Nothing was marked.', advice: 'Try again later.' });
      await page.getByRole('button', { name: 'Mark all read' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Nothing was marked. Try again later.' })).toBeVisible();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByText('Nothing was marked.')).toHaveCount(0);
    });
  });

  describe('watches', () => {
    it('adds a watch by keyboard from the completion list', async () => {
      const { page, agent } = await stage.play(quiet(), { at: '/watches' });
      await expect(page.getByText('No tags watched yet')).toBeVisible();
      const tag = page.getByRole('combobox', { name: 'Tag' });
      await tag.fill('tom');
      await expect(page.getByRole('listbox', { name: 'Tag: suggestions' }).getByRole('option')).toHaveText(['tomatoes214 questions', 'automation1 question']);
      await tag.press('ArrowDown');
      await expect(page.getByRole('option', { name: /tomatoes/ })).toHaveAttribute('aria-selected', 'true');
      await tag.press('Enter');
      await expect(tag).toHaveValue('tomatoes');
      await tag.press('Enter');
      await expect(page.getByRole('list', { name: 'Watched tags' })).toContainText('tomatoes');
      await expect(tag).toHaveValue('');
      expect(agent.asked('watches.add')[0]?.input).toEqual({ site: 'gardening', tag: 'tomatoes', notify: true });
    });

    it('asks for completions once per pause, not per letter', async () => {
      const { page, agent } = await stage.play(quiet(), { at: '/watches' });
      await page.getByRole('combobox', { name: 'Tag' }).pressSequentially('potato', { delay: 5 });
      await expect(page.getByRole('option', { name: /potatoes/ })).toBeVisible();
      expect(agent.asked('watches.completeTag').map((call) => call.input)).toEqual([{ site: 'gardening', text: 'potato' }]);
    });

    it('offers the own sites first', async () => {
      const { page } = await stage.play(quiet(), { at: '/watches' });
      const site = page.getByRole('combobox', { name: 'Site' });
      await expect(site).toHaveValue('gardening');
      await expect(site.locator('optgroup').first()).toHaveAttribute('label', 'Your sites');
      await expect(site.locator('optgroup').last().locator('option')).toHaveText(['Astronomy']);
    });

    it('asks for a tag when there is none, and tells a refusal at the field', async () => {
      const { page, agent } = await stage.play(quiet(), { at: '/watches' });
      await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('gardening');
      await page.getByRole('button', { name: 'Watch', exact: true }).click();
      const tag = page.getByRole('combobox', { name: 'Tag' });
      await expect(tag).toHaveAccessibleDescription('Enter a tag first.');
      await expect(tag).toBeFocused();
      agent.refusing.set('watches.add', { message: 'There is no such tag.', advice: 'Choose one from the list.' });
      await tag.fill('nosuch');
      await page.getByRole('button', { name: 'Watch', exact: true }).click();
      await expect(tag).toHaveAccessibleDescription('There is no such tag. Choose one from the list.');
      await expect(tag).toHaveValue('nosuch');
    });

    it('switches notifying and removes a watch', async () => {
      const { page, agent } = await stage.play(lively(), { at: '/watches' });
      await page.getByRole('switch', { name: /escapement on Clockmaking/ }).check();
      await expect.poll(() => agent.asked('watches.setNotify').map((call) => call.input)).toEqual([{ id: 'w2', notify: true }]);
      await page.getByRole('button', { name: 'Stop watching tomatoes on Gardening' }).click();
      await expect(page.getByRole('list', { name: 'Watched tags' }).getByRole('listitem')).toHaveCount(1);
    });

    it('lists the latest matches and opens one', async () => {
      const { page, agent } = await stage.play(lively(), { at: '/watches' });
      const matches = page.getByRole('list', { name: 'Latest matches' });
      await expect(matches.getByRole('link')).toHaveText(['Tomatoes split after rain', 'Anchor or deadbeat for a first movement?']);
      await matches.getByRole('link').first().click();
      await expect(matches.getByText('Unread.')).toHaveCount(0);
      expect(agent.asked('watches.openMatch')[0]?.input).toEqual({ site: 'gardening', questionId: 11, opened: true });
    });
  });

  it('shows reputation by account and what changed it', async () => {
    const { page } = await stage.play(lively(), { at: '/reputation' });
    const accounts = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
    await expect(accounts).toHaveText([/Gardening12,480\+35 today/, /Clockmaking871−2 today/, /Cooking over an open fire1010 today/]);
    const changes = page.getByRole('region', { name: 'Changes' }).getByRole('listitem');
    await expect(changes).toHaveCount(4);
    await expect(changes.nth(1)).toContainText('+25');
    await expect(changes.nth(1)).toContainText('Accepted answer');
    await expect(changes.nth(3)).toContainText('Reputation changed');
  });

  it('says where reputation will appear when there is none yet', async () => {
    const { page } = await stage.play(quiet(), { at: '/reputation' });
    await expect(page.getByText('No changes yet')).toBeVisible();
  });

  describe('settings', () => {
    it('changes what notifies, keeping the other kinds as they are', async () => {
      const { page, agent } = await stage.play(lively(), { at: '/settings' });
      await page.getByRole('switch', { name: 'Reputation' }).uncheck();
      await expect.poll(() => agent.world.settings.notify).toEqual({ inbox: true, reputation: false, questions: true });
      await page.getByRole('switch', { name: 'Silent' }).check();
      await expect.poll(() => agent.world.settings.silent).toBe(true);
    });

    it('takes a refused change back', async () => {
      const { page, agent } = await stage.play(lively(), { at: '/settings' });
      const start = page.getByRole('switch', { name: 'Start at login' });
      await expect(start).not.toBeChecked();
      agent.refusing.set('settings.change', { message: 'The system does not let Askbell start at login.', advice: 'Add it by hand.' });
      await start.click();
      await expect(page.getByText('The system does not let Askbell start at login.')).toBeVisible();
      await expect(start).not.toBeChecked();
    });

    it('wears the chosen appearance at once', async () => {
      const { page } = await stage.play(lively(), { at: '/settings' });
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await expect(page.getByRole('radio', { name: 'As the system' })).toBeChecked();
      const light = await background();
      await page.getByRole('radio', { name: 'Dark' }).check();
      await expect.poll(background).not.toBe(light);
      await page.getByRole('radio', { name: 'Light' }).check();
      await expect.poll(background).toBe(light);
    });

    it('sends a test notification and says where they go', async () => {
      const { page, agent } = await stage.play(lively(), { at: '/settings' });
      await expect(page.getByText('Notifications go to: desktop notifications.')).toBeVisible();
      await page.getByRole('button', { name: 'Send a test notification' }).click();
      await expect(page.getByText('A test notification is on its way.')).toBeVisible();
      expect(agent.asked('settings.testNotification')).toHaveLength(1);
    });

    it('says where the sign-in is kept', async () => {
      const { page } = await stage.play(lively(), { at: '/settings' });
      await expect(page.getByText('Your sign-in is kept in the system keyring.')).toBeVisible();
    });

    it('warns when the sign-in is kept only for the session', async () => {
      const world = lively();
      world.state.secrets = { persistent: false, detail: 'This system has no keyring, so you stay signed in until Askbell quits.' };
      const { page } = await stage.play(world, { at: '/settings' });
      await expect(page.locator('.s-notice__warning').getByText('This system has no keyring, so you stay signed in until Askbell quits.')).toBeVisible();
    });

    it('leads to another network and back, and signs out', async () => {
      const { page } = await stage.play(lively(), { at: '/settings' });
      await page.getByRole('button', { name: 'Use another network' }).click();
      await expect(page.getByRole('heading', { name: 'Use another network' })).toBeVisible();
      await page.getByRole('button', { name: 'Back' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByText('You are signed out of Demo network.')).toBeVisible();
    });
  });

  describe('getting around', () => {
    it('goes where a notification or the tray wants it to be', async () => {
      const { page, agent } = await stage.play(lively());
      await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
      agent.navigate('watches');
      await expect(page.getByRole('heading', { name: 'Watches' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Watches' })).toHaveAttribute('aria-current', 'page');
    });

    it('goes to the inbox from an address that leads nowhere', async () => {
      const { page } = await stage.play(lively(), { at: '/nowhere' });
      await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    });

    it('says that Askbell is starting until it has started', async () => {
      const world = lively();
      world.state.phase = 'starting';
      const { page, agent } = await stage.play(world);
      await expect(page.getByRole('heading', { name: 'Starting Askbell…' })).toBeVisible();
      agent.become({ phase: 'running' });
      await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    });

    it('shows grey lines, not an empty list, while a list is on its way', async () => {
      const { page, agent } = await stage.play(lively(), { at: '/settings' });
      await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
      agent.hanging.add('inbox.list');
      await page.getByRole('link', { name: /^Inbox/ }).click();
      await expect(page.getByText('Loading the inbox')).toBeAttached();
      await expect(page.getByText('Nothing here yet')).toHaveCount(0);
    });
  });

  it('counts a thousand unread as more than 999', async () => {
    const world = lively();
    world.state = { ...runningState(), unread: 1000 };
    const { page } = await stage.play(world);
    await expect(page.getByRole('link', { name: /^Inbox/ })).toContainText('999+');
  });
});
