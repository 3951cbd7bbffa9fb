import { expect, test } from 'vitest';
import { isEmbedded } from '../../../sandbox/pages/log-in.ts';
import { Browser, page } from '../support/browser.ts';
import { startNetwork } from '../support/network.ts';

const network = await startNetwork();

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const ELECTRON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) askbell/2.0 Chrome/140.0.0.0 Electron/38.0.0 Safari/537.36';

test.each([
  ['a browser', { 'user-agent': FIREFOX }, false],
  ['a browser’s script', { 'user-agent': FIREFOX, 'x-requested-with': 'XMLHttpRequest' }, false],
  ['a window of its own', { 'user-agent': FIREFOX, 'sec-fetch-dest': 'document' }, false],
  ['Electron', { 'user-agent': ELECTRON }, true],
  ['Android’s embedded view', { 'user-agent': FIREFOX, 'x-requested-with': 'com.mine.app' }, true],
  ['a frame', { 'user-agent': FIREFOX, 'sec-fetch-dest': 'iframe' }, true],
] as [string, Record<string, string>, boolean][])('%s is embedded: %s', (_what, headers, expected) => {
  expect(isEmbedded(headers)).toBe(expected);
});

const address = (query = '') => `${network.authUrl}/example-id/sign-in${query}`;

test('Example ID signs in by a pop-up, which tells the page that opened it and closes', async () => {
  const browser = new Browser(network.authUrl, { 'user-agent': FIREFOX });
  const popUp = page(await browser.open(address()));
  const done = page(await browser.send(popUp, { account_id: String(network.account(1)) }));
  expect(done.text).toContain('window.opener.postMessage');
  const logIn = page(await browser.open(`${network.authUrl}/users/login`));
  expect(logIn.text).toMatch(new RegExp(`value="${network.account(1)}" required checked`));
});

test('Example ID goes on by itself where no pop-up could be opened, within the network only', async () => {
  const browser = new Browser(network.authUrl, { 'user-agent': FIREFOX });
  const there = page(await browser.open(address('?returnurl=%2Fsites%2Floops')));
  expect(page(await browser.send(there, {})).url).toBe(`${network.authUrl}/sites/loops`);
  for (const evil of ['https://evil.example/', '//evil.example/', '/\\evil.example/', 'javascript:alert(1)']) {
    const form = page(await browser.open(address(`?${new URLSearchParams({ returnurl: evil }).toString()}`)));
    expect(page(await browser.send(form, { returnurl: evil })).url).toBe(`${network.authUrl}/`);
  }
});

test.each(['GET', 'POST'])('Example ID does not show itself in an embedded view (%s)', async (method) => {
  const response = await fetch(address(), { method, headers: { 'user-agent': ELECTRON } });
  expect(response.status).toBe(403);
  expect(await response.text()).toContain('disallowed_useragent');
  expect(response.headers.get('set-cookie')).toBeNull();
});

test('the log-in is refused from another site, and as nobody', async () => {
  const post = async (accountId: number, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ account_id: String(accountId) });
    const init = { method: 'POST', body, headers, redirect: 'manual' } as const;
    return (await fetch(`${network.authUrl}/users/login`, init)).status;
  };
  expect(await post(network.account(), { 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await post(999_999)).toBe(400);
  expect(await post(network.account())).toBe(302);
});

test('its policy lets the form lead on to where the dialog would, and to nothing that is no address', async () => {
  const policy = async (redirectUri: string) => {
    const query = new URLSearchParams({ redirect_uri: redirectUri }).toString();
    const returnurl = new URLSearchParams({ returnurl: `/oauth?${query}` }).toString();
    const response = await fetch(`${network.authUrl}/users/login?${returnurl}`);
    return /form-action ([^;]*);/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
  };
  expect(await policy('http://localhost:49152/back')).toBe("'self' http://localhost:49152");
  expect(await policy('askbell://mine.example/back')).toBe("'self' askbell:");
  expect(await policy('https://a;script-src *')).toBe("'self'");
});
