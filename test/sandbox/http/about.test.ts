import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noon, site, startNetwork, type TestNetwork } from './network.ts';

let network: TestNetwork;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());

const count = (sql: string) => Number(network.world.db.prepare(`SELECT count(*) AS n FROM ${sql}`).get()?.['n']);

describe('/info', () => {
  test('counts what the site has', async () => {
    const { body } = await network.get('/info', { site });
    const questions = 'posts WHERE site_id = 1 AND post_type = 1 AND deleted_at IS NULL';
    expect(body.items).toEqual([
      {
        total_questions: count(questions),
        total_unanswered: expect.any(Number),
        total_accepted: count(`${questions} AND accepted_answer_id IS NOT NULL`),
        total_answers: count('posts WHERE site_id = 1 AND post_type = 2 AND deleted_at IS NULL'),
        questions_per_minute: expect.any(Number),
        answers_per_minute: expect.any(Number),
        total_comments: count('comments WHERE site_id = 1'),
        total_votes: count('votes WHERE site_id = 1 AND vote_type IN (2, 3)'),
        total_badges: count('user_badges WHERE site_id = 1'),
        badges_per_minute: expect.any(Number),
        total_users: count('users WHERE site_id = 1'),
        new_active_users: expect.any(Number),
        api_revision: expect.any(String),
      },
    ]);
    const total = (await network.get('/questions/unanswered', { site, filter: 'total' })).body['total'];
    expect(body.items[0]?.['total_unanswered']).toBe(total);
  });

  test('tells what happens a minute, over a week', async () => {
    const before = Number((await network.get('/info', { site })).body.items[0]?.['questions_per_minute']);
    for (let number = 0; number < 2016; number += 1)
      network.world.db.exec(`INSERT INTO posts (site_id, id, post_type, title, body, created_at, last_activity_at) VALUES (1, ${500_000 + number}, 1, 'x', '', ${noon - 60}, ${noon})`);
    const after = Number((await network.get('/info', { site })).body.items[0]?.['questions_per_minute']);
    expect(after - before).toBeCloseTo(0.2, 3);
  });

  test('with a filter the site itself, too', async () => {
    const { body } = await network.get('/info', { site, filter: '!everything' });
    expect(body.items[0]).toMatchObject({ site: { api_site_parameter: 'loops' } });
    expect((await network.get('/info')).body).toMatchObject({ error_id: 400, error_message: '`site` is required' });
  });
});

describe('/errors', () => {
  test('lists each error with its name and what it means', async () => {
    const { body } = await network.get('/errors');
    expect(body.items.map((item) => item['error_id'])).toEqual([400, 401, 402, 403, 404, 405, 406, 407, 409, 500, 502, 503]);
    expect(body.items[0]).toEqual({ error_id: 400, error_name: 'bad_parameter', description: expect.stringMatching(/\w/) });
  });

  test.each([
    [400, 'bad_parameter', 400],
    [402, 'invalid_access_token', 402],
    [407, 'write_failed', 400],
    [500, 'internal_error', 500],
    [503, 'temporarily_unavailable', 503],
  ])('/errors/%i answers with that error', async (id, name, status) => {
    const answer = await network.get(`/errors/${id}`);
    expect([answer.status, answer.body]).toEqual([status, { error_id: id, error_name: name, error_message: 'simulated' }]);
  });

  test.each(['418', '-1', '4000'])('/errors/%s is none', async (id) => {
    expect((await network.get(`/errors/${id}`)).body).toEqual({ error_id: 400, error_name: 'bad_parameter', error_message: 'id' });
  });
});
