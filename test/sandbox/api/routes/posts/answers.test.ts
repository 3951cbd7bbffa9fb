import { beforeEach, describe, expect, test } from 'vitest';
import { error, key, noon, site, startNetwork, token, type Parameters } from '../../../support/network.ts';

const network = await startNetwork();
const [me, other] = [network.member(site), network.member(site, 1)];
const writing = 'writing-token';
await network.control.grant({ token: writing, accountId: network.account(), scopes: ['write_access', 'no_expiry'] });

/** Asks a question with two answers, of which the first has a vote. */
function askAndAnswer() {
  const question = network.ask({ title: 'Which of "these" two?', tags: ['answering', 'git'], at: noon - 500 });
  const first = network.answer({ questionId: question, body: '<p>The <b>first</b>.</p>', at: noon - 400 });
  const second = network.answer({ userId: network.member(site, 2), questionId: question, at: noon - 300 });
  network.vote({ userId: me, postId: first, at: noon - 200 });
  return { question, first, second };
}
const { question, first, second } = askAndAnswer();

test.each([
  ['/answers?pagesize=2', [second, first]],
  [`/answers/${first};${second};${question}`, [second, first]],
  [`/questions/${question}/answers`, [second, first]],
  [`/users/${other}/answers?pagesize=1`, [first]],
])('%s', async (path, expected) => {
  expect(await network.list(path)).toEqual(expected);
});

test('an answer tells its question, whether it is accepted, and its owner', async () => {
  expect(await network.items(`/answers/${first}`)).toEqual([
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
  const asked = askAndAnswer();
  network.world.actions.remove({ site, postId: asked.first });
  expect(await network.list(`/answers/${asked.first}`)).toEqual([]);
  expect(await network.list(`/questions/${asked.question}/answers`)).toEqual([asked.second]);
});

test('the filter tags is for answers', async () => {
  expect(await network.items(`/answers/${first}?filter=tags`)).toMatchObject([{ tags: ['answering', 'git'] }]);
  // Before 2.1 answers have no tags unless they are asked for in this way.
  const old = async (filter: string) => (await network.get(`/answers/${first}`, { site, filter }, '2.0')).body.items[0];
  expect(await old('tags')).toMatchObject({ answer_id: first, tags: ['answering', 'git'] });
  for (const filter of ['default', 'withbody']) expect(await old(filter)).not.toHaveProperty('tags');
});

test('withbody adds the body as HTML; everything else has its own field', async () => {
  expect(await network.items(`/answers/${first}?filter=withbody`)).toMatchObject([
    { body: '<p>The <b>first</b>.</p>' },
  ]);
  expect(await network.items(`/answers/${first}?filter=!everything`)).toMatchObject([
    {
      title: 'Which of &quot;these&quot; two?',
      up_vote_count: 1,
      down_vote_count: 0,
      accepted: false,
      link: `${network.apiBaseUrl}/sites/loops/questions/${question}#answer-${first}`,
    },
  ]);
});

describe('/answers/{id}/accept', () => {
  let asked: ReturnType<typeof askAndAnswer>;
  beforeEach(() => void (asked = askAndAnswer()));
  const accept = async (id: number, parameters: Parameters = {}, suffix = '') => {
    const sent = { site, key, access_token: writing, ...parameters };
    const { status, body } = await network.post(`/answers/${id}/accept${suffix}`, sent);
    return { status, body };
  };
  const accepted = async () => (await network.items(`/questions/${asked.question}`))[0]?.['accepted_answer_id'];
  const answered = (isAccepted: boolean) => ({
    status: 200,
    body: { items: [{ answer_id: asked.first, is_accepted: isAccepted }] },
  });

  test('accepts an answer to one’s own question and gives it back; undo takes it back', async () => {
    expect(await accept(asked.first)).toMatchObject(answered(true));
    expect(await accepted()).toBe(asked.first);
    expect(await network.items(`/users/${other}/reputation?pagesize=1`)).toMatchObject([
      { vote_type: 'accepts', reputation_change: 15, post_id: asked.first },
    ]);
    expect(await accept(asked.first, {}, '/undo')).toMatchObject(answered(false));
    expect(await accepted()).toBeUndefined();
  });

  test('a preview only checks', async () => {
    expect(await accept(asked.first, { preview: 'true' })).toMatchObject(answered(false));
    expect(await accepted()).toBeUndefined();
    expect((await accept(asked.first, { preview: 'perhaps' })).body).toMatchObject(error(400, 'preview'));
  });

  test('is refused when something is accepted, or nothing to be undone', async () => {
    await accept(asked.first);
    // Status 407 itself cannot reach a client.
    for (const [parameters, suffix] of [
      [{}, ''],
      [{ preview: 'true' }, ''],
      [{}, '/undo'],
    ] as const)
      expect(await accept(asked.second, parameters, suffix)).toMatchObject({ status: 400, body: error(407) });
    // The very same write once more is told as such.
    for (const parameters of [{}, { preview: 'true' }])
      expect(await accept(asked.first, parameters)).toMatchObject({ status: 409, body: error(409) });
    expect(await accepted()).toBe(asked.first);
  });

  test('is for the owner of the question only', async () => {
    const theirs = network.ask({ userId: other, title: 'Not yours', tags: ['answering'], at: noon - 50 });
    const answer = network.answer({ userId: me, questionId: theirs, at: noon - 40 });
    expect((await accept(answer)).body).toMatchObject(error(403));
  });

  test('needs a token with write_access, together with a key', async () => {
    for (const [parameters, id] of [
      [{ access_token: '' }, 401],
      [{ access_token: token }, 403],
      [{ key: '' }, 405],
    ] as const)
      expect((await accept(asked.first, parameters)).body).toMatchObject(error(id));
    expect(await accepted()).toBeUndefined();
  });

  test('an answer that is not there gives nothing; GET is no method', async () => {
    expect((await accept(2_000_000_000)).body.items).toEqual([]);
    const got = await network.mine(`/answers/${asked.first}/accept`, { site, access_token: writing });
    expect(got.body).toMatchObject(error(404));
  });

  test('parameters may come as JSON or in the address, too', async () => {
    const send = async (search: string, body: object) =>
      (
        await network.fetch(`/2.3/answers/${asked.first}/accept${search}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status;
    expect(await send('', { site, key, access_token: writing, preview: true })).toBe(200);
    expect(await send(`?site=${site}&key=${key}`, { access_token: writing })).toBe(200);
    expect(await accepted()).toBe(asked.first);
  });
});

const titles = async (id: number) =>
  (await network.items(`/questions/${id}/flags/options`)).map((item) => item['title']);

test('the options of a flag vary with whose question it is and whether it is closed; one that is not there has none', async () => {
  const theirs = network.ask({ userId: other, title: 'To be flagged', tags: ['answering'], at: noon - 50 });
  expect(await titles(theirs)).toEqual(['spam', 'rude or abusive', 'should be closed', 'in need of a moderator']);
  expect(await titles(question)).toEqual(['should be closed', 'in need of a moderator']);
  network.world.actions.close({ site, questionId: theirs, reason: 'duplicate' });
  expect(await titles(theirs)).toEqual(['spam', 'rude or abusive', 'in need of a moderator']);
  expect(await titles(2_000_000_000)).toEqual([]);
});

test('a group has no id of its own; its options say what they need', async () => {
  const [group] = await network.items(`/questions/${question}/flags/options`);
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
