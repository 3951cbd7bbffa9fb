import { describe, expect, test } from 'vitest';
import { error, key, noon, site, startNetwork, token } from '../../support/network.ts';

const network = await startNetwork();
for (const number of [1, 2, 3])
  network.ask({ title: `Old & new ${number}`, tags: ['versions'], at: noon - 100 + number });
const tagged = `/questions?site=${site}&tagged=versions`;
const first = async (path: string, version: string) => (await network.get(path, {}, version)).body.items[0];

test.each(['1.0', '2.4', '3.0', '2'])('%s is no version', async (version) => {
  expect(await network.get(tagged, {}, version)).toMatchObject({ status: 404, body: error(404) });
});

describe('1.1 has a wrapper of its own', () => {
  const asked = async (path: string) => (await network.get(path, {}, '1.1')).body;

  test.each([
    [tagged, 'questions', 3],
    ['/tags?site=loops&inname=versions', 'tags', 1],
    ['/privileges?site=loops', 'privileges', 12],
    ['/sites', 'sites', 8],
    ['/info?site=loops', 'statistics', 1],
  ])('%s', async (path, plural, total) => {
    const { headers, body } = await network.get(path, { pagesize: 2 }, '1.1');
    expect(body).toEqual({ total, page: 1, pagesize: 2, [plural]: expect.any(Array) });
    expect(body[plural]).toHaveLength(Math.min(total, 2));
    expect(headers.get('x-ratelimit-current')).toMatch(/^\d+$/);
  });

  const [number, text, bool]: unknown[] = [expect.any(Number), expect.any(String), expect.any(Boolean)];
  const email_hash: unknown = expect.stringMatching(/^[\da-f]{32}$/);
  const urlOf = (path: string): unknown => expect.stringMatching(new RegExp(`^${path.replace('{}', '\\d+')}$`));
  test.each([
    [
      'questions',
      {
        question_timeline_url: urlOf('/questions/{}/timeline'),
        question_comments_url: urlOf('/questions/{}/comments'),
        question_answers_url: urlOf('/questions/{}/answers'),
        community_owned: false,
      },
      { up_vote_count: number, down_vote_count: number, favorite_count: number, owner: { email_hash } },
    ],
    [
      'answers',
      { answer_comments_url: urlOf('/answers/{}/comments'), community_owned: false },
      { accepted: bool, view_count: number, up_vote_count: number, title: text },
    ],
    ['comments', {}, { body: text, post_type: text }],
    [
      'users',
      {
        email_hash,
        association_id: expect.stringMatching(/^[\da-f-]{36}$/),
        user_questions_url: urlOf('/users/{}/questions'),
        user_timeline_url: urlOf('/users/{}/timeline'),
        user_reputation_url: urlOf('/users/{}/reputation'),
      },
      { question_count: number, answer_count: number, view_count: number },
    ],
    ['badges', { tag_based: bool, badges_recipients_url: urlOf('/badges/{}') }, { description: text }],
    ['tags', { fulfills_required: false }, {}],
    ['sites', {}, { state: 'normal', description: text, api_endpoint: expect.stringContaining('http') }],
  ])('%s have their old fields, of which the first are gone since', async (plural, gone, old) => {
    const path = `/${plural}${plural === 'sites' ? '' : `?site=${site}`}`;
    const [item] = (await asked(path))[plural] as object[];
    expect(item).toMatchObject({ ...gone, ...old });
    const later = await first(path, '2.0');
    for (const name of Object.keys(gone)) expect(later).not.toHaveProperty(name);
  });

  test('a change of reputation is what was gained and what was lost', async () => {
    const body = await asked(`/users/${network.member(site)}/reputation?site=${site}`);
    const changes = body['reputations'] as Record<string, number>[];
    expect(changes.length).toBeGreaterThan(5);
    for (const change of changes)
      expect(Number(change['positive_rep']) - Number(change['negative_rep'])).toBe(change['reputation_change']);
  });

  test('errors are told as ever; a filter can still ask for the total, or for nothing', async () => {
    expect(await asked('/questions?site=nowhere')).toMatchObject(error(400));
    expect(await asked(`${tagged}&filter=total`)).toEqual({ total: 3 });
    expect(await asked(`${tagged}&filter=none`)).toEqual({});
  });
});

test.each([
  ['/questions?site=loops', 'content_license', '2.2', '2.3'],
  ['/answers?site=loops', 'content_license', '2.2', '2.3'],
  ['/answers?site=loops', 'tags', '2.0', '2.1'],
  ['/sites', 'high_resolution_icon_url', '2.0', '2.1'],
  [tagged, ['owner', 'account_id'], '2.2', '2.3'],
])('what came later is absent before: %s: %s', async (path, field, before, since) => {
  expect(await first(path, before)).not.toHaveProperty(field);
  expect(await first(path, since)).toHaveProperty(field);
});

test.each(['/me/reputation-history', '/me/notifications'])('%s as a whole came with 2.1', async (path) => {
  const ask = async (version: string) => (await network.get(path, { site, key, access_token: token }, version)).status;
  expect([await ask('1.1'), await ask('2.0'), await ask('2.1'), await ask('2.3')]).toEqual([404, 404, 200, 200]);
});
