import { describe, it } from 'vitest';
import { expect, expectAsked, inBrowser, lively, quiet, runningState } from '../stage/stage.ts';
import { WatchRule } from '../../../common/contract/contract.ts';

/** Types in the page itself, a letter after the other: between keys that are sent to it, a busy machine may pause. */
function typeWithoutPause(field: HTMLElement | SVGElement, text: string): void {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
  const input = field as HTMLInputElement;
  for (const letter of text) {
    setValue.call(input, input.value + letter);
    input.dispatchEvent(new InputEvent('input', { bubbles: true, data: letter, inputType: 'insertText' }));
  }
}

inBrowser('the views', (stage) => {
  describe('watches', () => {
    it('asks for completions once per pause, never for a wildcard, and keeps a watch that could not be previewed', async () => {
      const { page, agent } = await stage.open(quiet(), { at: '/watches' });
      const tag = page.getByRole('combobox', { name: 'Tags', exact: true });
      await tag.evaluate(typeWithoutPause, 'potato');
      await expect(page.getByRole('option', { name: /potatoes/ })).toBeVisible();
      await tag.evaluate(typeWithoutPause, '-*');
      await tag.press('Enter');
      await expect(page.getByRole('region', { name: 'Preview' })).toContainText('about 3 a day');
      await expectAsked(agent, 'watches.completeTag', [{ site: 'gardening', text: 'potato' }]);
      agent.refusing.set('watches.preview', { message: 'The network cannot be reached.', advice: 'Try again.' });
      await tag.fill('tomatoes');
      await tag.press('Enter');
      await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
        'The network cannot be reached. You can add the watch all the same.',
      );
      await page.getByRole('button', { name: 'Add watch', exact: true }).click();
      await expect(page.getByRole('list', { name: 'Your watches' }).locator('> li')).toHaveCount(1);
    });

    it('offers the own sites first, asks for a tag, tells a refusal at the field, and adds a watch by keyboard', async () => {
      const { page, agent } = await stage.open(quiet(), { at: '/watches' });
      await expect(page.getByText('No watches yet')).toBeVisible();
      const site = page.getByRole('combobox', { name: 'Site' });
      await expect(site).toHaveValue('gardening');
      await expect(site.locator('optgroup').first()).toHaveAttribute('label', 'Your sites');
      await expect(site.locator('optgroup').last().locator('option')).toHaveText(['Astronomy']);
      await page.getByRole('button', { name: 'Add watch', exact: true }).click();
      const tag = page.getByRole('combobox', { name: 'Tags', exact: true });
      await expect(tag).toHaveAccessibleDescription(/Enter a tag first, or another condition below\.$/);
      await expect(tag).toBeFocused();
      agent.refusing.set('watches.add', { message: 'There is no such tag.', advice: 'Choose one from the list.' });
      await tag.fill('nosuch');
      await page.getByRole('button', { name: 'Add watch', exact: true }).click();
      await expect(tag).toHaveAccessibleDescription(/There is no such tag\. Choose one from the list\.$/);
      await expect(page.getByRole('list', { name: 'Tags: selected', exact: true })).toHaveText('nosuch');
      agent.refusing.clear();
      await page.getByRole('button', { name: 'Remove nosuch' }).click();
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
        .poll(() => agent.inputs('watches.add').at(-1))
        .toEqual({ site: 'gardening', rule: WatchRule.parse({ anyTags: ['tomatoes'] }), alert: 'sound' });
    });

    it('takes every condition, also what was typed and not entered, and no score that is no number', async () => {
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
      const score = page.getByRole('textbox', { name: 'Tell me at a score of' });
      await score.focus();
      await page.getByRole('checkbox', { name: 'Unanswered only' }).check();
      await page.getByRole('checkbox', { name: 'With a bounty' }).check();
      await page.getByRole('group', { name: 'When one comes up' }).getByRole('button', { name: 'Silent' }).click();
      const add = page.getByRole('button', { name: 'Add watch', exact: true });
      for (const none of ['many', '1.5']) {
        await score.fill(none);
        await add.click();
        await expect(score).toHaveAccessibleDescription(/Enter a whole number\.$/);
      }
      expect(agent.asked('watches.add')).toEqual([]);
      await score.fill('−3');
      await add.click();
      await expect(page.getByRole('list', { name: 'Your watches' }).locator('> li')).toHaveCount(1);
      await expectAsked(agent, 'watches.add', [
        {
          site: 'clockmaking',
          rule: WatchRule.parse({
            anyTags: ['pendulum-clocks', 'python-*'],
            allTags: ['repair'],
            noTags: ['quartz'],
            titleWords: ['strike train', 'slow'],
            minScore: -3,
            unanswered: true,
            bounty: true,
          }),
          alert: 'silent',
        },
      ]);
    });

    it('tells of each watch how much it finds and the latest, changes what it does, and mutes it', async () => {
      const { page, agent } = await stage.open(lively(), { at: '/watches', width: 1200 });
      const watches = page.getByRole('list', { name: 'Your watches' }).locator('> li');
      await expect(watches).toHaveText([
        /^Gtomatoes1 newGardening\. Tomatoes split after rainabout 12 a daySound$/,
        /^Cescapement or pendulum-\*.*score 2 or moreClockmaking\. Nothing yetabout 2 a weekDon’t notify$/,
      ]);
      await watches.first().click();
      const pane = page.getByRole('region', { name: 'tomatoes on Gardening' });
      await expect(pane).toContainText('about 12 a day 87 this week');
      await watches.nth(1).click();
      const alert = page.getByRole('group', { name: 'When one comes up' });
      await expect(alert.getByRole('button', { name: 'Don’t notify' })).toHaveAttribute('aria-pressed', 'true');
      await alert.getByRole('button', { name: 'Sound' }).click();
      await watches.first().click();
      const mute = page.getByRole('button', { name: 'Mute tomatoes on Gardening' });
      await expect(mute).toHaveAttribute('aria-pressed', 'false');
      await mute.click();
      await expect(mute).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByText('Muted: matches are listed, but you are not notified.')).toBeVisible();
      await expectAsked(agent, 'watches.change', [
        { id: 'w2', alert: 'sound' },
        { id: 'w1', muted: true },
      ]);
    });

    it('changes the rule of a watch in its place, or returns to the pencil', async () => {
      const { page, agent } = await stage.open(lively(), { at: '/watches/w2' });
      const pencil = page.getByRole('button', { name: 'Edit' });
      const form = page.getByRole('form', { name: /^Change escapement/ });
      await pencil.click();
      const unanswered = form.getByRole('checkbox', { name: 'Unanswered only' });
      await expect(unanswered).toBeHidden();
      await form.getByRole('button', { name: 'Cancel' }).click();
      await expect(pencil).toBeFocused();
      agent.world.watches[1]!.rule.unanswered = true;
      agent.changed('watches');
      await expect(page.getByRole('heading', { level: 2 })).toContainText('unanswered');
      await pencil.click();
      await expect(unanswered).toBeChecked();
      const tags = form.getByRole('list', { name: 'Tags: selected', exact: true }).getByRole('listitem');
      await expect(tags).toHaveText(['escapement', 'pendulum-*']);
      const score = form.getByRole('textbox', { name: 'Tell me at a score of' });
      await expect(score).toHaveValue('2');
      await form.getByRole('button', { name: 'Remove pendulum-*' }).click();
      await score.fill('');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toHaveCount(0);
      await expectAsked(agent, 'watches.change', [
        {
          id: 'w2',
          rule: WatchRule.parse({
            anyTags: ['escapement'],
            noTags: ['quartz'],
            titleWords: ['anchor'],
            unanswered: true,
          }),
          alert: 'list',
        },
      ]);
    });
  });

  it('have their keys and their palette for who reads the history signed out', async () => {
    const { accounts: signedOut } = runningState();
    const { page } = await stage.open(lively({ state: { phase: 'welcome', accounts: [], signedOut } }));
    await page.getByRole('button', { name: 'Open inbox' }).click();
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    await page.keyboard.type('gr');
    await expect(page.getByRole('heading', { name: 'Reputation' }).first()).toBeVisible();
    await page.keyboard.type('gi');
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    for (const key of ['Escape', '?']) await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  it('say that Askbell is starting, go to the inbox from an address that leads nowhere, and show grey lines until it is there', async () => {
    const { page, agent } = await stage.open(lively({ state: { phase: 'starting' } }), { at: '/nowhere' });
    await expect(page.getByRole('heading', { name: 'Starting…' })).toBeVisible();
    agent.hold('inbox.list');
    agent.become({ phase: 'running' });
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    await expect(page.getByText('Loading the inbox')).toBeAttached();
    await expect(page.getByText('Nothing here yet')).toHaveCount(0);
  });

  it('count unread items at the inbox to 999, unread questions at the watches, and both in the title', async () => {
    const { page, agent } = await stage.open(lively({ state: { unread: 45, unreadMatches: 15 } }));
    const views = page.getByRole('navigation', { name: 'Views' });
    await expect(views.getByRole('link', { name: 'Inbox' })).toHaveText('Inbox30 unread');
    await expect(views.getByRole('link', { name: 'Watches' })).toHaveText('Watches15 unread');
    await expect(views.getByRole('link', { name: 'Reputation' })).toHaveText('Reputation');
    await expect(page).toHaveTitle('(45) Askbell');
    agent.become({ unread: 1000, unreadMatches: 0 });
    await expect(views.getByRole('link', { name: 'Inbox' })).toContainText('999+');
  });
});
