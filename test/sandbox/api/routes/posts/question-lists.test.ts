import { describe, expect, test } from 'vitest';
import { error, noon, site, startNetwork, type Parameters } from '../../../support/network.ts';

/** Questions by what became of them; all with the tag `lists`. */
const question = { plain: 0, answered: 0, liked: 0, accepted: 0, featured: 0, others: 0, deleted: 0 };
const network = await startNetwork();
const { actions } = network.world;
const [me, other] = [network.member(site), network.member(site, 1)];
let minute = 0;
for (const name of Object.keys(question) as (keyof typeof question)[]) {
  const userId = name === 'others' ? other : me;
  question[name] = network.ask({
    userId,
    title: `It is ${name}`,
    tags: ['lists', name],
    at: noon - 6000 + 60 * (minute += 1),
  });
}
const answerTo = (questionId: number) => network.answer({ questionId, at: noon - 1000 });
answerTo(question.answered);
network.vote({ userId: me, postId: answerTo(question.liked), at: noon - 900 });
actions.accept({ site, answerId: answerTo(question.accepted), at: noon - 800 });
network.world.db.prepare('UPDATE users SET reputation = 5000 WHERE id = ?').run(other);
actions.bounty({ site, questionId: question.featured, userId: other, amount: 100, at: noon - 700 });
actions.remove({ site, postId: question.deleted, at: noon - 600 });

const named = (ids: readonly unknown[]) =>
  Object.entries(question)
    .filter(([, id]) => ids.includes(id))
    .map(([name]) => name);
async function listed(path: string, parameters: Parameters = {}): Promise<string[]> {
  const { status, body } = await network.mine(path, { site, pagesize: 100, ...parameters });
  expect([status, body]).toEqual([200, expect.objectContaining({ items: expect.any(Array) })]);
  return named(body.items.map((item) => item['question_id']));
}

describe('lists of a site', () => {
  test.each([
    ['/questions', ['plain', 'answered', 'liked', 'accepted', 'featured', 'others']],
    ['/questions/featured', ['featured']],
    ['/questions/unanswered', ['plain', 'answered', 'featured', 'others']],
    ['/questions/no-answers', ['plain', 'featured', 'others']],
  ])('%s', async (path, expected) => {
    expect(await listed(path, { tagged: 'lists' })).toEqual(expected);
    expect(await listed(path, { tagged: 'lists;featured' })).toEqual(['featured']);
    expect(await listed(path, { tagged: 'featured;plain' })).toEqual([]);
  });

  test('/questions/featured tells of the bounty; sorting by its end is not offered', async () => {
    const { body } = await network.get('/questions/featured', { site, tagged: 'lists' });
    expect(body.items).toMatchObject([{ bounty_amount: 100, bounty_closes_date: noon - 700 + 7 * 86_400 }]);
    const refused = await network.get('/questions/featured', { site, sort: 'bounty_closes_date' });
    expect(refused.body).toMatchObject(error(400, 'sort'));
  });

  test.each(['hot', 'week', 'month'])('the sort %s is for /questions only', async (sort) => {
    expect((await network.get('/questions', { site, sort })).status).toBe(200);
    for (const path of ['/questions/unanswered', '/questions/no-answers', '/questions/1;2'])
      expect((await network.get(path, { site, sort })).body).toMatchObject({ error_message: 'sort' });
  });
});

describe('/questions/{ids}', () => {
  const inOrder = async (parameters: Parameters) => {
    const ids = [question.plain, question.accepted, question.deleted, question.others, 2_000_000_000].join(';');
    const { body } = await network.get(`/questions/${ids}`, { site, ...parameters });
    return body.items.map((item) => named([item['question_id']])[0]);
  };

  test('gives those that are there, the last active first', async () => {
    expect(await inOrder({})).toEqual(['accepted', 'others', 'plain']);
    expect(await inOrder({ sort: 'creation', order: 'asc' })).toEqual(['plain', 'accepted', 'others']);
  });

  test('min and max bound the sort, fromdate and todate the creation, all inclusive', async () => {
    const created = noon - 6000 + 60;
    expect(await inOrder({ sort: 'creation', max: created })).toEqual(['plain']);
    expect(await inOrder({ sort: 'creation', max: created - 1 })).toEqual([]);
    expect(await inOrder({ fromdate: created, todate: created })).toEqual(['plain']);
    expect(await inOrder({ sort: 'votes', min: 1 })).toEqual([]);
  });

  test('an answer is no question', async () => {
    const [answer] = (await network.get(`/questions/${question.answered}/answers`, { site })).body.items;
    expect((await network.get(`/questions/${String(answer?.['answer_id'])}`, { site })).body.items).toEqual([]);
  });
});

describe('questions of users', () => {
  const of = (suffix: string) => listed(`/users/${me};${other}/questions${suffix}`, { fromdate: noon - 6000 });
  const mine = (suffix: string) => listed(`/me/questions${suffix}`, { fromdate: noon - 6000 });

  test.each([
    ['', ['plain', 'answered', 'liked', 'accepted', 'featured']],
    ['/featured', ['featured']],
    ['/unanswered', ['plain', 'answered', 'featured']],
    ['/no-answers', ['plain', 'featured']],
    ['/unaccepted', ['answered', 'liked']],
  ])('/users/{ids}/questions%s and its twin under /me', async (suffix, expected) => {
    expect(await mine(suffix)).toEqual(expected);
    const others = ['', '/unanswered', '/no-answers'].includes(suffix) ? ['others'] : [];
    expect(await of(suffix)).toEqual([...expected, ...others]);
  });

  test('the twin needs a token', async () => {
    expect((await network.get('/me/questions', { site })).body).toMatchObject(error(401));
  });
});

test('/answers/{ids}/questions gives the questions of answers', async () => {
  const { body } = await network.get(`/questions/${question.answered};${question.liked}/answers`, { site });
  const ids = body.items.map((item) => item['answer_id']).join(';');
  expect(await listed(`/answers/${ids}/questions`)).toEqual(['answered', 'liked']);
});

test('/questions/{ids}/linked gives what links to them and what they link to', async () => {
  expect(await listed(`/questions/${question.plain}/linked`)).toEqual([]);
  const link = network.world.db.prepare(
    'INSERT INTO post_links (site_id, id, post_id, related_post_id, link_type, created_at) VALUES (1, ?, ?, ?, 1, ?)',
  );
  link.run(900_001, question.plain, question.liked, noon);
  link.run(900_002, question.others, question.plain, noon);
  link.run(900_003, question.deleted, question.plain, noon);
  expect(await listed(`/questions/${question.plain}/linked`)).toEqual(['liked', 'others']);
});

test('/questions/{ids}/related gives questions with common tags, the most alike first, and not the question itself', async () => {
  const twin = network.ask({ title: 'Rather alike', tags: ['lists', 'plain'], at: noon - 9000 });
  const { body } = await network.get(`/questions/${question.plain}/related`, { site });
  const ids = body.items.map((item) => item['question_id']);
  expect(ids[0]).toBe(twin);
  expect(ids).not.toContain(question.plain);
  expect(named(ids)).toEqual(['answered', 'liked', 'accepted', 'featured', 'others']);
});
