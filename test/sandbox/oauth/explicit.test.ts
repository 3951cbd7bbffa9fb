import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { key, site, startNetwork } from '../support/network.ts';

const network = await startNetwork({
  apps: [
    { clientId: 'tests', key, domain: 'app.example', secret: 's3cret&', name: 'Tests' },
    { clientId: 'public', key: 'public-key', domain: 'app.example', name: 'Public' },
  ],
});

type Form = Record<string, string>;
const redirect = 'https://app.example/back?kept=1';
const verifier = 'a-verifier-of-at-least-forty-three-letters_~.x';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const asked = (changes: Form = {}): Form => ({
  client_id: 'tests',
  scope: 'read_inbox',
  redirect_uri: redirect,
  state: 'st&te',
  ...changes,
});

const show = (form: Form, cookie = '', path = '/oauth') =>
  fetch(`${network.authUrl}${path}?${new URLSearchParams(form).toString()}`, {
    redirect: 'manual',
    headers: { cookie },
  });
const answer = (form: Form, path = '/oauth') =>
  fetch(`${network.authUrl}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
const approve = (changes: Form = {}, path = '/oauth') =>
  answer({ ...asked(changes), account_id: String(network.account()), decision: 'approve' }, path);
const landed = (response: Response) => new URL(response.headers.get('location') ?? '');
const newCode = async (changes: Form = {}) => landed(await approve(changes)).searchParams.get('code') ?? '';

const exchange = (form: Form, json = true) =>
  fetch(`${network.authUrl}/oauth/access_token${json ? '/json' : ''}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
const withSecret = (code: string, changes: Form = {}): Form => ({
  client_id: 'tests',
  client_secret: 's3cret&',
  code,
  redirect_uri: redirect,
  ...changes,
});
const refusal = async (form: Form) => {
  const response = await exchange(form);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { error } = (await response.json()) as { error?: { type: string; message: string } };
  return [response.status, error?.type, error?.message];
};

describe('the explicit sign-in', () => {
  test('leads back with a code and the state in the query, which becomes a token as a form’s text', async () => {
    const page = await (await show(asked())).text();
    expect(page).toContain('<form method="post" action="/oauth">');
    const target = landed(await approve());
    expect(target.hash).toBe('');
    expect(Object.fromEntries(target.searchParams)).toEqual({
      kept: '1',
      code: expect.stringMatching(/^[\w-]{20,}$/),
      state: 'st&te',
    });
    const response = await exchange(withSecret(target.searchParams.get('code') ?? ''), false);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/x-www-form-urlencoded; charset=utf-8',
    ]);
    const token = Object.fromEntries(new URLSearchParams(await response.text()));
    expect(token).toEqual({ access_token: expect.stringMatching(/^[\w-]{20,}$/), expires: '86399' });
    expect((await network.get('/me/inbox', { site, key, access_token: token['access_token'] ?? '' })).status).toBe(200);
  });

  test('gives the same as JSON, and no expires with no_expiry', async () => {
    expect(await (await exchange(withSecret(await newCode()))).json()).toEqual({
      access_token: expect.any(String),
      expires: 86_399,
    });
    expect(await (await exchange(withSecret(await newCode({ scope: 'no_expiry' })))).json()).toEqual({
      access_token: expect.any(String),
    });
  });

  test('denial leads back with the error in the query', async () => {
    const target = landed(await answer({ ...asked(), decision: 'deny' }));
    expect(Object.fromEntries(target.searchParams)).toEqual({
      kept: '1',
      error: 'access_denied',
      error_description: expect.any(String),
      state: 'st&te',
    });
  });

  test.each([
    ['another secret', { client_secret: 'guess' }, 'client_secret is wrong'],
    ['no secret', { client_secret: '' }, 'client_secret is missing'],
    ['an unknown app', { client_id: 'nobody' }, 'client_id is not of a registered application'],
    ['no app', { client_id: '' }, 'client_id is missing'],
    ['another app', { client_id: 'public' }, 'code was not issued to this client_id'],
    [
      'another address',
      { redirect_uri: 'https://app.example/' },
      'redirect_uri is not the one the code was asked for with',
    ],
    ['no code', { code: '' }, 'code is missing'],
    ['a code nobody issued', { code: 'made-up' }, 'code is not known'],
    ['another grant', { grant_type: 'password' }, 'grant_type can only be authorization_code'],
    [
      'a verifier nobody asked for',
      { code_verifier: verifier },
      'code_verifier was sent, but the code was asked for without a code_challenge',
    ],
  ] as [string, Form, string][])(
    '%s is refused, and the code is not used up by that',
    async (_what, changes, message) => {
      const code = await newCode();
      expect(await refusal(withSecret(code, changes))).toEqual([400, 'invalid_request', message]);
      expect((await exchange(withSecret(code, { grant_type: 'authorization_code' }))).status).toBe(200);
    },
  );

  test('a code is good once; using it again ends the token it gave', async () => {
    const code = await newCode();
    const { access_token: token } = (await (await exchange(withSecret(code))).json()) as { access_token: string };
    expect((await network.get(`/access-tokens/${token}`)).body.items).toHaveLength(1);
    expect(await refusal(withSecret(code))).toEqual([
      400,
      'invalid_request',
      'code was used before; the token it gave is revoked',
    ]);
    expect((await network.get('/me', { site, key, access_token: token })).body).toMatchObject({ error_id: 402 });
  });

  test('a code is good for five minutes', async () => {
    const [first, second] = [await newCode(), await newCode()];
    network.clock.advance(299);
    expect((await exchange(withSecret(first))).status).toBe(200);
    network.clock.advance(1);
    expect(await refusal(withSecret(second))).toEqual([400, 'invalid_request', 'code is expired']);
  });

  test('the exchange takes a form by POST, nothing else', async () => {
    const response = await fetch(`${network.authUrl}/oauth/access_token?code=x`);
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: { type: 'invalid_request', message: 'this address takes a form by POST' } },
    ]);
  });
});

