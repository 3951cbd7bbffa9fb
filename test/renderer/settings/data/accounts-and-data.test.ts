import { it } from 'vitest';
import { expect, expectAsked, inBrowser, lively } from '../../stage/stage.ts';

inBrowser('the settings of accounts and data', (stage) => {
  it('say where the sign-in is kept, and how much room the history takes, take a proxy, lead to another network', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/accounts' });
    await expect(page.getByText('Your sign-in is stored in the system keyring.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your data' })).toContainText('5 MB on this computer');
    agent.become({ secrets: { persistent: false, where: 'keyring', why: 'none' } });
    const warning = page.locator('.notice__warning');
    await expect(warning.getByText('You stay signed in until Askbell quits.', { exact: false })).toBeVisible();
    await page.getByRole('group', { name: 'Proxy' }).getByText('Custom').click();
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
    await page.getByRole('button', { name: 'Add a network' }).click();
    await expect(page.getByRole('heading', { name: 'Add a network' })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  });

  it('change the key of an account, and ask for what achievements take', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/accounts' });
    const account = agent.world.state.accounts[0]!.id;
    const more = page.getByRole('button', { name: 'More for Demo network' });
    await more.click();
    await page.getByRole('button', { name: 'Change key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change key for Demo network' });
    await dialog.getByRole('button', { name: 'Change key' }).click();
    await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/Fill in this field/);
    await dialog.getByRole('textbox').fill('a key');
    await dialog.getByRole('button', { name: 'Change key' }).click();
    await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    expect(agent.asked('session.changeKey')).toEqual([]);
    agent.refusing.set('session.changeKey', { message: 'This key is not known.', advice: 'Copy it again.' });
    await dialog.getByRole('textbox').fill(' another-key(( ');
    await dialog.getByRole('button', { name: 'Change key' }).click();
    await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/This key is not known. Copy it again./);
    agent.refusing.clear();
    await dialog.getByRole('button', { name: 'Change key' }).click();
    await expect(page.getByText('The key for Demo network has been changed.')).toBeVisible();
    for (const { input } of agent.asked('session.changeKey')) expect(input).toEqual({ account, key: 'another-key((' });
    await expect(dialog).toHaveCount(0);
    await more.click();
    await page.getByRole('button', { name: 'Allow achievements' }).click();
    await expect.poll(() => agent.world.settings.achievements).toBe(true);
    await expectAsked(agent, 'session.askForAchievements', [{ account }]);
    agent.becomeAccount({ mayReadPrivate: true });
    await more.click();
    await page.getByRole('button', { name: 'Stop using achievements' }).click();
    await expect.poll(() => agent.world.settings.achievements).toBe(false);
    expect(agent.asked('session.askForAchievements')).toHaveLength(1);
  });

  it('keep what earlier versions chose of polling, clear it when asked, list licences, and say whether updates are looked for', async () => {
    const world = lively({ settings: { push: false, pollingWeights: { inbox: 1, reputation: 2, watches: 0.25 } } });
    const { page, agent } = await stage.open(world, { at: '/settings/advanced' });
    const trouble = page.getByRole('region', { name: 'If something is wrong' });
    await expect(trouble).toBeInViewport();
    await expect(trouble).toContainText(
      '3 exceptions: no real-time updates, Reputation more often, Watches much less often.',
    );
    await trouble.getByRole('button', { name: 'Clear' }).click();
    await expect(trouble).not.toContainText('exception');
    await expect
      .poll(() => agent.world.settings)
      .toMatchObject({ push: true, pollingWeights: { inbox: 1, reputation: 1, watches: 1 } });
    await page.getByText('third-party package').click();
    await expect(page.locator('.licences').getByRole('listitem')).toHaveCount(1);
    await page.getByRole('switch', { name: 'Check for updates automatically' }).uncheck();
    await expect.poll(() => agent.world.settings.checkForUpdates).toBe(false);
  });

  it('check everything, say what is wrong, show the report to copy, ask before a reset, and offer to take the last one back', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/data' });
    await page.getByRole('button', { name: 'Run checks' }).click();
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
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('Copied.')).toBeVisible();
    expect(await page.evaluate(() => document.body.dataset['copied'])).toBe('Askbell, checked');
    await page.getByRole('button', { name: 'Copy debug info' }).click();
    const report = page.getByRole('dialog', { name: 'Copy debug info' });
    await expect(report.getByRole('textbox')).not.toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(report).toHaveCount(0);
    await page.getByRole('button', { name: 'Reset settings…' }).click();
    const asked = page.getByRole('dialog', { name: 'Reset all settings?' });
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(asked).toHaveCount(0);
    expect(agent.asked('diagnostics.reset')).toEqual([]);
    await page.getByRole('button', { name: 'Reset settings…' }).click();
    await asked.getByRole('button', { name: 'Reset settings' }).click();
    await expect.poll(() => agent.asked('diagnostics.reset')).toHaveLength(1);
    await expect(page.getByText('All settings are back to their defaults.')).toBeVisible();
    await page.getByRole('link', { name: 'Window and keys' }).click();
    agent.world.lastChange = { what: 'reset', at: new Date(), undo: 'reset-1' };
    await page.getByRole('link', { name: 'Accounts and data' }).click();
    await expect(page.getByText(/^Settings reset \(/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo settings changes' }).click();
    await expect.poll(() => agent.asked('transfer.undo')).toHaveLength(1);
    await expect(page.getByRole('button', { name: 'Undo settings changes' })).toHaveCount(0);
  });
});
