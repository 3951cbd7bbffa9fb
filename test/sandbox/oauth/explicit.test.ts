import { expect, test } from 'vitest';
import { error, key, site, startNetwork } from '../support/network.ts';
import { landed, pkce, signInOf, verifier, type Form } from '../support/oauth.ts';

const network = await startNetwork({
  apps: [
    { clientId: 'tests', key, domain: 'app.example', secret: 's3cret&', name: 'Tests' },
    { clientId: 'public', key: 'public-key', domain: 'app.example', name: 'Public' },
  ],
});
const redirect = 'https://app.example/back?kept=1';
const fields = { client_id: 'tests', scope: 'read_inbox', redirect_uri: redirect, state: 'st&te' };
const { answer, approve, exchange, forCode, newCode, refusal, show } = signInOf(network, fields, '/oauth');

const withSecret = (code: string, changes: Form = {}) => forCode(code, { client_secret: 's3cret&', ...changes });
const invalid = (message: unknown) => [400, 'invalid_request', message];
const json = 'application/json';
const aToken: unknown = expect.stringMatching(/^[\w-]{20,}$/);

test('the explicit sign-in leads back with a code and the state in the query, which becomes a token as a form’s text', async () => {
  expect(await (await show()).text()).toContain('<form method="post" action="/oauth">');
  const { query, fragment } = landed(await approve());
  expect(fragment).toEqual({});
  expect(query).toEqual({ kept: '1', code: aToken, state: 'st&te' });
  const response = await exchange(withSecret(query['code'] ?? ''), '/oauth/access_token');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-www-form-urlencoded; charset=utf-8');
  const token = Object.fromEntries(new URLSearchParams(await response.text()));
  expect(token).toEqual({ access_token: aToken, expires: '86399' });
  expect((await network.get('/me/inbox', { site, key, access_token: token['access_token'] ?? '' })).status).toBe(200);
});

test('the explicit sign-in gives and takes the same as JSON, and no expires with no_expiry', async () => {
  const asForm = await exchange(withSecret(await newCode({ scope: 'no_expiry' })));
  expect(await asForm.json()).toEqual({ access_token: expect.any(String) });
  const init = { method: 'POST', headers: { 'content-type': json }, body: JSON.stringify(withSecret(await newCode())) };
  const asJson = await fetch(`${network.authUrl}/oauth/access_token/json`, init);
  expect(await asJson.json()).toEqual({ access_token: expect.any(String), expires: 86_399 });
});

test.each([
  ['query', '/oauth'],
  ['fragment', '/oauth/dialog'],
] as const)('denial leads back with the error and the state, and no token, in the %s', async (part, path) => {
  const target = landed(await answer({ decision: 'deny' }, path));
  const error = { error: 'access_denied', error_description: expect.any(String) as unknown, state: 'st&te' };
  const told = { query: { kept: '1' }, fragment: {} };
  expect(target).toEqual({ address: 'https://app.example/back', ...told, [part]: { ...told[part], ...error } });
});

const otherAddress = { redirect_uri: 'https://app.example/' };
const noChallenge = 'code_verifier was sent, but the code was asked for without a code_challenge';
test.each([
  ['another secret', { client_secret: 'guess' }, 'client_secret is wrong'],
  ['no secret', { client_secret: '' }, 'client_secret is missing'],
  ['an unknown app', { client_id: 'nobody' }, 'client_id is not of a registered application'],
  ['no app', { client_id: '' }, 'client_id is missing'],
  ['another app', { client_id: 'public' }, 'code was not issued to this client_id'],
  ['another address', otherAddress, 'redirect_uri is not the one the code was asked for with'],
  ['no code', { code: '' }, 'code is missing'],
  ['a code nobody issued', { code: 'made-up' }, 'code is not known'],
  ['another grant', { grant_type: 'password' }, 'grant_type can only be authorization_code'],
  ['a verifier nobody asked for', { code_verifier: verifier }, noChallenge],
] as [string, Form, string][])('%s is refused, and does not use up the code', async (_what, changes, message) => {
  const code = await newCode();
  expect(await refusal(withSecret(code, changes))).toEqual(invalid(message));
  expect((await exchange(withSecret(code, { grant_type: 'authorization_code' }))).status).toBe(200);
});

