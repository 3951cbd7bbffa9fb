import { expect, test } from 'vitest';
import { noon, site, startNetwork } from '../../../support/network.ts';

const network = await startNetwork();
const [me, other] = [network.member(site), network.member(site, 1)];
const name = String((await network.items(`/users/${me}`))[0]?.['display_name']).replaceAll(' ', '');
const question = network.ask({ title: 'Is it <so>?', tags: ['comments'], at: noon - 500 });
const answer = network.answer({ questionId: question, at: noon - 400 });
const under = {
  question: network.comment({ userId: me, postId: question, body: 'What &amp; why?', at: noon - 300 }),
  reply: network.comment({ postId: question, body: `@${name} because`, at: noon - 200 }),
  answer: network.comment({ userId: me, postId: answer, body: 'Thanks', at: noon - 100 }),
};
// With a post go its comments, from every list.
const lost = network.ask({ title: 'Gone soon', tags: ['comments'], at: noon - 90 });
const lostAnswer = network.answer({ questionId: lost, at: noon - 80 });
const lostComments = [lost, lostAnswer].map((postId) => network.comment({ userId: me, postId, at: noon - 70 }));
network.world.actions.remove({ site, postId: lost });
// Wikis, which dumps hold, are no posts of the API.
network.world.db.exec(
  `INSERT INTO posts (site_id, id, post_type, created_at, last_activity_at) VALUES (1, 900000, 5, ${noon}, ${noon})`,
);

const page = `${network.apiBaseUrl}/sites/loops/questions/${question}`;
const since = `fromdate=${noon - 500}`;
const posts = `${question};${answer}`;

test.each([
  ['/comments?pagesize=3', [under.answer, under.reply, under.question]],
  [`/comments/${under.answer};${under.reply}`, [under.answer, under.reply]],
  [`/posts/${posts}/comments`, [under.answer, under.reply, under.question]],
  [`/questions/${posts}/comments`, [under.reply, under.question]],
  [`/answers/${posts}/comments`, [under.answer]],
  [`/users/${me};${other}/comments?${since}`, [under.answer, under.reply, under.question]],
  [`/users/${me}/mentioned?${since}`, [under.reply]],
  [`/posts?sort=creation&${since}`, [answer, question]],
  [`/users/${me};${other}/posts?sort=creation&${since}`, [answer, question]],
  [`/comments/${lostComments.join(';')}`, []],
  [`/posts/${lost};${lostAnswer}/comments`, []],
  ['/posts/900000', []],
  ['/questions/900000', []],
])('%s', async (path, expected) => expect(await network.list(path)).toEqual(expected));

test('a comment tells its post, its author and whom it replies to; withbody adds its HTML', async () => {
  const [plain] = await network.items(`/comments/${under.reply}`);
  const whose = { owner: { user_id: other }, reply_to_user: { user_id: me } };
  expect(plain).toMatchObject({ comment_id: under.reply, post_id: question, creation_date: noon - 200, ...whose });
  expect(plain).not.toHaveProperty('body');
  const [bodied] = await network.items(`/comments/${under.question}?filter=withbody`);
  expect(bodied).toMatchObject({ body: 'What &amp; why?' });
  expect(bodied).not.toHaveProperty('reply_to_user');
  expect(await network.items(`/comments/${under.answer}?filter=!everything`)).toMatchObject([
    { post_type: 'answer', link: `${page}#comment-${under.answer}` },
  ]);
});

test('a post tells what it is and where', async () => {
  expect(await network.items(`/posts/${posts}?sort=creation`)).toMatchObject([
    { post_id: answer, post_type: 'answer', link: `${page}#answer-${answer}` },
    { post_id: question, post_type: 'question', link: page, owner: { user_id: me } },
  ]);
  expect(await network.items(`/posts/${answer}?filter=!everything`)).toMatchObject([
    { title: 'Is it &lt;so&gt;?', body: '<p>!</p>', comments: [{ comment_id: under.answer }] },
  ]);
});
