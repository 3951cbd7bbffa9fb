import { expect, test } from 'vitest';
import { demoFile, error, key, site, startNetwork, token } from '../support/network.ts';
import type { Parameters, TestNetwork } from '../support/network.ts';

/** What a caller is told of its quota, or what is wrong. */
async function told(network: TestNetwork, parameters: Parameters = {}): Promise<string> {
  const { status, headers, body } = await network.get('/sites', parameters);
  const isAnswered = status === 200;
  expect(headers.get('x-ratelimit-current')).toBe(isAnswered ? String(body['quota_remaining']) : '0');
  if (isAnswered) expect(headers.get('x-ratelimit-max')).toBe(String(body['quota_max']));
  return isAnswered ? `${Number(body['quota_remaining'])} of ${Number(body['quota_max'])}` : String(body['error_name']);
}
const mine = { key, access_token: token };
const withKey = { key };
const usedUp = 'throttle_violation';
const throttled = (message: string) => ({ error_id: 403, error_name: usedUp, error_message: message });
const tooMany = (whose: string, seconds: number) =>
  throttled(`too many requests from ${whose}, more requests available in ${seconds} seconds`);
const violation = throttled('Violation of backoff parameter');

test('quota: one address with and without a key: one count, and for each request the ceiling of its own kind', async () => {
  const network = await startNetwork({ quota: { anonymous: 3, key: 6 } });
  expect(await told(network)).toBe('2 of 3');
  expect(await told(network, withKey)).toBe('4 of 6');
  expect(await told(network, withKey)).toBe('3 of 6');
  // Three requests from the address are all it has without a key, whoever made them; with one there are more.
  const refused = await network.get('/sites');
  expect([refused.status, refused.headers.get('x-ratelimit-max')]).toEqual([403, '3']);
  expect(await told(network, withKey)).toBe('2 of 6');
  expect(await told(network, { key: 'demo-key' })).toBe('1 of 6');
  expect(await told(network, withKey)).toBe('0 of 6');
  expect(await told(network, withKey)).toBe(usedUp);
  network.clock.advance(86_400);
  expect(await told(network)).toBe('2 of 3');
});

test('quota: what the control route leaves is left to known callers and to new ones, and at one address with a key as without', async () => {
  const network = await startNetwork({ quota: { anonymous: 10, key: 100 } });
  const each = async () => [await told(network), await told(network, withKey), await told(network, mine)];
  await network.get('/sites');
  await network.control.setQuota(4);
  expect(await each()).toEqual(['3 of 10', '2 of 100', '3 of 100']);
  await network.control.setQuota(50);
  expect(await each()).toEqual(['9 of 10', '48 of 100', '49 of 100']);
  await network.control.setQuota(0);
  expect(await each()).toEqual([usedUp, usedUp, usedUp]);
});

test('a quota that is used up: 403 with whose it is and the seconds left of the day, which began with the first request', async () => {
  const network = await startNetwork({ quota: { anonymous: 2, key: 1 } });
  expect(await told(network, mine)).toBe('0 of 1');
  expect((await network.mine('/sites')).body).toEqual(tooMany('this user and app', 86_400));
  await network.get('/sites');
  network.clock.advance(1000);
  expect(await told(network)).toBe('0 of 2');
  const { status, headers, body } = await network.get('/sites');
  expect([status, body, headers.get('x-ratelimit-current')]).toEqual([403, tooMany('this IP', 85_400), '0']);
  network.clock.advance(85_399);
  expect(await told(network)).toBe(usedUp);
  network.clock.advance(1);
  expect(await told(network)).toBe('1 of 2');
});

test('quota: with a token it is counted per person and app; a person has five counts at most, further apps share the last', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const network = await startNetwork({
    quota: { anonymous: 100, key: 50 },
    apps: names.map((name) => ({ clientId: name, key: `key-${name}`, domain: 'app.example' })),
  });
  const accounts = { person: 0, 'somebody else': 1, 'same person': 0 };
  for (const [name, index] of Object.entries(accounts))
    await network.control.grant({ token: name, accountId: network.account(index), scopes: ['no_expiry'] });
  const left = async (name: string, person = 'person') =>
    (await network.get('/sites', { key: `key-${name}`, access_token: person })).body['quota_remaining'];
  const each: unknown[] = [];
  for (const name of names) each.push(await left(name));
  expect(each).toEqual([49, 49, 49, 49, 49, 48, 47]);
  expect([await left('e'), await left('g'), await left('a')]).toEqual([46, 45, 48]);
  expect([await left('g', 'somebody else'), await left('a', 'same person')]).toEqual([49, 47]);
  // A new day makes room for those who come first then.
  network.clock.advance(86_400);
  expect([await left('g'), await left('f'), await left('g')]).toEqual([49, 49, 48]);
});

