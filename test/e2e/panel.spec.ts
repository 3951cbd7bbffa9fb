import { expect, test, waitForInbox } from './askbell.ts';

test('the panel opens as a small window, is closed by Escape, and can be installed', async ({ page, startAskbell }) => {
  const { address } = await startAskbell('--demo');
  await page.goto(address);
  await waitForInbox(page);
  const byClick = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open the panel' }).click();
  const clicked = await byClick;
  await expect(clicked.getByRole('list', { name: 'For you' })).toBeVisible();
  await clicked.close();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('open the panel');
  const [panel] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  expect(new URL(panel.url()).pathname).toBe('/panel');
  await expect(panel.getByRole('list', { name: 'For you' })).toBeVisible();
  expect(await panel.evaluate(() => [innerWidth, innerHeight])).toEqual([400, 560]);

  // What the browser itself says of the manifest, which it fetches with the cookie that all of this address asks for.
  const devtools = await panel.context().newCDPSession(panel);
  const { url, errors, data } = await devtools.send('Page.getAppManifest');
  expect([new URL(url).pathname, errors]).toEqual(['/panel.webmanifest', []]);
  expect(JSON.parse(data ?? '{}')).toMatchObject({ start_url: '/panel', scope: '/panel', display: 'standalone' });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // The pages of a test are private ones, from which nothing is installed; there is nothing else against it.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);

  await Promise.all([panel.waitForEvent('close'), panel.keyboard.press('Escape').catch(() => undefined)]);
});
