import { expect, it } from 'vitest';
import { error, key, noon, site, startNetwork, token, type Parameters } from '../../support/network.ts';
import { rows } from '../../support/rows.ts';

const network = await startNetwork();
const { world, control } = network;
const [me, other] = [network.member(site), network.member(site, 1)];
const poor = 'token-of-a-newcomer';
const scopes = ['write_access', 'private_info', 'no_expiry'] as const;
await control.grant({ token: 'writing', accountId: network.account(), scopes: [...scopes] });
await control.grant({ token: poor, accountId: network.account(2), scopes: [...scopes] });
world.db.exec(`UPDATE users SET reputation = 200 WHERE id IN (${me}, ${other}) AND reputation < 200;
  UPDATE users SET reputation = 1 WHERE account_id = ${network.account(2)};
  UPDATE users SET last_access_at = ${noon}`);
const include = ['question', 'answer', 'comment'].flatMap((type) => [`${type}.body`, `${type}.body_markdown`]);
const voting = ['question.favorited', 'question.upvoted', 'question.downvoted', 'answer.upvoted', 'answer.downvoted'];
const filter = await network.filter({ include: [...include, ...voting].join(';'), unsafe: 'true' });

let scenes = 0;
/** What a write can be about, by the names that paths below have for it. */
function makeScene(): Record<string, number> {
  const at = noon - 400;
  const ask = (userId: number, title = `Scene ${scenes}`) => network.ask({ userId, title, tags: ['writing'], at });
  scenes += 1;
  const [mine, theirs] = [ask(me), ask(other)];
  const answer = (userId: number, questionId = mine) => network.answer({ userId, questionId, at });
  const comment = (userId: number, when = noon - 100) =>
    network.comment({ userId, postId: theirs, body: 'A comment to try', at: when });
  return {
    ...{ mine, theirs, lonely: ask(me, `Scene ${scenes}, alone`) },
    ...{ myAnswer: answer(me, theirs), theirAnswer: answer(other), anotherAnswer: answer(network.member(site, 2)) },
    ...{ myComment: comment(me), oldComment: comment(me, noon - 301), theirComment: comment(other) },
  };
}

type Scene = ReturnType<typeof makeScene>;
/** A path and its parameters, with what stands in braces of a scene put in. */
type Sending = [path: string, sent: Parameters];
const filled = (text: string, scene: Scene) => text.replace(/\{(\w+)\}/g, (_, name: string) => String(scene[name]));
const send = async (scene: Scene, [path, sent]: Sending, also: Parameters = {}) => {
  const parameters = Object.entries(sent).map(([name, value]) => [name, filled(String(value), scene)]);
  const all = { site, key, access_token: 'writing', ...Object.fromEntries(parameters), ...also };
  const { status, body } = await network.post(filled(path, scene), all);
  return { status, body };
};
const siteId = network.value('SELECT id FROM sites WHERE api_site_parameter = ?', site);
const newest = (table: string) => network.value(`SELECT max(id) FROM ${table} WHERE site_id = ?`, siteId);
const since = (table: string) => `${table} WHERE site_id = ${siteId} AND id > ${newest(table)}`;
/** Where all that these tests write is found. */
const TABLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['posts', 'comments', 'tags'].map((table) => [table, since(table)])),
  sites: `sites WHERE id = ${siteId}`,
  users: `users WHERE site_id = ${siteId}`,
  bodies: `bodies WHERE post_key > (${siteId} << 32) + ${newest('posts')}`,
  post_tags: `post_tags WHERE site_id = ${siteId} AND post_id > ${newest('posts')}`,
  tag_users: `tag_users WHERE site_id = ${siteId} AND user_id IN (${me}, ${other})`,
  votes: `votes WHERE site_id = ${siteId} AND post_id > ${newest('posts')}`,
  comment_votes: 'comment_votes',
  flags: 'flags',
  inbox_items: since('inbox_items'),
  reputation_events: since('reputation_events'),
};
const written = (tables = Object.keys(TABLES)) =>
  Object.fromEntries(tables.map((table) => [table, rows(world, `SELECT * FROM ${TABLES[table]}`)]));

const title = 'How does one write through this?';
const body = 'A paragraph that is *long* enough.\n\n    code < here';
const html = '<p>A paragraph that is <em>long</em> enough.</p>\n<pre><code>code &lt; here\n</code></pre>';
const text = { body: html, body_markdown: body };
const remark = { body: 'Have you *tried* that, @nobody?' };
const remarked = { body: 'Have you <em>tried</em> that, @nobody?', body_markdown: remark.body };

