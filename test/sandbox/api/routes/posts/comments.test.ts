import { describe, expect, test } from 'vitest';
import { noon, site, startNetwork, type Parameters } from '../../../support/network.ts';

let under: { question: number; reply: number; answer: number };
const network = await startNetwork();
const { db } = network.world;
const [me, other] = [network.member(site), network.member(site, 1)];
const question = network.ask({ title: 'Is it <so>?', tags: ['comments'], at: noon - 500 });
const answer = network.answer({ questionId: question, at: noon - 400 });
const [row] = (await network.get(`/users/${me}`, { site })).body.items;
const name = String(row?.['display_name']).replaceAll(' ', '');
under = {
  question: network.comment({ userId: me, postId: question, body: 'What &amp; why?', at: noon - 300 }),
  reply: network.comment({ postId: question, body: `@${name} because`, at: noon - 200 }),
  answer: network.comment({ userId: me, postId: answer, body: 'Thanks', at: noon - 100 }),
};
db.prepare('UPDATE comments SET score = 7 WHERE site_id = 1 AND id = ?').run(under.question);

async function ids(path: string, parameters: Parameters = {}): Promise<unknown[]> {
  const items = await network.items(path, parameters);
  return items.map((item) => item['comment_id'] ?? item['post_id']);
}

describe('comments', () => {
  test('/comments has them all, newest first, and sorts by creation and votes', async () => {
    expect(await ids('/comments', { pagesize: 3 })).toEqual([under.answer, under.reply, under.question]);
    expect(await ids('/comments', { sort: 'votes', min: 7, fromdate: noon - 500 })).toEqual([under.question]);
    expect((await network.get('/comments', { site, sort: 'activity' })).body).toMatchObject({ error_message: 'sort' });
  });

  test.each([
    ['/comments/{}', () => [under.answer, under.reply], () => [under.answer, under.reply]],
    ['/posts/{}/comments', () => [question, answer], () => [under.answer, under.reply, under.question]],
    ['/questions/{}/comments', () => [question, answer], () => [under.reply, under.question]],
    ['/answers/{}/comments', () => [question, answer], () => [under.answer]],
  ])('%s', async (path, asked, expected) => {
    expect(await ids(path.replace('{}', asked().join(';')))).toEqual(expected());
  });

  test('/users/{ids}/comments and /users/{ids}/mentioned with their twins', async () => {
    const since = { fromdate: noon - 500 };
    expect(await ids(`/users/${me};${other}/comments`, since)).toEqual([under.answer, under.reply, under.question]);
    expect(await ids('/me/comments', since)).toEqual([under.answer, under.question]);
    expect(await ids(`/users/${me}/mentioned`, since)).toEqual([under.reply]);
    expect(await ids('/me/mentioned', since)).toEqual([under.reply]);
  });

  test('a comment tells its post, its author and whom it replies to; withbody adds its HTML', async () => {
    const [plain] = (await network.get(`/comments/${under.reply}`, { site })).body.items;
    expect(plain).toMatchObject({
      comment_id: under.reply,
      post_id: question,
      edited: false,
      score: 0,
      creation_date: noon - 200,
    });
    expect(plain?.['owner']).toMatchObject({ user_id: other });
    expect(plain?.['reply_to_user']).toMatchObject({ user_id: me });
    expect(plain).not.toHaveProperty('body');
    const [bodied] = (await network.get(`/comments/${under.question}`, { site, filter: 'withbody' })).body.items;
    expect(bodied).toMatchObject({ body: 'What &amp; why?' });
    expect(bodied).not.toHaveProperty('reply_to_user');
    const [all] = (await network.get(`/comments/${under.answer}`, { site, filter: '!everything' })).body.items;
    expect(all).toMatchObject({
      post_type: 'answer',
      link: `${network.apiBaseUrl}/sites/loops/questions/${question}#comment-${under.answer}`,
    });
  });
});

describe('posts', () => {
  test('/posts and /posts/{ids} have questions and answers', async () => {
    expect(await ids('/posts', { sort: 'creation', fromdate: noon - 500 })).toEqual([answer, question]);
    const { body } = await network.get(`/posts/${question};${answer}`, { site, sort: 'creation' });
    expect(body.items).toMatchObject([
      {
        post_id: answer,
        post_type: 'answer',
        link: `${network.apiBaseUrl}/sites/loops/questions/${question}#answer-${answer}`,
      },
      {
        post_id: question,
        post_type: 'question',
        link: `${network.apiBaseUrl}/sites/loops/questions/${question}`,
        owner: { user_id: me },
      },
    ]);
    const [all] = (await network.get(`/posts/${answer}`, { site, filter: '!everything' })).body.items;
    expect(all).toMatchObject({
      title: 'Is it &lt;so&gt;?',
      body: '<p>!</p>',
      comments: [{ comment_id: under.answer }],
    });
  });

  test('/users/{ids}/posts and /me/posts', async () => {
    expect(await ids(`/users/${me};${other}/posts`, { sort: 'creation', fromdate: noon - 500 })).toEqual([
      answer,
      question,
    ]);
    expect(await ids('/me/posts', { fromdate: noon - 500 })).toEqual([question]);
  });

  test('wikis, which dumps hold, are no posts of the API', async () => {
    network.world.db.exec(
      `INSERT INTO posts (site_id, id, post_type, body, created_at, last_activity_at) VALUES (1, 900000, 5, '', ${noon}, ${noon})`,
    );
    expect(await ids('/posts/900000')).toEqual([]);
    expect(await ids('/questions/900000')).toEqual([]);
  });
});

test('with a post go its comments, from every list', async () => {
  const { actions } = network.world;
  const lost = network.ask({ title: 'Gone soon', tags: ['comments'], at: noon - 90 });
  const lostAnswer = network.answer({ questionId: lost, at: noon - 80 });
  const comments = [
    network.comment({ userId: me, postId: lost, body: 'a', at: noon - 70 }),
    network.comment({ userId: me, postId: lostAnswer, body: 'b', at: noon - 60 }),
  ];
  const paths = [
    `/comments/${comments.join(';')}`,
    `/posts/${lost};${lostAnswer}/comments`,
    '/comments',
    '/me/comments',
  ];
  const seen = async () =>
    Promise.all(
      paths.map(
        async (path) => (await ids(path, { fromdate: noon - 90 })).filter((id) => comments.includes(Number(id))).length,
      ),
    );
  expect(await seen()).toEqual([2, 2, 2, 2]);
  actions.remove({ site, postId: lost });
  expect(await seen()).toEqual([0, 0, 0, 0]);
});
