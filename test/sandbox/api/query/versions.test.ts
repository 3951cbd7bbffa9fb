import { describe, expect, test } from 'vitest';
import { error, noon, site, startNetwork, type Parameters } from '../../support/network.ts';

const network = await startNetwork();
for (const number of [1, 2, 3])
  network.ask({ title: `Old & new ${number}`, tags: ['versions'], at: noon - 100 + number });
const tagged = { site, tagged: 'versions' };

test.each(['2.0', '2.1', '2.2', '2.3'])('%s answers in the common wrapper', async (version) => {
  const { body } = await network.get('/questions', tagged, version);
  expect(body.items).toHaveLength(3);
  expect(Object.keys(body).toSorted()).toEqual(['has_more', 'items', 'quota_max', 'quota_remaining']);
});

test.each(['1.0', '2.4', '3.0', '2'])('%s is no version', async (version) => {
  const { status, body } = await network.get('/questions', tagged, version);
  expect([status, body]).toMatchObject([404, { error_id: 404, error_name: 'no_method' }]);
});

describe('1.1 has a wrapper of its own', () => {
  test.each([
    ['/questions', tagged, 'questions', 3],
    ['/tags', { site, inname: 'versions' }, 'tags', 1],
    ['/privileges', { site }, 'privileges', 12],
    ['/sites', {}, 'sites', 8],
    ['/info', { site }, 'statistics', 1],
  ])('%s', async (path, parameters, plural, total) => {
    const { headers, body } = await network.get(path, { ...parameters, pagesize: 2 }, '1.1');
    expect(body).toEqual({ total, page: 1, pagesize: 2, [plural]: expect.any(Array) });
    expect(body[plural]).toHaveLength(Math.min(total, 2));
    expect(headers.get('x-ratelimit-current')).toMatch(/^\d+$/);
  });

  test.each([
    [
      '/questions',
      {
        question_timeline_url: expect.stringMatching(/^\/questions\/\d+\/timeline$/),
        question_comments_url: expect.stringMatching(/^\/questions\/\d+\/comments$/),
        question_answers_url: expect.stringMatching(/^\/questions\/\d+\/answers$/),
        community_owned: false,
        up_vote_count: expect.any(Number),
        down_vote_count: expect.any(Number),
        favorite_count: expect.any(Number),
        owner: expect.objectContaining({ email_hash: expect.stringMatching(/^[\da-f]{32}$/) }),
      },
    ],
    [
      '/answers',
      {
        answer_comments_url: expect.stringMatching(/^\/answers\/\d+\/comments$/),
        accepted: expect.any(Boolean),
        community_owned: false,
        view_count: expect.any(Number),
        up_vote_count: expect.any(Number),
        title: expect.any(String),
      },
    ],
    ['/comments', { body: expect.any(String), post_type: expect.any(String) }],
    [
      '/users',
      {
        email_hash: expect.stringMatching(/^[\da-f]{32}$/),
        association_id: expect.stringMatching(/^[\da-f-]{36}$/),
        question_count: expect.any(Number),
        answer_count: expect.any(Number),
        view_count: expect.any(Number),
        user_questions_url: expect.stringMatching(/^\/users\/\d+\/questions$/),
        user_timeline_url: expect.stringMatching(/^\/users\/\d+\/timeline$/),
        user_reputation_url: expect.stringMatching(/^\/users\/\d+\/reputation$/),
      },
    ],
    [
      '/badges',
      {
        tag_based: expect.any(Boolean),
        description: expect.any(String),
        badges_recipients_url: expect.stringMatching(/^\/badges\/\d+$/),
      },
    ],
    ['/tags', { fulfills_required: false }],
    ['/sites', { state: 'normal', description: expect.any(String), api_endpoint: expect.stringContaining('http') }],
  ])('%s: the objects have their old fields, which are gone since', async (path, old) => {
    const asked: Parameters = path === '/sites' ? {} : { site };
    const { body } = await network.get(path, asked, '1.1');
    const items = body[path.slice(1)] as Record<string, unknown>[];
    expect(items[0]).toMatchObject(old);
    const later = (await network.get(path, asked, '2.0')).body.items[0] ?? {};
    for (const name of Object.keys(old).filter((field) =>
      /_url$|_hash$|owned$|_based$|^association|^fulfills/.test(field),
    ))
      expect(later).not.toHaveProperty(name);
  });

  test('a change of reputation is what was gained and what was lost', async () => {
    const userId = network.member(site);
    const { body } = await network.get(`/users/${userId}/reputation`, { site }, '1.1');
    const changes = body['reputations'] as Record<string, number>[];
    expect(changes.length).toBeGreaterThan(5);
    for (const change of changes)
      expect(Number(change['positive_rep']) - Number(change['negative_rep'])).toBe(change['reputation_change']);
  });

  test('errors are told as ever', async () => {
    expect((await network.get('/questions', { site: 'nowhere' }, '1.1')).body).toMatchObject(error(400));
  });

  test('a filter can still ask for the total, or for nothing', async () => {
    expect((await network.get('/questions', { ...tagged, filter: 'total' }, '1.1')).body).toEqual({ total: 3 });
    expect((await network.get('/questions', { ...tagged, filter: 'none' }, '1.1')).body).toEqual({});
  });
});

describe('what came later is absent before', () => {
  test.each([
    ['/questions', 'content_license', '2.2', '2.3'],
    ['/answers', 'content_license', '2.2', '2.3'],
    ['/answers', 'tags', '2.0', '2.1'],
    ['/sites', 'high_resolution_icon_url', '2.0', '2.1'],
  ])('%s: %s', async (path, field, before, since) => {
    const parameters = path === '/sites' ? {} : { site };
    expect((await network.get(path, parameters, before)).body.items[0]).not.toHaveProperty(field);
    expect((await network.get(path, parameters, since)).body.items[0]).toHaveProperty(field);
  });

  test('an owner’s account_id', async () => {
    const owner = async (version: string) =>
      (await network.get('/questions', tagged, version)).body.items[0]?.['owner'];
    expect(await owner('2.2')).not.toHaveProperty('account_id');
    expect(await owner('2.3')).toHaveProperty('account_id');
  });

  test.each(['/me/reputation-history', '/me/notifications'])('%s as a whole came with 2.1', async (path) => {
    const { access_token, key } = { access_token: 'granted-token', key: 'test-key' };
    const ask = async (version: string) => (await network.get(path, { site, key, access_token }, version)).status;
    expect([await ask('1.1'), await ask('2.0'), await ask('2.1'), await ask('2.3')]).toEqual([404, 404, 200, 200]);
  });
});
