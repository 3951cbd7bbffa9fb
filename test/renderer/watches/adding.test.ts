import type { Locator, Page } from '@playwright/test';
import { it } from 'vitest';
import { lively, quiet, watchOf, withMatches, type World } from '../stage/fake-agent-data.ts';
import { expect, expectAsked, inBrowser, type View } from '../stage/stage.ts';

const form = (page: Page) => page.getByRole('form', { name: 'New watch' });
const button = (page: Page) => page.getByRole('button', { name: 'New watch' });
const tags = (page: Page) => page.getByRole('combobox', { name: 'Tags', exact: true });
const watches = (page: Page) => page.getByRole('list', { name: 'Your watches' }).locator('> li');
const rows = (page: Page) => watches(page).getByRole('button');

inBrowser('the form that adds a watch', (stage) => {
  const open = (world: World, view: View = {}) => stage.open(world, { at: '/watches', ...view });

  it('is folded once there are watches: what they found is in sight', async () => {
    const { page } = await open(withMatches(), { width: 1200, height: 640 });
    const found = page.getByRole('list', { name: 'All new questions' }).getByRole('listitem').first();
    await expect(found).toBeInViewport({ ratio: 1 });
    const covered = await found.evaluate((row) => {
      const { left, top, width, height } = row.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('li') !== row;
    });
    expect(covered).toBe(false);
    await expect(form(page)).toHaveCount(0);
    await expect(button(page)).toBeEnabled();
  });

  it('opens by its button and by a key, takes the focus, gives it back, and is given up by Escape', async () => {
    const { page } = await open(lively());
    await button(page).click();
    await expect(tags(page)).toBeFocused();
    await form(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(form(page)).toHaveCount(0);
    await expect(button(page)).toBeFocused();
    await page.keyboard.press('n');
    await expect(tags(page)).toBeFocused();
    await page.keyboard.type('potatoes');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add watch', exact: true }).click();
    await expect(watches(page)).toHaveCount(3);
    await expect(rows(page).last()).toBeFocused();
    await expect(watches(page).last()).toBeInViewport({ ratio: 1 });
    await expect(form(page)).toHaveCount(0);
    await page.keyboard.press('n');
    await expect(tags(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form(page)).toHaveCount(0);
    await expect(button(page)).toBeFocused();
    await page.keyboard.press('n');
    await form(page).getByRole('textbox', { name: 'Tell me at a score of' }).fill('3');
    await page.keyboard.press('Escape');
    await expect(form(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form(page)).toHaveCount(0);
  });

  it('is found in the palette, from any view', async () => {
    const { page } = await open(lively(), { at: '/inbox' });
    // Also once the view was visited, and is there at once.
    for (const view of ['Inbox', 'Watches', 'Inbox']) {
      await page.getByRole('link', { name: new RegExp(`^${view}`) }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(view);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('New watch');
      await page.getByRole('option', { name: 'New watch' }).click();
      await expect(tags(page)).toBeFocused();
      expect(new URL(page.url()).hash).toBe('#/watches/new');
      await form(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(form(page)).toHaveCount(0);
    }
  });

  it.each([360, 1200])('has its fields alike and its boxes beside their words, %d px wide', async (width) => {
    const { page } = await open(lively(), { width, height: 1200, at: '/watches/new' });
    await form(page).getByText('More conditions').click();
    const words = form(page).locator('.chips-input', {
      has: page.getByRole('combobox', { name: 'Words in the title' }),
    });
    const score = form(page).getByRole('textbox', { name: 'Tell me at a score of' });
    const look = (field: Locator) =>
      field.evaluate((element) => {
        const { borderTopColor, borderTopWidth } = getComputedStyle(element);
        return { borderTopColor, borderTopWidth, height: Math.round(element.getBoundingClientRect().height) };
      });
    const site = form(page).getByRole('combobox', { name: 'Site' });
    const [one, ...others] = await Promise.all([words, score, site].map(look));
    expect(one?.height).toBe(28);
    expect(others).toEqual([one, one]);
    const box = form(page).getByRole('checkbox', { name: 'Unanswered only' });
    const line = form(page).locator('.options--line', { has: page.getByRole('checkbox', { name: 'Unanswered only' }) });
    const middle = (of: Locator) =>
      of.evaluate((element) => {
        const { top, height } = element.getBoundingClientRect();
        return top + height / 2;
      });
    expect(Math.abs((await middle(box)) - (await middle(line)))).toBeLessThanOrEqual(1.5);
  });

  it('is open without watches, keeps what is typed when one is added elsewhere, and folds where nothing was', async () => {
    for (const typed of ['escap', '']) {
      const { page, agent } = await open(quiet());
      await expect(button(page)).toHaveCount(0);
      await tags(page).fill(typed);
      agent.world.watches = [watchOf('w', { id: 'gardening', name: 'Gardening' }, { anyTags: ['mulch'] })];
      agent.changed('watches');
      await expect(watches(page)).toHaveCount(1);
      if (typed === '') await expect(form(page)).toHaveCount(0);
      else await expect(tags(page)).toHaveValue(typed);
    }
  });

  it('opens again when the last watch is gone, and folds when it is back', async () => {
    const world = lively();
    world.watches = world.watches.slice(0, 1);
    const { page, agent } = await open(world);
    await rows(page).first().click();
    await page.getByRole('button', { name: 'Delete tomatoes on Gardening' }).click();
    await expect(form(page)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(form(page)).toHaveCount(0);
    await expect(watches(page)).toHaveCount(1);
    await expectAsked(agent, 'watches.undo', [{ undo: 'remove-w1' }]);
    expect(agent.asked('watches.add')).toEqual([]);
  });
});
