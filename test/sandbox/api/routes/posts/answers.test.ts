import { beforeEach, describe, expect, test } from 'vitest';
import { error, key, noon, site, startNetwork, token, type Parameters } from '../../../support/network.ts';

let question: number;
let first: number;
let second: number;
const writing = 'writing-token';
const network = await startNetwork();
const [me, other] = [network.member(site), network.member(site, 1)];
await network.control.grant({ token: writing, accountId: network.account(), scopes: ['write_access', 'no_expiry'] });
beforeEach(() => {
  question = network.ask({ title: 'Which of "these" two?', tags: ['answering', 'git'], at: noon - 500 });
  first = network.answer({ questionId: question, body: '<p>The <b>first</b>.</p>', at: noon - 400 });
  second = network.answer({
    userId: network.member(site, 2),
    questionId: question,
    body: '<p>The second.</p>',
    at: noon - 300,
  });
  network.vote({ userId: me, postId: first, at: noon - 200 });
});

const ids = async (path: string, parameters: Parameters = {}) => {
  const items = await network.items(path, parameters);
  return items.map((item) => item['answer_id']);
};

describe('lists of answers', () => {
  test('/answers has them all, newest activity first', async () => {
    expect(await ids('/answers', { pagesize: 2 })).toEqual([second, first]);
    expect(await ids('/answers', { fromdate: noon - 400, todate: noon - 400, pagesize: 1 })).toEqual([first]);
  });

  test('/answers/{ids} and /questions/{ids}/answers, by activity, votes and creation', async () => {
    expect(await ids(`/answers/${first};${second};${question}`)).toEqual([second, first]);
    expect(await ids(`/questions/${question}/answers`)).toEqual([second, first]);
    expect(await ids(`/questions/${question}/answers`, { sort: 'votes' })).toEqual([first, second]);
    expect(await ids(`/questions/${question}/answers`, { sort: 'votes', max: 0 })).toEqual([second]);
    expect(await ids(`/questions/${question}/answers`, { sort: 'creation', order: 'asc' })).toEqual([first, second]);
  });

  test('/users/{ids}/answers and /me/answers', async () => {
    expect((await ids(`/users/${other}/answers`, { pagesize: 1 }))[0]).toBe(first);
    const mine = network.answer({ userId: me, questionId: question, body: '<p>Mine</p>', at: noon - 100 });
    expect((await ids('/me/answers', { pagesize: 1 }))[0]).toBe(mine);
  });

  test('an answer tells its question, whether it is accepted, and its owner', async () => {
    const { body } = await network.get(`/answers/${first}`, { site });
    expect(body.items).toEqual([
      {
        answer_id: first,
        question_id: question,
        owner: expect.objectContaining({ user_id: other, display_name: expect.any(String) }),
        is_accepted: false,
        score: 1,
        creation_date: noon - 400,
        last_activity_date: expect.any(Number),
        tags: ['answering', 'git'],
        content_license: 'CC BY-SA 4.0',
      },
    ]);
  });

  test('a deleted answer is gone', async () => {
    network.world.actions.remove({ site, postId: first });
    expect(await ids(`/answers/${first}`)).toEqual([]);
    expect(await ids(`/questions/${question}/answers`)).toEqual([second]);
  });

  test('the filter tags is for answers', async () => {
    const { body } = await network.get(`/users/${other}/answers`, { site, filter: 'tags', pagesize: 1 });
    expect(body.items[0]).toMatchObject({ answer_id: first, tags: ['answering', 'git'] });
    expect((await network.get('/users', { site, filter: 'tags' })).body).toMatchObject(
      error(400, 'Invalid filter specified'),
    );
    // Before 2.1 answers have no tags unless they are asked for in this way.
    const old = (parameters: Parameters) =>
      network.get(`/users/${other}/answers`, { site, pagesize: 1, ...parameters }, '2.0');
    expect((await old({ filter: 'tags' })).body.items[0]).toMatchObject({
      answer_id: first,
      tags: ['answering', 'git'],
    });
    for (const filter of ['default', 'withbody'])
      expect((await old({ filter })).body.items[0]).not.toHaveProperty('tags');
  });

  test('withbody adds the body as HTML; everything else has its own field', async () => {
    expect((await network.get(`/answers/${first}`, { site, filter: 'withbody' })).body.items[0]).toMatchObject({
      body: '<p>The <b>first</b>.</p>',
    });
    const [all] = (await network.get(`/answers/${first}`, { site, filter: '!everything' })).body.items;
    expect(all).toMatchObject({
      title: 'Which of &quot;these&quot; two?',
      up_vote_count: 1,
      down_vote_count: 0,
      accepted: false,
    });
    expect(all?.['link']).toBe(`${network.apiBaseUrl}/sites/loops/questions/${question}#answer-${first}`);
  });
});

