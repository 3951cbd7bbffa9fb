import { expect, test } from 'vitest';
import { error, key, site, startNetwork } from '../support/network.ts';
import { landed, signInOf, type Form } from '../support/oauth.ts';

const network = await startNetwork({
  apps: [{ clientId: 'tests', key, domain: 'app.example', name: 'Tests & <Co>' }],
});
const back = 'https://app.example/back';
const fields = { client_id: 'tests', scope: 'read_inbox,no_expiry', redirect_uri: back, state: 'st&te' };
const { answer, approve, show } = signInOf(network, fields, '/oauth/dialog');
const home = `${network.authUrl}/oauth/login_success`;
const approved = async (changes?: Form) => landed(await approve(changes)).fragment;
const ask = (path: string, { access_token = '' }: { access_token?: string }) =>
  network.get(path, { site, key, access_token });

test.each(['', '/'])('the dialog shows the app, the scopes in words and the people (with "%s")', async (slash) => {
  const response = await show({}, `/oauth/dialog${slash}`);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  for (const part of ['Tests &amp; &lt;Co&gt;', 'name="state" value="st&amp;te"']) expect(page).toContain(part);
  for (const scope of ['Read your inbox on every site', 'Stay signed in until you sign out'])
    expect(page).toContain(scope);
  expect(page).not.toContain('Write in your name');
  expect(page.match(/<input type="radio" name="account_id"/g)?.length).toBeGreaterThanOrEqual(6);
  expect(page.match(/ checked>/g)).toHaveLength(1);
});

test('the dialog loads nothing from elsewhere, runs no script, cannot be framed, and tells nobody where one came from', async () => {
  const response = await show();
  const policy = response.headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self' https://app.example;"])
    expect(policy).toContain(part);
  expect(policy).not.toContain('script-src');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).not.toMatch(/<script|(?:src|href)="https?:/);
});

test('approval leads back with token and state; with no_expiry without expires', async () => {
  const response = await approve();
  expect(response.status).toBe(302);
  const { address, fragment } = landed(response);
  expect(address).toBe(back);
  expect(fragment).toEqual({ access_token: expect.stringMatching(/^[\w-]{20,}$/), state: 'st&te' });
  expect((await ask('/me', fragment)).body.items).toMatchObject([{ account_id: network.account() }]);
});

test('without no_expiry the token says 86399 and ends then', async () => {
  const token = await approved({ scope: 'read_inbox', state: undefined });
  expect(token).toEqual({ access_token: expect.any(String), expires: '86399' });
  network.clock.advance(86_398);
  expect((await ask('/me/inbox', token)).status).toBe(200);
  network.clock.advance(1);
  expect((await ask('/me/inbox', token)).body).toMatchObject(error(402));
});

const SPELLINGS = ['read_inbox,private_info', 'read_inbox private_info', ' private_info ,, read_inbox'];
test.each(SPELLINGS)('"%s" are granted', async (scope) => {
  const { access_token: token } = await approved({ scope });
  const { body } = await network.get(`/access-tokens/${token}`);
  expect(body.items[0]?.['scope']).toEqual(['read_inbox', 'private_info']);
});

test('without any scope the token tells who one is, and nothing else', async () => {
  const token = await approved({ scope: undefined });
  expect((await ask('/me', token)).status).toBe(200);
  expect((await ask('/me/inbox', token)).body).toMatchObject(error(403));
});

test('an app that is registered without it has no implicit flow', async () => {
  const app = { clientId: 'server', key: 'server-key', domain: 'app.example', secret: 's', clientSide: false };
  const signIn = signInOf(await startNetwork({ apps: [app] }), { ...fields, client_id: 'server' }, '/oauth/dialog');
  const refused = await signIn.show();
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('Sign-in refused')]);
  expect((await signIn.show({}, '/oauth')).status).toBe(200);
});

test('nobody but an offered person can be chosen, and something must be decided', async () => {
  for (const changes of [{ account_id: '999999' }, { decision: undefined }, { account_id: '' }]) {
    const response = await approve(changes);
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  }
});

const { origin, port } = new URL(network.authUrl);
const foreign = ['https://evil.example', `http://127.0.0.1.evil.example:${port}`, 'http://127.0.0.1:1', 'null', 'x'];
const sameSite = { 'sec-fetch-site': 'same-origin' };
test.each<[Record<string, string>, number]>([
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  ...foreign.map((other): [Record<string, string>, number] => [{ origin: other }, 403]),
  [{ origin: 'https://evil.example', ...sameSite }, 403],
  [{ origin }, 302],
  // What a browser sends whose page tells no address to anybody.
  [{ origin: 'null', ...sameSite }, 302],
  [sameSite, 302],
])('a form sent with %j gets status %i', async (headers, status) => {
  const form = { account_id: String(network.account()), decision: 'approve' };
  expect((await answer(form, '/oauth/dialog', headers)).status).toBe(status);
});

test('login_success runs only its own script', async () => {
  const response = await fetch(home);
  const nonce = /script-src 'nonce-([\w-]+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
  const page = await response.text();
  expect(nonce).toBeDefined();
  expect(page).toContain(`<script nonce="${nonce}">`);
  expect(page).toContain('You are signed in');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
});

test('sign-ins are not in the list of API requests and cost no quota', async () => {
  await network.control.clearRequests();
  await approve();
  expect(network.requests).toEqual([]);
});