const byMe = { owner: { user_id: me } };
const edited = { ...text, last_edit_date: noon };

const WRITES: [...Sending, expected: object[]][] = [
  ['/questions/add', { title, body, tags: 'writing;tests' }, [{ ...text, ...byMe, title, tags: ['writing', 'tests'] }]],
  ['/questions/{mine}/edit', { title, body, tags: 'git', comment: 'better' }, [{ ...edited, title, tags: ['git'] }]],
  ['/questions/{mine}/edit', { tags: 'tests' }, [{ body: '<p>?</p>', tags: ['tests'] }]],
  ['/questions/{lonely}/delete', {}, []],
  ['/questions/{theirs}/answers/add', { body }, [{ ...text, ...byMe }]],
  ['/answers/{myAnswer}/edit', { body, comment: 'better' }, [edited]],
  ['/answers/{myAnswer}/delete', {}, []],
  ['/posts/{theirAnswer}/comments/add', remark, [{ ...remarked, ...byMe }]],
  ['/posts/{theirs}/comments/render', remark, [{ ...remarked, ...byMe, comment_id: 0 }]],
  ['/comments/{myComment}/edit', remark, [{ ...remarked, edited: true }]],
  ['/comments/{myComment}/delete', {}, []],
  ['/questions/{theirs}/upvote', {}, [{ score: 1, upvoted: true }]],
  ['/questions/{theirs}/downvote', {}, [{ score: -1, downvoted: true }]],
  ['/questions/{theirs}/favorite', {}, [{ favorited: true }]],
  ['/answers/{theirAnswer}/upvote', {}, [{ score: 1, upvoted: true }]],
  ['/answers/{theirAnswer}/downvote', {}, [{ score: -1, downvoted: true }]],
  ['/answers/{theirAnswer}/accept', {}, [{ is_accepted: true }]],
  ['/comments/{theirComment}/upvote', {}, [{ score: 1 }]],
  [
    '/questions/{theirs}/flags/add',
    { option_id: '{theirs}11', question_id: '{mine}' },
    [{ question_id: expect.any(Number) }],
  ],
  ['/answers/{theirAnswer}/flags/add', { option_id: '{theirAnswer}03', comment: 'Please look.' }, [{ score: 0 }]],
  ['/comments/{theirComment}/flags/add', { option_id: '{theirComment}02' }, [{ score: 0 }]],
];

it.each(WRITES)('%s (write %$) answers as documented; a preview leaves no trace', async (path, sent, expected) => {
  const scene = makeScene();
  const before = written();
  const preview = await send(scene, [path, sent], { preview: 'true', filter });
  expect(preview.status).toBe(200);
  if ('body' in sent) expect(preview.body.items).toMatchObject(expected);
  expect(written()).toEqual(before);
  const { status, body: answer } = await send(scene, [path, sent], { filter });
  expect([status, answer.items]).toMatchObject([200, expected]);
  if (!path.endsWith('/render')) expect(written()).not.toEqual(before);
  expect(await send(scene, [path.replace(/\{\w+\}/, '2000000000'), sent], { title: `Else: ${title}` })).toMatchObject({
    status: 200,
    body: { items: path === '/questions/add' ? [{}] : [] },
  });
});

const undoable = WRITES.flatMap(([path]) => (/vote$|favorite$|accept$/.test(path) ? [[path] as const] : []));
it.each(undoable)('%s/undo undoes it', async (path) => {
  const scene = makeScene();
  const { reputation_events: _events, ...others } = TABLES;
  const numbers = () => written(Object.keys(others));
  const before = numbers();
  await send(scene, [path, {}]);
  expect(numbers()).not.toEqual(before);
  expect(await send(scene, [`${path}/undo`, {}])).toMatchObject({ status: 200, body: { items: [{}] } });
  expect(numbers()).toEqual(before);
});

it('why somebody edited a post is told among its revisions', async () => {
  const scene = makeScene();
  await send(scene, ['/answers/{myAnswer}/edit', { body, comment: 'made it run' }]);
  const [latest] = await network.items(filled('/posts/{myAnswer}/revisions', scene));
  expect(latest).toMatchObject({ comment: 'made it run', revision_number: 2 });
});

it('a vote the other way takes the place of the first', async () => {
  const scene = makeScene();
  await send(scene, ['/questions/{theirs}/downvote', {}]);
  expect((await send(scene, ['/questions/{theirs}/upvote', {}])).body.items).toMatchObject([{ score: 1 }]);
});

