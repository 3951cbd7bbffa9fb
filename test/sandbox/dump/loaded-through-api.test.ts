import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadDumps } from '../../../sandbox/dump/load.ts';
import { key, startNetwork, type Parameters } from '../support/network.ts';
import { smallDump, writeDump } from './small-dump.ts';

const folder = mkdtempSync(join(tmpdir(), 'dump-told-'));
const site = 'verbs';
const now = Date.parse('2019-03-21T12:00:00Z') / 1000;
const seconds = (text: string) => Date.parse(`${text}Z`) / 1000;

/** What public dumps have besides: migrations, bounties that are still open, favourites, ages, editors who are gone. */
function fullDump() {
  const dump = smallDump();
  const rowsOf = (file: string) => dump[file]?.rows ?? [];
  const question = (Id: number, more: Record<string, string | number> = {}) => ({
    Id,
    PostTypeId: 1,
    CreationDate: '2019-03-05T12:30:15.000',
    Title: `Question ${Id}`,
    Body: '<p>?</p>',
    Tags: '<verbs>',
    OwnerUserId: 3,
    LastActivityDate: '2019-03-05T12:30:15.000',
    ...more,
  });
  rowsOf('Posts.xml').push(
    question(20, { LastEditDate: '2019-03-06T12:30:15.000', LastEditorDisplayName: 'gone editor' }),
    question(21),
    question(22, { AcceptedAnswerId: 30 }),
    question(23, { ClosedDate: '2019-03-20T10:00:00.000' }),
    {
      Id: 30,
      PostTypeId: 2,
      ParentId: 22,
      CreationDate: '2019-03-06T12:30:15.000',
      Body: '<p>!</p>',
      OwnerUserId: 2,
      Score: 4,
    },
  );
  const history = (Id: number, PostHistoryTypeId: number, PostId: number, Comment: string) => ({
    Id,
    PostHistoryTypeId,
    PostId,
    CreationDate: '2019-03-07T12:30:15.000',
    Comment,
  });
  rowsOf('PostHistory.xml').push(
    history(60, 36, 20, 'from http://verbs.meta.stackexchange.com/questions/77/some-title'),
    history(61, 35, 21, 'to https://elsewhere.stackexchange.com/questions/5'),
    history(62, 17, 22, 'from https://www.verbs.meta.stackexchange.com/q/9'),
    history(63, 35, 23, 'nowhere in particular'),
  );
  const bounty = (Id: number, PostId: number, CreationDate: string) => ({
    Id,
    PostId,
    VoteTypeId: 8,
    CreationDate,
    UserId: 2,
    BountyAmount: 100,
  });
  rowsOf('Votes.xml').push(
    bounty(300, 20, '2019-03-20T00:00:00.000'),
    bounty(301, 21, '2019-03-01T00:00:00.000'),
    bounty(302, 22, '2019-03-20T00:00:00.000'),
    { Id: 303, PostId: 30, VoteTypeId: 9, CreationDate: '2019-03-20T00:00:00.000', BountyAmount: 100 },
    bounty(304, 23, '2019-03-20T00:00:00.000'),
    { Id: 305, PostId: 20, VoteTypeId: 5, CreationDate: '2019-03-09T00:00:00.000', UserId: 2 },
  );
  const [, ada, ben] = rowsOf('Users.xml');
  if (typeof ada === 'object') Object.assign(ada, { Age: 36, ProfileImageUrl: 'https://pictures.example/ada?s=1&d=2' });
  if (typeof ben === 'object') Object.assign(ben, { ProfileImageUrl: 'javascript:alert(1)' });
  const [first] = rowsOf('Comments.xml');
  if (typeof first === 'object') Object.assign(first, { ContentLicense: 'CC BY-SA 4.0' });
  return dump;
}

const file = join(folder, 'network.db');
await loadDumps(
  file,
  [
    { folder: writeDump(join(folder, 'full'), fullDump()), site },
    { folder: writeDump(join(folder, 'meta'), smallDump()), site: 'verbs.meta' },
  ],
  { now: () => now },
);
const network = await startNetwork({ file, clock: { now: () => now } });
await network.control.grant({ token: 'ben', accountId: 502, scopes: ['private_info'] });
afterAll(async () => {
  await network.close();
  rmSync(folder, { recursive: true, force: true });
});
const items = async (path: string, parameters: Parameters = {}) => {
  const { status, body } = await network.get(path, { site, ...parameters });
  expect([status, body]).toEqual([200, expect.objectContaining({ items: expect.any(Array) })]);
  return body.items;
};
const ids = async (path: string, parameters: Parameters) =>
  (await items(path, { pagesize: 100, ...parameters }))
    .map((item) => Number(item['question_id']))
    .toSorted((a, b) => a - b);