test('quota: outlasts a restart on the same file, as does what control left: for known callers, known ones who have not asked since, and new ones', async () => {
  const options = { file: await demoFile(), quota: { anonymous: 50, key: 60 } };
  const [one, two] = ['one', 'two'].map((name) => ({ key, access_token: name }));
  const first = await startNetwork(options);
  for (const [index, name] of ['one', 'two'].entries())
    await first.control.grant({ token: name, accountId: first.account(index) });
  expect([await told(first), await told(first, one)]).toEqual(['49 of 50', '59 of 60']);
  await first.close();
  const second = await startNetwork(options);
  expect(await told(second)).toBe('48 of 50');
  expect((await second.mine('/me', { site })).status).toBe(200);
  await second.control.setQuota(7);
  expect(await told(second)).toBe('6 of 50');
  await second.close();
  const third = await startNetwork(options);
  expect(await told(third)).toBe('5 of 50');
  for (const known of [one, two]) expect(await told(third, known)).toBe('6 of 60');
  // The next day is a whole one again.
  third.clock.advance(86_400);
  expect(await told(third)).toBe('49 of 50');
});

test('the public service tells errors with HTTP 400 always, and in the body which; throttling is error 502', async () => {
  const network = await startNetwork({ throttle: 'public', quota: { anonymous: 9 } });
  const expectRefused = async (path: string, id: number) =>
    expect(await network.get(path)).toMatchObject({ status: 400, body: error(id) });
  for (const path of ['/nothing', `/questions/1,2?site=${site}`]) await expectRefused(path, 404);
  await expectRefused(`/me?site=${site}&key=${key}`, 401);
  await expectRefused(`/questions?site=${site}&page=26`, 403);
  await network.control.fault({ kind: 'throttle' });
  await expectRefused('/sites', 502);
  await network.control.backoff({ seconds: 60 });
  expect((await network.get('/sites')).status).toBe(200);
  await expectRefused('/sites', 502);
  await network.control.clearFaults();
  await network.control.setQuota(0);
  await expectRefused('/sites', 502);
  expect((await network.fetch('/nothing')).status).toBe(400);
});

test('more than 30 requests in a second ban the address for half a minute', async () => {
  const network = await startNetwork({ burst: 30, steadyMs: () => 0 });
  const replies = await Promise.all(Array.from({ length: 40 }, () => network.get('/sites')));
  const refused = replies.filter(({ status }) => status === 403).map(({ body }) => body);
  expect(refused).toEqual(Array.from({ length: 10 }, () => tooMany('this IP', 30)));
  network.clock.advance(30);
  expect((await network.get('/sites')).status).toBe(200);
});

test('backoff: once issued, the same method is refused until it is over, others and other callers are not', async () => {
  const network = await startNetwork({ backoff: 10 });
  expect((await network.get('/questions', { site })).body).toMatchObject({ backoff: 10 });
  expect(await network.get('/questions', { site, pagesize: 1 })).toMatchObject({ status: 403, body: violation });
  expect((await network.get('/tags', { site })).status).toBe(200);
  expect((await network.mine('/questions', { site })).status).toBe(200);
  network.clock.advance(10);
  expect((await network.get('/questions', { site })).status).toBe(200);
});

test('backoff: /me and /users/{ids} are one method', async () => {
  const network = await startNetwork();
  await network.control.backoff({ method: '/me', seconds: 5 });
  expect((await network.mine('/users/1', { site })).body).toMatchObject({ backoff: 5 });
  expect((await network.mine('/me', { site })).body).toEqual(violation);
  expect((await network.mine('/users/1/reputation', { site })).status).toBe(200);
  await expect(network.control.backoff({ method: '/mine', seconds: 5 })).rejects.toThrow(/no method \/mine/);
});

test('backoff: now and then, when told to be like the public service', async () => {
  const network = await startNetwork({ backoff: 'sometimes' });
  const all: unknown[] = [];
  for (let time = 0; time < 300; time += 1) {
    const { status, body } = await network.get('/sites', { pagesize: 1 });
    if (status === 200 && !('backoff' in body)) continue;
    all.push(body['backoff'] ?? body['error_message']);
    if (body['backoff'] === undefined) network.clock.advance(10);
  }
  expect(new Set(all)).toEqual(new Set([10, 'Violation of backoff parameter']));
  expect(all.length).toBeLessThan(60);
});

test('backoff: one waits for an answer that can tell of it, which none can that a fault replaces', async () => {
  const network = await startNetwork();
  await network.control.backoff({ seconds: 5, method: '/questions', times: 2 });
  for (const kind of ['garbage', 'html', 'truncate'] as const) {
    await network.control.fault({ kind });
    await (await network.fetch(`/2.3/questions?site=${site}`)).text();
  }
  for (let time = 0; time < 2; time += 1) {
    expect((await network.get('/questions', { site, filter: 'total' })).body).toEqual({ total: expect.any(Number) });
    expect((await network.get('/questions', { site }, '1.1')).body).toHaveProperty('questions');
  }
  const backoffs: unknown[] = [];
  for (let time = 0; time < 3; time += 1) {
    backoffs.push((await network.get('/questions', { site })).body['backoff']);
    network.clock.advance(5);
  }
  expect(backoffs).toEqual([5, 5, undefined]);
});
