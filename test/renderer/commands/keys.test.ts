import type { Page } from '@playwright/test';
import { it } from 'vitest';
import { findInPalette } from '../stage/inbox-scene.ts';
import { expect, inBrowser, lively } from '../stage/stage.ts';

inBrowser('keys and commands', (stage) => {
  it('are listed as they work at present, lead to the views, except while somebody types, and the focus comes back', async () => {
    const { page } = await stage.open(lively(), { width: 1200 });
    await expect(page.getByRole('region', { name: 'Reading' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Reading' })).toHaveCount(0);
    const inbox = page.getByRole('link', { name: /^Inbox/ });
    await inbox.focus();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByRole('region', { name: 'Inbox' })).toContainText('Next item');
    await expect(sheet).toContainText('Undo the last action');
    // Nothing is open that it would close.
    await expect(sheet).not.toContainText('Close what is open');
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(inbox).toBeFocused();
    await page.keyboard.type('gs');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(sheet).toContainText('Go to Inbox');
    await expect(sheet).not.toContainText('Next item');
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await page.keyboard.type('gw');
    await expect(page.getByRole('heading', { level: 1, name: 'Watches' })).toBeVisible();
    await page.getByRole('button', { name: 'New watch' }).click();
    await page.getByRole('combobox', { name: 'Tags', exact: true }).pressSequentially('gr?');
    await expect(page.getByRole('combobox', { name: 'Tags', exact: true })).toHaveValue('gr?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  it('do nothing by themselves once that is switched off, and the sheet says so', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/window' });
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await expect.poll(() => agent.world.settings.singleKeys).toBe(false);
    const view = page.getByRole('heading', { level: 1 });
    for (const key of ['?', 'g', 'i', 'Shift+P']) await page.keyboard.press(key);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await expect(view).toHaveText('Settings');
    expect(agent.asked('polling.pause')).toEqual([]);
    await page.keyboard.type('keyboard shortcuts');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet).toContainText('are off in Settings');
    await expect(sheet).toContainText('Open the command palette');
    await expect(sheet).not.toContainText('Go to Inbox');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /^Inbox/ }).click();
    // Enter and Escape are no letters or signs: they go on working.
    const reading = page.getByRole('region', { name: 'Reading' });
    await page.locator('[data-item]').first().focus();
    await page.keyboard.press('Enter');
    await expect(reading).toBeVisible();
    for (const key of ['e', 'Escape']) await page.keyboard.press(key);
    await expect(reading).toHaveCount(0);
  });

  it('find commands by any part of their names, and do them, taken by Enter as typed, however fast that was', async () => {
    const { page, agent } = await stage.open(lively());
    await findInPalette(page, 'contrast');
    // The command, and the setting that it sets.
    await expect(page.getByRole('dialog').getByRole('option')).toHaveText([
      'Appearance: High contrast',
      'ThemeWindow and keys',
    ]);
    await page.keyboard.type(' app');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveText(['Appearance: High contrast']);
    await page.keyboard.press('Enter');
    await expect.poll(() => agent.world.settings.appearance).toBe('contrast');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('settings');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('xyzzy');
    await expect(page.getByText('Nothing found.', { exact: false })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    agent.world.settings = { ...agent.world.settings, appearance: 'dark' };
    agent.changed('settings');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('Control+k');
    await typeAndEnter(page, 'contrast app');
    await expect.poll(() => agent.world.settings.appearance).toBe('contrast');
  });

  it('take back what was done from the moment that it is said, and open an item that is still being searched for', async () => {
    const { page, agent } = await stage.open(lively());
    await pressOnceThereIs(page, '.announcement button', { key: 'z', ctrlKey: true });
    await page.locator('[data-item]').first().hover();
    await page.getByRole('button', { name: 'Mark read: Why do my tomato' }).click();
    await expect.poll(() => agent.asked('inbox.undo')).toHaveLength(1);
    await findInPalette(page, 'mulch');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1);
    const held = agent.hold('inbox.list');
    await page.getByRole('combobox', { name: 'Command or search' }).fill('');
    await page.keyboard.type('seedlings');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    held.resolve();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Reading' })).toContainText('tomato');
  });

  it('go on from the item that is shown as soon as it is, and where the person went after closing it, before the next frame', async () => {
    const { page } = await stage.open(lively(), { width: 1200 });
    await expect(page.getByRole('region', { name: 'Reading' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Reading' })).toHaveCount(0);
    await pressOnceThereIs(page, '.reading h2', { key: 'j' });
    await page.locator('[data-item]').first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Reading' })).toContainText('cuckoo');
    await expect(page.locator('.reading h2')).toBeFocused();
    await page.evaluate(async () => {
      for (const key of ['Escape', '/']) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      }
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    await expect(page.getByRole('searchbox')).toBeFocused();
  });

  it.each([
    ['the palette', 'Control+k', 'palette', 'Command or search'],
    ['the filter menu', 'f', 'filter-menu', 'Find a filter'],
  ])('that follow the one for %s are typed into it, also where its code comes late', async (_, key, chunk, field) => {
    const { page } = await stage.open(lively(), { at: '/settings' });
    const fetched = Promise.withResolvers<void>();
    await page.route(new RegExp(`/${chunk}-`), (route) => fetched.promise.then(() => route.continue()));
    await page.evaluate(() => (location.hash = '/inbox'));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    await page.keyboard.press(key);
    await page.keyboard.type('mulch');
    await expect(page.getByRole('combobox', { name: field })).toHaveCount(0);
    fetched.resolve();
    await expect(page.getByRole('combobox', { name: field })).toHaveValue('mulch');
    await expect(page.getByRole('combobox', { name: field })).toBeFocused();
    await page.keyboard.type('es');
    await expect(page.getByRole('combobox', { name: field })).toHaveValue('mulches');
    // None of them was taken for a key of the list.
    await expect(page.getByRole('status').filter({ hasText: 'muted' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });
});

/**
 * Types into what has the focus and presses Enter before the window can draw anything: only what waits for nothing is
 * done in between.
 */
async function typeAndEnter(page: Page, text: string): Promise<void> {
  await page.evaluate(async (typed) => {
    document.execCommand('insertText', false, typed);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    );
  }, text);
}

/** Presses a key as soon as an element is in the page, before anything else is done. */
async function pressOnceThereIs(
  page: Page,
  selector: string,
  press: { key: string; ctrlKey?: boolean },
): Promise<void> {
  await page.evaluate(
    ({ wanted, how }) => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector(wanted)) return;
        observer.disconnect();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { ...how, bubbles: true, cancelable: true }));
      }).observe(document.body, { childList: true, subtree: true });
    },
    { wanted: selector, how: press },
  );
}
