import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { withoutBrowser } from '../../../support/chromium.ts';
import { expect } from '../../../support/expect.ts';
import { lively, quiet } from '../../stage/fake-agent-data.ts';
import { items, pane } from '../../stage/inbox-scene.ts';
import { Stage } from '../../stage/stage.ts';

describe.skipIf(withoutBrowser)('the inbox', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  describe('finds', () => {
    it('as one types, marks what it found, and says so when there is nothing', async () => {
      const { page } = await stage.open(lively());
      await expect(items(page)).toHaveCount(4);
      await page.keyboard.press('/');
      await page.keyboard.type('cuckoo');
      await expect(items(page)).toHaveCount(1);
      await expect(page.locator('mark')).toHaveText('cuckoo');
      await page.keyboard.type('zz');
      await expect(page.getByText('Nothing matches')).toBeVisible();
      await page.getByRole('button', { name: 'Clear the filters' }).click();
      await expect(items(page)).toHaveCount(4);
    });

    it('and names the filters in force where nothing matches, each with a way to drop it, and all at once', async () => {
      const { page } = await stage.open(lively());
      await page.getByRole('combobox', { name: 'Source' }).selectOption({ label: 'tomatoes on Gardening' });
      await page.getByRole('button', { name: /^Unread/ }).click();
      await page.getByRole('searchbox').fill('cuckoo zz');
      const inForce = page.getByRole('list', { name: 'Filters in force' });
      await expect(inForce.getByRole('listitem')).toHaveText([/Words: “cuckoo zz”/, /Watch: tomatoes/, /Unread/]);
      await inForce.getByRole('button', { name: 'Remove the filter Watch: tomatoes' }).click();
      await expect(page.getByRole('combobox', { name: 'Source' })).toHaveValue('');
      await expect(inForce.getByRole('listitem')).toHaveText([/Words: “cuckoo zz”/, /Unread/]);
      await inForce.getByRole('button', { name: 'Remove the filter Words: “cuckoo zz”' }).click();
      await expect(page.getByRole('searchbox')).toHaveValue('');
      await expect(items(page)).toHaveCount(2);
      await page.getByRole('combobox', { name: 'Source' }).selectOption({ label: 'All watches' });
      await expect(inForce.getByRole('listitem')).toHaveText([/Source: Watches/, /Unread/]);
      await page.getByRole('button', { name: 'Clear the filters' }).click();
      await expect(items(page)).toHaveCount(4);
    });

    it('and leaves the search by Escape: first the words, then the field', async () => {
      const { page } = await stage.open(lively());
      await expect(items(page)).toHaveCount(4);
      await page.keyboard.press('/');
      await page.keyboard.type('cuckoo');
      await expect(items(page)).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(items(page)).toHaveCount(4);
      await expect(page.getByRole('searchbox', { name: 'Search the inbox' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(items(page).first().getByRole('link')).toBeFocused();
      await page.keyboard.type('gw');
      await expect(page.getByRole('heading', { name: 'Watches' })).toBeVisible();
    });

    it('and leaves an empty search by Escape also where nothing is listed', async () => {
      const { page } = await stage.open(quiet());
      await expect(page.getByText('Nothing here yet')).toBeVisible();
      await page.keyboard.press('/');
      await page.keyboard.press('Escape');
      await page.keyboard.type('gw');
      await expect(page.getByRole('heading', { name: 'Watches' })).toBeVisible();
    });

    it('by filters that combine, say how much they leave, and stay', async () => {
      const { page, agent } = await stage.open(lively());
      await page.getByRole('combobox', { name: 'Site' }).selectOption({ label: 'Gardening (2)' });
      await expect(items(page)).toHaveCount(2);
      await page.getByRole('button', { name: /^Unread/ }).click();
      await expect(items(page)).toHaveCount(1);
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('link', { name: /^Inbox/ }).click();
      await expect(items(page)).toHaveCount(1);
      await expect.poll(() => agent.inbox.kept).toEqual({ site: 'gardening', unread: true });
      await page.reload();
      await expect(items(page)).toHaveCount(1);
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await expect(items(page)).toHaveCount(4);
    });

    it('by the filter chosen last, also where news come in before the agent has stored it', async () => {
      const { page, agent } = await stage.open(lively());
      await expect(items(page)).toHaveCount(4);
      const stored = Promise.withResolvers<void>();
      agent.holding.set('inbox.saveFilter', stored.promise);
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

  it('closes what was read, and drops the site filtered for, with the account they belong to', async () => {
    const world = lively();
    const [only] = world.state.accounts;
    const theirs = {
      ...world.inbox[0]!,
      key: 'theirs',
      account: 'second',
      place: 2_000_000,
      title: 'Came to the second account',
      site: { id: 'second/beds', name: 'Beds' },
    };
    const { page, agent } = await stage.open({
      ...world,
      inbox: [theirs, ...world.inbox],
      state: { ...world.state, accounts: [only!, { ...only!, id: 'second' }] },
    });
    const site = page.getByRole('combobox', { name: 'Site' });
    await site.selectOption({ label: 'Beds (1)' });
    await page.getByRole('link', { name: theirs.title }).click();
    await expect(pane(page)).toContainText(theirs.title);
    await expect.poll(() => agent.inbox.kept).toEqual({ site: 'second/beds' });
    agent.inbox.kept = {};
    agent.inbox.entries = world.inbox;
    agent.become({ accounts: [only!] });
    agent.changed('inbox');
    await expect(pane(page)).toHaveCount(0);
    await expect(site).toHaveValue('');
    await expect(items(page)).toHaveCount(4);
  });
});
