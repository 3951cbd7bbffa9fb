import { describe, expect, test } from 'vitest';
import { error, key, site, startNetwork, token, type Parameters } from '../../support/network.ts';

const network = await startNetwork({
  apps: [
    { clientId: 'tests', key, domain: 'app.example' },
    { clientId: 'other', key: 'other-key', domain: 'other.example' },
  ],
});
network.world.db.exec(`INSERT INTO tokens VALUES ('of-tests', ${network.account()}, 'tests', '', 0, NULL, NULL)`);
network.world.db.exec(`INSERT INTO tokens VALUES ('expired', ${network.account()}, 'tests', '', 0, 1000, NULL)`);

describe('errors', () => {
  test.each([
    [
      'a key nobody registered',
      '/questions',
      { site, key: 'nonsense' },
      400,
      'bad_parameter',
      "`key` doesn't match a known application",
    ],
    ['no site', '/questions', {}, 400, 'bad_parameter', '`site` is required'],
    ['an unknown site', '/questions', { site: 'nowhere' }, 400, 'bad_parameter', 'No site found for name `nowhere`'],
    ['a site sent twice', '/questions', { site: ['loops', 'beds'] }, 400, 'bad_parameter', 'site'],
    ['a key sent twice', '/questions', { site, key: [key, key] }, 400, 'bad_parameter', 'key'],
    ['two keys, whichever is first', '/questions', { site, key: [key, 'nonsense'] }, 400, 'bad_parameter', 'key'],
    ['a token sent twice', '/me', { site, key, access_token: [token, token] }, 400, 'bad_parameter', 'access_token'],
    ['a callback sent twice', '/questions', { site, callback: ['one', 'two'] }, 400, 'bad_parameter', 'callback'],
    ['no token', '/me', { site, key }, 401, 'access_token_required', 'This method requires an access_token'],
    [
      'a token nobody granted',
      '/me',
      { site, key, access_token: 'made-up' },
      402,
      'invalid_access_token',
      '`access_token` is not known',
    ],
    [
      'an expired token',
      '/me',
      { site, key, access_token: 'expired' },
      402,
      'invalid_access_token',
      '`access_token` is expired',
    ],
    [
      'a token without a key',
      '/me',
      { site, access_token: token },
      405,
      'key_required',
      '`key` is required when `access_token` is passed.',
    ],
    [
      'a bad token even where none is needed',
      '/questions',
      { site, key, access_token: 'made-up' },
      402,
      'invalid_access_token',
      '`access_token` is not known',
    ],
    [
      'the key of another app than the token',
      '/me',
      { site, key: 'other-key', access_token: 'of-tests' },
      400,
      'bad_parameter',
      '`key` is not of the application that `access_token` was issued to',
    ],
    ['no such method', '/nothing/here', {}, 404, 'no_method', 'no method found with this name'],
    ['ids out of range', '/users/2147483648', { site }, 400, 'bad_parameter', 'ids'],
    [
      'too many ids',
      `/users/${Array.from({ length: 101 }, (_, id) => id).join(';')}`,
      { site },
      400,
      'bad_parameter',
      'ids',
    ],
    [
      'too many tokens',
      `/access-tokens/${Array.from({ length: 21 }, (_, id) => `t${id}`).join(';')}`,
      {},
      400,
      'bad_parameter',
      'accessTokens',
    ],
  ] as [string, string, Parameters, number, string, string][])(
    '%s',
    async (_what, path, parameters, status, name, message) => {
      const reply = await network.get(path, parameters);
      expect(reply.status).toBe(status);
      expect(reply.body).toEqual({ error_id: status, error_name: name, error_message: message });
      expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    },
  );

  test('100 ids are taken', async () => {
    expect((await network.get(`/users/${Array.from({ length: 100 }, (_, id) => id).join(';')}`, { site })).status).toBe(
      200,
    );
  });

  test('a revoked token', async () => {
    await network.control.grant({ token: 'revoked-soon', accountId: network.account(), scopes: [] });
    expect(await network.control.revoke({ token: 'revoked-soon' })).toBe(1);
    expect((await network.mine('/me', { site, access_token: 'revoked-soon' })).body).toMatchObject(
      error(402, '`access_token` is revoked'),
    );
  });

  test('a header X-API-Key is no key', async () => {
    const response = await fetch(`${network.apiBaseUrl}/2.3/me?site=${site}&access_token=${token}`, {
      headers: { 'x-api-key': key },
    });
    expect(await response.json()).toMatchObject({ error_id: 405 });
  });

  test('another verb is no method', async () => {
    const response = await fetch(`${network.apiBaseUrl}/2.3/questions?site=${site}`, { method: 'POST' });
    expect([response.status, await response.json()]).toMatchObject([404, { error_name: 'no_method' }]);
  });

  test.each(['/user', '/Users', '/users/1/nothing'])('%s is no method, whatever is like it', async (path) => {
    expect(await network.get(path, { site })).toMatchObject({ status: 404, body: { error_name: 'no_method' } });
  });

  test.each(['/2.3/questions/%E0%A4%A', '/favicon.ico', '/2.3', '/2.3/', '/nothing'])(
    '%s is an error object, too',
    async (path) => {
      const response = await fetch(`${network.apiBaseUrl}${path}`);
      expect(await response.json()).toEqual({
        error_id: response.status,
        error_name: expect.any(String),
        error_message: expect.any(String),
      });
      expect(response.status).toBeLessThan(500);
    },
  );

  test.each([
    ['an address that cannot be decoded', `/2.3/questions/%?site=${site}`, {}, 404, 'no method found with this name'],
    [
      'the same with a key',
      `/2.3/questions/%E0%A4%A?site=${site}&key=${key}`,
      {},
      404,
      'no method found with this name',
    ],
    [
      'a body that is no JSON',
      `/2.3/answers/1/accept?site=${site}&key=${key}`,
      { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
      400,
      /^Body is not valid JSON/,
    ],
    [
      'a body that is no form',
      '/2.3/filters/create',
      { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } },
      400,
      /^Send a form/,
    ],
    [
      'a body that is too large',
      '/2.3/filters/create',
      { method: 'POST', body: new URLSearchParams({ include: 'x'.repeat(70_000) }) },
      400,
      /too large/,
    ],
  ] as [string, string, RequestInit, number, string | RegExp][])(
    '%s counts as any other request, and is told in the same way',
    async (_what, path, init, status, message) => {
      await network.control.clearRequests();
      const left = async () =>
        Number((await network.get('/errors', path.includes('key=') ? { key } : {})).body['quota_remaining']);
      const before = await left();
      const response = await fetch(`${network.apiBaseUrl}${path}`, init);
      expect([response.status, await response.json()]).toEqual([
        status,
        {
          error_id: status,
          error_name: status === 404 ? 'no_method' : 'bad_parameter',
          error_message: typeof message === 'string' ? message : expect.stringMatching(message),
        },
      ]);
      expect([response.headers.get('x-ratelimit-max'), response.headers.get('x-ratelimit-current')]).toEqual([
        '100000',
        String(before - 1),
      ]);
      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect(await left()).toBe(before - 2);
      expect((await network.control.requests())[1]).toMatchObject({
        path: path.split('?')[0],
        status,
        query: path.includes('site=') ? { site } : {},
      });
    },
  );

  test('an unexpected failure is internal_error without a trace of the inside', async () => {
    const lines: string[] = [];
    const broken = await startNetwork({ log: (line) => lines.push(line) });
    broken.world.db.exec('DROP TABLE post_tags; DROP TABLE tags');
    const { status, body } = await broken.get('/tags', { site, key });
    expect(status).toBe(500);
    expect(body).toEqual({ error_id: 500, error_name: 'internal_error', error_message: 'an internal error occurred' });
    expect(lines).toEqual(['GET /tags failed: no such table: tags']);
  });
});

test('what a request said stands in an error only so that it can stand in HTML', async () => {
  for (const [path, parameters] of [
    ['/questions', { site: '<script>alert(1)</script>' }],
    ['/filters/create', { include: '<b>.x' }],
    ['/filters/create', { exclude: '"><img>' }],
  ] as const) {
    const { status, body } = await network.get(path, parameters);
    expect([status, body['error_id']]).toEqual([400, 400]);
    expect(String(body['error_message'])).toMatch(/&lt;|&quot;/);
    expect(String(body['error_message'])).not.toMatch(/[<>"]/);
  }
});
