import { afterEach, describe, expect, test } from 'vitest';
import { demoFile, key, site, startNetwork, type Parameters, type TestNetwork } from '../../support/network.ts';
import type { SandboxOptions } from '../../../../sandbox/server/server.ts';

const open: TestNetwork[] = [];
const start = async (options: SandboxOptions) => {
  const network = await startNetwork(options);
  open.push(network);
  return network;
};
afterEach(async () => {
  for (const network of open.splice(0)) await network.close();
});

describe('quota', () => {
  test('300 without a key, 10,000 with one, in body and headers, from one count per address', async () => {
    const network = await start({ quota: {} });
    const first = await network.get('/sites');
    expect(first.body).toMatchObject({ quota_max: 300, quota_remaining: 299 });
    expect(first.headers.get('x-ratelimit-max')).toBe('300');
    expect(first.headers.get('x-ratelimit-current')).toBe('299');
    expect((await network.get('/sites', { key })).body).toMatchObject({ quota_max: 10_000, quota_remaining: 9998 });
    expect((await network.get('/sites', { key: 'demo-key' })).body).toMatchObject({
      quota_max: 10_000,
      quota_remaining: 9997,
    });
  });

  test('one address with and without a key: one count, and for each request the ceiling of its own kind', async () => {
    const network = await start({ quota: { anonymous: 3, key: 6 } });
    const asked = async (parameters: Parameters = {}) => {
      const { status, headers, body } = await network.get('/sites', parameters);
      expect([headers.get('x-ratelimit-max'), headers.get('x-ratelimit-current')]).toEqual([
        parameters['key'] === undefined ? '3' : '6',
        status === 200 ? JSON.stringify(body['quota_remaining']) : '0',
      ]);
      return [status, body['quota_max'], body['quota_remaining']];
    };
    expect(await asked()).toEqual([200, 3, 2]);
    expect(await asked({ key })).toEqual([200, 6, 4]);
    expect(await asked({ key })).toEqual([200, 6, 3]);
    // Three requests from the address are all it has without a key, whoever made them; with one there are more.
    expect((await asked())[0]).toBe(403);
    expect(await asked({ key })).toEqual([200, 6, 2]);
    expect(await asked({ key: 'demo-key' })).toEqual([200, 6, 1]);
    expect(await asked({ key })).toEqual([200, 6, 0]);
    expect((await asked({ key }))[0]).toBe(403);
    network.clock.advance(86_400);
    expect(await asked()).toEqual([200, 3, 2]);
  });

  test('what the control route leaves is left with a key as without, at one address', async () => {
    const network = await start({ quota: { anonymous: 10, key: 100 } });
    await network.get('/sites');
    await network.control.setQuota(4);
    expect((await network.get('/sites')).body).toMatchObject({ quota_max: 10, quota_remaining: 3 });
    expect((await network.get('/sites', { key })).body).toMatchObject({ quota_max: 100, quota_remaining: 2 });
    await network.control.setQuota(50);
    expect((await network.get('/sites')).body).toMatchObject({ quota_remaining: 9 });
    expect((await network.get('/sites', { key })).body).toMatchObject({ quota_remaining: 48 });
    await network.control.setQuota(0);
    expect((await network.get('/sites')).body).toMatchObject({ error_name: 'throttle_violation' });
    expect((await network.get('/sites', { key })).body).toMatchObject({ error_name: 'throttle_violation' });
  });

  test('with a token it is counted per person and app', async () => {
    const network = await start({ quota: {} });
    await network.get('/sites', { key });
    expect((await network.mine('/sites')).body).toMatchObject({ quota_max: 10_000, quota_remaining: 9999 });
    expect((await network.mine('/sites')).body).toMatchObject({ quota_remaining: 9998 });
    expect((await network.mine('/sites', { key: 'demo-key' })).body).toMatchObject({ quota_remaining: 9999 });
    await network.control.grant({ token: 'second', accountId: network.account(1), scopes: [] });
    expect((await network.mine('/sites', { access_token: 'second' })).body).toMatchObject({ quota_remaining: 9999 });
    await network.control.grant({ token: 'same person', accountId: network.account(), scopes: [] });
    expect((await network.mine('/sites', { access_token: 'same person' })).body).toMatchObject({
      quota_remaining: 9997,
    });
  });

  test('refusals count, too, and tell the quota in headers', async () => {
    const network = await start({ quota: { anonymous: 10 } });
    expect((await network.get('/nothing')).headers.get('x-ratelimit-current')).toBe('9');
    expect((await network.get('/questions')).headers.get('x-ratelimit-current')).toBe('8');
    expect((await network.get('/sites', { key: 'nonsense' })).headers.get('x-ratelimit-current')).toBe('7');
  });

  test('used up: 403 with the seconds left of the day, which began with the first request', async () => {
    const network = await start({ quota: { anonymous: 2 } });
    await network.get('/sites');
    network.clock.advance(1000);
    expect((await network.get('/sites')).body).toMatchObject({ quota_remaining: 0 });
    const { status, headers, body } = await network.get('/sites');
    expect(status).toBe(403);
    expect(body).toEqual({
      error_id: 403,
      error_name: 'throttle_violation',
      error_message: 'too many requests from this IP, more requests available in 85400 seconds',
    });
    expect(headers.get('x-ratelimit-current')).toBe('0');
    network.clock.advance(85_399);
    expect((await network.get('/sites')).status).toBe(403);
    network.clock.advance(1);
    expect((await network.get('/sites')).body).toMatchObject({ quota_max: 2, quota_remaining: 1 });
  });

  test('a person has five counts at most: further apps share the last of them', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const network = await start({
      quota: { anonymous: 100, key: 50 },
      apps: names.map((name) => ({ clientId: name, key: `key-${name}`, domain: 'app.example' })),
    });
    await network.control.grant({ token: 'person', accountId: network.account(), scopes: ['no_expiry'] });
    const left = async (name: string) =>
      (await network.get('/sites', { key: `key-${name}`, access_token: 'person' })).body['quota_remaining'];
    const told: unknown[] = [];
    for (const name of names) told.push(await left(name));
    expect(told).toEqual([49, 49, 49, 49, 49, 48, 47]);
    expect([await left('e'), await left('g'), await left('a')]).toEqual([46, 45, 48]);
    await network.control.grant({ token: 'somebody else', accountId: network.account(1), scopes: [] });
    expect((await network.get('/sites', { key: 'key-g', access_token: 'somebody else' })).body).toMatchObject({
      quota_remaining: 49,
    });
    // A new day makes room for those who come first then.
    network.clock.advance(86_400);
    expect([await left('g'), await left('f'), await left('g')]).toEqual([49, 49, 48]);
  });

  test('a used-up quota says whose it is: an address’s, or a person’s with an app', async () => {
    const network = await start({ quota: { anonymous: 100, key: 1 } });
    await network.mine('/sites');
    expect((await network.mine('/sites')).body).toMatchObject({
      error_name: 'throttle_violation',
      error_message: 'too many requests from this user and app, more requests available in 86400 seconds',
    });
    await network.get('/sites', { key });
    expect((await network.get('/sites', { key })).body).toMatchObject({
      error_message: 'too many requests from this IP, more requests available in 86400 seconds',
    });
  });

  test('the control route sets what is left, for known callers and for new ones', async () => {
    const network = await start({ quota: {} });
    await network.get('/sites');
    await network.control.setQuota(5);
    expect((await network.get('/sites')).body).toMatchObject({ quota_max: 300, quota_remaining: 4 });
    expect((await network.mine('/sites')).body).toMatchObject({ quota_max: 10_000, quota_remaining: 4 });
    await network.control.setQuota(0);
    expect((await network.mine('/sites')).body).toMatchObject({ error_name: 'throttle_violation' });
  });

  test('outlasts a restart on the same file', async () => {
    const file = await demoFile();
    const first = await startNetwork({ file, quota: { anonymous: 50 } });
    await first.get('/sites');
    await first.close();
    const second = await startNetwork({ file, quota: { anonymous: 50 } });
    expect((await second.get('/sites')).body).toMatchObject({ quota_remaining: 48 });
    expect((await second.mine('/me', { site })).status).toBe(200);
    await second.close();
  });

  test('what control left outlasts it, too, for known callers, known ones who have not asked since, and new ones', async () => {
    const file = await demoFile();
    const quota = { anonymous: 50, key: 60 };
    const left = async (network: TestNetwork, token?: string) =>
      (await network.get('/sites', token === undefined ? {} : { key, access_token: token })).body['quota_remaining'];
    const first = await startNetwork({ file, quota });
    for (const [index, name] of ['one', 'two'].entries())
      await first.control.grant({ token: name, accountId: first.account(index) });
    expect([await left(first), await left(first, 'one')]).toEqual([49, 59]);
    await first.control.setQuota(7);
    expect(await left(first)).toBe(6);
    await first.close();
    const second = await startNetwork({ file, quota });
    expect([await left(second), await left(second, 'one'), await left(second, 'two')]).toEqual([5, 6, 6]);
    // The next day is a whole one again.
    second.clock.advance(86_400);
    expect(await left(second)).toBe(49);
    await second.close();
  });
});

