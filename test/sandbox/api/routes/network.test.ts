import { expect, test } from 'vitest';
import { error, noon, site, startNetwork } from '../../support/network.ts';

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

const before = await infoOf();
const [kept, removed] = [network.ask(), network.ask()];
network.answer({ questionId: removed });
for (const postId of [kept, removed]) network.comment({ postId });
network.vote({ userId: network.member(site, 1), postId: kept });
network.world.actions.remove({ site, postId: removed });
// Wikis, which dumps hold, are no posts of the API.
network.world.db.exec(`
  INSERT INTO posts (site_id, id, post_type, created_at, last_activity_at) VALUES (1, 400001, 5, ${noon}, ${noon});
  INSERT INTO comments (site_id, id, post_id, body, created_at) VALUES (1, 400001, 400001, 'About a wiki', ${noon})`);

test.each(['loops', 'beds', 'meta.loops'])('/info counts what the lists of %s have', async (name) => {
  expect(await infoOf(name)).toMatchObject(await totals(name));
});

test('/info counts nothing that went with a deleted post, or is about a wiki; a filter can name its site', async () => {
  const [votes, comments] = [Number(before['total_votes']) + 1, Number(before['total_comments']) + 1];
  expect(await infoOf()).toMatchObject({ total_votes: votes, total_comments: comments });
  expect(await network.items('/info?filter=!everything')).toMatchObject([{ site: { api_site_parameter: 'loops' } }]);
});

test('/info tells what happens a minute, over a week', async () => {
  const perMinute = async () => Number((await infoOf())['questions_per_minute']);
  const earlier = await perMinute();
  network.world.db.exec(`WITH RECURSIVE n (i) AS (SELECT 500000 UNION ALL SELECT i + 1 FROM n WHERE i < 502015)
      INSERT INTO posts (site_id, id, post_type, title, created_at, last_activity_at)
        SELECT 1, i, 1, 'x', ${noon - 60}, ${noon} FROM n`);
  expect((await perMinute()) - earlier).toBeCloseTo(0.2, 3);
});

test('/errors lists each error with its name and what it means', async () => {
  const errors = (await network.get('/errors')).body.items;
  expect(errors[0]).toEqual({ ...error(400), description: expect.stringMatching(/\w/) });
});

test.each([400, 402, 407, 503])('/errors/%i answers with that error', async (id) => {
  const { status, body } = await network.get(`/errors/${id}`);
  expect([status, body]).toEqual([id === 407 ? 400 : id, error(id, 'simulated')]);
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
  const tags = await network.items(`/tags?${query}`);
  expect(tags.map((tag) => tag['name'])).toEqual(expected);
  for (const tag of tags) expect(tag).toMatchObject({ count: tag['name'] === 'quince' ? 3 : 1, has_synonyms: false });
});

test('/sites lists every site, and main sites and their metas know each other', async () => {
  const { body } = await network.get('/sites', { pagesize: 1000 });
  const [loops, meta] = ['loops', 'meta.loops'].map((name) =>
    body.items.find((item) => item['api_site_parameter'] === name),
  );
  expect(body['has_more']).toBe(false);
  expect(body.items.length).toBeGreaterThanOrEqual(4);
  const styling = { link_color: expect.stringMatching(/^#/) as unknown };
  expect(loops).toMatchObject({ site_url: 'https://loops.example', site_type: 'main_site', styling });
  const named = { name: 'Loop &amp; Branch Meta', site_url: 'https://meta.loops.example' };
  expect(loops?.['related_sites']).toEqual([{ ...named, relation: 'meta', api_site_parameter: 'meta.loops' }]);
  expect(meta?.['related_sites']).toMatchObject([{ relation: 'parent', api_site_parameter: 'loops' }]);
});
