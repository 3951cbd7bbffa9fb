import type { Page } from '@playwright/test';
import { it } from 'vitest';
import { pane } from '../../stage/inbox-scene.ts';
import { expect, expectAsked, inBrowser, lively, withMatches } from '../../stage/stage.ts';

const matches = (page: Page) => page.getByRole('list', { name: 'All new questions' }).getByRole('listitem');
const unread = (page: Page) => matches(page).filter({ hasText: 'Unread.' });
const rows = (page: Page) => page.getByRole('list', { name: 'Your watches' }).getByRole('button');

async function chooseTomatoes(page: Page): Promise<void> {
  await page.keyboard.press('f');
  await page.keyboard.type('tomatoes on');
  await page.keyboard.press('Enter');
}

const TOMATOES = 'Tomatoes split after rain';

inBrowser('what the watches found', (stage) => {
  const open = (width = 1200) => stage.open(withMatches(), { at: '/watches/all', width, height: 800 });

  it('is listed with the rows of the inbox, read in its pane, and says which watches found it', async () => {
    const { page, agent, complaints } = await open();
    await expect(matches(page)).toHaveCount(2);
    await expect(matches(page).first()).toContainText('Gardening');
    await expect(matches(page).first()).toContainText('tomatoes, weather');
    await matches(page).first().getByRole('link').click();
    await expect(pane(page).getByRole('heading', { name: TOMATOES })).toBeFocused();
    await expect(pane(page)).toContainText('found by tomatoes');
    await expect(unread(page)).toHaveCount(0);
    await expectAsked(agent, 'inbox.mark', [{ keys: ['match-11'], as: 'read' }]);
    // The inbox is as it was left: nothing is open there.
    await page.getByRole('link', { name: 'Inbox' }).click();
    await expect(page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem')).toHaveCount(4);
    await expect(pane(page).getByRole('heading', { name: TOMATOES })).toHaveCount(0);
    expect(complaints).toEqual([]);
  });

  it('is dealt with by the keys of the inbox, each change is undone, and shown of one watch from its pane', async () => {
    const { page, agent } = await open();
    await expect(matches(page)).toHaveCount(2);
    await page.keyboard.press('j');
    await expect(matches(page).first().getByRole('link')).toBeFocused();
    await page.keyboard.press('u');
    await expect(unread(page)).toHaveCount(0);
    await page.keyboard.press('j');
    await expect(matches(page).nth(1).getByRole('link')).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(unread(page)).toHaveCount(1);
    await page.keyboard.press('m');
    await expect(page.getByText('1 question muted')).toBeVisible();
    await page.keyboard.press('h');
    // Nobody writes to somebody about another's question.
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Someone writes' })).toHaveCount(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Later today' }).click();
    await expect(matches(page)).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await expect(matches(page)).toHaveCount(2);
    await expectAsked(agent, 'inbox.mute', [{ keys: ['match-12'], muted: true }]);
    await expect.poll(() => agent.inputs('inbox.snooze')).toMatchObject([{ keys: ['match-12'] }]);
    agent.inbox.entries = withMatches().inbox;
    agent.changed('inbox');
    await rows(page).first().click();
    const watch = page.getByRole('region', { name: 'tomatoes on Gardening' });
    await watch.getByRole('button', { name: 'Mark 1 read' }).click();
    await expectAsked(agent, 'inbox.markAllRead', [{ filter: { source: 'watches', watch: 'w1' } }]);
    await watch.getByRole('button', { name: 'Show all' }).click();
    await expect(matches(page)).toHaveText([/Tomatoes split/]);
  });

  it('is searched and filtered by watch, which is forgotten with the watch, and marking all read covers nothing else', async () => {
    const { page, agent } = await open();
    agent.inbox.kept = { watch: 'w1' };
    await expect(page.getByRole('button', { name: 'Mark 1 read', exact: true })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search questions' }).pressSequentially('anchor', { delay: 30 });
    await expect(matches(page)).toHaveText([/Anchor or deadbeat/]);
    await page.getByRole('searchbox', { name: 'Search questions' }).fill('seedlings');
    await expect(page.getByText('Nothing matches')).toBeVisible();
    for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
    await expect(matches(page)).toHaveCount(2);
    await chooseTomatoes(page);
    await expect(matches(page)).toHaveText([/Tomatoes split/]);
    await expect(page.getByRole('button', { name: 'Mark 1 read in tomatoes' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.locator('main').press('Shift+A');
    await expect(unread(page)).toHaveCount(0);
    await expect.poll(() => agent.inbox.unread).toEqual(['item-1', 'item-2']);
    // The inbox keeps a filter of its own.
    expect(agent.asked('inbox.saveFilter')).toEqual([]);
    await expect(matches(page)).toHaveCount(2);
    await chooseTomatoes(page);
    await expect(matches(page)).toHaveCount(1);
    agent.world.watches = agent.world.watches.filter(({ id }) => id !== 'w1');
    agent.changed('watches');
    await expect(matches(page)).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Clear', exact: true })).toHaveCount(0);
    await page.getByRole('link', { name: 'Inbox' }).click();
    await expect(page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem')).toHaveCount(4);
  });

  it('is the first row of the list, which J, K, arrows and Enter go along, and says calmly that there is none yet', async () => {
    const { page, agent } = await stage.open(withMatches(), { at: '/watches', width: 900 });
    const all = page.getByRole('button', { name: /^All new questions/ });
    await all.focus();
    await page.keyboard.press('j');
    await expect(rows(page).first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(rows(page).last()).toBeFocused();
    for (const key of ['k', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByRole('heading', { level: 2, name: 'tomatoes' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(rows(page).first()).toBeFocused();
    for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByRole('button', { name: 'Back to the list' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(all).toBeFocused();
    agent.inbox.entries = lively().inbox;
    agent.changed('inbox');
    await page.getByRole('button', { name: /^All new questions/ }).click();
    await expect(page.getByText('No matches yet')).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveCount(0);
  });

  it('gives way to the watch whose row the keys go to, where both are in sight', async () => {
    const { page } = await open();
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole('button', { name: /^All new questions/ }).focus();
    await page.keyboard.press('j');
    await expect(page.getByRole('region', { name: 'tomatoes on Gardening' })).toBeVisible();
    await page.keyboard.press('j');
    await expect(page.getByRole('region', { name: / on Clockmaking$/ })).toBeVisible();
    await expect(rows(page).last()).toBeFocused();
    await page.getByRole('button', { name: /^Delete/ }).focus();
    await page.keyboard.press('k');
    await expect(rows(page).first()).toBeFocused();
    // A form keeps what is being typed until a row is pressed.
    await page.keyboard.press('n');
    await rows(page).last().focus();
    await expect(page.getByRole('form', { name: 'New watch' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: / on Clockmaking$/ })).toBeVisible();
  });
});