describe('whatever is sent to the exchange, it is refused as OAuth does it', () => {
  const post = async (path: string, body: string | undefined, type: string | undefined, method = 'POST') => {
    const response = await fetch(`${network.authUrl}${path}`, {
      method,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      ...(body === undefined ? {} : { body }),
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    return [response.status, await response.json()];
  };
  const refused = (message: unknown) => [400, { error: { type: 'invalid_request', message } }];

  test.each(['/oauth/access_token', '/oauth/access_token/json', '/oauth/access_token/', '/oauth/access_token/json/'])(
    '%s',
    async (path) => {
      const json = 'application/json';
      expect(await post(path, '{"client_id":', json)).toEqual(
        refused('the body is no JSON, though its content type says so'),
      );
      expect(await post(path, '', json)).toEqual(refused('client_id is missing'));
      for (const body of ['null', '[]', '"x"', '7', '{}', '{"client_id":7}'])
        expect(await post(path, body, json)).toEqual(refused('client_id is missing'));
      expect(await post(path, '{"__proto__":{"client_id":"tests"}}', json)).toEqual(refused(expect.any(String)));
      for (const type of ['text/plain', 'text/xml', 'multipart/form-data; boundary=x', 'nonsense'])
        expect(await post(path, 'client_id=tests', type)).toEqual(
          refused('the body has to be a form (application/x-www-form-urlencoded) or JSON (application/json)'),
        );
      expect(await post(path, undefined, undefined)).toEqual(refused('client_id is missing'));
      expect(await post(path, `code=${'x'.repeat(100_000)}`, 'application/x-www-form-urlencoded')).toEqual(
        refused('the body is too long'),
      );
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        expect(await post(path, 'code=x', 'application/x-www-form-urlencoded', method)).toEqual(
          refused('this address takes a form by POST'),
        );
    },
  );

  test('a code can be exchanged by JSON, too', async () => {
    const response = await fetch(`${network.authUrl}/oauth/access_token/json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(withSecret(await newCode())),
    });
    expect(await response.json()).toEqual({ access_token: expect.any(String), expires: 86_399 });
  });
});

describe('PKCE', () => {
  const codeOf = (method: Form, clientId = 'public') => newCode({ client_id: clientId, ...method });
  const publicForm = (code: string, changes: Form = {}): Form => ({
    client_id: 'public',
    code,
    redirect_uri: redirect,
    code_verifier: verifier,
    ...changes,
  });

  test.each([
    ['S256', { code_challenge: challenge, code_challenge_method: 'S256' }],
    ['plain', { code_challenge: verifier, code_challenge_method: 'plain' }],
    ['plain, unless said otherwise', { code_challenge: verifier }],
  ] as [string, Form][])(
    '%s: an app without a secret gets its token by the verifier, and by no other',
    async (_what, method) => {
      const code = await codeOf(method);
      expect(await refusal(publicForm(code, { code_verifier: `${verifier}x` }))).toEqual([
        400,
        'invalid_request',
        'code_verifier does not fit the code_challenge',
      ]);
      expect((await refusal(publicForm(code, { code_verifier: '' })))[2]).toContain('code_verifier is missing');
      expect((await exchange(publicForm(code))).status).toBe(200);
    },
  );

  test('an app with a secret needs the verifier as well, and its secret must be right if it is sent', async () => {
    const code = await codeOf({ code_challenge: challenge, code_challenge_method: 'S256' }, 'tests');
    expect((await refusal(withSecret(code)))[2]).toContain('code_verifier is missing');
    expect((await refusal(withSecret(code, { client_secret: 'guess', code_verifier: verifier })))[2]).toBe(
      'client_secret is wrong',
    );
    expect((await exchange(withSecret(code, { code_verifier: verifier }))).status).toBe(200);
  });

  test.each([
    ['no challenge from an app without a secret', {}, 'must send a code_challenge'],
    ['an unknown method', { code_challenge: challenge, code_challenge_method: 'S512' }, 'S512'],
    ['a method without a challenge', { code_challenge_method: 'S256' }, 'no code_challenge'],
    ['a short challenge', { code_challenge: 'short' }, '43 to 128'],
  ] as [string, Form, string][])('%s is refused on a page', async (_what, method, why) => {
    for (const response of [
      await show(asked({ client_id: 'public', ...method })),
      await approve({ client_id: 'public', ...method }),
    ]) {
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      expect(await response.text()).toContain(why);
    }
  });
});

describe('a second sign-in in the same browser', () => {
  const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const implicit = (scope: string) => asked({ scope });

  test('goes straight back for what was allowed before, by both flows, and asks for anything more', async () => {
    const cookie = cookieOf(await approve({ scope: 'read_inbox,write_access' }, '/oauth/dialog'));
    expect(cookie).toMatch(/^sandbox_account=\d+$/);
    const silent = await show(implicit('read_inbox'), cookie, '/oauth/dialog');
    expect(silent.status).toBe(302);
    const token = new URLSearchParams(landed(silent).hash.slice(1)).get('access_token') ?? '';
    expect((await network.get(`/access-tokens/${token}`)).body.items[0]).toMatchObject({
      account_id: network.account(),
      scope: ['read_inbox'],
    });
    expect(landed(await show(asked({ scope: 'write_access' }), cookie)).searchParams.get('code')).toBeTruthy();
    const more = await show(implicit('read_inbox,private_info'), cookie, '/oauth/dialog');
    expect(more.status).toBe(200);
    expect(
      (
        await show(
          asked({ client_id: 'demo', redirect_uri: `${network.authUrl}/oauth/login_success` }),
          cookie,
          '/oauth/dialog',
        )
      ).status,
    ).toBe(200);
  });

  test('asks whoever is not signed in there, and shows the one who is as chosen', async () => {
    await approve();
    expect((await show(asked())).status).toBe(200);
    expect((await show(asked(), 'sandbox_account=99999999')).status).toBe(200);
    const page = await (await show(asked(), `sandbox_account=${network.account(2)}`)).text();
    expect(page).toMatch(new RegExp(`value="${network.account(2)}" required checked`));
    expect(page.match(/ checked>/g)).toHaveLength(1);
  });

  test('asks again once the app’s access was taken back, or one has signed out', async () => {
    const approved = await approve({}, '/oauth/dialog');
    const cookie = cookieOf(approved);
    const token = new URLSearchParams(landed(approved).hash.slice(1)).get('access_token') ?? '';
    expect((await network.get(`/access-tokens/${token}/invalidate`)).status).toBe(200);
    const silent = await show(asked(), cookie, '/oauth/dialog');
    expect(silent.status).toBe(302);
    const next = new URLSearchParams(landed(silent).hash.slice(1)).get('access_token') ?? '';
    expect((await network.get(`/apps/${next}/de-authenticate`)).body.items).toHaveLength(1);
    expect((await show(asked(), cookie, '/oauth/dialog')).status).toBe(200);
    const out = await fetch(`${network.authUrl}/oauth/sign_out`, { headers: { cookie } });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await out.text()).toContain('Nobody is signed in');
  });

  test('what the owner takes back by control is asked for again, too', async () => {
    const cookie = cookieOf(await approve());
    expect((await show(asked(), cookie)).status).toBe(302);
    await network.control.revoke({ accountId: network.account() });
    expect((await show(asked(), cookie)).status).toBe(200);
  });
});

test('up to 20 tokens are inspected, ended or taken back at once, and no more', async () => {
  const tokens = Array.from({ length: 21 }, (_, index) => `vector-${index}`);
  for (const token of tokens)
    await network.control.grant({ token, accountId: network.account(), scopes: ['read_inbox'] });
  const path = (count: number) => `/access-tokens/${tokens.slice(0, count).join(';')}`;
  expect((await network.get(path(21))).body).toMatchObject({ error_id: 400, error_message: 'accessTokens' });
  expect((await network.get(path(20))).body.items).toHaveLength(20);
  expect((await network.get(`${path(20)}/invalidate`)).body.items).toHaveLength(20);
  expect((await network.get(path(20))).body.items).toEqual([]);
  expect((await network.get(`/apps/vector-20/de-authenticate`)).body.items).toHaveLength(1);
  expect((await network.get('/access-tokens/vector-20')).body.items).toEqual([]);
});
