import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventIterator, oc } from '@orpc/contract';
import { implement } from '@orpc/server';
import { fc, it } from '@fast-check/vitest';
import { afterAll, beforeAll, beforeEach, describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { offeredProtocols, WINDOW_PROTOCOL } from '../../../../../common/page-key.ts';
import type { PageContext } from '../../../../../electron/desktop/desktop.ts';
import { silentLog } from '../../../../../electron/base/log.ts';
import { startWindowServer, type WindowServer } from '../../../../../electron/desktop/headless/window/window-server.ts';
import { clientOver, enterWindow, openSocket, readEntry, type Entered } from '../../../../support/enter-window.ts';
import { openPage, socketRefusal, startEmptyWindow } from './window-under-test.ts';

const contract = {
  double: oc.input(z.object({ n: z.number(), at: z.date() })).output(z.object({ n: z.number(), at: z.date() })),
  signOutOthers: oc.output(z.object({ count: z.number() })),
  count: oc.output(eventIterator(z.object({ n: z.number() }))),
  follow: oc.output(eventIterator(z.object({}))),
};
/** The subscriptions that have not ended. */
const subscriptions = new Set<symbol>();
const os = implement(contract).$context<PageContext>();
const router = os.router({
  double: os.double.handler(({ input }) => ({ n: input.n * 2, at: input.at })),
  signOutOthers: os.signOutOthers.handler(({ context }) => ({ count: context.browser?.signOutOthers() ?? -1 })),
  count: os.count.handler(async function* () {
    yield { n: 1 };
    yield { n: 2 };
  }),
  follow: os.follow.handler(async function* ({ signal }) {
    const subscription = Symbol('follow');
    subscriptions.add(subscription);
    try {
      yield {};
      if (signal?.aborted === false) await once(signal, 'abort');
    } finally {
      subscriptions.delete(subscription);
    }
  }),
});

/** An answer, and what a browser that enters takes from it. */
interface Answer extends Entered {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

describe('the window server', () => {
  let folder: string;
  let now = 1_000_000;
  let window: WindowServer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'askbell-window-'));
    for (const [name, text] of [
      ['outside.txt', 'not for the page'],
      ['renderer/index.html', '<!doctype html><title>Askbell</title>'],
      ['renderer/assets/main.js', 'export {};'],
      ['renderer/app/panel.html', '<!doctype html><title>Askbell panel</title>'],
      ['renderer/.hidden', 'hidden'],
    ] as const) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const rendererDir = join(folder, 'renderer');
    const longestMessageBytes = 1024 * 1024;
    window = await startWindowServer({ port: 0, rendererDir, log: silentLog, now: () => now, longestMessageBytes });
    window.serve(async () => router);
  });
  afterAll(async () => {
    await window.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Bare, so that paths and headers go out as they are written. */
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port: window.port, path, headers, method, agent: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => {
          const { statusCode: status = 0, headers } = answer;
          resolve({ status, headers, text, ...readEntry(headers['set-cookie']?.[0], text) });
        });
      });
      asked.on('error', reject).end(body);
    });
  const enter = async (address = window.access.entryLink()): Promise<Answer> => {
    const { pathname, search } = new URL(address);
    return ask(pathname + search);
  };
  /** A browser that was let in, and what it asks. */
  let inside: Answer;
  beforeEach(async () => void (inside = await enter()));
  const askInside = (path: string, headers: Record<string, string> = {}) =>
    ask(path, { cookie: inside.cookie, ...headers });
  const origin = () => `http://127.0.0.1:${window.port}`;
  const page = (entered: Entered = inside) => openPage(window, entered);
  const refusal = (headers: Record<string, string>, offered = inside.protocols) =>
    socketRefusal(`${origin()}/rpc`, offered, headers);

  it('lets one browser in by an address, however many are newer, once, and another one by another', async () => {
    const link = window.access.entryLink();
    for (let more = 0; more < 1000; more++) window.access.ticketLink();
    expect(new URL(link).hostname).toBe('127.0.0.1');
    const { cookie, status } = await enter(link);
    expect(status).toBe(200);
    const again = await enter(link);
    expect(again.status).toBe(403);
    expect(again.headers).not.toHaveProperty('set-cookie');
    expect(again.text).toContain('askbell open');
    now += 24 * 3_600_000;
    expect((await enter(window.access.entryLink())).status).toBe(200);
    // The browser that is in comes back by what its history has.
    const back = await ask(new URL(link).pathname, { cookie });
    expect([back.status, back.headers['location'], back.pageKey]).toEqual([303, '/', '']);
    // One is not used up by who asks for its head only, or by a form.
    const { pathname } = new URL(window.access.entryLink());
    for (const method of ['HEAD', 'OPTIONS', 'POST']) expect((await ask(pathname, {}, method)).status).toBe(403);
    expect((await ask(pathname)).status).toBe(200);
  });

  it('gives who has the cookie the page at its own addresses, and 404 for files that are not there', async () => {
    for (const path of ['/', '/inbox']) expect((await askInside(path)).text).toContain('<title>Askbell</title>');
    expect((await askInside('/assets/main.js')).headers['content-type']).toMatch(/javascript/);
    expect((await ask('/', { cookie: `other=1; ${inside.cookie}; more=2` })).status).toBe(200);
    expect((await askInside('/assets/gone.js')).status).toBe(404);
  });

  it.each([
    ...['/', '/assets/main.js', '/inbox', '/index.html', '/nothing', '/open', '/status'],
    ...['/panel', '/panel.webmanifest', '/askbell.png', '/askbell-192px.png', '/app/panel.html'],
  ])('refuses %s without the cookie and says what to do', async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('askbell open');
    expect(answer.text).not.toContain('Askbell panel');
  });

  it('has the panel as a page of its own, which can be installed as a small window', async () => {
    expect((await askInside('/panel')).text).toContain('Askbell panel');
    const manifest = await askInside('/panel.webmanifest');
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    const installed = JSON.parse(manifest.text) as { icons: { src: string; type: string; sizes: string }[] };
    expect(installed).toMatchObject({ start_url: '/panel', scope: '/panel', display: 'standalone' });
    const { icons } = installed;
    // Browsers install a page only where it has both.
    expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512']);
    for (const { src, type } of icons)
      expect(await askInside(src)).toMatchObject({ status: 200, headers: { 'content-type': type } });
    expect((await enter(window.access.ticketLink('panel'))).onward).toBe('/panel');
    expect((await enter(window.access.ticketLink('panel-window'))).onward).toBe('/panel?window');
    expect((await askInside('/panel?window')).text).toContain('Askbell panel');
  });

  it('never lets anything in that is not the secret', async () => {
    expect((await ask('/', { cookie: `${inside.cookie}x` })).status).toBe(403);
    for (const guess of ['', 'x'.repeat(32)]) expect((await ask(`/enter/${guess}`)).status).toBe(403);
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 60 }), async (guess) => {
        expect((await ask(`/enter/${encodeURIComponent(guess)}`)).headers).not.toHaveProperty('set-cookie');
      }),
      { numRuns: 40 },
    );
  });

  it('lets a ticket in once, and only for a minute', async () => {
    const ticket = window.access.ticketLink('watches');
    const answer = await enter(ticket);
    expect(answer).toMatchObject({ status: 200, onward: '/#/watches' });
    expect((await ask('/', { cookie: answer.cookie })).status).toBe(200);
    expect((await enter(ticket)).status).toBe(403);
    const late = window.access.ticketLink();
    now += 60_000;
    expect((await enter(late)).status).toBe(403);
    // It leads only to the window itself.
    expect((await enter(`${window.access.entryLink()}?view=//evil.example`)).onward).toBe('/');
  });

  it.each([
    ...['evil.example', 'evil.example:80', "evil.example; script-src 'unsafe-inline'"],
    ...['127.0.0.1', '127.0.0.1:1', '[::1]:80'],
  ])('refuses the host name "%s" (DNS rebinding)', async (host) => {
    const answer = await askInside('/', { host });
    expect(answer.status).not.toBe(200);
    expect(String(answer.headers['content-security-policy'] ?? '')).not.toContain('evil');
    expect((await ask(new URL(window.access.entryLink()).pathname, { host })).headers).not.toHaveProperty('set-cookie');
  });

  it('refuses what another site sends', async () => {
    for (const foreign of ['https://evil.example', 'null', 'http://127.0.0.1:1', `https://127.0.0.1:${window.port}`])
      expect((await askInside('/', { origin: foreign })).status).toBe(403);
  });

  it.each([
    ...['/../outside.txt', '/..%2foutside.txt', '/%2e%2e/outside.txt', '/assets/../../outside.txt'],
    ...['/..%5coutside.txt', '/.hidden', '//etc/passwd', '/%00'],
  ])('gives no file from elsewhere for %s', async (path) => {
    const answer = await askInside(path);
    expect(answer.text).not.toMatch(/not for the page|hidden|root:/);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  it('sends the security headers with every answer, also where it cannot read the address', async () => {
    const unreadable = await ask('/%zz');
    expect([unreadable.status, unreadable.text]).toEqual([403, (await ask('/')).text]);
    const always = ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"];
    const others = [askInside('/'), ask('/'), enter(), askInside('/nothing/here.js'), askInside('/assets/%')];
    for (const answer of [unreadable, ...(await Promise.all(others))]) {
      const policy = String(answer.headers['content-security-policy']);
      for (const part of [...always, `ws://127.0.0.1:${window.port}`]) expect(policy).toContain(part);
      expect(policy).not.toMatch(/unsafe|script-src[^;]*(http|\*)/);
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    }
  });

  it('answers calls and sends events to its own page, by a protocol that does not say the key again', async () => {
    const connected = await page();
    expect(connected.protocol).toBe(WINDOW_PROTOCOL);
    const client = clientOver<typeof contract>(connected);
    const at = new Date(86_400_000);
    expect(await client.double({ n: 21, at })).toEqual({ n: 42, at });
    const counted: number[] = [];
    for await (const { n } of await client.count()) counted.push(n);
    expect(counted).toEqual([1, 2]);
    expect(window.connectedPages).toBe(1);
    connected.close();
    await expect.poll(() => window.connectedPages).toBe(0);
  });

  const ownPage = () => ({ cookie: inside.cookie, origin: origin() });
  it.each<[string, () => Record<string, string>, (() => string[])?]>([
    ['no cookie', () => ({ origin: origin() })],
    ['another origin', () => ({ cookie: inside.cookie, origin: 'https://evil.example' })],
    ['no origin', () => ({ cookie: inside.cookie })],
    ['another host', () => ({ ...ownPage(), host: 'evil.example' })],
    // Browsers send the cookie to every port of this machine, where somebody else may listen.
    ['no key', ownPage, () => []],
    ['a wrong key', ownPage, () => offeredProtocols('x'.repeat(32))],
    ['the cookie as the key', ownPage, () => offeredProtocols(inside.cookie.split('=')[1] ?? '')],
  ])('refuses a connection with %s', async (_what, headersOf, offered) => {
    expect(await refusal(headersOf(), offered?.())).toBe(403);
  });

  it('gives the key to nobody who has the cookie alone', async () => {
    const link = window.access.entryLink();
    const { cookie, pageKey: key } = await enter(link);
    expect(key).toMatch(/^[\w-]{32}$/);
    expect(cookie).not.toContain(key);
    for (const path of [new URL(link).pathname, '/', '/inbox', '/rpc', '/open', '/nothing.js', '/enter/x']) {
      const answer = await ask(path, { cookie });
      expect(answer.text + JSON.stringify(answer.headers)).not.toContain(key);
    }
  });

  it('gives the key where the browser’s history does not keep it, to the one script that the policy allows', async () => {
    const entered = await enter();
    const script = /<script>(.*)<\/script>/s.exec(entered.text)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(entered.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(String((await ask('/', { cookie: entered.cookie })).headers['content-security-policy'])).not.toContain(hash);
    expect(entered.headers).not.toHaveProperty('location');
  });

  it('ends what a page gave up at once, also where both messages come together', async () => {
    const made = await page();
    const client = clientOver<typeof contract>(made);
    const answer = once(made, 'message');
    // What the page says in one turn often arrives in one piece.
    const sent: string[] = [];
    const { send } = made;
    made.send = (message: string) => void sent.push(message);
    const stop = new AbortController();
    const asked = client.follow(undefined, { signal: stop.signal }).catch(() => undefined);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    stop.abort();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    await asked;
    made.send = send;
    const { _socket: stream } = made as unknown as { _socket: Socket };
    stream.cork();
    for (const message of sent) made.send(message);
    stream.uncork();
    expect(await client.double({ n: 2, at: new Date(0) })).toMatchObject({ n: 4 });
    await answer;
    expect(subscriptions.size).toBe(0);
    made.terminate();
  });

  it('survives nonsense on a connection, and ends one that sends too much', async () => {
    const connected = await page();
    // oRPC reports it there.
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    connected.send('{"not":"oRPC"');
    connected.send(Buffer.from([0, 1, 2]));
    const client = clientOver<typeof contract>(connected);
    expect(await client.double({ n: 1, at: new Date(0) })).toMatchObject({ n: 2 });
    complaints.mockRestore();
    const ended = once(connected, 'close');
    connected.send('x'.repeat(2 * 1024 * 1024));
    expect((await ended)[0]).toBe(1009);
  });

  describe('what it cannot make sense of is told as that, and never as Askbell’s own fault', () => {
    const JSON_BODY = { 'content-type': 'application/json' };
    const MEBIBYTE = 1024 * 1024;

    it.each([
      ['JSON with a poisoned key', 'POST', '/open', JSON_BODY, '{"__proto__":{"a":1}}'],
      ['a body that is too large', 'POST', '/open', JSON_BODY, `"${'x'.repeat(2 * MEBIBYTE)}"`],
      ['a method that is not there', 'DELETE', '/open', {}, ''],
      ['an address with a broken escape', 'GET', '/%zz', {}, ''],
      ['an entry with a broken escape', 'GET', '/enter/%zz', {}, ''],
      ['an entry that is too long', 'GET', `/enter/${'x'.repeat(4_000)}`, {}, ''],
      ['a socket without an upgrade', 'GET', '/rpc', {}, ''],
    ])('%s', async (_what, method, path, headers, body) => {
      for (const cookie of ['', inside.cookie]) {
        const answer = await ask(path, { ...headers, cookie }, method, body);
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(answer.text).not.toMatch(/at .*\.ts:|node_modules/);
      }
    });

    it.prop(
      [
        fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS'),
        fc.oneof(fc.webPath(), fc.constantFrom('/open', '/rpc', '/enter/x')),
        fc.constantFrom('application/json', 'text/plain', 'nonsense', ''),
        fc.string({ maxLength: 50 }),
      ],
      { numRuns: 100 },
    )('whatever is sent', async (method, path, type, body) => {
      const headers = { cookie: inside.cookie, 'content-type': type };
      const { status, text } = await ask(path || '/', headers, method, body);
      expect(status).toBeGreaterThanOrEqual(method === 'GET' ? 200 : 400);
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/at .*\.ts:|node_modules/);
    });
  });

  describe('a browser that was let in', () => {
    it('keeps its cookie when it is closed, as long as browsers keep any, for this port and no script', async () => {
      const answer = await enter();
      expect(String(answer.headers['set-cookie']?.[0])).toMatch(
        new RegExp(`^askbell-${window.port}=[\\w-]{32}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict$`),
      );
      expect([answer.onward, answer.headers['cache-control']]).toEqual(['/', 'no-store']);
    });

    it('has a cookie and a key of its own, which it keeps when it enters again', async () => {
      const [one, other] = [await enter(), await enter()];
      expect(one.cookie).not.toBe(other.cookie);
      expect(one.pageKey).not.toBe(other.pageKey);
      const again = await ask(new URL(window.access.entryLink()).pathname, { cookie: one.cookie });
      expect([again.status, again.cookie, again.pageKey]).toEqual([200, one.cookie, one.pageKey]);
      // The cookie of one with the key of the other is neither.
      expect(await refusal({ cookie: one.cookie, origin: origin() }, other.protocols)).toBe(403);
    });

    it('signs out all others at once, with the addresses that nobody has used, and stays in', async () => {
      const unused = window.access.entryLink();
      const [mine, other] = [await page(), await enter()];
      const ended = once(await page(other), 'close');
      const client = clientOver<typeof contract>(mine);
      expect((await client.signOutOthers()).count).toBeGreaterThanOrEqual(1);
      await ended;
      expect((await ask('/', { cookie: other.cookie })).status).toBe(403);
      expect(await refusal({ cookie: other.cookie, origin: origin() }, other.protocols)).toBe(403);
      expect((await enter(unused)).status).toBe(403);
      expect((await ask('/', { cookie: inside.cookie })).status).toBe(200);
      expect(await client.double({ n: 3, at: new Date(0) })).toMatchObject({ n: 6 });
      expect(await client.signOutOthers()).toEqual({ count: 0 });
      expect((await enter()).status).toBe(200);
      mine.terminate();
    });
  });

  it('writes its error pages in the browser’s language, and allows them their one style, and no script', async () => {
    const answer = await ask('/', { 'accept-language': 'de-AT,de;q=0.9' });
    expect(answer.text).toContain('<html lang="de">');
    expect(answer.text).toContain('<code>askbell open</code>');
    const style = /<style>(.*)<\/style>/s.exec(answer.text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("script-src 'self';");
    expect(answer.text).not.toContain('<script');
  });
});

it('starting the window server says what to do when the window is not built', async () => {
  const rendererDir = join(tmpdir(), 'askbell-nowhere');
  const starting = startWindowServer({ port: 0, rendererDir, log: silentLog, now: Date.now });
  await expect(starting).rejects.toThrow('npm run build');
});

it('starting the window server says that the port is taken', async () => {
  const first = await startEmptyWindow();
  await expect(startEmptyWindow(first.port)).rejects.toThrow('something else is using it');
});

it('starting the window server keeps what a page asks before the agent is there, and answers it then', async () => {
  const early = await startEmptyWindow();
  const entered = await enterWindow(early.access.entryLink());
  const client = clientOver<typeof contract>(openSocket(`http://127.0.0.1:${early.port}`, entered));
  const answer = client.double({ n: 4, at: new Date(0) });
  await expect.poll(() => early.connectedPages).toBe(1);
  early.serve(async () => router);
  expect(await answer).toMatchObject({ n: 8 });
});

it('keeps what a browser has of one run from being worth anything in the next, on the same port', async () => {
  const first = await startEmptyWindow();
  const { port } = first;
  const { cookie, protocols } = await enterWindow(first.access.entryLink());
  const unused = first.access.entryLink();
  await first.close();

  await startEmptyWindow(port);
  const origin = `http://127.0.0.1:${port}`;
  expect((await fetch(origin, { headers: { cookie } })).status).toBe(403);
  expect((await fetch(unused)).status).toBe(403);
  expect(await socketRefusal(`${origin}/rpc`, protocols, { cookie, origin })).toBe(403);
});