describe('/answers/{id}/accept', () => {
  const accept = (id: number, parameters: Parameters = {}, suffix = '') =>
    network.post(`/answers/${id}/accept${suffix}`, { site, key, access_token: writing, ...parameters });
  const accepted = async () =>
    (await network.get(`/questions/${question}`, { site })).body.items[0]?.['accepted_answer_id'];

  test('accepts an answer to one’s own question and gives it back; undo takes it back', async () => {
    const { status, body } = await accept(first);
    expect([status, body.items]).toMatchObject([200, [{ answer_id: first, is_accepted: true }]]);
    expect(await accepted()).toBe(first);
    const history = (await network.get(`/users/${other}/reputation`, { site, pagesize: 1 })).body.items;
    expect(history).toMatchObject([{ vote_type: 'accepts', reputation_change: 15, post_id: first }]);
    const undone = await accept(first, {}, '/undo');
    expect(undone.body.items).toMatchObject([{ answer_id: first, is_accepted: false }]);
    expect(await accepted()).toBeUndefined();
  });

  test('a preview only checks', async () => {
    expect((await accept(first, { preview: 'true' })).body.items).toMatchObject([
      { answer_id: first, is_accepted: false },
    ]);
    expect(await accepted()).toBeUndefined();
    expect((await accept(first, { preview: 'perhaps' })).body).toMatchObject(error(400, 'preview'));
  });

  test('is refused when something is accepted, or nothing to be undone', async () => {
    await accept(first);
    for (const again of [accept(second), accept(second, { preview: 'true' }), accept(second, {}, '/undo')]) {
      const { status, body } = await again;
      // Status 407 itself cannot reach a client.
      expect([status, body]).toMatchObject([400, { error_id: 407, error_name: 'write_failed' }]);
    }
    // The very same write once more is told as such.
    for (const again of [accept(first), accept(first, { preview: 'true' })]) {
      const { status, body } = await again;
      expect([status, body]).toMatchObject([409, { error_id: 409, error_name: 'duplicate_request' }]);
    }
    expect(await accepted()).toBe(first);
  });

  test('is for the owner of the question only', async () => {
    const theirs = network.ask({ userId: other, title: 'Not yours', tags: ['answering'], at: noon - 50 });
    const answer = network.answer({ userId: me, questionId: theirs, at: noon - 40 });
    expect((await accept(answer)).body).toMatchObject(error(403));
  });

  test('needs a token with write_access, together with a key', async () => {
    expect((await accept(first, { access_token: '' })).body).toMatchObject(error(401));
    expect((await accept(first, { access_token: token })).body).toMatchObject(error(403));
    expect((await accept(first, { key: '' })).body).toMatchObject(error(405));
    expect(await accepted()).toBeUndefined();
  });

  test('an answer that is not there gives nothing; GET is no method', async () => {
    expect((await accept(2_000_000_000)).body.items).toEqual([]);
    const got = await network.mine(`/answers/${first}/accept`, { site, access_token: writing });
    expect(got.body).toMatchObject(error(404));
  });

  test('parameters may come as JSON or in the address, too', async () => {
    const send = (search: string, body: object) =>
      fetch(`${network.apiBaseUrl}/2.3/answers/${first}/accept${search}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await send('', { site, key, access_token: writing, preview: true })).status).toBe(200);
    expect((await send(`?site=${site}&key=${key}`, { access_token: writing })).status).toBe(200);
    expect(await accepted()).toBe(first);
  });
});

describe('/questions/{id}/flags/options', () => {
  const options = async (id: number, parameters: Parameters = {}) =>
    (await network.mine(`/questions/${id}/flags/options`, { site, ...parameters })).body;
  const titles = async (id: number) => (await options(id)).items.map((item) => item['title']);

  test('vary with whose question it is and whether it is closed', async () => {
    const theirs = network.ask({ userId: other, title: 'To be flagged', tags: ['answering'], at: noon - 50 });
    expect(await titles(theirs)).toEqual(['spam', 'rude or abusive', 'should be closed', 'in need of a moderator']);
    expect(await titles(question)).toEqual(['should be closed', 'in need of a moderator']);
    network.world.actions.close({ site, questionId: theirs, reason: 'duplicate' });
    expect(await titles(theirs)).toEqual(['spam', 'rude or abusive', 'in need of a moderator']);
  });

  test('a group has no id of its own; its options say what they need', async () => {
    const [group] = (await options(question)).items;
    expect(group).not.toHaveProperty('option_id');
    expect(group?.['sub_options']).toMatchObject([
      {
        option_id: expect.any(Number),
        title: 'a duplicate',
        requires_question_id: true,
        requires_comment: false,
        has_flagged: false,
        count: 0,
      },
      { requires_site: true },
      { requires_site: false },
    ]);
  });

  test('a question that is not there has none; a token is needed', async () => {
    expect((await options(2_000_000_000)).items).toEqual([]);
    expect((await network.get(`/questions/${question}/flags/options`, { site })).body).toMatchObject({ error_id: 401 });
  });
});