test('a code is good once; using it again ends the token it gave', async () => {
  const code = await newCode();
  const { access_token: token } = (await (await exchange(withSecret(code))).json()) as { access_token: string };
  expect((await network.get(`/access-tokens/${token}`)).body.items).toHaveLength(1);
  expect(await refusal(withSecret(code))).toEqual(invalid('code was used before; the token it gave is revoked'));
  expect((await network.get('/me', { site, key, access_token: token })).body).toMatchObject(error(402));
});

test('a code is good for five minutes', async () => {
  const [first, second] = [await newCode(), await newCode()];
  network.clock.advance(299);
  expect((await exchange(withSecret(first))).status).toBe(200);
  network.clock.advance(1);
  expect(await refusal(withSecret(second))).toEqual(invalid('code is expired'));
});

const form = 'application/x-www-form-urlencoded';
const otherTypes = ['text/plain', 'text/xml', 'multipart/form-data; boundary=x', 'nonsense'];
const missing = ['', 'null', '[]', '"x"', '7', '{}', '{"client_id":7}'];
const byPost = 'this address takes a form by POST';
const sent = (type: string, body: string, message: unknown, method = 'POST') =>
  [{ method, headers: { 'content-type': type }, body }, message] as const;
/** Every request that is refused, and why. */
const requests = [
  sent(json, '{"client_id":', 'the body is no JSON, though its content type says so'),
  ...missing.map((body) => sent(json, body, 'client_id is missing')),
  sent(json, '{"__proto__":{"client_id":"tests"}}', expect.any(String)),
  ...otherTypes.map((type) => sent(type, 'client_id=tests', `the body has to be a form (${form}) or JSON (${json})`)),
  sent(form, `code=${'x'.repeat(100_000)}`, 'the body is too long'),
  ...['PUT', 'PATCH', 'DELETE'].map((method) => sent(form, 'code=x', byPost, method)),
  [{ method: 'POST' }, 'client_id is missing'],
  [{}, byPost],
] as const;
const paths = ['/oauth/access_token', '/oauth/access_token/json', '/oauth/access_token/', '/oauth/access_token/json/'];
test.each(paths)('whatever is sent is refused as OAuth does it: %s', async (path) => {
  for (const [init, message] of requests) {
    const response = await fetch(`${network.authUrl}${path}`, init);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const told = [response.status, await response.json()];
    expect([init, ...told]).toEqual([init, 400, { error: { type: 'invalid_request', message } }]);
  }
});

const withVerifier = (code: string, sent = verifier) => forCode(code, { client_id: 'public', code_verifier: sent });

test.each([
  ['S256', pkce],
  ['plain', { code_challenge: verifier, code_challenge_method: 'plain' }],
  ['plain, unless said otherwise', { code_challenge: verifier }],
] as [string, Form][])('PKCE: %s: an app without a secret has its token by the verifier', async (_what, method) => {
  const code = await newCode({ client_id: 'public', ...method });
  const another = await refusal(withVerifier(code, `${verifier}x`));
  expect(another).toEqual(invalid('code_verifier does not fit the code_challenge'));
  expect((await refusal(withVerifier(code, '')))[2]).toContain('code_verifier is missing');
  expect((await exchange(withVerifier(code))).status).toBe(200);
});

test('PKCE: an app with a secret needs the verifier as well, and its secret must be right if it is sent', async () => {
  const code = await newCode(pkce);
  expect((await refusal(withSecret(code)))[2]).toContain('code_verifier is missing');
  const guessed = await refusal(withSecret(code, { client_secret: 'guess', code_verifier: verifier }));
  expect(guessed[2]).toBe('client_secret is wrong');
  expect((await exchange(withSecret(code, { code_verifier: verifier }))).status).toBe(200);
});

