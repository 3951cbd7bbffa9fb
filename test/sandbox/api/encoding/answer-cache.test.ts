import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { demoFile, key, noon, site, startNetwork, token, type Parameters } from '../../support/network.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

let asked = 0;
const network = await startNetwork({ cache: true, quota: { anonymous: 1000, key: 1000 } });
const file = await demoFile();
/** A network without the cache, which keeps answers until something is written all the same. */
const plain = await startNetwork({ file, cache: false });
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
  const theirs = await network.get('/me', { site, key, access_token: 'of-another' });
  expect(theirs.body.items[0]?.['user_id']).not.toBe(mine.body.items[0]?.['user_id']);
});

test('identical requests within a minute count, each of them, and tell the caller’s own quota', async () => {
  const remaining = async (parameters: Parameters = {}) => {
    const { body, headers } = await network.get('/questions', { site, ...parameters });
    expect(headers.get('x-ratelimit-current')).toBe(String(body['quota_remaining']));
    return Number(body['quota_remaining']);
  };
  await network.control.clearRequests();
  const start = await remaining();
  expect([await remaining(), await remaining(), await remaining({ key })]).toEqual([start - 1, start - 2, start - 3]);
  expect(await network.control.requests()).toHaveLength(4);
});

test('identical requests within a minute are refused like any other when the quota is used up or a token has ended', async () => {
  await first();
  await network.control.setQuota(1);
  expect(await first()).toBeDefined();
  const { status, body } = await network.get('/questions', { site, sort: 'creation' });
  expect([status, body['error_name']]).toEqual([403, 'throttle_violation']);
  await network.control.setQuota(900);
  const mine = { site, key, access_token: 'soon-over' };
  await network.control.grant({ token: 'soon-over', accountId: network.account(), scopes: ['read_inbox'] });
  expect((await network.get('/me/inbox', mine)).status).toBe(200);
  const inspected = async () => (await network.get('/access-tokens/soon-over')).body.items;
  expect(await inspected()).toHaveLength(1);
  await network.control.revoke({ token: 'soon-over' });
  expect((await network.get('/me/inbox', mine)).body).toMatchObject({ error_id: 402 });
  expect(await inspected()).toEqual([]);
});

test('identical requests within a minute get faults and backoffs that are planned', async () => {
  const again = () => network.get('/questions', { site, sort: 'creation' });
  await again();
  await network.control.fault({ kind: 'status', status: 503 });
  expect((await again()).status).toBe(503);
  await network.control.backoff({ seconds: 7 });
  expect((await again()).body).toMatchObject({ backoff: 7 });
  expect((await again()).body).toMatchObject({ error_message: 'Violation of backoff parameter' });
  network.clock.advance(7);
  expect((await again()).body).not.toHaveProperty('backoff');
});

test('different ones are not mixed up: filters, versions, pages, sites', async () => {
  const seen = new Set<string>();
  const ask = async (parameters: Parameters, version = '2.3') => {
    const { body } = await network.get('/questions', { site, ...parameters }, version);
    return JSON.stringify({ ...body, quota_remaining: undefined });
  };
  const others = [
    { page: 2 },
    { pagesize: 29 },
    { site: 'beds' },
    { order: 'asc' },
    { sort: 'votes' },
    { todate: 17e8 },
  ];
  const filters = ['withbody', 'total', 'none'].map((filter) => ({ filter }));
  for (let round = 0; round < 2; round += 1) {
    for (const version of ['1.1', '2.2']) seen.add(await ask({}, version));
    for (const parameters of [{}, ...filters, ...others]) seen.add(await ask(parameters));
    expect(seen.size).toBe(12);
  }
});

const read = async (path: string, query: Record<string, string | number> = {}, encoding = 'gzip') => {
  const search = new URLSearchParams({ site });
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  const headers = { 'accept-encoding': encoding };
  const response = await plain.fetch(`/2.3${path}?${search.toString()}`, { headers });
  return (await response.json()) as { items: Record<string, unknown>[]; has_more: boolean };
};

/** A list without bodies. With them nothing is ready, and everything else is the same. */
async function list(query: Record<string, string | number>, encoding?: string) {
  const { items, has_more } = await read('/questions', query, encoding);
  return { items: items.map(({ body: _body, ...others }) => others), has_more };
}