describe('migrations', () => {
  test('tell when, which question, and which site where it is of this network', async () => {
    const at = seconds('2019-03-07T12:30:15');
    const [from, to, old, lost] = (await items('/questions/20;21;22;23', { sort: 'creation', order: 'asc' })).map(
      (item) => [item['migrated_from'], item['migrated_to']],
    );
    expect(from).toEqual([
      {
        on_date: at,
        question_id: 77,
        other_site: expect.objectContaining({ api_site_parameter: 'verbs.meta', name: 'Verbs Meta' }),
      },
      undefined,
    ]);
    expect(to).toEqual([undefined, { on_date: at, question_id: 5 }]);
    expect(old).toMatchObject([{ question_id: 9, other_site: { site_type: 'meta_site' } }, undefined]);
    expect(lost).toEqual([undefined, undefined]);
  });

  test('are asked for in a search', async () => {
    expect(await ids('/search/advanced', { migrated: 'true' })).toEqual([20, 21, 22]);
    expect(await ids('/search/advanced', { migrated: 'false' })).toEqual([1, 5, 23]);
  });

  test('carry the fields that a filter names', async () => {
    const [made] = (
      await network.get('/filters/create', {
        base: 'none',
        include: '.items;question.migrated_from;migration_info.other_site;site.name',
      })
    ).body.items;
    expect(await items('/questions/20', { filter: String(made?.['filter']) })).toEqual([
      { migrated_from: { other_site: { name: 'Verbs Meta' } } },
    ]);
  });
});

test('a bounty is open that was neither given nor ended within its days, until it closes', async () => {
  expect(await ids('/questions/featured', {})).toEqual([20]);
  const closes = seconds('2019-03-27T00:00:00');
  expect((await items('/questions/20', { filter: '!all' }))[0]).toMatchObject({
    bounty_amount: 100,
    bounty_closes_date: closes,
    bounty_user: { user_id: 2 },
  });
  for (const id of [1, 21, 22, 23]) expect((await items(`/questions/${id}`))[0]).not.toHaveProperty('bounty_amount');
});

test('what people are and have: age, picture, accept rate, best posts, favourites', async () => {
  const [ada] = await items('/users/1');
  expect(ada).toMatchObject({ age: 36, profile_image: 'https://pictures.example/ada?s=1&d=2' });
  expect((await items('/users/2'))[0]).toMatchObject({ profile_image: `${network.apiBaseUrl}/avatars/502.svg` });
  // Cy asked four, of which one has an accepted answer.
  expect((await items('/users/3'))[0]).toMatchObject({ accept_rate: 25 });
  expect((await items('/questions/20'))[0]?.['owner']).toMatchObject({ user_id: 3, accept_rate: 25 });
  const best = (await network.get('/users/502/associated', { filter: '!all' })).body.items.find((item) =>
    String(item['site_url']).startsWith('https://verbs.example'),
  );
  expect(best).toMatchObject({
    top_answers: [
      { post_id: 2, post_type: 'answer', score: 25, title: 'Verbs &amp; their &lt;ends&gt;' },
      { post_id: 30, score: 4, title: 'Question 22' },
    ],
  });
  expect(best).not.toHaveProperty('top_questions');
  const mine = async (id: number) => (await items(`/questions/${id}`, { filter: '!all', key, access_token: 'ben' }))[0];
  expect(await mine(20)).toMatchObject({ favorited: true, can_flag: true, can_close: false });
  expect(await mine(21)).toMatchObject({ favorited: false });
  for (const field of ['favorited', 'can_flag', 'can_close'])
    expect((await items('/questions/20', { filter: '!all' }))[0]).not.toHaveProperty(field);
  network.world.db.exec('UPDATE users SET reputation = 3000 WHERE site_id = 1 AND id = 2');
  expect(await mine(20)).toMatchObject({ can_close: true });
  expect(await mine(23)).toMatchObject({ can_close: false });
});

test('comments have their source and licence, posts an editor who is gone', async () => {
  const comments = await items('/comments', { filter: '!all', order: 'asc', sort: 'creation' });
  expect(comments.map((item) => [item['comment_id'], item['body_markdown'], item['content_license']])).toEqual([
    [11, 'See [this](https://x.example/?a=1&amp;b=2) or `a&lt;b`', 'CC BY-SA 4.0'],
    [12, 'Is it so?', 'CC BY-SA 3.0'],
    [13, '@Cy Yes &amp; no', 'CC BY-SA 3.0'],
    [14, '@BenBo Thanks', 'CC BY-SA 3.0'],
  ]);
  expect((await items('/questions/20', { filter: '!all' }))[0]?.['last_editor']).toEqual({
    display_name: 'gone editor',
    user_type: 'does_not_exist',
  });
});

test('a closed question tells by whom, and which question it repeats, as far as they are known', async () => {
  expect((await items('/questions/1', { filter: '!everything' }))[0]?.['closed_details']).toMatchObject({
    on_hold: false,
    reason: 'Duplicate',
    by_users: [{ user_id: 2, display_name: 'Ben Bo' }],
    original_questions: [{ question_id: 5, title: 'A wiki', answer_count: 0 }],
  });
});