const implicit = '/oauth/dialog';
const withoutSecret = { client_id: 'public' };
test.each([
  ['no client_id', implicit, { client_id: undefined }, 'client_id is missing'],
  ['an unknown client_id', implicit, { client_id: '<b>x' }, 'client id “&lt;b&gt;x”'],
  ['an unknown scope', implicit, { scope: 'read_inbox,everything' }, 'scope “everything”'],
  ['no redirect_uri', implicit, { redirect_uri: undefined }, 'redirect_uri) is missing'],
  ['no challenge from an app without a secret', '/oauth', withoutSecret, 'must send a code_challenge'],
  ['an unknown method', '/oauth', { ...withoutSecret, ...pkce, code_challenge_method: 'S512' }, 'S512'],
  ['a method without a challenge', '/oauth', { ...withoutSecret, code_challenge_method: 'S256' }, 'no code_challenge'],
  ['a short challenge', '/oauth', { ...withoutSecret, code_challenge: 'short' }, '43 to 128'],
] as [string, string, Form, string][])('%s is refused on a page, not a redirect', async (_what, path, changes, why) => {
  for (const response of [await show(changes, path), await approve(changes, path)]) {
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(await response.text()).toContain(why);
  }
});

const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
const status = async (cookie: string, changes: Form = {}, path?: string) => (await show(changes, path, cookie)).status;

test('a second sign-in goes straight back for what was allowed before, by both flows, and asks for anything more', async () => {
  const cookie = cookieOf(await approve({ scope: 'read_inbox,write_access' }, implicit));
  expect(cookie).toMatch(/^sandbox_account=\d+$/);
  const silent = await show({}, implicit, cookie);
  expect(silent.status).toBe(302);
  const token = landed(silent).fragment.access_token ?? '';
  expect((await network.get(`/access-tokens/${token}`)).body.items).toMatchObject([
    { account_id: network.account(), scope: ['read_inbox'] },
  ]);
  expect(landed(await show({ scope: 'write_access' }, '/oauth', cookie)).query['code']).toBeTruthy();
  expect(await status(cookie, { scope: 'read_inbox,private_info' }, implicit)).toBe(200);
  const other = { client_id: 'demo', redirect_uri: `${network.authUrl}/oauth/login_success` };
  expect(await status(cookie, other, implicit)).toBe(200);
});

test('a second sign-in asks whoever is not signed in there, and shows the one who is as chosen', async () => {
  await approve();
  expect([await status(''), await status('sandbox_account=99999999')]).toEqual([200, 200]);
  const page = await (await show({}, '/oauth', `sandbox_account=${network.account(2)}`)).text();
  expect(page).toMatch(new RegExp(`value="${network.account(2)}" required checked`));
  expect(page.match(/ checked>/g)).toHaveLength(1);
});

test('a second sign-in asks again once the app’s access was taken back, or one has signed out', async () => {
  const approved = await approve({}, implicit);
  const cookie = cookieOf(approved);
  const token = landed(approved).fragment.access_token ?? '';
  expect((await network.get(`/access-tokens/${token}/invalidate`)).status).toBe(200);
  const silent = await show({}, implicit, cookie);
  expect(silent.status).toBe(302);
  const next = landed(silent).fragment.access_token ?? '';
  expect(next).not.toBe(token);
  expect((await network.get(`/apps/${next}/de-authenticate`)).body.items).toHaveLength(1);
  expect(await status(cookie, {}, implicit)).toBe(200);
  const out = await fetch(`${network.authUrl}/oauth/sign_out`, { headers: { cookie } });
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
  expect(await out.text()).toContain('Nobody is signed in');
});

test('up to 20 tokens are inspected or ended at once', async () => {
  const tokens = Array.from({ length: 20 }, (_, index) => `vector-${index}`);
  for (const token of tokens)
    await network.control.grant({ token, accountId: network.account(), scopes: ['read_inbox'] });
  const twenty = `/access-tokens/${tokens.join(';')}`;
  const count = async (path: string) => (await network.get(path)).body.items.length;
  expect([await count(twenty), await count(`${twenty}/invalidate`), await count(twenty)]).toEqual([20, 20, 0]);
});