test('lists made of ready rows are what reading the rows gives, for any list of questions', async () => {
  const tags = (await read('/tags', { pagesize: 20 })).items.map((tag) => String(tag['name']));
  const queries = fc.record(
    {
      tagged: fc.uniqueArray(fc.constantFrom(...tags), { minLength: 1, maxLength: 2 }).map((names) => names.join(';')),
      sort: fc.constantFrom('activity', 'votes', 'creation'),
      order: fc.constantFrom('asc', 'desc'),
      page: fc.integer({ min: 1, max: 3 }),
      pagesize: fc.integer({ min: 0, max: 50 }),
      min: fc.nat(2),
      max: fc.integer({ min: 1_700_000_000, max: noon }),
      fromdate: fc.integer({ min: 1_700_000_000, max: noon }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(queries, fc.constantFrom('gzip', 'deflate', 'identity'), async (query, encoding) => {
      expect(await list(query, encoding)).toEqual(await list({ ...query, filter: 'withbody' }));
    }),
    { numRuns: propertyRuns(60) },
  );
});

test('lists made of ready rows are right for a whole site, which needs more room than there is at first', async () => {
  for (const page of [1, 2, 3, 4, 5, 6, 1]) {
    const query = { sort: 'hot', pagesize: 100, page };
    expect(await list(query)).toEqual(await list({ ...query, filter: 'withbody' }));
  }
});

test('lists made of ready rows show every change at once', async () => {
  const [question] = (await read('/questions', { tagged: 'git', pagesize: 1 })).items;
  const questionId = Number(question?.['question_id']);
  const shown = async () => (await read(`/questions/${questionId}`)).items[0];
  const before = await shown();
  const owner = before?.['owner'] as { user_id: number; reputation: number };
  const { actions, db } = plain.world;
  const voterId = plain.member(site, 0) === owner.user_id ? plain.member(site, 1) : plain.member(site, 0);
  plain.vote({ userId: voterId, postId: questionId });
  const after = await shown();
  expect(after?.['score']).toBe(Number(before?.['score']) + 1);
  expect(after?.['owner']).toMatchObject({ reputation: owner.reputation + 10 });
  const answered = plain.answer({ userId: voterId, questionId, body: '<p>So.</p>' });
  expect((await shown())?.['answer_count']).toBe(Number(before?.['answer_count']) + 1);
  actions.remove({ site, postId: answered });
  expect((await shown())?.['answer_count']).toBe(before?.['answer_count']);
  db.prepare("UPDATE users SET display_name = 'Q & A' WHERE id = ?").run(owner.user_id);
  expect((await shown())?.['owner']).toMatchObject({ display_name: 'Q &amp; A' });
  actions.remove({ site, postId: questionId });
  expect(await plain.list('/questions?tagged=git&pagesize=100')).not.toContain(questionId);
});

test('lists made of ready rows show a bounty until it closes', async () => {
  const userId = plain.value('SELECT id FROM users WHERE site_id = 1 ORDER BY reputation DESC LIMIT 1');
  const [question] = (await read('/questions', { pagesize: 1, tagged: 'git', sort: 'creation' })).items;
  const questionId = Number(question?.['question_id']);
  plain.world.actions.bounty({ site, userId, questionId, amount: 50 });
  const shown = async () => (await read(`/questions/${questionId}`)).items[0];
  expect(await shown()).toMatchObject({ bounty_amount: 50 });
  await plain.control.advance(8 * 86_400);
  expect(await shown()).not.toHaveProperty('bounty_amount');
});

const total = async () => (await plain.mine('/inbox', { filter: 'total' })).body['total'];
const add = (connection: DatabaseSync, title: string) =>
  connection.exec(
    `INSERT INTO inbox_items (account_id, item_type, site_id, title, body, created_at)
         SELECT account_id, item_type, site_id, '${title}', body, created_at FROM inbox_items
           WHERE account_id = ${plain.account()} LIMIT 1`,
  );

test('answers that are kept are read anew after whatever was written, by whomever, and undone', async () => {
  const { db } = plain.world;
  const before = Number(await total());
  expect(await total()).toBe(before);
  add(db, 'by SQL');
  expect(await total()).toBe(before + 1);
  const other = new DatabaseSync(file);
  add(other, 'by another program');
  other.close();
  expect(await total()).toBe(before + 2);
  db.exec("BEGIN; DELETE FROM inbox_items WHERE title LIKE 'by %'");
  expect(await total()).toBe(before);
  db.exec('ROLLBACK');
  expect(await total()).toBe(before + 2);
  db.exec('SAVEPOINT some');
  add(db, 'in a savepoint');
  expect(await total()).toBe(before + 3);
  db.exec('ROLLBACK TO some; RELEASE some');
  expect(await total()).toBe(before + 2);
  await plain.control.reset();
  await plain.control.grant({ token, accountId: plain.account(), scopes: ['read_inbox'] });
  expect(await total()).toBe(before + 1);
});

test('answers that change with nothing but time are not kept', async () => {
  const promised = () => plain.get('/questions/featured', { site, filter: 'total' });
  const featured = Number((await promised()).body['total']);
  expect(featured).toBeGreaterThan(0);
  expect((await promised()).body['total']).toBe(featured);
  plain.clock.advance(30 * 24 * 3600);
  expect((await promised()).body['total']).toBe(0);
});
