import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { withoutBrowser } from '../../support/chromium.ts';
import { expect } from '../../support/expect.ts';
import { lively, quiet, runningState } from '../stage/fake-agent-data.ts';
import { Stage } from '../stage/stage.ts';
import { WatchRule } from '../../../common/contract/contract.ts';
import type { z } from 'zod';

const ruleOf = (rule: z.input<typeof WatchRule>) => WatchRule.parse(rule);

/** Types in the page itself, a letter after the other: between keys that are sent to it, a busy machine may pause. */
function typeWithoutPause(field: HTMLElement | SVGElement, text: string): void {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
  const input = field as HTMLInputElement;
  for (const letter of text) {
    setValue.call(input, input.value + letter);
    input.dispatchEvent(new InputEvent('input', { bubbles: true, data: letter, inputType: 'insertText' }));
  }
}

describe.skipIf(withoutBrowser)('the views', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  describe('watches', () => {
    it('adds a watch by keyboard from the completion list', async () => {
      const { page, agent } = await stage.open(quiet(), { at: '/watches' });
      await expect(page.getByText('No watches yet')).toBeVisible();
      const tag = page.getByRole('combobox', { name: 'Tags', exact: true });
      await tag.fill('tom');
      await expect(
        page.getByRole('listbox', { name: 'Tags: suggestions', exact: true }).getByRole('option'),
      ).toHaveText(['tomatoes214 questions', 'automation1 question']);
      await tag.press('ArrowDown');
      await expect(page.getByRole('option', { name: /tomatoes/ })).toHaveAttribute('aria-selected', 'true');
      await tag.press('Enter');
      await expect(page.getByRole('list', { name: 'Tags: selected', exact: true })).toHaveText('tomatoes');
      await expect(tag).toHaveValue('');
      await tag.press('Enter');
      await expect(page.getByRole('list', { name: 'Your watches' })).toContainText('tomatoes');
      await expect(page.getByRole('list', { name: 'Tags: selected', exact: true })).toHaveCount(0);
      await expect
        .poll(() => agent.asked('watches.add')[0]?.input)
        .toEqual({
          site: 'gardening',
          rule: ruleOf({ anyTags: ['tomatoes'] }),
          alert: 'sound',
        });
    });

    it('asks for completions once per pause, not per letter, and never for a wildcard', async () => {
      const { page, agent } = await stage.open(quiet(), { at: '/watches' });
      const tag = page.getByRole('combobox', { name: 'Tags', exact: true });
      await tag.evaluate(typeWithoutPause, 'potato');
      await expect(page.getByRole('option', { name: /potatoes/ })).toBeVisible();
      await tag.evaluate(typeWithoutPause, '-*');
      await tag.press('Enter');
      await expect(page.getByRole('region', { name: 'Preview' })).toContainText('about 3 a day');
      await expect
        .poll(() => agent.asked('watches.completeTag').map((call) => call.input))
        .toEqual([{ site: 'gardening', text: 'potato' }]);
    });

    it('offers the own sites first', async () => {
      const { page } = await stage.open(quiet(), { at: '/watches' });
      const site = page.getByRole('combobox', { name: 'Site' });
      await expect(site).toHaveValue('gardening');
      await expect(site.locator('optgroup').first()).toHaveAttribute('label', 'Your sites');
      await expect(site.locator('optgroup').last().locator('option')).toHaveText(['Astronomy']);
    });

    it('asks for a tag when there is none, and tells a refusal at the field', async () => {
      const { page, agent } = await stage.open(quiet(), { at: '/watches' });
      await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('gardening');
      await page.getByRole('button', { name: 'Watch', exact: true }).click();
      const tag = page.getByRole('combobox', { name: 'Tags', exact: true });
      await expect(tag).toHaveAccessibleDescription(/Enter a tag first, or another condition below\.$/);
      await expect(tag).toBeFocused();
      agent.refusing.set('watches.add', { message: 'There is no such tag.', advice: 'Choose one from the list.' });
      await tag.fill('nosuch');
      await page.getByRole('button', { name: 'Watch', exact: true }).click();
      await expect(tag).toHaveAccessibleDescription(/There is no such tag\. Choose one from the list\.$/);
      await expect(page.getByRole('list', { name: 'Tags: selected', exact: true })).toHaveText('nosuch');
    });

    it('takes every condition, also what was typed and not entered', async () => {
      const { page, agent } = await stage.open(quiet(), { at: '/watches' });
      const field = (name: string) => page.getByRole('combobox', { name, exact: true });
      await page.getByRole('combobox', { name: 'Site' }).selectOption('clockmaking');
      await field('Tags').pressSequentially('Pendulum Clocks,python-*,', { delay: 5 });
      await page.getByText('More conditions').click();
      await field('All of these tags').fill('repair');
      await field('None of these tags').fill('quartz');
      await field('Words in the title').fill('strike train');
      await field('Words in the title').press('Enter');
      await field('Words in the title').fill('slow');
      await page.getByRole('textbox', { name: 'Minimum score' }).fill('3');
      await page.getByRole('checkbox', { name: 'Unanswered only' }).check();
      await page.getByRole('checkbox', { name: 'With a bounty' }).check();
      await page.getByRole('combobox', { name: 'When a question matches' }).selectOption('Notify silently');
      await page.getByRole('button', { name: 'Watch', exact: true }).click();
      await expect(page.getByRole('list', { name: 'Your watches' }).locator('> li')).toHaveCount(1);
      await expect
        .poll(() => agent.asked('watches.add').map((call) => call.input))
        .toEqual([
          {
            site: 'clockmaking',
            rule: ruleOf({
              anyTags: ['pendulum-clocks', 'python-*'],
              allTags: ['repair'],
              noTags: ['quartz'],
              titleWords: ['strike train', 'slow'],
              minScore: 3,
              unanswered: true,
              bounty: true,
            }),
            alert: 'silent',
          },
        ]);
    });

    it('does not keep a score that is no number', async () => {
      const { page, agent } = await stage.open(quiet(), { at: '/watches' });
      await page.getByText('More conditions').click();
      await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('tomatoes');
      const score = page.getByRole('textbox', { name: 'Minimum score' });
      await score.fill('many');
      await page.getByRole('button', { name: 'Watch', exact: true }).click();
      await expect(score).toHaveAccessibleDescription(/Enter a whole number\.$/);
      expect(agent.asked('watches.add')).toEqual([]);
    });

    it('shows what a watch would find and cost before it is kept, once per rule', async () => {
      const { page, agent } = await stage.open(quiet(), { at: '/watches' });
      const tag = page.getByRole('combobox', { name: 'Tags', exact: true });
      await tag.fill('tomatoes');
      await tag.press('Enter');
      await tag.fill('potatoes');
      await tag.press('Enter');
      const preview = page.getByRole('region', { name: 'Preview' });
      await expect(preview).toContainText('Findsabout 3 a day');
      await expect(preview).toContainText('Costsno extra requests; shares a request with potatoes');
      await expect(preview.getByRole('link', { name: 'Tomatoes split after rain' })).toBeVisible();
      await expect(preview).toContainText('Based on 100 questions from the last 4 days.');
      await expect
        .poll(() => agent.asked('watches.preview').map((call) => call.input))
        .toEqual([{ site: 'gardening', rule: ruleOf({ anyTags: ['tomatoes', 'potatoes'] }) }]);
    });

    it('keeps a watch although it could not be previewed', async () => {
      const { page, agent } = await stage.open(quiet(), { at: '/watches' });
      agent.refusing.set('watches.preview', { message: 'The network cannot be reached.', advice: 'Try again.' });
      const tag = page.getByRole('combobox', { name: 'Tags', exact: true });
      await tag.fill('tomatoes');
      await tag.press('Enter');
      await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
        'The network cannot be reached. You can add the watch all the same.',
      );
      await page.getByRole('button', { name: 'Watch', exact: true }).click();
      await expect(page.getByRole('list', { name: 'Your watches' }).locator('> li')).toHaveCount(1);
    });

    it('tells of each watch how much it finds, what it costs, and the latest', async () => {
      const { page } = await stage.open(lively(), { at: '/watches' });
      const watches = page.getByRole('list', { name: 'Your watches' }).locator('> li');
      await expect(watches.first()).toContainText('about 12 a day');
      await expect(watches.first()).toContainText('about 310 requests a day');
      await expect(watches.first()).toContainText('Tomatoes split after rain · 7 minutes ago');
      await expect(watches.nth(1)).toContainText('about 2 a week');
      await expect(watches.nth(1)).toContainText('no extra requests; shares a request with springs');
      await expect(watches.nth(1)).toContainText('score 2 or more');
    });

    it('changes what a watch does, mutes it, and removes it', async () => {
      const { page, agent } = await stage.open(lively(), { at: '/watches' });
      await page
        .getByRole('combobox', { name: /^When escapement or pendulum-\*.* on Clockmaking finds/ })
        .selectOption('Notify with a sound');
      const mute = page.getByRole('button', { name: 'Mute tomatoes on Gardening' });
      await expect(mute).toHaveAttribute('aria-pressed', 'false');
      await mute.click();
      await expect(mute).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByText('Muted: matches are listed, but you are not notified.')).toBeVisible();
      await expect
        .poll(() => agent.asked('watches.change').map((call) => call.input))
        .toEqual([
          { id: 'w2', alert: 'sound' },
          { id: 'w1', muted: true },
        ]);
      await page.getByRole('button', { name: 'Stop watching tomatoes on Gardening' }).click();
      await expect(page.getByRole('list', { name: 'Your watches' }).locator('> li')).toHaveCount(1);
    });

    it('changes the rule of a watch in its place', async () => {
      const { page, agent } = await stage.open(lively(), { at: '/watches' });
      await page.getByRole('button', { name: 'Change escapement' }).click();
      const form = page.getByRole('form', { name: /^Change escapement/ });
      await expect(form.getByRole('list', { name: 'Tags: selected', exact: true }).getByRole('listitem')).toHaveText([
        'escapement',
        'pendulum-*',
      ]);
      await expect(form.getByRole('textbox', { name: 'Minimum score' })).toHaveValue('2');
      await form.getByRole('button', { name: 'Remove pendulum-*' }).click();
      await form.getByRole('textbox', { name: 'Minimum score' }).fill('');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toHaveCount(0);
      await expect
        .poll(() => agent.asked('watches.change').map((call) => call.input))
        .toEqual([
          {
            id: 'w2',
            rule: ruleOf({ anyTags: ['escapement'], noTags: ['quartz'], titleWords: ['anchor'] }),
            alert: 'list',
          },
        ]);
    });
  });

  describe('settings', () => {
    it('says how much room the history takes', async () => {
      const { page } = await stage.open(lively(), { at: '/settings/data' });
      await expect(page.getByRole('region', { name: 'Data' })).toContainText('takes 5 MB on this computer');
    });

    it('changes what notifies, keeping the other kinds as they are', async () => {
      const { page, agent } = await stage.open(lively(), { at: '/settings/notifications' });
      await page.getByRole('switch', { name: 'Reputation' }).uncheck();
      const notify = { inbox: true, reputation: false, questions: true, badges: false };
      await expect.poll(() => agent.world.settings.notify).toEqual(notify);
      await page.getByRole('switch', { name: 'Badges' }).check();
      await expect.poll(() => agent.world.settings.notify).toEqual({ ...notify, badges: true });
      await page.getByRole('combobox', { name: 'Sound' }).selectOption({ label: 'No sound' });
      await expect.poll(() => agent.world.settings.sound).toBe('none');
    });

    it('sets quiet hours, over midnight or within a day, and their days', async () => {
      const { page, agent } = await stage.open(lively(), { at: '/settings/quiet' });
      const quiet = page.getByRole('region', { name: 'Quiet hours' });
      await expect(quiet.getByLabel('From')).toHaveCount(0);
      await quiet.getByRole('switch', { name: 'Be quiet at certain times' }).check();
      await quiet.getByLabel('From').fill('23:30');
      await expect(quiet.getByRole('group', { name: 'On nights that begin on' })).toBeVisible();
      await quiet.getByRole('checkbox', { name: 'Saturday' }).uncheck();
      await expect
        .poll(() => agent.world.settings.quietHours)
        .toEqual({ on: true, from: '23:30', to: '07:00', days: [1, 2, 3, 4, 5, 0] });
      await quiet.getByLabel('From').fill('05:00');
      await expect(quiet.getByRole('group', { name: 'On', exact: true })).toBeVisible();
      await quiet.getByRole('switch', { name: 'Respect “do not disturb”' }).uncheck();
      await expect.poll(() => agent.world.settings.respectDoNotDisturb).toBe(false);
    });

    it('mutes a site and lets it be heard again', async () => {
      const { page, agent } = await stage.open(lively(), { at: '/settings/notifications' });
      const sites = page.getByRole('region', { name: 'Sites' });
      await expect(sites.getByRole('switch')).toHaveCount(2);
      await sites.getByRole('switch', { name: 'Clockmaking' }).uncheck();
      await expect.poll(() => agent.world.settings.mutedSites).toEqual(['clockmaking']);
      await sites.getByRole('switch', { name: 'Clockmaking' }).check();
      await expect.poll(() => agent.world.settings.mutedSites).toEqual([]);
    });

    it('says until when it is quiet', async () => {
      const { page, agent } = await stage.open(lively());
      agent.become({ quiet: { because: 'quiet-hours', until: new Date(Date.now() + 3600_000) } });
      await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('Quiet until');
      agent.become({ quiet: { because: 'do-not-disturb' } });
      await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('Quiet: do not disturb');
    });

    it('takes a refused change back', async () => {
      const { page, agent } = await stage.open(lively(), { at: '/settings/application' });
      const start = page.getByRole('switch', { name: 'Start at login' });
      await expect(start).not.toBeChecked();
      agent.refusing.set('settings.change', {
        message: 'The system does not let Askbell start at login.',
        advice: 'Add it by hand.',
      });
      await start.click();
      await expect(page.getByText('The system does not let Askbell start at login.')).toBeVisible();
      await expect(start).not.toBeChecked();
    });

    it('wears the chosen appearance at once', async () => {
      const { page } = await stage.open(lively(), { at: '/settings/appearance' });
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await expect(page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'System' })).toBeChecked();
      const light = await background();
      await page.getByRole('radio', { name: 'Dark' }).check();
      await expect.poll(background).not.toBe(light);
      await page.getByRole('radio', { name: 'Light' }).check();
      await expect.poll(background).toBe(light);
    });

    it('sends a test notification and says where they go', async () => {
      const { page, agent } = await stage.open(lively(), { at: '/settings/notifications' });
      await expect(page.getByText('Notifications go to: desktop notifications.')).toBeVisible();
      await page.getByRole('button', { name: 'Send a test notification' }).click();
      await expect(page.getByText('Test notification sent.')).toBeVisible();
      await expect.poll(() => agent.asked('settings.testNotification')).toHaveLength(1);
    });

    it('says where the sign-in is kept', async () => {
      const { page } = await stage.open(lively(), { at: '/settings' });
      await expect(page.getByText('Your sign-in is stored in the system keyring.')).toBeVisible();
    });

    it('warns when the sign-in is kept only for the session', async () => {
      const world = lively();
      world.state.secrets = { persistent: false, where: 'keyring', why: 'none' };
      world.settings.language = 'de';
      const { page } = await stage.open(world, { at: '/settings' });
      await expect(
        page.locator('.s-notice__warning').getByText('Du bleibst angemeldet, bis Askbell beendet wird.'),
      ).toBeVisible();
    });

    it('leads to another network and back, and signs out', async () => {
      const { page } = await stage.open(lively(), { at: '/settings' });
      await page.getByRole('button', { name: 'Add a network' }).click();
      await expect(page.getByRole('heading', { name: 'Add a network' })).toBeVisible();
      await page.getByRole('button', { name: 'Back' }).click();
      await page.getByRole('button', { name: 'Sign out of Demo network' }).click();
      const asked = page.getByRole('dialog', { name: 'Sign out of Demo network?' });
      await expect(asked).toContainText('Everything you have received stays on this computer.');
      await asked.getByRole('button', { name: 'Sign out', exact: true }).click();
      await expect(page.locator('.welcome--again')).toContainText('You are signed out of Demo network.');
    });

    it('has its keys and its palette for who reads the history signed out', async () => {
      const world = lively();
      const [account] = world.state.accounts;
      world.state = {
        ...world.state,
        phase: 'welcome',
        accounts: [],
        signedOut: [{ id: account!.id, network: account!.network, person: account!.person }],
      };
      const { page } = await stage.open(world);
      await page.getByRole('button', { name: 'Read what you have received' }).click();
      await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
      await page.keyboard.type('gr');
      await expect(page.getByRole('heading', { name: 'Reputation' }).first()).toBeVisible();
      await page.keyboard.type('gi');
      await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    });
  });

  describe('getting around', () => {
    it('goes where a notification or the tray wants it to be', async () => {
      const { page, agent } = await stage.open(lively());
      await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
      agent.navigate('watches');
      await expect(page.getByRole('heading', { name: 'Watches' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Watches' })).toHaveAttribute('aria-current', 'page');
    });

    it('goes to the inbox from an address that leads nowhere', async () => {
      const { page } = await stage.open(lively(), { at: '/nowhere' });
      await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    });

    it('says that Askbell is starting until it has started', async () => {
      const world = lively();
      world.state.phase = 'starting';
      const { page, agent } = await stage.open(world);
      await expect(page.getByRole('heading', { name: 'Starting Askbell…' })).toBeVisible();
      agent.become({ phase: 'running' });
      await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    });

    it('shows grey lines, not an empty list, while a list is on its way', async () => {
      const { page, agent } = await stage.open(lively(), { at: '/settings' });
      await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
      agent.hanging.add('inbox.list');
      await page.getByRole('link', { name: /^Inbox/ }).click();
      await expect(page.getByText('Loading the inbox')).toBeAttached();
      await expect(page.getByText('Nothing here yet')).toHaveCount(0);
    });
  });

  it('counts unread items at the inbox, unread questions at the watches, and both in the title', async () => {
    const world = lively();
    world.state = { ...runningState(), unread: 45, unreadMatches: 15 };
    const { page } = await stage.open(world);
    const views = page.getByRole('navigation', { name: 'Views' });
    await expect(views.getByRole('link', { name: 'Inbox' })).toHaveText('Inbox30 unread');
    await expect(views.getByRole('link', { name: 'Watches' })).toHaveText('Watches15 unread');
    await expect(views.getByRole('link', { name: 'Reputation' })).toHaveText('Reputation');
    await expect(page).toHaveTitle('(45) Askbell');
  });

  it('counts a thousand unread as more than 999', async () => {
    const world = lively();
    world.state = { ...runningState(), unread: 1000 };
    const { page } = await stage.open(world);
    await expect(page.getByRole('link', { name: /^Inbox/ })).toContainText('999+');
  });
});