type Refusal = [...Sending, id: number, says: string, before?: Sending[]];
/** What is refused where it was done before. */
const again = (...refusal: [...Sending, number, string]): Refusal => [...refusal, [[refusal[0], refusal[1]]]];

it.each<Refusal>([
  ['/questions/add', { body, tags: 'a' }, 400, 'title'],
  ['/questions/add', { title, tags: 'a' }, 400, 'body'],
  ['/questions/add', { title, body }, 400, 'tags'],
  ['/questions/add', { title: 'Why?', body, tags: 'a' }, 407, 'Title must be at least 15 characters; you entered 4.'],
  ['/questions/add', { title: 'T'.repeat(151), body, tags: 'a' }, 407, 'Title cannot be longer than 150 characters'],
  ['/questions/add', { title, body: 'It fails.', tags: 'a' }, 407, 'Body must be at least 30 characters'],
  ['/questions/add', { title, body: 'a'.repeat(30_001), tags: 'a' }, 407, 'Body cannot be longer than 30000'],
  ['/questions/add', { title: `1 ${title}`, body, tags: 'a;b;c;d;e;f' }, 407, 'one to five tags'],
  ['/questions/add', { title: `1 ${title}`, body, tags: 'a b' }, 407, 'not a tag name'],
  again('/questions/add', { title: `2 ${title}`, body, tags: 'a' }, 409, 'already'),
  [
    '/questions/add',
    { title: `4 ${title}`, body, tags: 'a', access_token: poor },
    403,
    'every 1200 seconds',
    [['/questions/add', { title: `3 ${title}`, body, tags: 'a', access_token: poor }]],
  ],
  ['/questions/{mine}/edit', {}, 407, 'title or a body'],
  ['/questions/{theirs}/edit', { title, access_token: poor }, 403, 'edit freely'],
  ['/questions/{theirs}/delete', {}, 403, 'not yours'],
  ['/questions/{mine}/delete', {}, 407, 'has to stay', [['/answers/{theirAnswer}/accept', {}]]],
  ['/questions/{mine}/answers/add', { body: 'Short.' }, 407, 'Body must be at least 30 characters'],
  again('/questions/{mine}/answers/add', { body }, 409, 'already'),
  [
    '/questions/{mine}/answers/add',
    { body, access_token: poor },
    403,
    'every 180 seconds',
    [['/questions/{theirs}/answers/add', { body, access_token: poor }]],
  ],
  ['/answers/{theirAnswer}/edit', { body, access_token: poor }, 403, 'edit freely'],
  ['/answers/{theirAnswer}/delete', {}, 403, 'not yours'],
  again('/answers/{theirAnswer}/accept', {}, 409, 'already'),
  ['/answers/{anotherAnswer}/accept', {}, 407, 'Another answer', [['/answers/{theirAnswer}/accept', {}]]],
  ['/answers/{myAnswer}/accept', {}, 403, 'owner of a question'],
  ['/answers/{theirAnswer}/accept/undo', {}, 407, 'is not accepted'],
  ['/posts/{mine}/comments/add', { body: 'Thanks.' }, 407, 'Comments must be at least 15 characters; you entered 7.'],
  ['/posts/{mine}/comments/add', { body: 'a'.repeat(601) }, 407, 'longer than 600 characters'],
  ['/posts/{mine}/comments/add', { ...remark, access_token: poor }, 403, 'comment everywhere'],
  ['/posts/{mine}/comments/render', {}, 400, 'body'],
  ['/comments/{theirComment}/edit', remark, 403, 'not yours'],
  ['/comments/{oldComment}/edit', remark, 407, 'five minutes'],
  ['/comments/{theirComment}/delete', {}, 403, 'not yours'],
  again('/comments/{theirComment}/upvote', {}, 409, 'already'),
  ['/comments/{myComment}/upvote', {}, 407, 'own comment'],
  ['/comments/{theirComment}/upvote', { access_token: poor }, 403, 'vote up'],
  ['/comments/{theirComment}/upvote/undo', {}, 407, 'has not voted'],
  ['/questions/{mine}/upvote', {}, 407, 'own post'],
  ['/questions/{theirs}/upvote', { access_token: poor }, 403, 'vote up'],
  ['/questions/{theirs}/downvote', { access_token: poor }, 403, 'vote down'],
  again('/questions/{theirs}/upvote', {}, 409, 'already'),
  ['/questions/{theirs}/upvote/undo', {}, 407, 'have not voted'],
  ['/answers/{theirAnswer}/upvote/undo', {}, 407, 'have not voted', [['/answers/{theirAnswer}/downvote', {}]]],
  again('/questions/{theirs}/favorite', {}, 409, 'already'),
  ['/questions/{theirs}/favorite/undo', {}, 407, 'no favorite'],
  ['/questions/{theirs}/flags/add', {}, 400, 'option_id'],
  ['/questions/{mine}/flags/add', { option_id: '{mine}01' }, 400, 'option_id'],
  ['/answers/{theirAnswer}/flags/add', { option_id: '{theirAnswer}11' }, 400, 'option_id'],
  ['/questions/{theirs}/flags/add', { option_id: '{theirs}03' }, 400, 'comment'],
  ['/questions/{theirs}/flags/add', { option_id: '{theirs}11' }, 400, 'question_id'],
  ['/questions/{theirs}/flags/add', { option_id: '{theirs}12' }, 400, 'target_site'],
  again('/comments/{theirComment}/flags/add', { option_id: '{theirComment}01' }, 409, 'flagged'),
  ['/questions/{theirs}/upvote', { preview: 'perhaps' }, 400, 'preview'],
  ['/questions/{theirs}/upvote', { access_token: '' }, 401, 'access_token'],
  ['/questions/{theirs}/upvote', { access_token: token }, 403, 'write_access'],
  ['/questions/{theirs}/upvote', { key: '' }, 405, 'key'],
])('%s with %j is refused: %i, %s', async (path, sent, id, says, before = []) => {
  const scene = makeScene();
  for (const sending of before) expect((await send(scene, sending)).status).toBe(200);
  const then = written();
  const isTooSoon = says.includes('seconds');
  for (const also of path.endsWith('/render') ? [{}] : [{ preview: sent['preview'] ?? 'true' }, {}])
    expect(await send(scene, [path, sent], also)).toMatchObject({
      // Status 407 itself cannot reach a client.
      status: id === 407 ? 400 : id,
      body: {
        ...error(id),
        ...(isTooSoon && { error_name: 'throttle_violation' }),
        error_message: expect.stringContaining(says),
      },
    });
  expect(written()).toEqual(then);
});

