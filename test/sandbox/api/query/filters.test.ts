import { expect, test } from 'vitest';
import { error, noon, site, startNetwork, type Parameters } from '../../support/network.ts';

const network = await startNetwork();
const question = network.ask({ title: '<Why> & "how"?', body: '<p>a &lt; b</p>', tags: ['filters'], at: noon - 100 });
const answer = network.answer({ questionId: question, body: '<p>So.</p>', at: noon - 90 });
network.comment({ postId: answer, body: 'Really?', at: noon - 80 });
network.comment({ postId: question, body: 'Hm', at: noon - 70 });

interface Made {
  filter: string;
  filter_type: string;
  included_fields: string[];
}
async function create(parameters: Parameters, ask = network.get): Promise<Made> {
  const { status, body } = await ask('/filters/create', parameters);
  expect([status, body.items]).toEqual([200, [expect.anything()]]);
  return body.items[0] as unknown as Made;
}
const ask = async (filter: string, id = question) => (await network.get(`/questions/${id}`, { site, filter })).body;

test('/filters/create adds to the default filter and takes from it', async () => {
  const made = await create({ include: 'question.body;.total', exclude: 'question.title;.has_more;question.owner' });
  expect(made.filter_type).toBe('safe');
  const included = ['.total', 'question.body', 'question.tags', 'answer.answer_id'];
  expect(made.included_fields).toEqual(expect.arrayContaining(included));
  expect(made.included_fields).not.toContain('question.title');
  const body = await ask(made.filter);
  expect(body).toMatchObject({ total: 1, items: [{ question_id: question, body: '<p>a &lt; b</p>' }] });
  expect(body).not.toHaveProperty('has_more');
  for (const field of ['title', 'owner']) expect(body.items[0]).not.toHaveProperty(field);
});

test.each([
  ['.items;question.owner;question.score;shallow_user.user_id', { score: 0, owner: { user_id: network.member(site) } }],
  ['.items;question.owner', { owner: {} }],
])('from nothing there is only what was named, in objects inside as well: %s', async (include, item) => {
  expect(await ask(await network.filter({ base: 'none', include }))).toEqual({ items: [item] });
});

// Also of an unsafe one, which begins with no mark.
const MINTED = ['!-q2RZj5_', '0Ab-x_9', 'gB66oJbwvcXSH', '.f)M3*k', '-uElf7Qx'];
test.each(MINTED)('a filter minted elsewhere, as %s, gives every field and a warning header', async (filter) => {
  const { headers, body } = await network.get(`/questions/${question}`, { site, filter, page: 1, pagesize: 3 });
  expect(headers.get('x-sandbox-warning')).toMatch(/minted elsewhere.*every field/);
  const quota = { quota_max: expect.any(Number), quota_remaining: expect.any(Number) };
  expect(body).toMatchObject({ total: 1, page: 1, page_size: 3, has_more: false, ...quota, type: 'question' });
  expect(body.items).toMatchObject([{ body: '<p>a &lt; b</p>', up_vote_count: 0 }]);
});

test('the same fields give the same filter, however they are named, also all of a type; other fields another', async () => {
  const include = 'question.body;answer.body';
  const one = await create({ include });
  expect(await create({ include: 'answer.body;question.body;question.title' })).toEqual(one);
  expect(await create({ include, unsafe: 'false' }, network.post)).toEqual(one);
  expect((await create({ base: one.filter, exclude: 'answer.body' })).filter).not.toBe(one.filter);
  expect((await create({ base: one.filter })).filter).toBe(one.filter);
  const wildcard = await create({ base: 'none', include: 'badge_count.*' });
  expect(wildcard.included_fields).toEqual(['badge_count.bronze', 'badge_count.gold', 'badge_count.silver']);
});

test('fields that the public service has and nothing here may be named, and stay absent', async () => {
  const named = [
    ...['user.collectives', 'tag.collectives', 'user.timed_penalty_date', 'question.migrated_from'],
    ...['question.notice', 'notice.body', 'tag.synonyms', 'question.can_flag', 'comment.upvoted'],
  ];
  const { filter, included_fields: fields } = await create({ include: named.join(';') });
  expect(fields).toEqual(expect.arrayContaining(named));
  for (const path of ['/users', '/tags', '/questions']) {
    const items = (await network.get(path, { site, filter })).body.items;
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) for (const field of named) expect(item).not.toHaveProperty(field.replace(/^.*\./, ''));
  }
  // Later additions to the default filter of the public service.
  expect((await create({})).included_fields).toEqual(expect.arrayContaining(['user.collectives', 'tag.collectives']));
});

