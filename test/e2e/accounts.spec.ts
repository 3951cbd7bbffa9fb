import { readFile } from 'node:fs/promises';
import { startSandbox, type Sandbox } from '../../sandbox/server/server.ts';
import { expect, test } from './askbell.ts';

/** A second network, run by this test: its own state shows what Askbell did there. */
let second: Sandbox;
test.beforeEach(async () => {
  second = await startSandbox({
    apps: [{ clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' }],
    burst: Infinity,
  });
});
test.afterEach(() => second.close());

test('a second network beside the demo network: added, read together, signed out of by itself', async ({
  page,
  startAskbell,
}) => {
  const askbell = await startAskbell('--demo', '--demo-speed', '0.001');
  await page.goto(askbell.address);
  const accounts = page.getByRole('list', { name: 'Your accounts' }).getByRole('listitem');
  const toSettings = () =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Settings' }).click();

  await test.step('it is added from the settings', async () => {
    await toSettings();
    await expect(accounts).toHaveCount(1);
    await page.getByRole('button', { name: 'Add a network' }).click();
    await page.getByRole('radio', { name: /Other network/ }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Second network');
    await page.getByRole('textbox', { name: /API/ }).fill(second.apiBaseUrl);
    await page.getByRole('textbox', { name: /dialog|sign-in/i }).fill(second.authUrl);
    await page.getByRole('textbox', { name: /client id/i }).fill('mine');
    await page.getByRole('textbox', { name: /^key$/i }).fill('my-key');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const popup = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open the sign-in dialog' }).click();
    const dialog = await popup;
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await dialog.waitForURL(/login_success/);
    const address = await dialog.evaluate(() => location.href);
    await dialog.close();
    await page.getByRole('textbox', { name: 'Address of the page you landed on' }).fill(address);
    await page.getByRole('button', { name: 'Finish signing in' }).click();
    await toSettings();
    await expect(accounts).toHaveCount(2);
  });

  const toPage = (name: string) =>
    page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name }).click();

  await test.step('everything can be taken along, without a secret in it', async () => {
    await toPage('Data and diagnostics');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain('Second network');
    expect(text).not.toContain('my-key');
    for (const { token } of second.world.db.prepare('SELECT token FROM tokens').all() as { token: string }[])
      expect(text).not.toContain(token);
  });

  await test.step('signing out of it ends its token there, and the demo network stays', async () => {
    await toPage('Accounts and networks');
    await page.getByRole('button', { name: 'Sign out of Second network' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(accounts).toHaveCount(1);
    await expect(accounts).toContainText('Demo network');
    await expect
      .poll(
        () =>
          (second.world.db.prepare('SELECT count(*) AS n FROM tokens WHERE revoked_at IS NULL').get() as { n: number })
            .n,
      )
      .toBe(0);
    await expect(page.getByText('Askbell’s access is revoked there')).toBeVisible();
  });
});
