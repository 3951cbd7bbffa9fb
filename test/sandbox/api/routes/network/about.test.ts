import { describe, expect, test } from 'vitest';
import { error, noon, site, startNetwork, type Parameters } from '../../../support/network.ts';

const network = await startNetwork();

/** Each number of a site's `/info` and the list that it counts; votes have no list. */
const counted: Readonly<Record<string, [path: string, parameters?: Parameters]>> = {
  total_questions: ['/questions'],
  total_unanswered: ['/questions/unanswered'],
  total_accepted: ['/search/advanced', { accepted: 'True' }],
  total_answers: ['/answers'],
  total_comments: ['/comments'],
  total_badges: ['/badges/recipients'],
  total_users: ['/users'],
};

describe('/info', () => {
  const infoOf = async (name: string) => (await network.get('/info', { site: name })).body.items[0] ?? {};
  const totals = async (name: string) => {
    const found: Record<string, unknown> = {};
    for (const [field, [path, parameters]] of Object.entries(counted))
      found[field] = (await network.get(path, { site: name, filter: 'total', ...parameters })).body['total'];
    return found;
  };

  test('counts what the lists of each site have', async () => {
    for (const name of ['loops', 'beds', 'meta.loops']) {
      const told = await infoOf(name);
      expect(told).toEqual({
        ...(await totals(name)),
        questions_per_minute: expect.any(Number),
        answers_per_minute: expect.any(Number),
        total_votes: expect.any(Number),
        badges_per_minute: expect.any(Number),
        new_active_users: expect.any(Number),
        api_revision: expect.any(String),
      });
    }
  });

  test('counts nothing that went with a deleted post, or is about a wiki', async () => {
    const { actions, db } = network.world;
    const before = await infoOf(site);
    const [asker, other] = [network.member(site), network.member(site, 1)];
    const questionId = network.ask({ userId: asker, title: 'Counted?', body: '<p>b</p>', tags: ['git'] });
    const answerId = network.answer({ userId: other, questionId, body: '<p>a</p>' });
    for (const postId of [questionId, answerId]) network.comment({ userId: other, postId, body: 'Well' });
    network.vote({ userId: other, postId: questionId });
    const after = await infoOf(site);
    const more = (field: string) => Number(after[field]) - Number(before[field]);
    expect(['total_questions', 'total_answers', 'total_comments', 'total_votes'].map(more)).toEqual([1, 1, 2, 1]);
    actions.remove({ site, postId: questionId });
    db.exec(
      `INSERT INTO posts (site_id, id, post_type, body, created_at, last_activity_at) VALUES (1, 400001, 5, '', ${noon}, ${noon})`,
    );
    db.exec(
      `INSERT INTO comments (site_id, id, post_id, body, created_at) VALUES (1, 400001, 400001, 'About a wiki', ${noon})`,
    );
    const { total_comments: comments, ...last } = await infoOf(site);
    expect(comments).toBe(before['total_comments']);
    expect({ total_comments: comments, ...last }).toMatchObject(await totals(site));
  });

  test('tells what happens a minute, over a week', async () => {
    const before = Number((await network.get('/info', { site })).body.items[0]?.['questions_per_minute']);
    for (let number = 0; number < 2016; number += 1)
      network.world.db.exec(
        `INSERT INTO posts (site_id, id, post_type, title, body, created_at, last_activity_at) VALUES (1, ${500_000 + number}, 1, 'x', '', ${noon - 60}, ${noon})`,
      );
    const after = Number((await network.get('/info', { site })).body.items[0]?.['questions_per_minute']);
    expect(after - before).toBeCloseTo(0.2, 3);
  });

  test('with a filter the site itself, too', async () => {
    const { body } = await network.get('/info', { site, filter: '!everything' });
    expect(body.items[0]).toMatchObject({ site: { api_site_parameter: 'loops' } });
    expect((await network.get('/info')).body).toMatchObject(error(400, '`site` is required'));
  });
});

describe('/errors', () => {
  test('lists each error with its name and what it means', async () => {
    const { body } = await network.get('/errors');
    expect(body.items.map((item) => item['error_id'])).toEqual([
      400, 401, 402, 403, 404, 405, 406, 407, 409, 500, 502, 503,
    ]);
    expect(body.items[0]).toEqual({
      error_id: 400,
      error_name: 'bad_parameter',
      description: expect.stringMatching(/\w/),
    });
  });

  test.each([
    [400, 'bad_parameter', 400],
    [402, 'invalid_access_token', 402],
    [407, 'write_failed', 400],
    [500, 'internal_error', 500],
    [503, 'temporarily_unavailable', 503],
  ])('/errors/%i answers with that error', async (id, name, status) => {
    const answer = await network.get(`/errors/${id}`);
    expect([answer.status, answer.body]).toEqual([
      status,
      { error_id: id, error_name: name, error_message: 'simulated' },
    ]);
  });

  test.each(['418', '-1', '4000'])('/errors/%s is none', async (id) => {
    expect((await network.get(`/errors/${id}`)).body).toEqual({
      error_id: 400,
      error_name: 'bad_parameter',
      error_message: 'id',
    });
  });
});