test.each([
  ['include=.total', 'application/x-www-form-urlencoded', '', { include: '.total' }],
  ['{"include":".total","unsafe":true}', 'application/json', '', { include: '.total', unsafe: 'true' }],
  ['{"unsafe":true}', 'application/json', '?include=.total', { include: '.total', unsafe: 'true' }],
  ['', 'application/json', '', {}],
  ['', 'application/x-www-form-urlencoded', '?include=.total', { include: '.total' }],
])('/filters/create can be asked with the body %j as %s after %j', async (body, type, search, asked) => {
  const init = { method: 'POST', headers: { 'content-type': type }, body };
  const told = (await (await network.fetch(`/2.3/filters/create${search}`, init)).json()) as { items: Made[] };
  expect(told.items).toMatchObject([{ filter: await network.filter(asked) }]);
});

test('/filters/{filters} tells what filters have, and which are none, of 20 at once', async () => {
  const unsafe = await network.filter({ unsafe: 'true' });
  const others = Array.from({ length: 15 }, (_, index) => `f${index}`).join(';');
  const { body } = await network.get(`/filters/default;${unsafe};none;total;nonsense;${others}`);
  expect(body.items).toHaveLength(20);
  const told = Object.fromEntries(body.items.map((item) => [String(item['filter']), item]));
  expect(told).toMatchObject({
    default: { filter_type: 'safe' },
    [unsafe]: { filter_type: 'unsafe' },
    none: { filter_type: 'safe', included_fields: [] },
    total: { filter_type: 'safe', included_fields: ['.total'] },
    nonsense: { filter_type: 'invalid', included_fields: [] },
  });
  const fields = told['default']?.['included_fields'];
  expect(told[unsafe]?.['included_fields']).toEqual(fields);
  expect(fields).toContain('question.tags');
  expect(fields).not.toContain('question.body');
});

test('an unsafe one leaves strings as they are', async () => {
  const filter = await network.filter({ unsafe: 'true', include: 'question.body' });
  expect((await ask(filter)).items[0]).toMatchObject({ title: '<Why> & "how"?', body: '<p>a &lt; b</p>' });
  expect((await ask('default')).items[0]).toMatchObject({ title: '&lt;Why&gt; &amp; &quot;how&quot;?' });
});

test('lists inside objects come where a filter asks for them', async () => {
  const include = 'question.answers;question.comments;answer.comments;comment.body;answer.body';
  const filter = await network.filter({ include });
  const comments = [{ body: 'Really?', post_id: answer }];
  expect((await ask(filter)).items[0]).toMatchObject({
    comments: [{ body: 'Hm', owner: { user_id: network.member(site, 1) } }],
    answers: [{ answer_id: answer, body: '<p>So.</p>', is_accepted: false, tags: ['filters'], comments }],
  });
  const [lonely] = (await ask(filter, network.ask({ title: 'Alone', tags: ['filters'], at: noon - 60 }))).items;
  for (const field of ['answers', 'comments']) expect(lonely).not.toHaveProperty(field);
});

test.each([
  ['_b', ['body']],
  ['_a', ['answers']],
  ['_c', ['comments']],
  ['_ba', ['answers', 'body']],
  ['_bca', ['answers', 'body', 'comments']],
])('%s stands for the fields of version 1', async (filter, fields) => {
  const [item = {}] = (await ask(filter)).items;
  expect(['answers', 'body', 'comments'].filter((field) => field in item)).toEqual(fields);
  expect(item).toMatchObject({ title: '<Why> & "how"?' });
});

test('who voted how is told with private_info only', async () => {
  network.vote({ userId: network.member(site, 1), postId: question, at: noon - 50 });
  const seen = async (scope: 'private_info' | 'read_inbox') => {
    await network.control.grant({ token: scope, accountId: network.account(1), scopes: [scope] });
    return (await network.items(`/questions/${question}?filter=!everything`, { access_token: scope }))[0];
  };
  expect(await seen('private_info')).toMatchObject({ upvoted: true, downvoted: false });
  expect(await seen('read_inbox')).not.toHaveProperty('upvoted');
});

test('a filter from elsewhere is refused where the network says so; those of any sandbox and the named ones are not', async () => {
  const strict = await startNetwork({ foreignFilters: 'refuse' });
  const asked = (filter: string) => strict.get('/questions', { site, filter });
  const filter = await network.filter({ include: 'question.body' });
  for (const known of [filter, 'withbody', 'default', '_b']) expect(await asked(known)).toMatchObject({ status: 200 });
  // A few fields beside the default ones make a short id; one with a changed letter is none of its own.
  expect(filter.length).toBeLessThan(12);
  const changed = filter.slice(0, -1) + (filter.endsWith('A') ? 'B' : 'A');
  for (const foreign of ['!-q2RZj5_', `${filter}A`, changed])
    expect(await asked(foreign)).toMatchObject({ status: 400, body: error(400, 'Invalid filter specified') });
});
