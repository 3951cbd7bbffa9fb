import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { bestMatches } from '../../../../renderer/inbox/today/best-matches.ts';
import { findViolations } from '../../../support/axe.ts';
import { withoutBrowser } from '../../../support/chromium.ts';
import { expect } from '../../../support/expect.ts';
import { inboxOf, lively, withMatches, type World } from '../../stage/fake-agent-data.ts';
import { answer, first, items, of, ofOneSite, pane, unread } from '../../stage/inbox-scene.ts';
import { Stage } from '../../stage/stage.ts';

const today = (page: Page) => page.getByRole('region', { name: 'Today at a glance' });

/** Nothing is unread. */
const allRead = (part: Partial<World> = {}): World => {
  const world = of(4, part);
  return {
    ...world,
    inbox: world.inbox.map((entry) => ({ ...entry, unread: false })),
    state: { ...world.state, unread: 0 },
  };
};

const match = (part: Partial<World['inbox'][number]>) => ({
  ...inboxOf(1)[0]!,
  itemType: 'watch_match',
  watchIds: ['w1'],
  unread: false,
  excerpt: '',
  ...part,
});

describe('the best matches of today', () => {
  it('are the unread ones, then what several watches found, then the newest', () => {
    const listedAt = new Date();
    const list = [
      match({ key: 'newest', place: 9, listedAt }),
      match({ key: 'by two', place: 5, listedAt, watchIds: ['w1', 'w2'] }),
      match({ key: 'unread', place: 1, listedAt, unread: true }),
      match({ key: 'older', place: 8, listedAt }),
      match({ key: 'muted', place: 7, listedAt, unread: true, muted: true }),
      match({ key: 'yesterday', place: 6, listedAt: new Date(listedAt.getTime() - 25 * 3600_000), unread: true }),
    ];
    const keys = bestMatches(list, listedAt.getTime()).map(({ key }) => key);
    expect(keys).toEqual(['unread', 'by two', 'newest']);
  });
});

