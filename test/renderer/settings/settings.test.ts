import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { acceleratorOf, asKeys } from '../../../renderer/settings/application/accelerator.ts';
import { withoutBrowser } from '../../support/chromium.ts';
import { expect } from '../../support/expect.ts';
import { lively, previewOf } from '../stage/fake-agent-data.ts';
import { Stage } from '../stage/stage.ts';

describe('keys pressed together', () => {
  const press = (key: string, code: string, part: Partial<Parameters<typeof acceleratorOf>[0]> = {}) =>
    acceleratorOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...part });

  it('are a shortcut once a modifier and another key are among them', () => {
    expect(press('a', 'KeyA', { ctrlKey: true })).toBe('CommandOrControl+A');
    expect(press('A', 'KeyA', { ctrlKey: true, shiftKey: true })).toBe('CommandOrControl+Shift+A');
    // What Alt makes of a letter does not matter.
    expect(press('å', 'KeyA', { altKey: true })).toBe('Alt+A');
    expect(press('ArrowUp', 'ArrowUp', { altKey: true })).toBe('Alt+Up');
    expect(press(' ', 'Space', { metaKey: true })).toBe('CommandOrControl+Space');
    expect(press('Shift', 'ShiftLeft', { shiftKey: true })).toBeUndefined();
    expect(press('a', 'KeyA')).toBeUndefined();
    expect(press('A', 'KeyA', { shiftKey: true })).toBeUndefined();
    expect(asKeys('CommandOrControl+Shift+Up')).toBe('Mod+Shift+ArrowUp');
  });
});

