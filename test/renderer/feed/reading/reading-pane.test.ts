import { describe, it } from 'vitest';
import type { Acceptance, Reading } from '../../../../common/contract/contract.ts';
import { answer, first, items, pane, unread } from '../../stage/inbox-scene.ts';
import { picture } from '../../stage/picture.ts';
import { expect, expectAsked, inBrowser, lively, type Scene } from '../../stage/stage.ts';

inBrowser('the inbox', (stage) => {
  /** Reads the newest item. */
  async function read(reading: Reading, acceptance: Acceptance = { outcome: 'done' }): Promise<Scene> {
    const scene = await stage.open(lively());
    scene.agent.inbox.readings.set('item-1', reading);
    scene.agent.inbox.acceptance = acceptance;
    await scene.page.getByRole('link', { name: first }).click();
    return scene;
  }

  describe('reads', () => {
    it('an answer beside the list, marks it read, shows a picture when wanted, opens it, and copies the link', async () => {
      const { page, agent, complaints } = await read(answer());
      await expect(pane(page).getByText('You are close')).toBeVisible();
      await expect(pane(page)).toContainText('Score 7');
      await expect(pane(page)).toContainText('12,480 reputation');
      await expect(pane(page).getByRole('list', { name: 'Tags' })).toContainText('valves');
      await expect(pane(page).getByRole('link', { name: 'this question' })).toHaveAttribute(
        'href',
        'https://example.org/questions/3',
      );
      await expect(pane(page).locator('.hljs-keyword')).toHaveText('const');
      await expect(unread(page)).toHaveCount(1);
      await expect(items(page).first()).toBeVisible();
      expect(complaints).toEqual([]);
      const asked: string[] = [];
      await page.route('https://pictures.example/**', (route) => {
        asked.push(route.request().url());
        return route.fulfill({
          contentType: 'image/svg+xml',
          body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        });
      });
      const show = pane(page).getByRole('button', { name: 'Show the picture from pictures.example' });
      await expect(show).toBeVisible();
      expect(asked).toEqual([]);
      await show.click();
      await expect(pane(page).getByRole('img', { name: 'the valve' })).toBeVisible();
      expect(asked).toEqual(['https://pictures.example/valve.png']);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const opened = page.waitForEvent('popup');
      await pane(page).getByRole('link', { name: 'Open in browser' }).click();
      await opened;
      await expect.poll(() => agent.inputs('inbox.open')).toEqual([{ key: 'item-1', opened: true }]);
      await page.bringToFront();
      await pane(page).getByRole('button', { name: 'Copy link' }).click();
      await expect(page.getByText('Copied.')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('http://127.0.0.1:9/questions/1');
    });

    it('a comment among the others under its answer, below the beginning of both posts, and all of these when wanted', async () => {
      const { page, agent } = await stage.open(lively());
      const lines = '<p>What is wrong with my valve?</p>'.repeat(9);
      const question = answer({ post: { kind: 'question', html: lines, tags: ['pipes'], answers: 2 } });
      agent.inbox.readings.set('question:item-1', question);
      agent.inbox.readings.set('answer:item-1', answer());
      const comment = (id: number, html: string) => ({ id, html, owner: { name: `No. ${id}` }, isItem: id === 3 });
      const thread = [comment(2, 'Which valve?'), comment(3, 'The <b>left</b> one.')];
      const post = { kind: 'comment' as const, html: 'The left one.', tags: [] };
      agent.inbox.readings.set('item-1', answer({ post, thread }));
      await page.getByRole('link', { name: first }).click();
      const comments = pane(page).getByRole('list', { name: 'Comments' }).getByRole('listitem');
      await expect(comments).toHaveText(['No. 2 Which valve?', 'No. 3 The left one.']);
      await expect(comments.and(page.locator('[aria-current]'))).toHaveText('No. 3 The left one.');
      const around = pane(page).locator('.around');
      await expect(around).toHaveText([/^Question2 answersWhat is wrong/, /^AnswerScore 7.*You are close/]);
      const bottom = await around.first().evaluate((element) => element.getBoundingClientRect().bottom);
      expect(bottom).toBeLessThan((await comments.first().boundingBox())!.y);
      await expect(pane(page).getByText('pipes')).toHaveCount(0);
      await pane(page).getByRole('button', { name: 'Show the whole question' }).click();
      await expect(pane(page).getByText('pipes')).toBeVisible();
      await pane(page).getByRole('button', { name: 'Show less' }).click();
      await expect(pane(page).getByText('pipes')).toHaveCount(0);
    });

    it('a comment far down in its thread, in sight by itself, which marks nothing read and holds nobody back', async () => {
      const { page, agent } = await stage.open(lively(), { width: 500 });
      await expect(unread(page)).toHaveCount(2);
      const thread = Array.from({ length: 60 }, (_, id) => ({ id, html: `No. ${id}`, isItem: id === 50 }));
      const post = { kind: 'comment' as const, html: 'No. 50', tags: [] };
      agent.inbox.readings.set('item-1', answer({ post, thread }));
      await page.setViewportSize({ width: 1200, height: 800 });
      const current = pane(page).locator('.comments [aria-current]');
      await expect(current).toBeInViewport();
      await expect(unread(page)).toHaveCount(2);
      await pane(page).locator('.reading--body').hover();
      await page.mouse.wheel(0, -9000);
      await expect(unread(page)).toHaveCount(1);
      await expect(pane(page).getByText('No. 0')).toBeInViewport();
      await expect(current).not.toBeInViewport();
    });

    it('over the list where there is no room beside it, and gives the list back', async () => {
      const { page, agent } = await stage.open(lively(), { width: 500 });
      agent.inbox.readings.set('item-1', answer());
      await page.getByRole('link', { name: first }).click();
      await expect(pane(page).getByRole('heading', { name: first })).toBeFocused();
      await expect(page.locator('.feed--list')).toHaveAttribute('inert');
      await page.getByRole('button', { name: 'Back to the list' }).click();
      await expect(items(page).first().getByRole('link')).toBeFocused();
    });

    it.each([1200, 500])(
      'under a title with a thin line beside it, and no box, where a key led, %d px wide',
      async (width) => {
        const { page } = await stage.open(lively(), { width });
        const title = pane(page).getByRole('heading', { level: 2 });
        await items(page).first().getByRole('link').waitFor();
        for (const key of ['j', 'Enter']) await page.keyboard.press(key);
        await expect(title).toBeFocused();
        await expect(title).toHaveText(first);
        await page.mouse.move(-10, -10);
        const [letters, around] = [await picture(title, 'but left'), await picture(title, 'around')];
        const line = await title.evaluate((element) => getComputedStyle(element, '::before').width);
        expect(line).toBe('3px');
        await title.blur();
        // Only to the left of the letters is something gone.
        expect(await picture(title, 'but left')).toBe(letters);
        expect(await picture(title, 'around')).not.toBe(around);
      },
    );

    it('under a title with no line beside it where the pointer led', async () => {
      const { page } = await stage.open(lively(), { width: 1200 });
      const title = pane(page).getByRole('heading', { level: 2 });
      await items(page).first().getByRole('link').click();
      await expect(title).toBeFocused();
      await page.mouse.move(-10, -10);
      const around = await picture(title, 'around');
      await title.blur();
      expect(await picture(title, 'around')).toBe(around);
    });

    it('says why there is nothing to read: offline, throttled, deleted, or no post', async () => {
      const { page, agent } = await stage.open(lively(), { width: 1200 });
      for (const [index, [kind, words]] of (
        [
          ['offline', 'The network cannot be reached. Check your connection.'],
          ['throttled', 'The network asked for a pause.'],
          ['deleted', 'Deleted on the network.'],
          ['no-post', 'Askbell cannot show the post of this item.'],
        ] as const
      ).entries()) {
        const { post: _post, ...nothing } = answer({ trouble: { kind }, hasQuestion: false });
        agent.inbox.readings.set(`item-${index + 1}`, nothing);
        await items(page).nth(index).getByRole('link').click();
        await expect(pane(page)).toContainText(words);
        await expect(pane(page)).toContainText('Have you tried to move them nearer to the window?');
      }
    });
  });

  describe('accepts', () => {
    it('an answer, and takes that back', async () => {
      const { page, agent } = await read(answer({ canAccept: true }));
      await pane(page).getByRole('button', { name: 'Accept this answer' }).click();
      await expect(page.getByText('Answer accepted.')).toBeVisible();
      await expect(pane(page).getByText('Accepted', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('Answer unaccepted.')).toBeVisible();
      await expectAsked(agent, 'inbox.accept', [
        { key: 'item-1', undo: false },
        { key: 'item-1', undo: true },
      ]);
    });

    it('once the permission is there, without being asked for it a second time', async () => {
      const { page, agent } = await read(answer({ canAccept: true }), { outcome: 'needs-permission' });
      await pane(page).getByRole('button', { name: 'Accept this answer' }).click();
      await pane(page).getByRole('button', { name: 'Grant write access' }).click();
      await expect.poll(() => agent.asked('inbox.askToWrite')).toHaveLength(1);
      const { network } = agent.world.state.accounts[0]!;
      agent.become({ phase: 'signing-in', network, signIn: { means: 'window', dialogUrl: 'http://127.0.0.1:9/' } });
      await expect(page.getByRole('heading', { name: 'Sign in to Demo network' })).toBeVisible();
      agent.inbox.acceptance = { outcome: 'done' };
      agent.become({ phase: 'running', network: undefined, signIn: undefined });
      await expect(page.getByText('Answer accepted.')).toBeVisible();
      await expectAsked(agent, 'inbox.accept', [
        { key: 'item-1', undo: false },
        { key: 'item-1', undo: false },
      ]);
    });

    it.each([
      { which: 'another item', comes: true },
      { which: 'another item, which had not come yet,', comes: false },
    ])('nothing by itself where the person went on to $which meanwhile', async ({ comes }) => {
      const { page, agent } = await stage.open(lively());
      for (const key of ['item-1', 'item-2']) agent.inbox.readings.set(key, answer({ canAccept: true }));
      agent.inbox.acceptance = { outcome: 'needs-permission' };
      await page.getByRole('link', { name: first }).click();
      await pane(page).getByRole('button', { name: 'Accept this answer' }).click();
      await pane(page).getByRole('button', { name: 'Grant write access' }).click();
      await expect.poll(() => agent.asked('inbox.askToWrite')).toHaveLength(1);
      const held = comes ? undefined : agent.hold('inbox.read');
      await page.keyboard.press('j');
      await expect(pane(page).getByRole('heading', { name: first })).toHaveCount(0);
      await expect(pane(page).getByRole('button', { name: 'Accept this answer' })).toHaveCount(comes ? 1 : 0);
      held?.resolve();
      await page.keyboard.press('k');
      await expect(pane(page).getByRole('heading', { name: first })).toBeVisible();
      await expect(pane(page).getByRole('button', { name: 'Accept this answer' })).toBeEnabled();
      await expect.poll(() => agent.asked('inbox.accept')).toHaveLength(1);
    });

    it('and says in plain words what the network has against it', async () => {
      const { page } = await read(answer({ canAccept: true }), {
        outcome: 'refused',
        said: 'Another answer is accepted; undo that first',
      });
      await pane(page).getByRole('button', { name: 'Accept this answer' }).click();
      await expect(page.getByRole('alert')).toContainText(
        'The network refused to do that. It says: “Another answer is accepted; undo that first”',
      );
    });
  });
});
