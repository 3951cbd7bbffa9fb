import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { RedirectListening } from '../../../electron/desktop/desktop.ts';
import { listenForRedirect } from '../../../electron/desktop/loopback-listener.ts';

describe('the listener for a browser that comes back (RFC 8252, section 7.3)', () => {
  let stop = new AbortController();
  afterEach(() => stop.abort(new Error('over')));

  const listen = async (options: Partial<RedirectListening> = {}) => {
    stop = new AbortController();
    const listener = await listenForRedirect({
      isAwaited: (address) => new URL(address).searchParams.get('state') === 'mine',
      page: () => ({ language: 'de', title: 'Tab <zu>', text: 'Fertig & gut' }),
      signal: stop.signal,
      ...options,
    });
    listener.landed.catch(() => undefined);
    return listener;
  };
  /** A request to one of the loopback addresses, with any Host. */
  const ask = (port: string, host: string, headers: Record<string, string>, path = '/signed-in?state=mine&code=c') =>
    new Promise<number | string>((resolve) => {
      request({ host, port, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'))
        .end();
    });

  it('gives the whole address, with signs that codes end in, and shows a page in the window’s language', async () => {
    const { redirectUri, landed } = await listen();
    const answer = await fetch(`${redirectUri}?code=a(b)*((&state=mine`);
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('Tab &lt;zu&gt;');
    expect(page).toContain('Fertig &amp; gut');
    expect(page).not.toContain('a(b)');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await landed).toBe(`${redirectUri}?code=a(b)*((&state=mine`);
  });

  it('turns everything else away and goes on waiting', async () => {
    const { redirectUri, landed } = await listen();
    const { origin, port } = new URL(redirectUri);
    for (const other of ['/favicon.ico', '/', '/signed-in', '/signed-in?code=c&state=forged', '/signed-in?code=c'])
      expect((await fetch(`${origin}${other}`)).status).toBe(404);
    expect((await fetch(`${redirectUri}?code=c&state=mine`, { method: 'POST' })).status).toBe(404);
    expect(await ask(port, '127.0.0.1', { host: `evil.example:${port}` })).toBe(404);
    await fetch(`${redirectUri}?code=good&state=mine`);
    expect(await landed).toContain('code=good');
  });

  it('is there on both loopback addresses, and on a fresh port each time', async () => {
    const [first, second] = [await listen(), await listen()];
    expect(first.redirectUri).not.toBe(second.redirectUri);
    const { port } = new URL(second.redirectUri);
    const v6 = await ask(port, '::1', { host: `localhost:${port}` }, '/favicon.ico');
    // A machine without IPv6 has one loopback address only.
    expect([404, 'EADDRNOTAVAIL', 'EAFNOSUPPORT']).toContain(v6);
    expect(await ask(port, '127.0.0.1', { host: `localhost:${port}` }, '/favicon.ico')).toBe(404);
  });

  it('is gone after one use', async () => {
    const { redirectUri, landed } = await listen();
    await (await fetch(`${redirectUri}?code=c&state=mine`)).text();
    await landed;
    await expect.poll(() => fetch(`${redirectUri}?code=d&state=mine`).catch(() => 'gone')).toBe('gone');
  });

  it('is gone when it is given up, and says why', async () => {
    const { redirectUri, landed } = await listen();
    stop.abort(new Error('five minutes'));
    await expect(landed).rejects.toThrow('five minutes');
    await expect.poll(() => fetch(redirectUri).catch(() => 'gone')).toBe('gone');
  });
});
