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
const items = async (ask: (callback: Callback) => void) => (await told(ask)).items;

test('the client "stackexchange" reads questions by tag with answers and comments, searches, reads a person, and is told what is wrong', async () => {
  const criteria = { tagged: 'clients', sort: 'activity', order: 'desc', key };
  expect(await told((done) => client.questions.questions(criteria, done))).toMatchObject({
    has_more: false,
    quota_max: 100_000,
    items: [{ question_id: question, title: 'Is &quot;this&quot; read?', tags: ['clients'] }],
  });
  const answers = await items((done) => client.questions.answers({ filter: 'withbody' }, done, [question]));
  expect(answers).toMatchObject([{ answer_id: answer, body: '<p>It is.</p>' }]);
  const comments = await items((done) => client.answers.comments({}, done, [answer]));
  expect(comments).toMatchObject([{ post_id: answer }]);
  const searched = { q: 'read', tagged: 'clients', answers: 1 };
  expect(await items((done) => client.search.advanced(searched, done))).toMatchObject([{ question_id: question }]);
  const mine = await items((done) => client.users.users({ key, access_token: token }, [asker], done));
  expect(mine).toMatchObject([{ user_id: asker, badge_counts: { bronze: expect.any(Number) } }]);
  expect(await told((done) => client.questions.questions({ key: 'nonsense' }, done))).toMatchObject(error(400));
});
