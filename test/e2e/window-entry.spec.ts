import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { offeredProtocols } from '../../common/page-key.ts';
import { expect, test, waitForInbox } from './askbell.ts';

test('a browser that entered is in with every tab, and only on its port', async ({ page, context, startAskbell }) => {
  const run = await startAskbell();
  const { origin } = new URL(run.address);
  const seen: string[] = [];
  const elsewhere = createServer((request, response) => {
    seen.push(request.headers.cookie ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(run.address);
    const welcome = { name: 'Know when someone answers' };
    await expect(page.getByRole('heading', welcome)).toBeVisible();
    // The way in leaves nothing to go back to.
    expect(new URL(page.url()).pathname).not.toContain('enter');
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
    const tab = await context.newPage();
    await tab.goto(origin);
    await expect(tab.getByRole('heading', welcome)).toBeVisible();

    await tab.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    const cookie = seen.find((header) => header.includes('askbell')) ?? '';
    expect(cookie).not.toBe('');
    expect(await tab.evaluate(() => localStorage.length)).toBe(0);
    const thief = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, offeredProtocols(null), {
      headers: { cookie, origin },
    });
    const status = await new Promise((resolve) => {
      thief.on('open', () => resolve('open'));
      thief.on('unexpected-response', (_request, answer) => resolve(answer.statusCode));
      thief.on('error', () => undefined);
    });
    thief.terminate();
    expect(status).toBe(403);
  } finally {
    elsewhere.close();
    elsewhere.closeAllConnections();
  }
});

test('a browser signed out is told so, or that Askbell ended', async ({ browser, page: mine, startAskbell }) => {
  const run = await startAskbell('--demo', '--demo-speed', '0.001');
  const { origin, port } = new URL(run.address);
  const other = await browser.newPage({ locale: 'de-DE', viewport: { width: 360, height: 640 } });
  await other.goto(run.address);
  // The demo network's first start takes a while on a busy machine.
  await expect(other.getByRole('link', { name: 'Settings' })).toBeVisible({ timeout: 120_000 });
  await waitForInbox(other);

  await mine.goto(await run.newAddress());
  await waitForInbox(mine);
  await mine.goto(`${origin}/#/settings/application`);
  await mine.getByRole('button', { name: 'Sign out other browsers' }).click();
  await expect(mine.getByText('1 other browser signed out.')).toBeVisible();
  const refused = { name: 'Askbell kennt diesen Browser nicht' };
  await expect(other.getByRole('heading', refused)).toBeVisible();
  await other.goto(origin);
  await expect(other.getByRole('heading', refused)).toBeVisible();
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await other.close();
  await mine.reload();
  await expect(mine.getByRole('button', { name: 'Sign out other browsers' })).toBeVisible();

  await run.end('SIGTERM');
  await startAskbell('--port', port);
  await expect(mine.getByRole('heading', { name: 'Askbell doesn’t know this browser' })).toBeVisible();
  await expect(mine.getByText('askbell open')).toBeVisible();
});