it('writes are POSTs, by people of the site', async () => {
  expect((await network.mine('/questions/add', { site })).body).toMatchObject(error(404));
  const [stranger] = rows<{ account: number; name: string }>(
    world,
    `SELECT a.id AS account, s.api_site_parameter AS name FROM accounts a, sites s
      WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.site_id = s.id AND u.account_id = a.id) LIMIT 1`,
  );
  await control.grant({ token: 'stranger', accountId: stranger?.account ?? 0, scopes: [...scopes] });
  const sent = { site: stranger?.name ?? '', key, access_token: 'stranger', title, body, tags: 'a' };
  expect((await network.post('/questions/add', sent)).body).toMatchObject(
    error(403, 'You have no account on this site'),
  );
});

it('nobody has to sign in to see what a comment would be', async () => {
  const { mine } = makeScene();
  const { body: answer } = await network.post(`/posts/${mine}/comments/render`, { site, filter, ...remark });
  expect(answer.items).toMatchObject([{ ...remarked, post_id: mine }]);
  expect(answer.items[0]).not.toHaveProperty('owner');
});

it('comments come five seconds apart, and the same one only once', async () => {
  const scene = makeScene();
  const add = (text: string) => send(scene, ['/posts/{mine}/comments/add', { body: text }]);
  await control.advance(10);
  expect((await add('The first comment of two')).status).toBe(200);
  expect((await add('The first comment of two')).body).toMatchObject(error(409));
  expect((await add('The second comment of two')).body).toMatchObject({ error_name: 'throttle_violation' });
  await control.advance(5);
  expect((await add('The second comment of two')).status).toBe(200);
});

it('a vote stands after five minutes, until the post is edited', async () => {
  const scene = makeScene();
  await send(scene, ['/answers/{theirAnswer}/upvote', {}]);
  await control.advance(301);
  for (const path of ['upvote/undo', 'downvote'])
    expect((await send(scene, [`/answers/{theirAnswer}/${path}`, {}])).body).toMatchObject(error(407));
  world.actions.edit({ site, userId: other, postId: scene['theirAnswer'] ?? 0, body: '<p>Better.</p>' });
  expect((await send(scene, ['/answers/{theirAnswer}/upvote/undo', {}])).body.items).toMatchObject([{ score: 0 }]);
});
