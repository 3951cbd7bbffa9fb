import { describe, it } from 'vitest';
import { findViolations } from '../../../support/axe.ts';
import { BESIDE, chips, chooseFilter, items, pane } from '../../stage/inbox-scene.ts';
import { expect, inBrowser, lively, withSecondAccount } from '../../stage/stage.ts';

inBrowser('the inbox', (stage) => {
  describe('finds', () => {
    it('as one types, marks what it found, says when that is nothing, and is left by Escape: first the words, then the field', async () => {
      const { page, agent } = await stage.open(lively());
      await expect(items(page)).toHaveCount(4);
      await page.keyboard.press('/');
      await page.keyboard.type('cuckoo');
      await expect(items(page)).toHaveCount(1);
      await expect(page.locator('mark')).toHaveText('cuckoo');
      await page.keyboard.type('zz');
      await expect(page.getByText('Nothing matches')).toBeVisible();
      await page.getByRole('button', { name: 'Clear the filters' }).click();
      await expect(items(page)).toHaveCount(4);
      await page.keyboard.press('/');
      await page.keyboard.type('cuckoo');
      await expect(items(page)).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(items(page)).toHaveCount(4);
      await expect(page.getByRole('searchbox', { name: 'Search the inbox' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(items(page).first().getByRole('link')).toBeFocused();
      // An empty search is left also where nothing is listed.
      agent.inbox.entries = [];
      agent.changed('inbox');
      await expect(page.getByText('Nothing here yet')).toBeVisible();
      for (const key of ['/', 'Escape']) await page.keyboard.press(key);
      await page.keyboard.type('gw');
      await expect(page.getByRole('heading', { name: 'Watches' })).toBeVisible();
    });

    it('and names the filters in force as chips, each dropped alone, and offers the words that were typed where none has such a name', async () => {
      const { page } = await stage.open(lively());
      await expect(chips(page)).toHaveCount(0);
      await chooseFilter(page, 'Clockmaking');
      await chooseFilter(page, 'escapement');
      await page.getByRole('searchbox').fill('cuckoo zz');
      await expect(page.getByText('Nothing matches')).toBeVisible();
      await expect(chips(page)).toHaveText(['Clockmaking', 'escapement']);
      await page.getByRole('button', { name: 'Remove the filter Site: Clockmaking' }).click();
      await expect(chips(page)).toHaveText(['escapement']);
      // By keyboard: in the empty field Backspace takes the last one away.
      await page.keyboard.press('Escape');
      await page.locator('main').press('f');
      await page.keyboard.press('Backspace');
      await expect(chips(page)).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Filters' })).toHaveCount(0);
      await expect(items(page)).toHaveCount(4);
      await page.locator('main').press('f');
      await page.keyboard.type('cuckoo');
      await expect(page.getByRole('option')).toHaveText(['“cuckoo”']);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('searchbox')).toHaveValue('cuckoo');
      await expect(items(page)).toHaveCount(1);
    });

    it('by filters that combine, say how much they leave, and stay, also where news come in before the agent has stored one', async () => {
      const { page, agent } = await stage.open(lively());
      await page.locator('main').press('f');
      await expect(page.getByRole('option', { name: 'Gardening' })).toHaveText('Gardening2');
      await page.keyboard.type('gard');
      await page.keyboard.press('Enter');
      await expect(items(page)).toHaveCount(2);
      await page.getByRole('button', { name: /^Unread/ }).click();
      await expect(items(page)).toHaveCount(1);
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('link', { name: /^Inbox/ }).click();
      await expect(items(page)).toHaveCount(1);
      await expect.poll(() => agent.inbox.kept).toEqual({ site: ['gardening'], unread: true });
      await page.reload();
      await expect(items(page)).toHaveCount(1);
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await expect(items(page)).toHaveCount(4);
      await expect(items(page)).toHaveCount(4);
      const stored = agent.hold('inbox.saveFilter');
      await page.getByRole('button', { name: /^Unread/ }).click();
      await expect(items(page)).toHaveCount(2);
      const title = 'A title that was edited meanwhile';
      agent.inbox.entries = agent.inbox.entries.map((entry) => ({ ...entry, title }));
      agent.changed('inbox');
      await expect(items(page).first()).toContainText(title);
      await expect(items(page)).toHaveCount(2);
      stored.resolve();
      await expect.poll(() => agent.inbox.kept).toEqual({ unread: true });
      await expect(page.getByRole('button', { name: /^Unread/ })).toHaveAttribute('aria-pressed', 'true');
    });
  });

  it('finds by several values of a kind, saved as a view that the sidebar lists, renamed and removed with a way back', async () => {
    const { page, agent } = await stage.open(lively(), BESIDE);
    const lit = page.getByRole('navigation', { name: 'Views' }).locator('[aria-current]');
    const view = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name });
    const name = async (text: string) => {
      await page.getByRole('textbox', { name: 'Name of the view' }).fill(text);
      await page.keyboard.press('Enter');
    };
    await chooseFilter(page, 'Comment');
    await expect(items(page)).toHaveCount(1);
    await chooseFilter(page, 'New answer');
    await expect(chips(page)).toHaveText(['Comment and New answer']);
    await expect(items(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Save view' }).click();
    await name('First news');
    await expect(lit).toHaveText(['First news']);
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await expect(items(page)).toHaveCount(4);
    await expect(lit).toHaveText([/^Inbox/]);
    await view('First news').click();
    await expect(items(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Rename the view' }).click();
    await name('News');
    await expect(lit).toHaveText(['News']);
    await page.getByRole('button', { name: 'Remove the view' }).click();
    await expect(view('News')).toHaveCount(0);
    await expect(lit).toHaveText([/^Inbox/]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(lit).toHaveText(['News']);
    expect(agent.inbox.views).toMatchObject([{ name: 'News', view: { kind: ['comment', 'new_answer'] } }]);
    // A value that is chosen again is dropped, and a view is found by its name.
    await chooseFilter(page, 'New answer');
    await expect(chips(page)).toHaveText(['Comment']);
    await chooseFilter(page, 'By site');
    await chooseFilter(page, 'News', 'Views');
    await expect(items(page)).toHaveCount(2);
    await page.locator('main').press('f');
    await expect(page.getByRole('option', { checked: true })).toHaveText([/^Comment/, /^New answer/, /^By site/]);
    await page.keyboard.press('Escape');
    expect(await findViolations(page)).toEqual([]);
    await view('Gardening').click();
    await expect(lit).toHaveText([/Gardening/]);
    // Another view leaves the filter as it is.
    await page.getByRole('link', { name: /^Watches/ }).click();
    await page.goBack();
    await expect(lit).toHaveText([/Gardening/]);
  });

  it('closes what was read, and drops the site filtered for, with the account they belong to', async () => {
    const world = lively();
    const { inbox } = world;
    const accounts = [...world.state.accounts];
    const theirs = {
      ...inbox[0]!,
      key: 'theirs',
      account: 'second',
      place: 2_000_000,
      title: 'Came to the second account',
      site: { id: 'second/beds', name: 'Beds' },
    };
    world.inbox = [theirs, ...inbox];
    const { page, agent } = await stage.open(withSecondAccount(world, {}), BESIDE);
    await chooseFilter(page, 'Beds');
    await page.getByRole('link', { name: theirs.title }).click();
    await expect(pane(page)).toContainText(theirs.title);
    await expect.poll(() => agent.inbox.kept).toEqual({ site: ['second/beds'] });
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await chooseFilter(page, 'second', 'Network');
    await expect(items(page)).toHaveCount(1);
    await expect.poll(() => agent.inbox.kept).toEqual({ account: ['second'] });
    agent.inbox.kept = {};
    agent.inbox.entries = inbox;
    agent.become({ accounts });
    agent.changed('inbox');
    await expect(pane(page)).toHaveCount(0);
    await expect(chips(page)).toHaveCount(0);
    await expect(items(page)).toHaveCount(4);
  });
});