describe.skipIf(withoutBrowser)('beside the list', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  it('the first unread item is there from the beginning, and is read once something is done in it', async () => {
    const { page, agent } = await stage.open(lively());
    agent.inbox.readings.set('item-1', answer());
    await expect(pane(page).getByRole('heading', { name: first })).toBeVisible();
    await expect(unread(page)).toHaveCount(2);
    expect(agent.asked('inbox.setRead')).toEqual([]);
    // It is what the keys are meant for, and the focus stays where it was.
    await expect(page.locator('.items--list a[tabindex="0"]')).toHaveAttribute('data-item', 'item-1');
    await expect(page.locator('.reading h2')).not.toBeFocused();
    await page.locator('.reading--body').click({ position: { x: 8, y: 8 } });
    await expect(unread(page)).toHaveCount(1);
    await expect
      .poll(() => agent.asked('inbox.setRead').map(({ input }) => input))
      .toEqual([{ keys: ['item-1'], read: true }]);
  });

  it('opens from there what its row in the list stands for: of a folded thread all, with a way back', async () => {
    const world = withMatches();
    const [found] = world.inbox;
    const listedAt = new Date();
    // An answer came later: the match is not the newest of its thread.
    const answered = { ...inboxOf(1)[0]!, key: 'later', place: found!.place + 1, question: found!.question, listedAt };
    world.inbox = [answered, { ...found!, listedAt }, ...world.inbox.slice(1)];
    const { page, agent } = await stage.open(world);
    await pane(page).waitFor();
    await page.keyboard.press('Escape');
    await today(page).getByRole('link', { name: found!.title }).click();
    await expect
      .poll(() => agent.asked('inbox.setRead').map(({ input }) => input))
      .toEqual([{ keys: ['later', found!.key], read: true }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => agent.asked('inbox.undo').length).toBe(1);
  });

  it('what is new takes nothing away from who reads the first unread item', async () => {
    const { page, agent } = await stage.open(lively());
    await expect(pane(page).getByRole('heading', { name: first })).toBeVisible();
    agent.world.inbox = [{ ...inboxOf(1)[0]!, key: 'newer', place: 2_000_000, title: 'Newer' }, ...agent.world.inbox];
    agent.changed('inbox');
    await expect(page.getByRole('link', { name: 'Newer' })).toBeVisible();
    await expect(pane(page).getByRole('heading', { name: first })).toBeVisible();
  });

  it('its beginning is there before the post is, which comes without moving anything', async () => {
    let arrive = () => {};
    const world = lively();
    const { page, agent } = await stage.open({
      ...world,
      inbox: world.inbox.map((one) => ({ ...one, unread: false })),
    });
    agent.holding.set('inbox.read', new Promise<void>((resolve) => (arrive = resolve)));
    const [entry] = agent.world.inbox;
    agent.inbox.readings.set(
      'item-1',
      answer({ canAccept: true, post: { ...answer().post!, html: '<p>Have it.</p>' } }),
    );
    await page.getByRole('link', { name: first }).click();
    const begins = pane(page).getByText(entry!.excerpt);
    await expect(begins).toBeVisible();
    const topOf = async (text: string) => (await pane(page).getByText(text).boundingBox())!;
    const before = await topOf(entry!.excerpt);
    arrive();
    await expect(pane(page).getByText('Have it.')).toBeVisible();
    const after = await topOf('Have it.');
    expect(Math.abs(after.y - before.y)).toBeLessThanOrEqual(1);
    expect(Math.abs(after.x - before.x)).toBeLessThanOrEqual(1);
    await expect(pane(page).getByRole('button', { name: 'Accept this answer' })).toBeInViewport();
  });

  it('the next item begins at its top, however far the one before was scrolled', async () => {
    const { page, agent } = await stage.open(lively());
    const html = '<p>A long story.</p>'.repeat(80);
    for (const key of ['item-1', 'item-2'])
      agent.inbox.readings.set(key, answer({ post: { ...answer().post!, html } }));
    await page.getByRole('link', { name: first }).click();
    await expect(pane(page).getByText('A long story.').first()).toBeVisible();
    await page.locator('.reading--body').evaluate((element) => element.scrollTo(0, 500));
    await page.keyboard.press('j');
    await expect(pane(page).getByText('A long story.').first()).toBeInViewport();
    expect(await page.locator('.reading--body').evaluate((element) => element.scrollTop)).toBe(0);
  });

  it('today stands once the item is closed: unread by site, each a click away, and the reputation so far', async () => {
    const { page } = await stage.open(lively());
    await expect(pane(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(pane(page)).toHaveCount(0);
    await expect(page.locator('[data-item="item-1"]')).toBeFocused();
    await expect(today(page)).toContainText('+35');
    await expect(today(page)).toContainText('−2');
    await expect(today(page)).not.toContainText('Cooking over an open fire');
    await today(page).getByRole('button', { name: 'Clockmaking 1 unread item' }).click();
    await expect(items(page)).toHaveCount(1);
    await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('clockmaking');
    await expect(page.getByRole('button', { name: /^Unread/ })).toHaveAttribute('aria-pressed', 'true');
  });

  it('today stands where nothing is unread, with what watches found, which opens there', async () => {
    const world = allRead();
    world.inbox = [match({ key: 'found', place: 2_000_000, title: 'Tomatoes split after rain' }), ...world.inbox];
    const { page, agent } = await stage.open(world);
    await expect(today(page)).toContainText('All caught up');
    await today(page).getByRole('link', { name: 'Tomatoes split after rain' }).click();
    await expect(pane(page).getByRole('heading', { name: 'Tomatoes split after rain' })).toBeFocused();
    expect(agent.asked('inbox.setRead')).toEqual([]);
  });

  it.each([360, 800])('today lies over the list of a window %d px wide, once it is asked for', async (width) => {
    const { page, complaints } = await stage.open(withMatches(), { width });
    const button = page.getByRole('button', { name: 'Today at a glance' });
    await button.click();
    await expect(today(page).getByRole('heading', { name: 'Today at a glance' })).toBeFocused();
    await expect(today(page)).toContainText('Reputation today');
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(today(page)).toHaveCount(0);
    await expect(button).toBeFocused();
    await button.click();
    await today(page).getByRole('link', { name: 'Tomatoes split after rain' }).click();
    await expect(pane(page).getByRole('heading', { name: 'Tomatoes split after rain' })).toBeFocused();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await expect(items(page).first().getByRole('link')).toBeFocused();
    await expect(today(page)).toHaveCount(0);
    expect(complaints).toEqual([]);
  });

  it('today tells what else the day brought where the inbox is empty', async () => {
    const { page } = await stage.open({ ...lively(), inbox: [] });
    await expect(page.getByText('Nothing here yet')).toBeVisible();
    await expect(today(page)).toContainText('All caught up');
    await expect(today(page)).toContainText('Reputation today');
  });

  it('is calm where nothing happened', async () => {
    const world = allRead({ today: [] });
    const { page } = await stage.open({ ...world, accounts: world.accounts.map((one) => ({ ...one, today: 0 })) });
    await expect(today(page)).toContainText('Nothing else has happened today.');
    await expect(today(page).getByRole('heading', { level: 3 })).toHaveCount(0);
  });

  it('nothing is there where there is only room for the list, and no post is asked for', async () => {
    const { page, agent } = await stage.open(lively(), { width: 500 });
    await expect(items(page)).toHaveCount(4);
    await expect(pane(page)).toHaveCount(0);
    await expect(today(page)).toHaveCount(0);
    expect(agent.asked('inbox.read')).toEqual([]);
  });

  describe('when the window comes back', () => {
    const scroller = (page: Page) => page.locator('.items--scroll');
    const scrolled = (page: Page) => scroller(page).evaluate(({ scrollTop }) => Math.round(scrollTop));
    const hide = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('askbell:hidden')));

    it('from the tray it begins at the top, with the first that is unread then', async () => {
      const { page, agent } = await stage.open(ofOneSite(60));
      await items(page).first().locator('[data-item]').focus();
      for (let press = 0; press < 20; press++) await page.keyboard.press('j');
      await expect.poll(() => scrolled(page)).toBeGreaterThan(300);
      await hide(page);
      await expect.poll(() => scrolled(page)).toBe(0);
      const newer = { ...inboxOf(1)[0]!, key: 'newer', place: 2_000_000, title: 'Newer' };
      agent.world.inbox = [newer, ...agent.world.inbox];
      agent.changed('inbox');
      await expect(items(page).first()).toContainText('Newer');
      await expect(page.getByRole('heading', { name: 'New', exact: true })).toHaveCount(0);
      await expect(page.locator('.items--list a[tabindex="0"]')).not.toHaveAttribute('data-item', 'item-21');
    });

    it('from the tray what is open stays open where it was', async () => {
      const { page } = await stage.open(ofOneSite(60));
      await expect(items(page).first()).toBeVisible();
      await scroller(page).evaluate((element) => element.scrollTo(0, 900));
      const row = page.locator('[data-item="item-20"]');
      await row.click();
      await expect(pane(page)).toBeVisible();
      const before = await scrolled(page);
      await hide(page);
      await page.waitForTimeout(100);
      expect(await scrolled(page)).toBe(before);
      await expect(row).toBeInViewport();
    });

    it('by a reload it begins at the top', async () => {
      const { page } = await stage.open(ofOneSite(60));
      await expect(items(page).first()).toBeVisible();
      await scroller(page).evaluate((element) => element.scrollTo(0, 900));
      await expect.poll(() => scrolled(page)).toBe(900);
      await page.reload();
      await expect(page.locator('[data-item="item-1"]')).toBeInViewport();
      expect(await scrolled(page)).toBe(0);
    });
  });
});
