import { expect, test } from 'vitest';
import { key, noon, site, startNetwork } from '../../support/network.ts';

const network = await startNetwork();
const { actions, db } = network.world;
const [me, other] = [network.member(site), network.member(site, 1)];
const question = network.ask({ title: 'First title', body: '<p>first</p>', tags: ['verbs'], at: noon - 800 });
const answer = network.answer({ questionId: question, body: '<p>try</p>', at: noon - 700 });
const comment = network.comment({ postId: answer, body: 'Which <b>one</b>?', at: noon - 600 });
for (const userId of [2, 3].map((index) => network.member(site, index)))
  network.vote({ userId, postId: answer, at: noon - 500 });
actions.accept({ site, answerId: answer, at: noon - 400 });
actions.edit({ site, userId: other, postId: question, title: 'Second title', at: noon - 290 });
actions.retag({ site, userId: me, questionId: question, tags: ['verbs', 'nouns'], at: noon - 200 });

const kinds = (items: Record<string, unknown>[], field: string) =>
  items.map((item) => `${Number(item['creation_date']) - noon} ${String(item[field])}`);

test("/questions/{ids}/timeline tells what happened around a question, with a day's votes together", async () => {
  const items = await network.items(`/questions/${question}/timeline`, { fromdate: noon - 800 });
  const asked = ['-700 revision', '-700 answer', '-800 revision', '-800 question'];
  const later = ['-200 revision', '-290 revision', '-400 accepted_answer', '-600 comment'];
  expect(kinds(items, 'timeline_type')).toEqual([...later, ...asked]);
  expect(items[3]).toMatchObject({ comment_id: comment, post_id: answer, user: { user_id: other } });
  const [votes] = (await network.items(`/questions/${question}/timeline`)).filter(
    (item) => item['timeline_type'] === 'vote_aggregate',
  );
  const day = noon - (noon % 86_400);
  expect(votes).toMatchObject({ post_id: answer, up_vote_count: 2, down_vote_count: 0, creation_date: day });
  actions.close({ site, questionId: question, reason: 'Duplicate', at: noon - 100 });
  const [closed] = await network.items(`/questions/${question}/timeline`);
  expect(closed).toMatchObject({ timeline_type: 'post_state_changed', creation_date: noon - 100 });
  actions.reopen({ site, questionId: question });
});

test('/posts/{ids}/revisions tell what each edit set, and what stood there before', async () => {
  const filter = await network.filter({ include: 'revision.body;revision.last_body' });
  const items = await network.items(`/posts/${question}/revisions`, { filter });
  expect(items.map((item) => [item['revision_number'], item['title'], item['last_title'], item['tags']])).toEqual([
    [3, undefined, undefined, ['verbs', 'nouns']],
    [2, 'Second title', 'First title', undefined],
    [1, 'First title', undefined, ['verbs']],
  ]);
  expect(items[0]).toMatchObject({ last_tags: ['verbs'], user: { user_id: me } });
  expect(items[2]).toMatchObject({ body: '<p>first</p>', post_type: 'question' });
  const [first, second] = items.map((item) => String(item['revision_guid']));
  const again = await network.items(`/revisions/${first};${second}`, { filter });
  expect(again).toEqual(items.slice(0, 2));
  expect(await network.items('/revisions/none')).toEqual([]);
});

const deeds = ['-290 revision', '-600 commented', '-700 answered'];
test.each([
  [[other], deeds],
  [
    [other, me],
    ['-200 revision', ...deeds.slice(0, 2), '-700 answered', '-800 asked'],
  ],
  // So many are not merged but sorted.
  [[other, ...Array.from({ length: 80 }, (_, index) => 1_000_000 + index)], deeds],
])('/users/{ids}/timeline of %j', async (users, expected) => {
  const items = await network.items(`/users/${users.join(';')}/timeline`, { fromdate: noon - 800 });
  expect(kinds(items, 'timeline_type')).toEqual(expected);
  const commented = items.find((item) => item['timeline_type'] === 'commented');
  expect(commented).toMatchObject({ detail: 'Which one?', title: 'Second title', post_id: answer, user_id: other });
});

test('/events are those of the last five minutes, or since a moment of the last fifteen, by anybody', async () => {
  db.exec(`UPDATE users SET created_at = ${noon - 20} WHERE site_id = 1 AND id = ${other}`);
  const filter = await network.filter({ include: 'event.link;event.excerpt' });
  const since = async (at?: number) =>
    (await network.items('/events', { filter, ...(at !== undefined && { since: noon - at }) })).filter(
      (item) =>
        !/question_posted|answer_posted/.test(String(item['event_type'])) || Number(item['event_id']) >= question,
    );
  const recent = await since();
  expect(kinds(recent, 'event_type')).toEqual(['-20 user_created', '-200 post_edited', '-290 post_edited']);
  expect(recent[1]).toMatchObject({ event_id: question, excerpt: 'Second title' });
  const all = kinds(await since(5000), 'event_type');
  expect(all).toEqual(
    expect.arrayContaining(['-600 comment_posted', '-700 answer_posted', '-800 question_posted', '-20 user_created']),
  );
  expect(all).toEqual(all.toSorted((one, another) => Number.parseInt(another, 10) - Number.parseInt(one, 10)));
  db.exec(`UPDATE posts SET created_at = ${noon - 901} WHERE site_id = 1 AND id = ${question}`);
  expect(kinds(await since(5000), 'event_type').filter((kind) => /question_posted/.test(kind))).toEqual([]);
});

test('/users/{id}/network-activity tells what an account did on every site, the latest first', async () => {
  const there = network.ask({ site: 'beds', userId: network.member('beds', 1), title: 'Elsewhere', at: noon - 50 });
  const path = `/users/${network.account(1)}/network-activity`;
  const { body } = await network.get(path, { key, fromdate: noon - 700 });
  const told = kinds(body.items, 'activity_type');
  expect(told).toEqual(['-50 question_posted', '-600 comment_posted', '-700 answer_posted']);
  expect(body.items[0]).toMatchObject({ api_site_parameter: 'beds', post_id: there, title: 'Elsewhere', score: 0 });
  expect(body.items[2]).toMatchObject({ api_site_parameter: site, title: 'Second title', tags: ['verbs', 'nouns'] });
  expect(body.items.map((item) => item['account_id'])).toEqual(Array(3).fill(network.account(1)));
  expect((await network.get('/users/999999/network-activity', { key })).body.items).toEqual([]);
});

test('/suggested-edits of posts and of users are those of all, by when they were made, approved or rejected', async () => {
  const approved = await network.items('/suggested-edits', { sort: 'approval', min: 1, pagesize: 100 });
  const dates = approved.map((item) => Number(item['approval_date']));
  expect(dates.length).toBeGreaterThan(3);
  expect(dates).toEqual(dates.toSorted((one, another) => another - one));
  const [edit = {}] = approved;
  expect(await network.items(`/posts/${String(edit['post_id'])}/suggested-edits`)).toContainEqual(edit);
  const { user_id: proposer } = edit['proposing_user'] as Record<string, unknown>;
  expect(await network.items(`/users/${String(proposer)}/suggested-edits`, { pagesize: 100 })).toContainEqual(edit);
  expect(await network.items(`/suggested-edits/${String(edit['suggested_edit_id'])}`)).toEqual([edit]);
});
