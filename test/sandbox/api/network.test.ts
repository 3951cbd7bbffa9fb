import { beforeEach, expect, test } from 'vitest';
import { AnswerCache } from '../../../sandbox/api/network.ts';
import { key, noon, site, startNetwork, type Parameters } from '../support/network.ts';

let asked = 0;
const network = await startNetwork({ cache: true, quota: { anonymous: 1000, key: 1000 } });
beforeEach(() => network.clock.advance(120));

/** Something happens that every list of questions shows. */
const happen = () => {
  asked += 1;
  return network.ask({ title: `News ${asked}`, tags: ['cache-tests', 'second'] });
};
const first = async (parameters: Parameters = {}) =>
  (await network.get('/questions', { site, sort: 'creation', ...parameters })).body.items[0]?.['question_id'];

test('identical requests within a minute get the same answer, and the next one is fresh', async () => {
  const before = happen();
  for (const filter of ['default', '!first00']) expect(await first({ filter })).toBe(before);
  const after = happen();
  for (const filter of ['default', '!first00']) expect(await first({ filter })).toBe(before);
  // Another filter from elsewhere is another request.
  expect(await first({ filter: '!second0' })).toBe(after);
  network.clock.advance(59);
  expect(await first()).toBe(before);
  network.clock.advance(1);
  expect(await first()).toBe(after);
});

test('identical requests within a minute are the same in other words: order of parameters and ids, an empty one, what is the default anyway', async () => {
  const before = happen();
  expect(await first({ tagged: 'cache-tests;second' })).toBe(before);
  happen();
  const defaults = { order: 'desc', page: 1, pagesize: 30, intitle: '', filter: 'default' };
  expect(await first({ ...defaults, tagged: 'cache-tests;second' })).toBe(before);
  const users = `${network.member(site)};${network.member(site, 1)}`;
  const counts = async (ids: string) =>
    (await network.get(`/users/${ids}`, { site, filter: '!all', sort: 'name' })).body.items.map(
      (item) => item['question_count'],
    );
  const earlier = await counts(users);
  happen();
  expect(await counts(users.split(';').toReversed().join(';'))).toEqual(earlier);
});

test('identical requests within a minute are shared by callers where the answer is, and never where it is a person’s own', async () => {
  const before = happen();
  expect(await first()).toBe(before);
  happen();
  expect(await first({ key })).toBe(before);
  expect((await network.mine('/questions', { site, sort: 'creation' })).body.items[0]?.['question_id']).toBe(before);
  await network.control.grant({ token: 'of-another', accountId: network.account(1), scopes: ['read_inbox'] });
  const mine = await network.mine('/me', { site });
  const theirs = await network.mine('/me', { site, access_token: 'of-another' });
  expect(theirs.body.items[0]?.['user_id']).not.toBe(mine.body.items[0]?.['user_id']);
});

test('identical requests within a minute count, each of them, and tell the caller’s own quota', async () => {
  await network.control.clearRequests();
  const remaining: number[] = [];
  for (const parameters of [{}, {}, {}, { key }]) {
    const { body, headers } = await network.get('/questions', { site, ...parameters });
    expect(headers.get('x-ratelimit-current')).toBe(String(body['quota_remaining']));
    remaining.push(Number(body['quota_remaining']));
  }
  const [start = 0] = remaining;
  expect(remaining).toEqual([start, start - 1, start - 2, start - 3]);
  expect(await network.control.requests()).toHaveLength(4);
});

test('identical requests within a minute get planned faults and backoffs, and are refused when the quota is used up or a token has ended', async () => {
  const again = () => network.get('/questions', { site, sort: 'creation' });
  await again();
  await network.control.fault({ kind: 'status', status: 503 });
  expect((await again()).status).toBe(503);
  await network.control.backoff({ seconds: 7 });
  expect((await again()).body).toMatchObject({ backoff: 7 });
  expect((await again()).body).toMatchObject({ error_message: 'Violation of backoff parameter' });
  network.clock.advance(7);
  await network.control.setQuota(1);
  expect((await again()).body).not.toHaveProperty('backoff');
  expect(await again()).toMatchObject({ status: 403, body: { error_name: 'throttle_violation' } });
  await network.control.setQuota(900);
  await network.control.grant({ token: 'soon-over', accountId: network.account(), scopes: ['read_inbox'] });
  const inbox = () => network.mine('/me/inbox', { site, access_token: 'soon-over' });
  const inspected = async () => (await network.get('/access-tokens/soon-over')).body.items.length;
  expect([(await inbox()).status, await inspected()]).toEqual([200, 1]);
  await network.control.revoke({ token: 'soon-over' });
  expect([(await inbox()).status, await inspected()]).toEqual([402, 0]);
});

test('different ones are not mixed up: filters, versions, pages, sites', async () => {
  const seen = new Set<string>();
  const ask = async (parameters: Parameters, version = '2.3') => {
    const { body } = await network.get('/questions', { site, ...parameters }, version);
    return JSON.stringify({ ...body, quota_remaining: undefined });
  };
  const pages = [{ page: 2 }, { pagesize: 29 }, { order: 'asc' }, { sort: 'votes' }];
  const others = [...pages, { site: 'beds' }, { todate: 17e8 }];
  const filters = ['withbody', 'total', 'none'].map((filter) => ({ filter }));
  for (let round = 0; round < 2; round += 1) {
    for (const version of ['1.1', '2.2']) seen.add(await ask({}, version));
    for (const parameters of [{}, ...filters, ...others]) seen.add(await ask(parameters));
    expect(seen.size).toBe(12);
  }
});

test('the oldest answers make room for new ones', () => {
  const cache = new AnswerCache(() => noon);
  const beginning = { blocks: Buffer.alloc(10 * 1024 * 1024), length: 1, crc: 0 };
  for (const question of ['first', 'second', 'third', 'fourth']) cache.keep(question, beginning, cache.clearings);
  expect(cache.find('first')).toBeUndefined();
  for (const question of ['second', 'fourth']) expect(cache.find(question)).toBe(beginning);
});

test('what was read twice at the same time is kept once, and what was read before a clearing is not', () => {
  const cache = new AnswerCache(() => 0);
  const answer = { blocks: Buffer.alloc(20 * 2 ** 20), length: 1, crc: 1 };
  for (let times = 0; times < 4; times += 1) cache.keep('a', answer, cache.clearings);
  expect(cache.find('a')).toBe(answer);
  const before = cache.clearings;
  cache.clear();
  cache.keep('a', answer, before);
  expect(cache.find('a')).toBeUndefined();
});
