import { expect, test } from 'vitest';
import { noon, site, startNetwork } from '../../../support/network.ts';

const network = await startNetwork();
const [me, other] = [network.member(site), network.member(site, 1)];
const question = network.ask({ title: 'Which of "these" two?', tags: ['answering', 'git'], at: noon - 500 });
const first = network.answer({ questionId: question, body: '<p>The <b>first</b>.</p>', at: noon - 400 });
const second = network.answer({ userId: network.member(site, 2), questionId: question, at: noon - 300 });
const deleted = network.answer({ questionId: question, at: noon - 250 });
network.vote({ userId: me, postId: first, at: noon - 200 });
network.world.actions.remove({ site, postId: deleted });

test.each([
  ['/answers?pagesize=2', [second, first]],
  [`/answers/${first};${second};${deleted};${question}`, [second, first]],
  [`/questions/${question}/answers`, [second, first]],
  [`/users/${other}/answers?pagesize=1`, [first]],
])('%s', async (path, expected) => expect(await network.list(path)).toEqual(expected));

test('an answer tells its question, whether it is accepted, its owner, and under filters more', async () => {
  const path = `/answers/${first}`;
  const [plain] = await network.items(path);
  const owner = { user_id: other, display_name: expect.any(String) };
  const facts = { is_accepted: false, score: 1, creation_date: noon - 400, tags: ['answering', 'git'] };
  expect(plain).toMatchObject({ answer_id: first, question_id: question, owner, ...facts });
  for (const field of ['body', 'title', 'link']) expect(plain).not.toHaveProperty(field);
  const body = '<p>The <b>first</b>.</p>';
  expect((await network.items(path, { filter: 'withbody' }))[0]).toEqual({ ...plain, body });
  const link = `${network.apiBaseUrl}/sites/loops/questions/${question}#answer-${first}`;
  const more = {
    title: 'Which of &quot;these&quot; two?',
    link,
    up_vote_count: 1,
    down_vote_count: 0,
    accepted: false,
  };
  expect((await network.items(path, { filter: '!everything' }))[0]).toMatchObject(more);
  expect(await network.items(path, { filter: 'tags' })).toMatchObject([{ tags: ['answering', 'git'] }]);
  // Before 2.1 answers have no tags unless they are asked for in this way.
  const old = (await network.get(path, { site, filter: 'tags' }, '2.0')).body.items;
  expect(old).toMatchObject([{ answer_id: first, tags: ['answering', 'git'] }]);
});

test('the options of a flag vary with whose question it is and whether it is closed; one that is not there has none', async () => {
  const theirs = network.ask({ userId: other, title: 'To be flagged', tags: ['answering'], at: noon - 50 });
  const options = (id: number) => network.items(`/questions/${id}/flags/options`);
  const titles = async (id: number) => (await options(id)).map((item) => item['title']);
  expect(await titles(theirs)).toEqual(['spam', 'rude or abusive', 'should be closed', 'in need of a moderator']);
  expect(await titles(question)).toEqual(['should be closed', 'in need of a moderator']);
  network.world.actions.close({ site, questionId: theirs, reason: 'duplicate' });
  expect(await titles(theirs)).toEqual(['spam', 'rude or abusive', 'in need of a moderator']);
  expect(await titles(2_000_000_000)).toEqual([]);
  const [group] = await options(question);
  expect(group).not.toHaveProperty('option_id');
  const duplicate = { title: 'a duplicate', requires_question_id: true, requires_comment: false, has_flagged: false };
  expect(group?.['sub_options']).toMatchObject([
    { ...duplicate, option_id: expect.any(Number), count: 0 },
    { requires_site: true },
    { requires_site: false },
  ]);
});
