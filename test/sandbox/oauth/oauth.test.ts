import { describe, expect, test } from 'vitest';
import { key, site, startNetwork } from '../support/network.ts';

const network = await startNetwork({
  apps: [
    { clientId: 'tests', key, domain: 'app.example', name: 'Tests & <Co>' },
    { clientId: 'ported', key: 'ported-key', domain: 'app.example:8080' },
  ],
});

const asked = (changes: Record<string, string | undefined> = {}) => {
  const parameters = {
    client_id: 'tests',
    scope: 'read_inbox,no_expiry',
    redirect_uri: 'https://app.example/back',
    state: 'st&te',
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
};
const show = (changes?: Record<string, string | undefined>, slash = '') =>
  fetch(`${network.authUrl}/oauth/dialog${slash}?${new URLSearchParams(asked(changes)).toString()}`, {
    redirect: 'manual',
  });
const answer = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${network.authUrl}/oauth/dialog`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
    redirect: 'manual',
  });
const approve = (changes: Record<string, string | undefined> = {}) =>
  answer({ ...asked(changes), account_id: String(network.account()), decision: 'approve' });
/** The address a reply leads to, without its fragment, and the fragment's parameters. */
const landing = (response: Response) => {
  const target = new URL(response.headers.get('location') ?? '');
  const fragment = Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
  target.hash = '';
  return { address: target.href, fragment };
};

describe('the dialog', () => {
  test.each(['', '/'])('shows the app, the scopes in words and the people (path ends with "%s")', async (slash) => {
    const response = await show({}, slash);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page).toContain('Tests &amp; &lt;Co&gt;');
    expect(page).toContain('Read your inbox on every site');
    expect(page).toContain('Stay signed in until you sign out');
    expect(page).not.toContain('Write in your name');
    expect(page.match(/<input type="radio" name="account_id"/g)?.length).toBeGreaterThanOrEqual(6);
    expect(page.match(/ checked>/g)).toHaveLength(1);
    expect(page).toContain('name="state" value="st&amp;te"');
  });

  test('loads nothing from elsewhere, runs no script, cannot be framed, and tells nobody where one came from', async () => {
    const response = await show();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://app.example;");
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toMatch(/<script|(?:src|href)="https?:/);
  });

  test('approval leads back with token and state; with no_expiry without expires', async () => {
    const response = await approve();
    expect(response.status).toBe(302);
    const { address, fragment } = landing(response);
    expect(address).toBe('https://app.example/back');
    expect(fragment).toEqual({ access_token: expect.stringMatching(/^[\w-]{20,}$/), state: 'st&te' });
    const { body } = await network.get('/me', { site, key, access_token: fragment['access_token'] ?? '' });
    expect(body.items[0]?.['account_id']).toBe(network.account());
  });

  test('without no_expiry the token says 86399 and ends then', async () => {
    const { fragment } = landing(await approve({ scope: 'read_inbox', state: undefined }));
    expect(fragment).toEqual({ access_token: expect.any(String), expires: '86399' });
    const mine = { site, key, access_token: fragment['access_token'] ?? '' };
    network.clock.advance(86_398);
    expect((await network.get('/me/inbox', mine)).status).toBe(200);
    network.clock.advance(1);
    expect((await network.get('/me/inbox', mine)).body).toMatchObject({
      error_id: 402,
      error_name: 'invalid_access_token',
    });
  });

  test.each(['read_inbox,private_info', 'read_inbox private_info', ' private_info ,, read_inbox'])(
    'scopes "%s" are granted, no more',
    async (scope) => {
      const { fragment } = landing(await approve({ scope }));
      const { body } = await network.get(`/access-tokens/${fragment['access_token'] ?? ''}`);
      expect(body.items[0]?.['scope']).toEqual(['read_inbox', 'private_info']);
    },
  );

  test('without any scope the token tells who one is, and nothing else', async () => {
    const { fragment } = landing(await approve({ scope: undefined }));
    const mine = { site, key, access_token: fragment['access_token'] ?? '' };
    expect((await network.get('/me', mine)).status).toBe(200);
    expect((await network.get('/me/inbox', mine)).body).toMatchObject({ error_id: 403 });
  });

  test('two approvals give two tokens', async () => {
    const [first, second] = [landing(await approve()), landing(await approve())];
    expect(first.fragment['access_token']).not.toBe(second.fragment['access_token']);
  });

  test('denial leads back with the error and the state, and no token', async () => {
    const { address, fragment } = landing(await answer({ ...asked(), decision: 'deny' }));
    expect(address).toBe('https://app.example/back');
    expect(fragment).toEqual({ error: 'access_denied', error_description: expect.any(String), state: 'st&te' });
  });

  test('an app that is registered without it has no implicit flow, or no desktop address', async () => {
    const other = await startNetwork({
      apps: [
        { clientId: 'server', key: 'server-key', domain: 'app.example', secret: 's', clientSide: false },
        { clientId: 'web', key: 'web-key', domain: 'app.example', desktop: false },
      ],
    });
    const dialog = async (path: string, client: string, redirectUri: string) => {
      const response = await fetch(
        `${other.authUrl}${path}?${new URLSearchParams({ client_id: client, redirect_uri: redirectUri, scope: '' }).toString()}`,
        { redirect: 'manual' },
      );
      return [response.status, /Sign-in refused/.test(await response.text())];
    };
    const home = `${other.authUrl}/oauth/login_success`;
    const away = 'https://app.example/';
    expect(await dialog('/oauth/dialog', 'server', away)).toEqual([400, true]);
    expect(await dialog('/oauth', 'server', away)).toEqual([200, false]);
    expect(await dialog('/oauth/dialog', 'web', away)).toEqual([200, false]);
    expect(await dialog('/oauth/dialog', 'web', home)).toEqual([400, true]);
    expect(await dialog('/oauth', 'server', home)).toEqual([200, false]);
  });

  test('may always lead back to login_success, whatever the port', async () => {
    const home = `${network.authUrl}/oauth/login_success`;
    expect(landing(await approve({ redirect_uri: home })).address).toBe(home);
    expect((await show({ client_id: 'demo', redirect_uri: home })).status).toBe(200);
    expect((await show({ client_id: 'ported', redirect_uri: home })).status).toBe(200);
  });

  test.each([
    ['no client_id', { client_id: undefined }, 'client_id is missing'],
    ['an unknown client_id', { client_id: '<b>x' }, 'client id “&lt;b&gt;x”'],
    ['an unknown scope', { scope: 'read_inbox,everything' }, 'scope “everything”'],
    ['no redirect_uri', { redirect_uri: undefined }, 'redirect_uri) is missing'],
    ['half an address', { redirect_uri: '/back' }, 'not a complete address'],
    ['another domain', { redirect_uri: 'https://evil.example/' }, 'not under the domain'],
    ['a domain that only ends alike', { redirect_uri: 'https://myapp.example/' }, 'not under the domain'],
    ['a domain that only begins alike', { redirect_uri: 'https://app.example.evil.example/' }, 'not under the domain'],
    [
      'a user name that looks like the domain',
      { redirect_uri: 'https://app.example@evil.example/' },
      'user name or password',
    ],
    ['a port the registered domain has not', { redirect_uri: 'https://app.example:8080/' }, 'has the port 8080'],
    ['the port that the address has anyway', { redirect_uri: 'https://app.example:443/' }, 'has the port 443'],
    [
      'a port appended to the registered domain',
      { client_id: 'ported', redirect_uri: 'https://app.example:8080/' },
      'registered its domain with a port',
    ],
    ['a fragment', { redirect_uri: 'https://app.example/#x' }, 'must not have a fragment'],
    ['a script', { redirect_uri: 'javascript:alert(1)' }, 'must begin with https'],
    ['another place on this network', { redirect_uri: '{self}/oauth/dialog' }, 'not under the domain'],
  ] as [string, Record<string, string | undefined>, string][])(
    '%s is refused on a page of its own, not by redirect',
    async (_what, changes, why) => {
      const real = {
        ...changes,
        ...(changes['redirect_uri']
          ? { redirect_uri: changes['redirect_uri'].replace('{self}', network.authUrl) }
          : {}),
      };
      for (const response of [await show(real), await approve(real)]) {
        expect(response.status).toBe(400);
        expect(response.headers.get('location')).toBeNull();
        expect(await response.text()).toContain(why);
      }
    },
  );

  test('nobody but an offered person can be chosen, and something must be decided', async () => {
    for (const form of [
      { account_id: '999999', decision: 'approve' },
      { account_id: String(network.account()) },
      { account_id: '', decision: 'approve' },
    ]) {
      const response = await answer({ ...asked(), ...form });
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    }
  });

  test('a form sent from another site is refused', async () => {
    const form = { ...asked(), account_id: String(network.account()), decision: 'approve' };
    expect((await answer(form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const { origin, port } = new URL(network.authUrl);
    for (const foreign of [
      'https://evil.example',
      `http://127.0.0.1.evil.example:${port}`,
      'http://127.0.0.1:1',
      'null',
      'x',
    ])
      expect((await answer(form, { origin: foreign })).status).toBe(403);
    expect((await answer(form, { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })).status).toBe(403);
    expect((await answer(form, { origin })).status).toBe(302);
    // What a browser sends whose page tells no address to anybody.
    expect((await answer(form, { origin: 'null', 'sec-fetch-site': 'same-origin' })).status).toBe(302);
    expect((await answer(form, { 'sec-fetch-site': 'same-origin' })).status).toBe(302);
  });

  test('login_success runs only its own script', async () => {
    const response = await fetch(`${network.authUrl}/oauth/login_success`);
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
});