describe('errors as the public service tells them', () => {
  test('have HTTP 400 always, and say in the body which; throttling is error 502', async () => {
    const network = await start({ throttle: 'public', quota: { anonymous: 9 } });
    const told = async (path: string, parameters: Parameters = {}) => {
      const { status, body } = await network.get(path, parameters);
      return [status, body['error_id'], body['error_name']];
    };
    expect(await told('/nothing')).toEqual([400, 404, 'no_method']);
    expect(await told('/questions')).toEqual([400, 400, 'bad_parameter']);
    expect(await told('/me', { site, key })).toEqual([400, 401, 'access_token_required']);
    expect(await told('/questions', { site, page: 26 })).toEqual([400, 403, 'access_denied']);
    await network.control.fault({ kind: 'throttle' });
    expect(await told('/sites')).toEqual([400, 502, 'throttle_violation']);
    await network.control.backoff({ seconds: 60 });
    expect((await network.get('/sites')).status).toBe(200);
    expect(await told('/sites')).toEqual([400, 502, 'throttle_violation']);
    await network.control.clearFaults();
    await network.control.setQuota(0);
    expect(await told('/sites')).toEqual([400, 502, 'throttle_violation']);
    expect((await fetch(`${network.apiBaseUrl}/nothing`)).status).toBe(400);
  });
});

