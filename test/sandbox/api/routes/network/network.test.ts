import { expect, test } from 'vitest';
import { error, noon, site, startNetwork } from '../../../support/network.ts';

const network = await startNetwork();

/** Each number of a site's `/info` and the list that it counts; votes have no list. */
const counted: Readonly<Record<string, string>> = {
  total_questions: '/questions',
  total_unanswered: '/questions/unanswered',
  total_accepted: '/search/advanced?accepted=True',
  total_answers: '/answers',
  total_comments: '/comments',
  total_badges: '/badges/recipients',
  total_users: '/users',
};

const infoOf = async (name = site) => (await network.get('/info', { site: name })).body.items[0] ?? {};
const totals = async (name = site) => {
  const found: Record<string, unknown> = {};
  for (const [field, path] of Object.entries(counted))
    found[field] = (await network.get(path, { site: name, filter: 'total' })).body['total'];
  return found;
};

test.each(['loops', 'beds', 'meta.loops'])('/info counts what the lists of %s have', async (name) => {
  expect(await infoOf(name)).toEqual({
    ...(await totals(name)),
    questions_per_minute: expect.any(Number),
    answers_per_minute: expect.any(Number),
    total_votes: expect.any(Number),
    badges_per_minute: expect.any(Number),
    new_active_users: expect.any(Number),
    api_revision: expect.any(String),
  });
});

test('/info counts nothing that went with a deleted post, or is about a wiki', async () => {
  const { actions, db } = network.world;
  const before = await infoOf();
  const questionId = network.ask({});
  const answerId = network.answer({ questionId });
  for (const postId of [questionId, answerId]) network.comment({ postId });
  network.vote({ userId: network.member(site, 1), postId: questionId });
  const votes = Number(before['total_votes']) + 1;
  expect(await infoOf()).toMatchObject({ ...(await totals()), total_votes: votes });
  actions.remove({ site, postId: questionId });
  db.exec(`
      INSERT INTO posts (site_id, id, post_type, body, created_at, last_activity_at) VALUES (1, 400001, 5, '', ${noon}, ${noon});
      INSERT INTO comments (site_id, id, post_id, body, created_at) VALUES (1, 400001, 400001, 'About a wiki', ${noon})`);
  expect(await infoOf()).toMatchObject({ ...(await totals()), total_comments: before['total_comments'] });
});

test('/info tells what happens a minute, over a week', async () => {
  const before = Number((await infoOf())['questions_per_minute']);
  network.world.db.exec(`WITH RECURSIVE n (i) AS (SELECT 500000 UNION ALL SELECT i + 1 FROM n WHERE i < 502015)
      INSERT INTO posts (site_id, id, post_type, title, body, created_at, last_activity_at)
        SELECT 1, i, 1, 'x', '', ${noon - 60}, ${noon} FROM n`);
  expect(Number((await infoOf())['questions_per_minute']) - before).toBeCloseTo(0.2, 3);
});

test('/info has the site itself, too, where a filter names it', async () => {
  expect(await network.items('/info?filter=!everything')).toMatchObject([{ site: { api_site_parameter: 'loops' } }]);
});

test('/errors lists each error with its name and what it means', async () => {
  const errors = (await network.get('/errors')).body.items;
  expect(errors.map((item) => item['error_id'])).toEqual([400, 401, 402, 403, 404, 405, 406, 407, 409, 500, 502, 503]);
  const description: unknown = expect.stringMatching(/\w/);
  expect(errors[0]).toEqual({ error_id: 400, error_name: 'bad_parameter', description });
});

test.each([
  [400, 400],
  [402, 402],
  [407, 400],
  [500, 500],
  [503, 503],
])('/errors/%i answers with that error', async (id, status) => {
  const answer = await network.get(`/errors/${id}`);
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual(error(id, 'simulated'));
});

for (const [index, tags] of [['quince-jam', 'quince'], ['quince'], ['quince', 'pear']].entries())
  network.ask({ title: `Fruit ${index}`, tags, at: noon - 100 + index });

test.each([
  // Anywhere in the name; the last active comes first.
  ['inname=uinc', ['quince', 'quince-jam']],
  ['inname=QUINCE-', ['quince-jam']],
  ['inname=quince%25', []],
  ['inname=quince;pear', []],
  ...['loops', 'LOOPS', 'loops.example', 'https://loops.example'].map((named): [string, string[]] => [
    `inname=quince-jam&site=${named}`,
    ['quince-jam'],
  ]),
])('/tags: %s', async (query, expected) => {
  expect(await network.list(`/tags?${query}`)).toEqual(expected);
});

test('a tag tells its count and marks', async () => {
  expect((await network.get('/tags', { site, inname: 'quince-jam' })).body.items).toEqual([
    { name: 'quince-jam', count: 1, has_synonyms: false, is_moderator_only: false, is_required: false },
  ]);
});

const sites = async () => {
  const { body } = await network.get('/sites', { pagesize: 1000 });
  expect(body['has_more']).toBe(false);
  return Object.fromEntries(body.items.map((item) => [String(item['api_site_parameter']), item]));
};

test('/sites lists every site', async () => {
  const { loops, ...others } = await sites();
  expect(Object.keys(others).length).toBeGreaterThanOrEqual(3);
  expect(loops).toMatchObject({
    site_url: 'https://loops.example',
    site_type: 'main_site',
    styling: { link_color: expect.stringMatching(/^#/) },
  });
});

test('main sites and their metas know each other', async () => {
  const { loops, 'meta.loops': meta } = await sites();
  const named = { name: 'Loop &amp; Branch Meta', site_url: 'https://meta.loops.example' };
  expect(loops?.['related_sites']).toEqual([{ ...named, relation: 'meta', api_site_parameter: 'meta.loops' }]);
  expect(meta?.['related_sites']).toMatchObject([{ relation: 'parent', api_site_parameter: 'loops' }]);
});
