import StackExchange, { type Callback, type Told } from 'stackexchange';
import { expect, test } from 'vitest';
import { error, key, noon, site, startNetwork, token } from '../support/network.ts';

const network = await startNetwork();
const asker = network.member(site);
const question = network.ask({ userId: asker, title: 'Is "this" read?', tags: ['clients'], at: noon - 20 });
const answer = network.answer({ questionId: question, body: '<p>It is.</p>', at: noon - 10 });
network.comment({ userId: asker, postId: answer, body: 'Thanks', at: noon - 5 });
const { protocol, host } = new URL(network.apiBaseUrl);
const client = new StackExchange({ protocol, api: host, site });

/** Waits for what the client calls back with. */
const told = (ask: (callback: Callback) => void) =>
  new Promise<Told>((resolve, reject) => ask((error, answered) => (error ? reject(error) : resolve(answered))));

test('the client "stackexchange" reads questions by tag', async () => {
  const criteria = { tagged: 'clients', sort: 'activity', order: 'desc', key };
  expect(await told((done) => client.questions.questions(criteria, done))).toMatchObject({
    has_more: false,
    quota_max: 100_000,
    items: [{ question_id: question, title: 'Is &quot;this&quot; read?', tags: ['clients'] }],
  });
});

test.each<[string, object, (done: Callback) => void]>([
  [
    'answers',
    { answer_id: answer, body: '<p>It is.</p>' },
    (done) => client.questions.answers({ filter: 'withbody' }, done, [question]),
  ],
  ['comments', { post_id: answer }, (done) => client.answers.comments({}, done, [answer])],
  ['what it searches', { question_id: question }, (done) => client.search.search({ intitle: 'is "this"' }, done)],
  [
    'what it searches more closely',
    { question_id: question },
    (done) => client.search.advanced({ q: 'read', tagged: 'clients', answers: 1 }, done),
  ],
  [
    'a user, for a person',
    { user_id: asker, badge_counts: { bronze: expect.any(Number) } },
    (done) => client.users.users({ key, access_token: token }, [asker], done),
  ],
])('the client "stackexchange" reads %s', async (_what, expected, ask) => {
  expect((await told(ask)).items).toMatchObject([expected]);
});

test('the client "stackexchange" pages through lists', async () => {
  const pages = await Promise.all(
    [1, 2].map((page) => told((done) => client.answers.answers({ page, pagesize: 5 }, done))),
  );
  const ids = pages.flatMap(({ items }) => items.map((item) => item['answer_id']));
  expect([new Set(ids).size, pages.map((page) => page.has_more)]).toEqual([10, [true, true]]);
});

test('the client "stackexchange" reads all users, and the answers of some', async () => {
  const users = await told((done) => client.users.users({ sort: 'reputation', pagesize: 3 }, [], done));
  expect(users.items).toHaveLength(3);
  const theirs = await told((done) => client.users.answers({}, [network.member(site, 1)], done));
  expect(theirs.items[0]).toMatchObject({ answer_id: answer });
});

test('the client "stackexchange" is told what is wrong', async () => {
  expect(await told((done) => client.questions.questions({ key: 'nonsense' }, done))).toMatchObject(error(400));
});

test('a slash at the end of a path changes nothing, nor does a doubled one', async () => {
  const items = async (path: string) => (await network.get(path, { site })).body.items;
  expect(await items(`/questions/${question}/`)).toEqual(await items(`/questions/${question}`));
  for (const path of [`/posts/${question}/`, '//questions']) expect(await items(path)).toBeDefined();
  expect((await network.post('/filters/create/', { include: '.total' })).status).toBe(200);
});
