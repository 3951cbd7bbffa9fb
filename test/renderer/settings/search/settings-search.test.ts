import type { Page } from '@playwright/test';
import { it } from 'vitest';
import { wordsIn } from '../../../../common/i18n/words.ts';
import { PAGES } from '../../../../renderer/settings/pages.ts';
import { findSettings } from '../../../../renderer/settings/search/find-settings.ts';
import { SETTING_INDEX } from '../../../../renderer/settings/search/setting-index.ts';
import { expect, inBrowser, lively } from '../../stage/stage.ts';

const pages = (page: Page) => page.getByRole('navigation', { name: 'Settings sections' });
const field = (page: Page, name = 'Find a setting') => page.getByRole('combobox', { name });

/** Settings that are on their page only at times, or behind a button: in an account's menu, of an own sound. */
const AT_TIMES = ['Change key', 'Allow achievements', 'Volume', 'Sites'];

inBrowser('settings in pages', (stage) => {
  it('have an address each, and the focus goes to the page that is opened', async () => {
    const { page } = await stage.open(lively(), { at: '/settings' });
    await expect(page.getByRole('region', { name: 'Tell me about' })).toBeVisible();
    await pages(page).getByRole('link', { name: 'Accounts and data' }).click();
    await expect(page.getByRole('region', { name: 'Accounts' })).toBeFocused();
    await expect(page.getByRole('region', { name: 'Accounts' })).toBeInViewport();
    await expect(pages(page).getByRole('link', { name: 'Accounts and data' })).toHaveAttribute('aria-current', 'page');
    await expect(
      page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Settings' }),
    ).toHaveAttribute('aria-current', 'page');
    expect(page.url()).toMatch(/#\/settings\/accounts$/);
    await page.reload();
    await expect(page.getByRole('region', { name: 'Accounts' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('region', { name: 'Tell me about' })).toBeVisible();
  });

  it('are where an address of earlier versions leads', async () => {
    const { page } = await stage.open(lively(), { at: '/settings', height: 640 });
    for (const [former, name, section] of [
      ['quiet', 'Notifications', 'When to stay quiet'],
      ['appearance', 'Window and keys', 'Look'],
      ['application', 'Window and keys', 'Opening'],
      ['data', 'Accounts and data', 'Your data'],
      ['advanced', 'Accounts and data', 'If something is wrong'],
      ['about', 'Accounts and data', 'Accounts'],
      ['nowhere', 'Notifications', 'Tell me about'],
    ] as const) {
      await page.evaluate((to) => (location.hash = `/settings/${to}`), former);
      await expect(pages(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('region', { name: section }), former).toBeInViewport();
      await page.evaluate(() => (location.hash = '/inbox'));
      await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    }
  });

  it('have all their pages in sight in a narrow window', async () => {
    const { page } = await stage.open(lively(), { at: '/settings', width: 360, height: 640 });
    for (const link of await pages(page).getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 });
    await pages(page).getByRole('link', { name: 'Window and keys' }).click();
    await expect(page.getByRole('region', { name: 'Look' })).toBeFocused();
    await page.getByRole('button', { name: 'Find a setting' }).click();
    await expect(field(page)).toBeInViewport({ ratio: 1 });
  });

  it('are searched by the words in force; keys choose, and the setting has the focus then', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings' });
    await expect(pages(page)).toBeVisible();
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('not');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.type('hing like this');
    await expect(page.getByText('No setting matches.', { exact: false })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveCount(0);
    await page.keyboard.press('/');
    await expect(field(page)).toHaveValue('');
    await page.keyboard.type('dark');
    await expect(field(page)).toHaveAttribute(
      'aria-activedescendant',
      (await page.getByRole('option', { name: 'Theme Window and keys' }).getAttribute('id'))!,
    );
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'System' })).toBeFocused();
    agent.world.settings.language = 'de';
    agent.changed('settings');
    await page.getByRole('button', { name: 'Einstellung suchen' }).click();
    await field(page, 'Einstellung suchen').fill('anwendung schlüssel');
    await page.getByRole('option', { name: /^Schlüssel ändern/ }).click();
    // It is in the account's menu.
    await expect(page.getByRole('button', { name: 'Mehr zu Demo network' })).toBeFocused();
  });

  it('are all in the index, and the index leads to what is on its page', async () => {
    const world = lively();
    const { page } = await stage.open(world, { at: '/settings' });
    const words = wordsIn('en');
    for (const name of PAGES) {
      await page.evaluate((to) => (location.hash = `/settings/${to}`), name);
      await expect(page.locator(`.settings--page__${name} section`).first()).toBeVisible();
      const shown = await page
        .locator('.settings--page :is(.setting--words > :is(label, span), .switch label, legend, .setting--end .btn)')
        .evaluateAll((all) => all.map((one) => one.textContent.trim()));
      const known = SETTING_INDEX.filter((entry) => entry.page === name);
      for (const label of new Set(shown)) {
        const found = findSettings(label, words).filter((one) => one.page === name);
        const isTold = label === '' || label === world.state.accounts[0]!.person.displayName;
        if (!AT_TIMES.includes(label) && !isTold) expect(found, `${name}: ${label}`).not.toEqual([]);
      }
      const all = (await page.locator('.settings--page').textContent())!.toLowerCase();
      for (const { label } of known)
        if (!AT_TIMES.includes(words(label))) expect(all, name).toContain(words(label).toLowerCase());
    }
  });
});
