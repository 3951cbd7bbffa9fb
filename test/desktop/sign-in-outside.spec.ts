import { expect, type Browser } from '@playwright/test';
import { launchChromium, withoutBrowser } from '../support/chromium.ts';
import { answerInBrowser } from '../support/system-browser.ts';
import { whyNoElectron } from './electron-present.ts';
import { test, type Desk } from './launch.ts';

/** The app, and a Chromium that stands for the person's own browser. */
const why = whyNoElectron() ?? (withoutBrowser ? 'No Chromium was found.' : undefined);
test.skip(Boolean(why), why ?? '');

let browser: Browser;
test.beforeEach(async () => void (browser = await launchChromium()));
test.afterEach(() => browser.close());

const dialogs = async (desk: Desk) => (await desk.openedOutside()).filter((address) => address.includes('/oauth'));

test('like the public service: through the person’s own browser, with a service’s pop-up', async ({ start }) => {
  const desk = await start(['--demo', '--like', 'public', '--demo-speed', '60']);
  const page = await desk.app.firstWindow();
  await expect(page.getByText('Continue in your browser. We’ll pick up here.')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => dialogs(desk)).toHaveLength(1);
  // Nothing of the network is shown within Askbell.
  expect(desk.app.windows().filter((window) => !window.url().startsWith('app:'))).toEqual([]);

  const [dialogUrl = ''] = await dialogs(desk);
  const tab = await answerInBrowser(browser, dialogUrl);
  await expect(tab.getByRole('heading', { name: 'You can close this tab' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible({ timeout: 60_000 });
});

test('by the network’s page, whose address Askbell takes from the clipboard once it may', async ({ start }) => {
  const desk = await start(['--like', 'public', '--demo-speed', '0.001']);
  const page = await desk.app.firstWindow();
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await page.getByText('Trouble signing in?').click({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Try another way' }).click();
  await page.getByRole('checkbox', { name: 'Paste it automatically' }).check();
  await expect.poll(() => dialogs(desk)).toHaveLength(2);
  const tab = await answerInBrowser(browser, (await dialogs(desk)).at(-1) ?? '');
  await tab.waitForURL(/login_success/);
  const landed = await tab.evaluate(() => location.href);
  expect(landed).toMatch(/[?&]code=/);

  const comeBackWith = async (text: string) => {
    await desk.app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  };
  await comeBackWith(landed.replace(/state=[^&#]+/, 'state=another'));
  await expect(page.getByRole('checkbox')).toBeVisible();
  await expect(page.getByText(/belongs to another/)).toHaveCount(0);
  await comeBackWith(landed);
  await page.getByRole('button', { name: 'Skip all' }).click({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible({ timeout: 60_000 });
});