describe.skipIf(withoutBrowser)('settings', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  it('let the person weigh what is asked', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/advanced' });
    const slider = page.getByRole('slider', { name: 'Reputation' });
    await expect(slider).toHaveAttribute('aria-valuetext', 'Normal');
    await slider.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuetext', 'More often');
    await expect.poll(() => agent.world.settings.pollingWeights).toEqual({ inbox: 1, reputation: 2, watches: 1 });
    await page.getByRole('switch', { name: 'Listen for updates' }).click();
    await expect.poll(() => agent.world.settings.push).toBe(false);
  });

  it('speak as the system the language that the agent speaks, whatever the browser is set to', async () => {
    const world = lively();
    world.settings.language = 'system';
    world.state.systemLanguages = ['de-AT', 'en'];
    const { page, agent } = await stage.open(world, { at: '/settings' });
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    agent.become({ systemLanguages: ['en-GB'] });
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  });

  it('ask for the permission that achievements take only once they are on', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/notifications' });
    const allow = page.getByRole('button', { name: 'Sign in again' });
    await expect(page.getByRole('switch', { name: 'Achievements' })).not.toBeChecked();
    await expect(allow).toHaveCount(0);
    await page.getByRole('switch', { name: 'Achievements' }).click();
    await expect.poll(() => agent.world.settings.achievements).toBe(true);
    await allow.click();
    await expect
      .poll(() => agent.asked('session.askForAchievements').map(({ input }) => input))
      .toEqual([{ account: agent.world.state.accounts[0]!.id }]);
    agent.become({ accounts: agent.world.state.accounts.map((account) => ({ ...account, mayReadPrivate: true })) });
    await expect(allow).toHaveCount(0);
  });

  it('keep what a slider was moved to, however soon the view is left', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/advanced' });
    await page.getByRole('slider', { name: 'Reputation' }).press('ArrowRight');
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
    await expect.poll(() => agent.world.settings.pollingWeights).toEqual({ inbox: 1, reputation: 2, watches: 1 });
    await expect.poll(() => agent.asked('settings.change')).toHaveLength(1);
  });

  it('take the keys that open the window, and say when they could not be had', async () => {
    const world = lively();
    world.state.abilities = { ...world.state.abilities, shortcut: { state: 'refused' } };
    const { page, agent } = await stage.open(world, { at: '/settings/application' });
    const group = page.getByRole('group', { name: 'Shortcut to open Askbell from anywhere' });
    await group.getByRole('button', { name: 'Choose keys' }).click();
    await page.keyboard.press('Control+Shift+K');
    await expect.poll(() => agent.world.settings.shortcut).toBe('CommandOrControl+Shift+K');
    await expect(group).toContainText('The shortcut could not be set.');
    await group.getByRole('button', { name: 'Remove the shortcut' }).click();
    await expect.poll(() => agent.world.settings.shortcut).toBe('');
    await expect(group.getByRole('button', { name: 'Choose keys' })).toBeFocused();
  });

  it('take a proxy once its address is one', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/application' });
    await page.getByRole('radio', { name: 'This one:' }).check();
    const address = page.getByRole('textbox', { name: 'Proxy address' });
    await address.fill('http://me:secret@proxy.example:8080');
    await page.getByRole('button', { name: 'Use this proxy' }).click();
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    expect(agent.asked('settings.change')).toEqual([]);
    await address.fill('http://proxy.example:8080');
    await page.getByRole('button', { name: 'Use this proxy' }).click();
    await expect
      .poll(() => agent.world.settings.proxy)
      .toEqual({ mode: 'manual', address: 'http://proxy.example:8080' });
  });

  it('speak another language at once, dates included', async () => {
    const { page } = await stage.open(lively(), { at: '/settings/appearance' });
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByRole('link', { name: 'Erweitert' }).click();
    await expect(page.getByRole('region', { name: 'Abfragen' })).toContainText('9.786 von 10.000 Anfragen übrig');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
  });

  it('stay as they were just chosen, whatever older answer comes in late', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/appearance' });
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Settings');
    const held = Promise.withResolvers<void>();
    agent.holding.set('settings.change', held.promise);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await expect(heading).toHaveText('Einstellungen');
    const asked = agent.asked('settings.get').length;
    agent.changed('settings');
    await expect.poll(() => agent.asked('settings.get').length).toBeGreaterThan(asked);
    await page.getByRole('combobox', { name: 'Größe' }).selectOption('1.1');
    await expect.poll(() => agent.asked('settings.change').length).toBe(2);
    await expect(heading).toHaveText('Einstellungen');
    held.resolve();
    await expect.poll(() => agent.world.settings.zoom).toBe(1.1);
    await expect(heading).toHaveText('Einstellungen');
  });

  it('make everything bigger, and the window as narrow as it is then', async () => {
    const { page } = await stage.open(lively(), { at: '/settings/appearance', height: 1100 });
    const heading = page.getByRole('heading', { level: 1 });
    const before = (await heading.boundingBox())?.height ?? 0;
    await page.getByRole('combobox', { name: 'Size' }).selectOption('2');
    await expect.poll(async () => (await heading.boundingBox())?.height ?? 0).toBeGreaterThan(before * 1.8);
    const [content, window] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(content).toBeLessThanOrEqual(window ?? 0);
    await expect(page.getByRole('contentinfo')).toBeInViewport();
  });

  it('check everything, say in words and by a list what is wrong, and check again', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/data' });
    await page.getByRole('button', { name: 'Check everything' }).click();
    await expect(page.getByText('1 problem found.')).toBeVisible();
    const list = page.getByRole('list', { name: 'Result of the check' });
    await expect(list.getByRole('listitem')).toHaveText([
      /^OKNetwork \(Demo\)It answered\.$/,
      /^ProblemDiskThe disk with the data folder is full: 0 MB is free\.Make room\.$/,
    ]);
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect.poll(() => agent.asked('diagnostics.examine')).toHaveLength(2);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // The clipboard is the machine's, and another test may copy to it at the same time.
    await page.evaluate(() => {
      const write = navigator.clipboard.writeText.bind(navigator.clipboard);
      navigator.clipboard.writeText = (text) => write((document.body.dataset['copied'] = text));
    });
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Result copied.')).toBeVisible();
    expect(await page.evaluate(() => document.body.dataset['copied'])).toBe('Askbell, checked');
  });

  it('show the report to copy, and ask before anything is reset', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/data' });
    await page.getByRole('button', { name: 'Show the report' }).click();
    await expect(page.getByRole('textbox', { name: 'Report' })).not.toHaveValue('');
    agent.world.settings = { ...agent.world.settings, zoom: 1.5 };
    await page.getByRole('button', { name: 'Reset the settings…' }).click();
    const asked = page.getByRole('dialog', { name: 'Reset all settings?' });
    await expect(asked.getByRole('region', { name: 'Settings' })).toContainText('150% → 100%');
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(asked).toHaveCount(0);
    expect(agent.asked('diagnostics.reset')).toEqual([]);
    await page.getByRole('button', { name: 'Reset the settings…' }).click();
    await asked.getByRole('button', { name: 'Reset settings' }).click();
    await expect.poll(() => agent.asked('diagnostics.reset')).toHaveLength(1);
    await expect(page.getByText('All settings are back to their defaults.')).toBeVisible();
  });

  it('save everything as a file, and read one back', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/data' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.json$/);
    expect(await text(await file.createReadStream())).toBe('{"askbell":1}');
    agent.world.importPreview = {
      ...previewOf(agent.world.settings),
      settings: {
        before: agent.world.settings,
        after: {
          ...agent.world.settings,
          appearance: 'dark',
          notify: { ...agent.world.settings.notify, badges: true },
        },
      },
      watches: {
        added: [{ name: 'hedges', site: 'Gardening', alert: 'silent', muted: false }],
        changed: [],
        kept: 2,
      },
      received: { inbox: 1, reputation: 1200, questions: 0 },
      networks: [{ name: 'Elsewhere', signedIn: false }],
    };
    const choose = async () => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import…' }).click();
      const file = { name: 'askbell.json', mimeType: 'application/json', buffer: Buffer.from('{"askbell":1}') };
      await (await chooser).setFiles(file);
    };
    await choose();
    const preview = page.getByRole('dialog', { name: 'Import this file?' });
    await expect(preview.getByRole('region', { name: 'Settings' }).getByRole('listitem')).toHaveText([
      'Notifications: BadgesOff → On',
      'ThemeSystem → Dark',
    ]);
    await expect(preview.getByRole('region', { name: 'Watches' }).getByRole('listitem')).toHaveText([
      'hedges on GardeningNew → Notify silently',
      '2 of your watches stay as they are.',
    ]);
    // One is said as one, and what there is none of is left out.
    await expect(preview).toContainText('The file contains 1 inbox item and 1,200 reputation changes. Whatever');
    await expect(preview).toContainText('Shown once you have signed in to: Elsewhere.');
    expect(agent.asked('data.import')).toEqual([]);
    await preview.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => agent.asked('transfer.discard')).toMatchObject([{ input: { upload: 'upload-1' } }]);
    await choose();
    await preview.getByRole('button', { name: 'Import' }).click();
    await expect.poll(() => agent.asked('data.import')).toMatchObject([{ input: { upload: 'upload-1' } }]);
    expect(agent.asked('transfer.upload')).toHaveLength(2);
    expect(agent.asked('transfer.upload').at(-1)).toMatchObject({ input: { text: '{"askbell":1}' } });
    await expect(
      page.getByText('Imported: 4 inbox items, 3 reputation changes, 2 questions and 1 watch.', { exact: true }),
    ).toBeVisible();
    // News that comes meanwhile does not take the way back away.
    agent.notice('A new answer', 'Why?');
    await expect(page.getByText('A new answer')).toBeAttached();
    await page.locator('.announcement').getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => agent.asked('transfer.undo'))
      .toEqual([{ what: 'transfer.undo', input: { undo: 'import-1' } }]);
  });

  it('offer to take back the last import or reset for as long as that is possible', async () => {
    const world = lively();
    world.lastChange = { what: 'reset', at: new Date(), undo: 'reset-1' };
    const { page, agent } = await stage.open(world, { at: '/settings/data' });
    await expect(page.getByText(/^Settings reset \(/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo the reset' }).click();
    await expect.poll(() => agent.asked('transfer.undo')).toHaveLength(1);
    await expect(page.getByRole('button', { name: 'Undo the reset' })).toHaveCount(0);
  });
});

describe.skipIf(withoutBrowser)('keys and commands', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  it('lead to the views, except while somebody types', async () => {
    const { page } = await stage.open(lively());
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await expect(page.getByRole('heading', { level: 1, name: 'Watches' })).toBeVisible();
    await page.getByRole('button', { name: 'Add a watch' }).click();
    await page.getByRole('combobox', { name: 'Tags', exact: true }).pressSequentially('gr?');
    await expect(page.getByRole('combobox', { name: 'Tags', exact: true })).toHaveValue('gr?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  it('are listed as they work at present, and the focus comes back', async () => {
    const { page } = await stage.open(lively());
    await expect(page.getByRole('region', { name: 'Reading' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Reading' })).toHaveCount(0);
    const sync = page.getByRole('button', { name: 'Sync now' });
    await sync.focus();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByRole('region', { name: 'Inbox' })).toContainText('Next item');
    await expect(sheet).toContainText('Undo the last action');
    // Nothing is open that it would close.
    await expect(sheet).not.toContainText('Close what is open');
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(sync).toBeFocused();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(sheet).toContainText('Go to Inbox');
    await expect(sheet).not.toContainText('Next item');
  });

  it('do nothing by themselves once that is switched off, and the sheet says so', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/application' });
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
    await expect(sheet).toContainText('switched off in Settings');
    await expect(sheet).toContainText('Open the command palette');
    await expect(sheet).not.toContainText('Go to Inbox');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /^Inbox/ }).click();
    // Enter and Escape are no letters or signs: they go on working.
    const reading = page.getByRole('region', { name: 'Reading' });
    await page.locator('[data-item]').first().focus();
    await page.keyboard.press('Enter');
    await expect(reading).toBeVisible();
    await page.keyboard.press('e');
    await page.keyboard.press('Escape');
    await expect(reading).toHaveCount(0);
  });

  it('find commands by any part of their names, and do them', async () => {
    const { page, agent } = await stage.open(lively());
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Command or search' });
    await expect(field).toBeFocused();
    await page.keyboard.type('contrast app');
    // The command, and the setting that it sets.
    await expect(page.getByRole('dialog').getByRole('option')).toHaveText([
      'Appearance: High contrast',
      'ThemeAppearance',
    ]);
    await page.keyboard.press('Enter');
    await expect.poll(() => agent.world.settings.appearance).toBe('contrast');
    await expect(page.locator('body')).toHaveClass(/theme-highcontrast/);
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
  });

  it('are taken by Enter as typed, however fast that was', async () => {
    const { page, agent } = await stage.open(lively());
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Command or search' })).toBeFocused();
    await typeAndEnter(page, 'contrast app');
    await expect.poll(() => agent.world.settings.appearance).toBe('contrast');
  });

  it('take back what was done from the moment that it is said', async () => {
    const { page, agent } = await stage.open(lively());
    await pressOnceThereIs(page, '.announcement button', { key: 'z', ctrlKey: true });
    await page.getByRole('button', { name: 'Mark read: Why do my tomato' }).click();
    await expect.poll(() => agent.asked('inbox.undo')).toHaveLength(1);
  });

  it('go on from the item that is shown, from the moment that it is', async () => {
    const { page } = await stage.open(lively());
    await expect(page.getByRole('region', { name: 'Reading' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Reading' })).toHaveCount(0);
    await pressOnceThereIs(page, '.reading--head h2', { key: 'j' });
    await page.locator('[data-item]').first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Reading' })).toContainText('cuckoo');
  });

  it('go where the person went after closing an item, before the next frame is drawn', async () => {
    const { page } = await stage.open(lively());
    await page.locator('[data-item]').first().focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.reading--head h2')).toBeFocused();
    await page.evaluate(async () => {
      for (const key of ['Escape', '/']) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      }
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    await expect(page.getByRole('searchbox')).toBeFocused();
  });

  it('open an inbox item that is still being searched for when Enter is pressed', async () => {
    const { page, agent } = await stage.open(lively());
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('mulch');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1);
    const held = Promise.withResolvers<void>();
    agent.holding.set('inbox.list', held.promise);
    await page.getByRole('combobox', { name: 'Command or search' }).fill('');
    await page.keyboard.type('seedlings');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    held.resolve();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Reading' })).toContainText('tomato');
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
