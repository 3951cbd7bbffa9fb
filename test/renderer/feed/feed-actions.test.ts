import { describe, it } from 'vitest';
import { BESIDE, chooseFilter, first, items, of, ofOneSite, pane, snoozeByKeys, unread } from '../stage/inbox-scene.ts';
import { expect, expectAsked, inBrowser, lively } from '../stage/stage.ts';

inBrowser('the inbox', (stage) => {
  describe('is put in order', () => {
    it('announces a refused deed, marks all read, gives exactly that back, says that nothing is left, and marks one read and unread', async () => {
      const { page, agent } = await stage.open(lively(), BESIDE);
      agent.refusing.set('inbox.markAllRead', { message: 'Nothing was marked.', advice: 'Try again later.' });
      await page.getByRole('button', { name: 'Mark 2 read' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Nothing was marked. Try again later.' })).toBeVisible();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByText('Nothing was marked.')).toHaveCount(0);
      agent.refusing.clear();
      await page.getByRole('button', { name: 'Mark 2 read' }).click();
      await expect(unread(page)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Mark all read' })).toBeDisabled();
      await expect(page).toHaveTitle('Askbell');
      // Ctrl+Z is left to the text that is being written.
      const search = page.getByRole('searchbox', { name: 'Search the inbox' });
      await search.pressSequentially('cuckoo');
      await page.keyboard.press('Control+z');
      await expect(search).not.toHaveValue('cuckoo');
      expect(agent.asked('inbox.undo')).toEqual([]);
      for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
      await expect(items(page)).toHaveCount(4);
      const counted = agent.hold('inbox.counts');
      await page.keyboard.press('Control+z');
      await expect(unread(page)).toHaveCount(2);
      // It is still being undone: whether something is left to undo is not said before.
      await page.keyboard.press('Control+z');
      expect(await page.getByText('There is nothing left to undo.').count()).toBe(0);
      counted.resolve();
      await expect(page.getByText('There is nothing left to undo.')).toBeVisible();
      await items(page).first().hover();
      await page.getByRole('button', { name: 'Mark read: Why do my tomato' }).click();
      await expect(unread(page)).toHaveCount(1);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(unread(page)).toHaveCount(2);
      await items(page).first().hover();
      await page.getByRole('button', { name: 'Mark read: Why do my tomato' }).click();
      await page.getByRole('button', { name: 'Mark unread: Why do my tomato' }).click();
      await expect(unread(page)).toHaveCount(2);
      await expectAsked(agent, 'inbox.mark', [
        { keys: ['item-1'], as: 'read' },
        { keys: ['item-1'], as: 'read' },
        { keys: ['item-1'], as: 'unread' },
      ]);
    });

    it('marks read what the filter in force leaves, says what that is, and nothing else; all of it is undone', async () => {
      const world = of(4, (index) => ({ unread: true, ...(index === 3 && { watchIds: ['w1'] }) }));
      const { page, agent } = await stage.open(world, BESIDE);
      const markAll = (name: string) => page.getByRole('button', { name, exact: true });
      await expect(markAll('Mark 3 read')).toBeVisible();
      await chooseFilter(page, 'Gardening');
      await expect(markAll('Mark 2 read in Gardening')).toBeVisible();
      await page.getByRole('button', { name: /^Unread/ }).click();
      await expect(markAll('Mark 2 read in Gardening')).toBeVisible();
      await page.locator('main').press('Shift+A');
      await expect(page.getByText('2 items marked as read.')).toBeVisible();
      await expect.poll(() => agent.inbox.unread).toEqual(['item-2', 'item-4']);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => agent.inbox.unread).toHaveLength(4);
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await page.getByRole('searchbox').fill('zz');
      await expect(markAll('Mark all read')).toBeDisabled();
    });

    it('takes back one deed after the other, the latest first, and nothing that was typed', async () => {
      const { page } = await stage.open(of(6, () => ({ unread: true })));
      const search = page.getByRole('searchbox', { name: 'Search the inbox' });
      await search.pressSequentially('the');
      await page.keyboard.press('Control+Backspace');
      await expect(search).toHaveValue('');
      await expect(items(page).first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await expect(items(page).first().getByRole('link')).toBeFocused();
      await page.keyboard.type('ujujuj');
      await expect(unread(page)).toHaveCount(3);
      for (const left of [4, 5, 6]) {
        await page.keyboard.press('Control+z');
        await expect(unread(page)).toHaveCount(left);
      }
      await page.keyboard.press('Control+z');
      await expect(page.getByText('There is nothing left to undo.')).toBeVisible();
      await expect(search).toHaveValue('');
      await expect(unread(page)).toHaveCount(6);
    });

    it('snoozes an item, lists what is snoozed, undoes it, mutes questions, and unmutes them where they are listed', async () => {
      const { page, agent } = await stage.open(lively(), BESIDE);
      await items(page).first().getByRole('link').focus();
      await snoozeByKeys(page);
      await expect(items(page)).toHaveCount(3);
      await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Snoozed' }).click();
      await expect(items(page)).toHaveCount(1);
      await expect(items(page).first()).toContainText(first);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('Nothing is snoozed')).toBeVisible();
      await expect(page.getByText('Nothing matches')).toBeHidden();
      await page.getByRole('button', { name: 'Clear the filters' }).click();
      await expect(items(page)).toHaveCount(4);
      await items(page).first().getByRole('link').focus();
      for (const key of ['m', 'ArrowDown', 'm']) await page.keyboard.press(key);
      await expect(items(page).first()).toContainText('Muted');
      await chooseFilter(page, 'Muted questions');
      const unmute = page.getByRole('dialog').getByRole('button', { name: /^Unmute/ });
      await expect(unmute).toHaveCount(2);
      await page.getByRole('button', { name: `Unmute: ${first}` }).press('Enter');
      // The keyboard goes on from what is taken away.
      await expect(unmute).toHaveCount(1);
      await expect(unmute).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByText('No questions are muted.')).toBeVisible();
      await expect.poll(() => agent.asked('inbox.unmute')).toHaveLength(2);
      // What was done in a dialog can be taken back there.
      await page.keyboard.press('Control+z');
      await expect.poll(() => agent.asked('inbox.undo')).toHaveLength(2);
    });

    it('beside a reading pane whose edge is dragged or moved by keys, and stays there', async () => {
      const { page } = await stage.open(lively(), BESIDE);
      const edge = page.getByRole('separator', { name: 'Width of the list' });
      const width = () => page.locator('.feed--list').evaluate((list: HTMLElement) => list.offsetWidth);
      await expect(edge).toHaveAttribute('aria-valuenow', '456');
      await page.mouse.move(656, 400);
      await page.mouse.down();
      await page.mouse.move(720, 400);
      await page.mouse.up();
      await expect.poll(width).toBe(520);
      await edge.press('ArrowLeft');
      await expect.poll(width).toBe(504);
      await page.reload();
      await expect(edge).toHaveAttribute('aria-valuenow', '504');
      await edge.press('End');
      // What is read keeps its room, also in a window that became smaller.
      await expect.poll(width).toBe(640);
      await page.setViewportSize({ width: 1100, height: 720 });
      await page.reload();
      await expect.poll(width).toBe(540);
      await page.setViewportSize({ ...BESIDE, height: 720 });
      await expect.poll(width).toBe(640);
      await edge.dblclick();
      await expect.poll(width).toBe(456);
    });

    it('goes on from where it was when an item is snoozed by key, in the list and in what is read', async () => {
      const { page, agent } = await stage.open(ofOneSite(8), BESIDE);
      await expect(items(page).first()).toBeVisible();
      const row = (key: string) => page.locator(`[data-item="${key}"]`);
      await page.keyboard.type('jjj');
      await expect(row('item-3')).toBeFocused();
      await snoozeByKeys(page);
      await expect(row('item-3')).toHaveCount(0);
      await expect(row('item-4')).toBeFocused();
      await page.keyboard.press('j');
      await expect(row('item-5')).toBeFocused();
      // The last one has no next.
      await page.keyboard.press('End');
      await expect(row('item-8')).toBeFocused();
      await snoozeByKeys(page);
      await expect(row('item-8')).toHaveCount(0);
      await expect(row('item-7')).toBeFocused();
      await expectAsked(agent, 'inbox.snooze', [
        { keys: ['item-3'], until: 'tomorrow' },
        { keys: ['item-8'], until: 'tomorrow' },
      ]);
      for (const key of ['Home', 'j', 'Enter']) await page.keyboard.press(key);
      await expect(pane(page).getByRole('heading', { name: 'How do I regulate' })).toBeFocused();
      await snoozeByKeys(page);
      await expect(pane(page).getByRole('heading', { name: 'Escapement stops' })).toBeFocused();
      await expect(items(page)).toHaveCount(5);
    });

    it('is done with for several at once: by x and by clicks with Ctrl and Shift', async () => {
      const { page, agent } = await stage.open(ofOneSite(8), BESIDE);
      await expect(items(page)).toHaveCount(8);
      const title = (at: number) => items(page).nth(at).locator('.item--title');
      const asked = async (operation: 'inbox.mark' | 'inbox.snooze') =>
        agent.asked(operation).at(-1)?.input as { keys: string[] };
      const chosen = page.getByRole('status').filter({ hasText: 'selected' });
      await page.keyboard.type('jxjjx');
      await expect(chosen).toHaveText('2 selected');
      await title(5).click({ modifiers: ['Shift'] });
      await title(3).click({ modifiers: ['ControlOrMeta'] });
      await expect(chosen).toHaveText('4 selected');
      expect(page.context().pages()).toHaveLength(1);
      await page.keyboard.press('u');
      // What is read already is left alone.
      const keysAt = (...rows: number[]) => rows.map((at) => `item-${at + 1}`);
      await expect.poll(() => asked('inbox.mark')).toEqual({ keys: keysAt(0), as: 'read' });
      await expect(chosen).toHaveCount(0);
      await expect(title(3)).toBeFocused();
      await page.keyboard.press('x');
      await title(5).click({ modifiers: ['ControlOrMeta'] });
      await page.keyboard.press('u');
      await expect.poll(() => asked('inbox.mark')).toEqual({ keys: keysAt(3, 5), as: 'unread' });
      await expect(chosen).toHaveCount(0);

      await items(page).nth(1).hover();
      await items(page).nth(1).getByRole('checkbox').check();
      await items(page)
        .nth(3)
        .getByRole('checkbox')
        .click({ modifiers: ['Shift'] });
      await page.locator('.feed--list > .head').getByRole('button', { name: 'Snooze' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Tomorrow' }).click();
      await expect.poll(() => asked('inbox.snooze')).toEqual({ keys: keysAt(1, 2, 3), until: 'tomorrow' });
      await expect(items(page)).toHaveCount(5);
      await expect(page.getByRole('checkbox')).toHaveCount(0);

      await page.keyboard.type('x');
      await expect(chosen).toHaveText('1 selected');
      await page.keyboard.press('Escape');
      await expect(chosen).toHaveCount(0);
    });

    it('is done with by key twenty times in a row, always with the focus on the next, and comes back', async () => {
      const { page, agent } = await stage.open(ofOneSite(22), BESIDE);
      const row = (key: string) => page.locator(`[data-item="${key}"]`);
      await expect(row('item-1')).toBeVisible();
      await page.keyboard.type(`j${'e'.repeat(20)}`);
      await expect(row('item-21')).toBeFocused();
      await expect(items(page)).toHaveCount(2);
      const keys = Array.from({ length: 20 }, (_, at) => `item-${at + 1}`);
      expect(agent.inputs('inbox.mark')).toEqual(keys.map((key) => ({ keys: [key], as: 'done' })));
      expect(agent.inbox.unread).toEqual([]);
      await page.keyboard.press('z');
      await expect(row('item-20')).toBeVisible();
      await expect(items(page)).toHaveCount(3);
      // The last that is left.
      for (const key of ['End', 'e']) await page.keyboard.press(key);
      await expect(row('item-21')).toBeFocused();
      await page.keyboard.type('ee');
      await expect(page.getByText('You’re all caught up')).toBeVisible();
      await page.getByRole('button', { name: 'Show done items' }).click();
      await expect(row('item-1')).toBeVisible();
    });

    it('is saved and done for several at once, found in views of their own, and put back there', async () => {
      const { page, agent } = await stage.open(ofOneSite(6), BESIDE);
      await expect(items(page)).toHaveCount(6);
      const saved = items(page).filter({ hasText: 'Saved.' });
      const view = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name });
      await expect(view('Saved')).toHaveCount(0);
      await page.keyboard.type('jxjxs');
      await expect(saved).toHaveCount(2);
      await expect(view('Saved')).toHaveText('Saved2');
      await page.keyboard.type('xjx');
      await page.locator('.feed--list > .head').getByRole('button', { name: 'Done' }).click();
      await expect(items(page)).toHaveCount(4);
      await expect(page.getByText('2 items done.')).toBeVisible();
      await expect(page.locator('[data-item="item-4"]')).toBeFocused();
      await page.keyboard.press('z');
      await expect(items(page)).toHaveCount(6);
      await items(page).nth(1).hover();
      await items(page).nth(1).getByRole('button', { name: 'Done: ' }).click();
      await expect(items(page)).toHaveCount(5);
      expect(agent.inputs('inbox.mark')).toEqual([
        { keys: ['item-1', 'item-2'], as: 'saved' },
        { keys: ['item-2', 'item-3'], as: 'done' },
        { keys: ['item-2'], as: 'done' },
      ]);
      agent.inbox.entries = agent.inbox.entries.map((entry) => ({ ...entry, question: `demo/${entry.key}` }));
      agent.changed('inbox');
      await items(page).first().getByRole('link').focus();
      await page.keyboard.type('xjxm');
      await expect(page.getByText('2 questions muted.')).toBeVisible();
      expect(agent.inputs('inbox.mute')).toEqual([{ keys: ['item-1', 'item-3'], muted: true }]);
      await expect(items(page).filter({ hasText: 'Muted' })).toHaveCount(2);
      await page.keyboard.press('z');
      await expect(items(page).filter({ hasText: 'Muted' })).toHaveCount(0);
      await view('Saved').click();
      await expect(page.locator('nav [aria-current]')).toHaveText(['Saved2']);
      await expect(items(page)).toHaveCount(2);
      // What is snoozed stays here, and so does the focus.
      await page.keyboard.type('jh');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Tomorrow/ })
        .click();
      await expect(items(page).first()).toContainText('Snoozed until');
      await expect(page.locator('[data-item="item-1"]')).toBeFocused();
      await page.keyboard.press('s');
      await expect(items(page)).toHaveCount(1);
      await expect(page.locator('[data-item="item-2"]')).toBeFocused();
      await view('Done').click();
      await expect(items(page)).toHaveCount(1);
      await page.keyboard.type('je');
      await expect(page.getByText('Nothing is done yet')).toBeVisible();
      await page.getByRole('button', { name: 'Clear the filters' }).click();
      await expect(items(page)).toHaveCount(5);
      await expect(saved).toHaveCount(1);
    });

    it('is snoozed until a chosen date and time', async () => {
      const world = ofOneSite(4);
      world.inbox[0]!.question = 'gardening/1';
      const { page, agent } = await stage.open(world, BESIDE);
      await expect(items(page)).toHaveCount(4);
      await page.keyboard.type('jh');
      const dialog = page.getByRole('dialog');
      // Each choice says when it ends.
      await expect(dialog.getByRole('button', { name: /^Tomorrow \w{3}.* 0?9:00/ })).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Someone writes', exact: true })).toBeVisible();
      const field = dialog.getByLabel('Date and time');
      const chosen = await field.inputValue();
      await dialog.getByRole('button', { name: 'Snooze' }).click();
      await expect(items(page)).toHaveCount(3);
      const until = new Date(await page.evaluate((text) => new Date(text).getTime(), chosen));
      await expect.poll(() => agent.inputs('inbox.snooze')[0]).toEqual({ keys: ['item-1'], until });
    });

    it('means all of a folded thread by its keys, goes on with what follows, and means one row of an unfolded one', async () => {
      const world = ofOneSite(5, (index) => ({ unread: true, ...(index < 3 && { question: 'q1' }) }));
      const { page, agent } = await stage.open(world, BESIDE);
      await page.context().route('http://127.0.0.1:9/**', (route) => route.fulfill({ body: 'the question' }));
      const unreadKeys = () => agent.inbox.unread;
      const { inbox } = world;
      const begin = async () => {
        agent.inbox.entries = inbox;
        agent.changed('inbox');
        await expect(unread(page)).toHaveCount(3);
        await items(page).first().locator('[data-item]').focus();
      };
      await begin();
      await snoozeByKeys(page);
      await expect(items(page)).toHaveCount(2);
      await expect(page.locator('[data-item="item-4"]')).toBeFocused();
      await expectAsked(agent, 'inbox.snooze', [{ keys: ['item-1', 'item-2', 'item-3'], until: 'tomorrow' }]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(items(page)).toHaveCount(3);
      expect(unreadKeys()).toHaveLength(5);
      await begin();
      await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('o')]);
      await expect.poll(unreadKeys).toEqual(['item-4', 'item-5']);
      await expect(unread(page)).toHaveCount(2);
      await begin();
      await page.keyboard.press('Enter');
      await expect(pane(page).getByRole('heading', { name: first })).toBeFocused();
      await expect.poll(unreadKeys).toEqual(['item-4', 'item-5']);
      await page.keyboard.press('j');
      await expect.poll(unreadKeys).toEqual(['item-5']);
      await begin();
      await page.keyboard.press('t');
      await expect(items(page)).toHaveCount(5);
      const answered = agent.hold('inbox.mute');
      await page.keyboard.press('m');
      await expect(items(page).filter({ hasText: 'Muted' })).toHaveCount(3);
      answered.resolve();
      await page.keyboard.press('Enter');
      await expect.poll(unreadKeys).toEqual(['item-2', 'item-3', 'item-4', 'item-5']);
      await snoozeByKeys(page);
      await expect.poll(() => agent.inputs('inbox.snooze').at(-1)).toEqual({ keys: ['item-1'], until: 'tomorrow' });
    });
  });
});
