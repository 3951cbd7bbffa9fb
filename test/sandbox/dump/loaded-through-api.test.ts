import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDumps } from '../../../sandbox/dump/load.ts';
import { fileFolder } from '../support/file-folder.ts';
import { key, startNetwork, type Parameters, noon, token } from '../support/network.ts';
import { at, history, post, secondsAt, smallDump, vote, writeDump, dumpFolder, dumpNames } from './small-dump.ts';
import { documentChecker, readDocument } from '../support/document.ts';
import { filledPath, neededBy, readings } from '../support/operations.ts';

const folder = fileFolder();
const site = 'verbs';
const now = Date.parse('2019-03-21T12:00:00Z') / 1000;

/** What public dumps have besides: migrations, bounties that are still open, favourites, ages, editors who are gone. */
function fullDump() {
  const dump = smallDump();
  const question = (Id: number, more: Record<string, string | number> = {}) =>
    post(Id, 1, 5, { Title: `Question ${Id}`, Body: '<p>?</p>', Tags: '<verbs>', OwnerUserId: 3, ...more });
  dump.Posts.push(
    question(20, { LastEditDate: at(6), LastEditorDisplayName: 'gone editor' }),
    question(21),
    question(22, { AcceptedAnswerId: 30 }),
    question(23, { ClosedDate: at(20) }),
    post(30, 2, 6, { ParentId: 22, Body: '<p>!</p>', OwnerUserId: 2, Score: 4 }),
  );
  dump.PostHistory.push(
    history(60, 36, 20, 7, { Comment: 'from http://verbs.meta.stackexchange.com/questions/77/some-title' }),
    history(61, 35, 21, 7, { Comment: 'to https://elsewhere.stackexchange.com/questions/5' }),
    history(62, 17, 22, 7, { Comment: 'from https://www.verbs.meta.stackexchange.com/q/9' }),
    history(63, 35, 23, 7, { Comment: 'nowhere in particular' }),
  );
  const bounty = { UserId: 2, BountyAmount: 100 };
  dump.Votes.push(
    vote(300, 20, 8, 20, bounty),
    vote(301, 21, 8, 1, bounty),
    vote(302, 22, 8, 20, bounty),
    vote(303, 30, 9, 20, { BountyAmount: 100 }),
    vote(304, 23, 8, 20, bounty),
    vote(305, 20, 5, 9, { UserId: 2 }),
  );
  Object.assign(dump.Users[1]!, { Age: 36, ProfileImageUrl: 'https://pictures.example/ada?s=1&d=2' });
  Object.assign(dump.Users[2]!, { ProfileImageUrl: 'javascript:alert(1)' });
  Object.assign(dump.Comments[0]!, { ContentLicense: 'CC BY-SA 4.0' });
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
const items = async (path: string, parameters: Parameters = {}) => {
  const { status, body } = await network.get(path, { site, ...parameters });
  expect([path, status]).toEqual([path, 200]);
  return body.items;
};
const whole = async (path: string) => (await items(path, { filter: '!all' }))[0];
const ids = async (path: string) =>
  (await items(path, { pagesize: 100 })).map((item) => Number(item['question_id'])).toSorted((a, b) => a - b);

test('migrations tell when, which question, and which site where it is of this network, and are asked for in a search', async () => {
  const told = (await items('/questions/20;21;22;23', { sort: 'creation', order: 'asc' })).map((item) => [
    item['migrated_from'],
    item['migrated_to'],
  ]);
  const meta = expect.objectContaining({ api_site_parameter: 'verbs.meta', name: 'Verbs Meta' }) as unknown;
  const ofMeta = expect.objectContaining({ site_type: 'meta_site' }) as unknown;
  const on_date = secondsAt(7);
  expect(told).toEqual([
    [{ on_date, question_id: 77, other_site: meta }, undefined],
    [undefined, { on_date, question_id: 5 }],
    [expect.objectContaining({ question_id: 9, other_site: ofMeta }), undefined],
    [undefined, undefined],
  ]);
  expect(await ids('/search/advanced?migrated=true')).toEqual([20, 21, 22]);
  expect(await ids('/search/advanced?migrated=false')).toEqual([1, 5, 23]);
});

test('a bounty is open that was neither given nor ended within its days, until it closes', async () => {
  expect(await ids('/questions/featured')).toEqual([20]);
  const closes = Date.UTC(2019, 2, 27) / 1000;
  const bounty = { bounty_amount: 100, bounty_closes_date: closes, bounty_user: { user_id: 2 } };
  expect(await whole('/questions/20')).toMatchObject(bounty);
  for (const id of [1, 21, 22, 23]) expect((await items(`/questions/${id}`))[0]).not.toHaveProperty('bounty_amount');
});

test.each([
  ['/users/1', { age: 36, profile_image: 'https://pictures.example/ada?s=1&d=2' }],
  ['/users/2', { profile_image: `${network.apiBaseUrl}/avatars/502.svg` }],
  // Cy asked four, of which one has an accepted answer.
  ['/users/3', { accept_rate: 25 }],
  ['/questions/20', { owner: { user_id: 3, accept_rate: 25 } }],
])('%s tells of age, picture and accept rate: %j', async (path, expected) => {
  expect(await items(path)).toMatchObject([expected]);
});

test('somebody’s best posts are told where there are some', async () => {
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
});

test('what somebody may do, and what they favour, is told to them', async () => {
  const mine = async (id: number) => (await items(`/questions/${id}`, { filter: '!all', key, access_token: 'ben' }))[0];
  expect(await mine(20)).toMatchObject({ favorited: true, can_flag: true, can_close: false });
  expect(await mine(21)).toMatchObject({ favorited: false });
  for (const field of ['favorited', 'can_flag', 'can_close'])
    expect(await whole('/questions/20')).not.toHaveProperty(field);
  network.world.db.exec('UPDATE users SET reputation = 3000 WHERE site_id = 1 AND id = 2');
  expect(await mine(20)).toMatchObject({ can_close: true });
  expect(await mine(23)).toMatchObject({ can_close: false });
});

test('comments have their source and licence, posts an editor who is gone', async () => {
  const comments = await items('/comments', { filter: '!all', order: 'asc', sort: 'creation' });
  const told = comments.map((item) => ['comment_id', 'body_markdown', 'content_license'].map((field) => item[field]));
  expect(told.map((fields) => fields.join(' | '))).toEqual([
    '11 | See [this](https://x.example/?a=1&amp;b=2) or `a&lt;b` | CC BY-SA 4.0',
    '12 | Is it so? | CC BY-SA 3.0',
    '13 | @Cy Yes &amp; no | CC BY-SA 3.0',
    '14 | @BenBo Thanks | CC BY-SA 3.0',
  ]);
  const gone = { display_name: 'gone editor', user_type: 'does_not_exist' };
  expect((await whole('/questions/20'))?.['last_editor']).toEqual(gone);
});

test('an inbox is made at the first token, with what was told before it once only', async () => {
  const { actions, db } = network.world;
  const told = actions.comment({ site: 'verbs.meta', userId: 1, postId: 2, body: '@Cy Just now' });
  const items = () =>
    db.prepare('SELECT site_id, item_type, answer_id, comment_id FROM inbox_items WHERE account_id = 503').all();
  expect(items()).toMatchObject([{ site_id: 2, comment_id: told }]);
  await network.control.grant({ token: 'cy', accountId: 503, scopes: ['read_inbox'] });
  const first = items();
  expect(first.filter((item) => item['comment_id'] === told)).toHaveLength(1);
  expect(first.filter((item) => item['site_id'] === 2)).toHaveLength(2);
  await network.control.grant({ token: 'cy again', accountId: 503, scopes: ['read_inbox'] });
  expect(items()).toEqual(first);
});

test.each(dumpNames)('what a dump (%s) has not is left out, and answers fit the OpenAPI document', async (which) => {
  const meta = 'verbs.meta';
  const file = join(folder, `${which}.db`);
  await loadDumps(file, [{ folder: dumpFolder(which, join(folder, 'small')), site: meta }], { now: () => noon });
  const network = await startNetwork({ file });
  await network.control.grant({ token, accountId: network.account(), scopes: ['read_inbox', 'private_info'] });
  const check = documentChecker(await readDocument(network));
  let items = 0;
  for (const [template, route] of readings)
    for (const filter of ['default', '!minted-elsewhere']) {
      const path = filledPath(network, template, { site: meta, tag: 'verbs', token });
      const { status, body } = await network.mine(path, { filter, pagesize: 100, ...neededBy(template, route, meta) });
      const wrong = check({ template, verb: 'get', version: '2.3', isWhole: true, status, body });
      expect([template, status, wrong]).toEqual([template, 200, '']);
      items += body.items.length;
    }
  expect(items).toBeGreaterThan(100);
});