describe('burst', () => {
  test('more than 30 requests in a second ban the address for half a minute', async () => {
    const network = await start({ burst: 30, steadyMs: () => 0 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => network.get('/sites')));
    const refused = replies.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.body).toEqual({
      error_id: 403,
      error_name: 'throttle_violation',
      error_message: 'too many requests from this IP, more requests available in 30 seconds',
    });
    network.clock.advance(29);
    expect((await network.mine('/sites')).body).toMatchObject({
      error_message: expect.stringContaining('in 1 seconds'),
    });
    network.clock.advance(1);
    expect((await network.get('/sites')).status).toBe(200);
  });
});

describe('backoff', () => {
  test('once issued, the same method is refused until it is over, others and other callers are not', async () => {
    const network = await start({ backoff: 10 });
    expect((await network.get('/questions', { site })).body).toMatchObject({ backoff: 10 });
    const early = await network.get('/questions', { site, pagesize: 1 });
    expect([early.status, early.body]).toEqual([
      403,
      { error_id: 403, error_name: 'throttle_violation', error_message: 'Violation of backoff parameter' },
    ]);
    expect((await network.get('/tags', { site })).status).toBe(200);
    expect((await network.mine('/questions', { site })).status).toBe(200);
    network.clock.advance(10);
    expect((await network.get('/questions', { site })).status).toBe(200);
  });

  test('/me and /users/{ids} are one method', async () => {
    const network = await start({});
    await network.control.backoff({ method: '/users/{ids}', seconds: 5 });
    expect((await network.mine('/me', { site })).body).toMatchObject({ backoff: 5 });
    expect((await network.mine('/users/1', { site })).body).toMatchObject({
      error_message: 'Violation of backoff parameter',
    });
    expect((await network.mine('/users/1/reputation', { site })).status).toBe(200);
  });

  test('now and then, when told to be like the public service', async () => {
    const network = await start({ backoff: 'sometimes' });
    const told: unknown[] = [];
    for (let time = 0; time < 300; time += 1) {
      const { status, body } = await network.get('/sites', { pagesize: 1 });
      if (status === 200 && !('backoff' in body)) continue;
      told.push(body['backoff'] ?? body['error_message']);
      if (body['backoff'] === undefined) network.clock.advance(10);
    }
    expect(new Set(told)).toEqual(new Set([10, 'Violation of backoff parameter']));
    expect(told.length).toBeLessThan(60);
  });

  test('one that an answer cannot tell of is not asked for, and a planned one waits for an answer that can', async () => {
    const network = await start({ backoff: 10 });
    const silent = async () => {
      expect((await network.get('/questions', { site, filter: 'total' })).body).toEqual({ total: expect.any(Number) });
      expect((await network.get('/questions', { site, pagesize: 1 }, '1.1')).body).not.toHaveProperty('backoff');
    };
    await silent();
    await silent();
    expect((await network.get('/questions', { site })).body).toMatchObject({ backoff: 10 });
    const planned = await start({});
    await planned.control.backoff({ seconds: 5, method: '/questions', times: 2 });
    for (let time = 0; time < 3; time += 1)
      expect((await planned.get('/questions', { site, filter: 'total' })).status).toBe(200);
    expect((await planned.get('/questions', { site })).body).toMatchObject({ backoff: 5 });
    planned.clock.advance(5);
    expect((await planned.get('/questions', { site })).body).toMatchObject({ backoff: 5 });
    planned.clock.advance(5);
    expect((await planned.get('/questions', { site })).body).not.toHaveProperty('backoff');
  });

  test.each(['garbage', 'html', 'truncate'] as const)(
    'an answer that %s replaced told nobody to wait',
    async (kind) => {
      const network = await start({});
      await network.control.backoff({ seconds: 5 });
      await network.control.fault({ kind });
      await fetch(`${network.apiBaseUrl}/2.3/sites`).then((response) => response.text());
      expect((await network.get('/sites')).body).toMatchObject({ backoff: 5 });
    },
  );
});
