import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { offeredProtocols } from '../../common/page-key.ts';
import { expect, test } from './askbell.ts';

test('a browser that entered is in with every tab; who sees its cookie on another port is not', async ({
  page,
  context,
  startAskbell,
}) => {
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
    const welcome = { name: 'Welcome to Askbell' };
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
