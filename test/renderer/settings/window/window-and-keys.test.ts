import { it } from 'vitest';
import { sideways } from '../../stage/inbox-scene.ts';
import { expect, inBrowser, lively } from '../../stage/stage.ts';

inBrowser('the settings of window and keys', (stage) => {
  it('speak as the system the language that the agent speaks, and another at once, numbers and dates included', async () => {
    const { page, agent } = await stage.open(
      lively({ settings: { language: 'system' }, state: { systemLanguages: ['de-AT', 'en'] } }),
      { at: '/settings' },
    );
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    agent.become({ systemLanguages: ['en-GB'] });
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.getByRole('link', { name: 'Window and keys' }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByRole('link', { name: 'Konten und Daten' }).click();
    await page.getByRole('button', { name: 'Alles prüfen' }).click();
    await page.getByText('Prüfintervalle').click();
    await expect(page.getByText('9.786 von 10.000 Anfragen übrig')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
  });

  it('make everything bigger, and the window as narrow as it is then', async () => {
    // As an import may have brought it: the next steps are those around it.
    const { page, agent } = await stage.open(lively({ settings: { zoom: 1.6 } }), {
      at: '/settings/window',
      height: 1100,
    });
    const heading = page.getByRole('heading', { level: 1 });
    const size = page.getByRole('group', { name: 'Size' });
    await expect(size.getByRole('status')).toHaveText('160%');
    const height = async () => (await heading.boundingBox())?.height ?? 0;
    const before = (await height()) / 1.6;
    const larger = size.getByRole('button', { name: 'Larger' });
    await larger.click();
    await expect.poll(() => agent.world.settings.zoom).toBe(1.75);
    await larger.click();
    await expect(size.getByRole('status')).toHaveText('200%');
    await expect(larger).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(height).toBeGreaterThan(before * 1.8);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeInViewport();
    await size.getByRole('button', { name: 'Smaller' }).click();
    await expect.poll(() => agent.world.settings.zoom).toBe(1.75);
  });

  it('take the keys that open the window, and say when they could not be had', async () => {
    const world = lively();
    world.state.abilities = { ...world.state.abilities, shortcut: { state: 'refused' } };
    const { page, agent } = await stage.open(world, { at: '/settings/window' });
    const group = page.getByRole('group', { name: 'Window from anywhere' });
    await group.getByRole('button', { name: 'Choose keys' }).click();
    await page.keyboard.press('Control+Shift+K');
    await expect.poll(() => agent.world.settings.shortcut).toBe('CommandOrControl+Shift+K');
    await expect(group).toContainText('The shortcut could not be set; another program may use it.');
    await group.getByRole('button', { name: 'Remove the shortcut' }).click();
    await expect.poll(() => agent.world.settings.shortcut).toBe('');
    await expect(group.getByRole('button', { name: 'Choose keys' })).toBeFocused();
    await page.getByRole('group', { name: 'Panel from anywhere' }).getByRole('button').click();
    await page.keyboard.press('Control+Alt+P');
    await expect.poll(() => agent.world.settings.panelShortcut).toBe('CommandOrControl+Alt+P');
    expect(agent.world.settings.shortcut).toBe('');
  });

  it('take a refused change back, and stay as they were just chosen, whatever older answer comes in late', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/window' });
    const start = page.getByRole('switch', { name: 'Start at login' });
    await expect(start).not.toBeChecked();
    agent.refusing.set('settings.change', {
      message: 'The system does not let Askbell start at login.',
      advice: 'Add it by hand.',
    });
    await start.click();
    await expect(page.getByText('The system does not let Askbell start at login.')).toBeVisible();
    await expect(start).not.toBeChecked();
    agent.refusing.clear();
    agent.calls.length = 0;
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Settings');
    const held = agent.hold('settings.change');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await expect(heading).toHaveText('Einstellungen');
    const asked = agent.asked('settings.get').length;
    agent.changed('settings');
    await expect.poll(() => agent.asked('settings.get').length).toBeGreaterThan(asked);
    await page.getByRole('button', { name: 'Größer' }).click();
    await expect.poll(() => agent.asked('settings.change').length).toBe(2);
    await expect(heading).toHaveText('Einstellungen');
    held.resolve();
    await expect.poll(() => agent.world.settings.zoom).toBe(1.1);
    await expect(heading).toHaveText('Einstellungen');
  });
});
