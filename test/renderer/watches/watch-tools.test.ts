import { describe, it } from 'vitest';
import { WatchRule } from '../../../common/contract/contract.ts';
import { expect, expectAsked, inBrowser, lively } from '../stage/stage.ts';

inBrowser('watches, beyond the list', (stage) => {
  const open = (world = lively(), at = '/watches') => stage.open(world, { at });
  const openForm = async (world = lively()) => {
    const scene = await open(world, '/watches/new');
    const tags = scene.page.getByRole('combobox', { name: 'Tags', exact: true });
    const enter = async (tag: string) => {
      await tags.fill(tag);
      await scene.page.keyboard.press('Enter');
    };
    await enter('tomatoes');
    return { ...scene, enter, preview: scene.page.getByRole('region', { name: 'Preview' }) };
  };
  const openImport = async (world = lively()) => {
    const scene = await open(world);
    await scene.page.getByRole('button', { name: 'Import tags' }).click();
    return { ...scene, dialog: scene.page.getByRole('dialog', { name: 'Import tags' }) };
  };

  it('says on the row, and in its pane, that the network does not answer for it', async () => {
    const world = lively();
    world.watches[0] = { ...world.watches[0]!, refused: true };
    const { page, complaints } = await open(world);
    const rows = page.getByRole('list', { name: 'Your watches' }).getByRole('listitem');
    const refused = 'The network refuses requests for this site.';
    await expect(rows.nth(0)).toContainText(refused);
    await expect(rows.nth(1)).not.toContainText('refuses requests');
    await rows.nth(0).getByRole('button').click();
    await expect(page.getByRole('region', { name: 'tomatoes on Gardening' })).toContainText(refused);
    expect(complaints).toEqual([]);
  });

  describe('importing tags', () => {
    it('tells what of a pasted list the site does not know before anything is kept, and makes a watch of each where wanted', async () => {
      const { page, agent, dialog, complaints } = await openImport();
      await dialog.getByLabel('Tags to import').fill('tomatoes, potatoes; nonsense\npendulum-*');
      await dialog.getByRole('button', { name: 'Check these tags' }).click();
      await expect(dialog).toContainText('2 tags exist on Gardening.');
      await expect(dialog.getByRole('button', { name: 'Check these tags' })).toBeFocused();
      await expect(dialog).toContainText('Not on Gardening: 1 tag; left out unless ticked.');
      await expect(dialog.getByRole('checkbox', { name: 'nonsense' })).not.toBeChecked();
      await expect(dialog.getByRole('checkbox', { name: 'pendulum-*' })).toBeChecked();
      expect(agent.asked('watches.import')).toEqual([]);
      await dialog.getByRole('checkbox', { name: 'potatoes' }).uncheck();
      await dialog.getByRole('button', { name: 'Watch 2 tags' }).click();
      await expect(dialog).toHaveCount(0);
      await expectAsked(agent, 'watches.import', [
        { site: 'gardening', tags: ['tomatoes', 'pendulum-*'], as: 'one', alert: 'sound' },
      ]);
      expect(complaints).toEqual([]);
      await page.getByRole('button', { name: 'Import tags' }).click();
      await dialog.getByLabel('Tags to import').fill('tomatoes potatoes');
      await dialog.getByRole('button', { name: 'Check these tags' }).click();
      await dialog.getByRole('button', { name: 'One for each' }).click();
      await dialog.getByRole('group', { name: 'When one comes up' }).getByRole('button', { name: 'Silent' }).click();
      await dialog.getByRole('button', { name: 'Watch 2 tags' }).click();
      await expect(page.getByText('2 watches added.')).toBeVisible();
      await expect(page.getByRole('list', { name: 'Your watches' }).locator('> li')).toHaveCount(5);
      await expect.poll(() => agent.inputs('watches.import')[1]).toMatchObject({ as: 'each', alert: 'silent' });
    });

    it('takes the tags that the person writes about most', async () => {
      const { dialog, agent } = await openImport();
      await dialog.getByRole('button', { name: 'My top tags on Gardening' }).click();
      await expect(dialog.getByRole('list', { name: 'Tags found' }).getByRole('listitem')).toHaveCount(3);
      await expect(dialog.getByRole('button', { name: 'Watch 3 tags' })).toBeEnabled();
      await expectAsked(agent, 'watches.myTags', [{ site: 'gardening' }]);
      await dialog.getByLabel('Site').selectOption('Astronomy');
      await dialog.getByRole('button', { name: 'My top tags on Astronomy' }).click();
      await expect(dialog).toContainText(
        'You have no account on Astronomy. Choose one of your sites, or paste a list.',
      );
    });

    it('says what was refused, keeps what was pasted, gives the focus back after Escape, and why tags could not be checked', async () => {
      const { page, agent, dialog } = await openImport();
      agent.refusing.set('watches.readTags', { message: 'You are not signed in.', advice: 'Sign in first.' });
      await dialog.getByLabel('Tags to import').fill('tomatoes');
      await dialog.getByRole('button', { name: 'Check these tags' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('You are not signed in. Sign in first.');
      await expect(dialog.getByLabel('Tags to import')).toHaveValue('tomatoes');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Import tags' })).toBeFocused();
      agent.refusing.clear();
      agent.world.asking = { kind: 'offline' };
      await page.keyboard.press('Enter');
      await dialog.getByLabel('Tags to import').fill('tomatoes');
      await dialog.getByRole('button', { name: 'Check these tags' }).click();
      await expect(dialog).toContainText('1 tag could not be checked.');
      await expect(dialog).toContainText('The network cannot be reached. Check your connection.');
      await dialog.getByRole('button', { name: 'Watch 1 tag' }).click();
      await expect.poll(() => agent.asked('watches.import')).toHaveLength(1);
    });
  });

  it('show top answerers for the tags of a watch, after saying in place why they could not be had, by month and for all time', async () => {
    const world = lively();
    world.asking = { kind: 'throttled', retryAt: new Date(Date.now() + 2000) };
    const { page, agent } = await open(world, '/watches/w1');
    await page.getByRole('button', { name: 'Top answerers of tomatoes on Gardening' }).click();
    const panel = page.getByRole('region', { name: 'Top answerers of tomatoes' });
    await expect(panel).toContainText('The network asked for a pause.');
    agent.world.asking = undefined;
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(panel.getByRole('row')).toHaveCount(2);
    await panel.getByRole('button', { name: 'All time' }).click();
    await expect(panel.getByRole('row')).toHaveText([
      /Name.*Score.*Answers.*Reputation/,
      /1\.\s*Ada Winter\s*312\s*88\s*12,480/,
      /2\.\s*Noor Quill/,
    ]);
    await panel.getByRole('button', { name: 'This month' }).click();
    await expect(panel.getByRole('row')).toHaveCount(2);
    const asked = { site: 'gardening', tag: 'tomatoes', period: 'month' };
    await expectAsked(agent, 'watches.topAnswerers', [asked, asked, { ...asked, period: 'all_time' }]);
    agent.world.topAnswerers.month = [];
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await page.goto(page.url().replace('inbox', 'watches/w2'));
    await page.getByRole('button', { name: /^Top answerers of escapement/ }).click();
    await expect(page.getByText('Nobody answered under escapement in this period.')).toBeVisible();
  });

  it('show what a rule would have found this week, all of it on demand; tell a part of a week, and that nothing can match', async () => {
    const world = lively();
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const [match] = world.preview.matches;
    const matches = Array.from({ length: 9 }, (_, index) => ({
      ...{ ...match!, questionId: index, title: `Question ${index}` },
      ...{ tags: ['tomatoes', 'soil'], createdAt: hoursAgo(index * 12) },
    }));
    const found = { ...world.preview, thisWeek: 9, matches };
    world.preview = found;
    const { agent, enter, preview } = await openForm(world);
    const enterFinding = async (tag: string, change: Partial<typeof found>) => {
      agent.world.preview = { ...found, ...change };
      await enter(tag);
    };
    await expect(preview).toContainText('about 3 a day');
    await expect(preview).toContainText('9 questions this week');
    await expect(preview).toContainText('Based on 100 questions from the last 4 days.');
    await expect(preview.getByRole('link', { name: 'Question 0' })).toBeVisible();
    await expectAsked(agent, 'watches.preview', [
      { site: 'gardening', rule: WatchRule.parse({ anyTags: ['tomatoes'] }) },
    ]);
    const listed = preview.getByRole('list', { name: 'Recent matches' }).getByRole('listitem');
    await expect(listed).toHaveCount(4);
    await preview.getByRole('button', { name: 'Show 5 more' }).click();
    await expect(listed).toHaveCount(9);
    await expect(listed.nth(8)).toHaveText('Question 8tomatoes, soil4 days ago');
    await expect(preview).not.toContainText('does not cover the whole week');
    const fifty = Array.from({ length: 50 }, (_, questionId) => ({ ...match!, questionId }));
    const partly = { atLeast: true, matches: fifty, lookedAt: { questions: 100, since: hoursAgo(1) } };
    await enterFinding('moss', { ...partly, thisWeek: 100 });
    await expect(preview).toContainText('At least 100 questions this week');
    await expect(preview).toContainText(
      'Based on 100 questions from the last hour. This does not cover the whole week, so there may be more.',
    );
    await expect(preview).toContainText('Only the latest 50 listed.');
    await enterFinding('soil', { ...partly, thisWeek: 50 });
    await expect(preview).toContainText('At least 50 questions');
    await expect(preview).not.toContainText('Only the latest');
    const nothing = { ...partly, thisWeek: 0, matches: [] };
    await enterFinding('potatoes', nothing);
    await expect(preview).toContainText('Nothing this week so far');
    const lookedAt = { questions: 100, since: hoursAgo(2) };
    await enterFinding('weather', { ...nothing, perDay: undefined, lookedAt });
    await expect(preview).toContainText('none in 2 hours');
    await expect(preview).toContainText('questions from the last 2 hours.');
    await enterFinding('split', { ...nothing, never: true, perDay: 0, lookedAt: { questions: 0 } });
    await expect(preview).toHaveText(
      'Nothing can match: the excluded tags cover all those asked for. Remove one of them.',
    );
  });

  it('show what each found last, and where a score has to be reached sooner than in three days', async () => {
    const world = lively();
    world.watches = world.watches.map((watch, index) => (index === 1 ? { ...watch, reachedWithin: 18 } : watch));
    const { page, agent } = await open(world, '/watches/w1');
    const last = page.getByRole('list', { name: 'Recent matches of tomatoes on Gardening' }).getByRole('listitem');
    await expect(last).toHaveText([
      /^Unread\. Tomatoes split after rain7 minutes ago$/,
      /^Which tomatoes keep longest\?2 weeks ago$/,
    ]);
    await page.context().route('**/questions/11', (route) => route.fulfill({ body: '' }));
    await last.first().getByRole('link').click();
    await expectAsked(agent, 'watches.openMatch', [{ site: 'gardening', questionId: 11, opened: true }]);
    await expect(page.getByRole('region', { name: 'tomatoes on Gardening' })).not.toContainText('Too busy');
    await page.bringToFront();
    await page.goto(page.url().replace('w1', 'w2'));
    await expect(page.getByRole('region', { name: / on Clockmaking$/ })).toContainText(
      'Too busy to look back further than 18 hours.',
    );
  });
});
