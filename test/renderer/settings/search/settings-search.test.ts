import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { wordsIn } from '../../../../common/i18n/words.ts';
import { PAGES } from '../../../../renderer/settings/pages.ts';
import { findSettings } from '../../../../renderer/settings/search/find-settings.ts';
import { SETTING_INDEX } from '../../../../renderer/settings/search/setting-index.ts';
import { withoutBrowser } from '../../../support/chromium.ts';
import { expect } from '../../../support/expect.ts';
import { lively } from '../../stage/fake-agent-data.ts';
import { Stage } from '../../stage/stage.ts';

const list = (page: Page) => page.getByRole('navigation', { name: 'Settings sections' });
const search = (page: Page) => page.getByRole('combobox', { name: 'Search the settings' });

/** Settings that are on their page only at times: a change of key where one is refused, a volume of an own sound. */
const AT_TIMES = ['Change key', 'Volume', 'Sites', 'Sign out'];

describe.skipIf(withoutBrowser)('settings in pages', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  it('have an address each, and the focus goes to the page that is opened', async () => {
    const { page } = await stage.open(lively(), { at: '/settings' });
    await expect(page.getByRole('region', { name: 'Accounts and networks' })).toBeVisible();
    await list(page).getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('region', { name: 'About' })).toBeFocused();
    await expect(page.getByRole('region', { name: 'About' })).toBeInViewport();
    await expect(list(page).getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');
    await expect(
      page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Settings' }),
    ).toHaveAttribute('aria-current', 'page');
    expect(page.url()).toMatch(/#\/settings\/about$/);
    await page.reload();
    await expect(page.getByRole('region', { name: 'About' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('region', { name: 'Accounts and networks' })).toBeVisible();
  });

  it('take turns with their list in a narrow window', async () => {
    const { page } = await stage.open(lively(), { at: '/settings', width: 360, height: 640 });
    await expect(page.getByRole('region', { name: 'Accounts and networks' })).toBeHidden();
    await list(page).getByRole('link', { name: 'Quiet hours' }).click();
    await expect(page.getByRole('region', { name: 'Quiet hours' })).toBeFocused();
    await expect(list(page)).toBeHidden();
    await page.getByRole('link', { name: 'All settings' }).click();
    await expect(list(page).getByRole('link', { name: 'Quiet hours' })).toBeFocused();
  });

  it('are searched by the words in force; keys choose, and the setting has the focus then', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings' });
    await expect(list(page)).toBeVisible();
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type('not');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expect(list(page)).toHaveCount(0);
    await page.keyboard.type('hing like this');
    await expect(page.getByText('No setting matches.', { exact: false })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search(page)).toHaveValue('');
    await expect(list(page)).toBeVisible();
    await page.keyboard.type('dark');
    await expect(page.getByRole('option', { name: 'Theme Appearance' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'System' })).toBeFocused();
    agent.world.settings.language = 'de';
    agent.changed('settings');
    await page.getByRole('combobox', { name: 'Einstellungen durchsuchen' }).fill('einzelnen');
    await page
      .getByRole('option', { name: /^Tastenkürzel aus einer/ })
      .first()
      .click();
    await expect(page.getByRole('region', { name: 'Anwendung' })).toBeVisible();
  });

  it('are all in the index, and the index leads to what is on its page', async () => {
    const world = lively();
    const { page } = await stage.open(world, { at: '/settings' });
    const words = wordsIn('en');
    for (const name of PAGES) {
      await page.evaluate((to) => (location.hash = `/settings/${to}`), name);
      await expect(page.locator('.settings--page section').first()).toBeVisible();
      const shown = await page
        .locator('.settings--page section:not(#settings-sites) :is(.setting label, .switch label, legend, button)')
        .evaluateAll((all) => all.map((one) => one.textContent.trim()));
      for (const label of new Set(shown)) {
        const found = findSettings(label, words).filter((one) => one.page === name);
        if (!AT_TIMES.includes(label)) expect(found, `${name}: ${label}`).not.toEqual([]);
      }
      const all = (await page.locator('.settings--page').innerText()).toLowerCase();
      for (const { label } of SETTING_INDEX.filter((entry) => entry.page === name))
        if (!AT_TIMES.includes(words(label))) expect(all, name).toContain(words(label).toLowerCase());
    }
  });
});
