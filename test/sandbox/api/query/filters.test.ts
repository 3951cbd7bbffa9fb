import { describe, expect, test } from 'vitest';
import { error, noon, site, startNetwork, type Parameters } from '../../support/network.ts';

const network = await startNetwork();
const question = network.ask({ title: '<Why> & "how"?', body: '<p>a &lt; b</p>', tags: ['filters'], at: noon - 100 });
const answer = network.answer({ questionId: question, body: '<p>So.</p>', at: noon - 90 });
network.comment({ postId: answer, body: 'Really?', at: noon - 80 });
network.comment({ postId: question, body: 'Hm', at: noon - 70 });

async function create(
  parameters: Parameters,
): Promise<{ filter: string; filter_type: string; included_fields: string[] }> {
  const { status, body } = await network.get('/filters/create', parameters);
  expect([status, body.items]).toEqual([200, [expect.anything()]]);
  return body.items[0] as Awaited<ReturnType<typeof create>>;
}
const ask = async (filter: string, path = `/questions/${question}`) => (await network.get(path, { site, filter })).body;

describe('/filters/create', () => {
  test('is the same under the name that early clients know it by', async () => {
    const { filter } = await create({ include: 'question.body' });
    for (const ask of [network.get, network.post])
      expect((await ask('/filter/create', { include: 'question.body' })).body.items[0]).toMatchObject({ filter });
  });

  test('adds to the default filter and takes from it', async () => {
    const made = await create({ include: 'question.body;.total', exclude: 'question.title;.has_more;question.owner' });
    expect(made.filter_type).toBe('safe');
    expect(made.included_fields).toEqual(
      expect.arrayContaining(['.total', 'question.body', 'question.tags', 'answer.answer_id']),
    );
    expect(made.included_fields).not.toContain('question.title');
    const body = await ask(made.filter);
    expect(body).toMatchObject({ total: 1, items: [{ question_id: question, body: '<p>a &lt; b</p>' }] });
    expect(body).not.toHaveProperty('has_more');
    expect(body.items[0]).not.toHaveProperty('title');
    expect(body.items[0]).not.toHaveProperty('owner');
  });

  test('from nothing there is only what was named; objects inside need fields of their own', async () => {
    const { filter } = await create({
      base: 'none',
      include: '.items;question.owner;question.score;shallow_user.user_id',
    });
    expect(await ask(filter)).toEqual({ items: [{ score: 0, owner: { user_id: network.member(site) } }] });
    const bare = await create({ base: 'none', include: '.items;question.owner' });
    expect(await ask(bare.filter)).toEqual({ items: [{ owner: {} }] });
  });

  test('the same fields give the same filter, however they are named; other fields another', async () => {
    const one = await create({ include: 'question.body;answer.body' });
    expect(await create({ include: 'answer.body;question.body;question.title' })).toEqual(one);
    expect(
      (await network.post('/filters/create', { include: 'question.body;answer.body', unsafe: 'false' })).body.items,
    ).toEqual([one]);
    expect((await create({ base: one.filter, exclude: 'answer.body' })).filter).not.toBe(one.filter);
    expect((await create({ base: one.filter })).filter).toBe(one.filter);
  });

  test('filters are the same on every network and never expire', async () => {
    const { filter } = await create({ include: 'question.body' });
    const other = await startNetwork();
    const { body } = await other.get(`/questions`, { site, filter, pagesize: 1 });
    expect(body.items[0]).toHaveProperty('body');
  });

  test('a wildcard names every field of a type', async () => {
    const { included_fields: fields } = await create({ base: 'none', include: 'badge_count.*' });
    expect(fields).toEqual(['badge_count.bronze', 'badge_count.gold', 'badge_count.silver']);
  });

  test('fields that the public service has and this network lacks may be named', async () => {
    const { filter } = await create({ include: 'question.notice;question.can_flag;comment.upvoted' });
    expect((await ask(filter)).items[0]).not.toHaveProperty('notice');
  });

  test.each([
    ['include', { include: 'question.nothing' }],
    ['include', { include: 'nonsense' }],
    ['exclude', { exclude: '.nothing' }],
    ['unsafe', { unsafe: 'maybe' }],
    ['filter', { base: '!not-ours' }],
  ])('%s is refused in %j', async (word, parameters) => {
    const { status, body } = await network.get('/filters/create', parameters);
    expect([status, body]).toMatchObject([400, { error_id: 400, error_name: 'bad_parameter' }]);
    expect(body['error_message']).toContain(word);
  });
});

describe('/filters/{filters}', () => {
  test('tells what filters have, and which are none', async () => {
    const unsafe = await create({ unsafe: 'true' });
    const { body } = await network.get(`/filters/default;${unsafe.filter};none;total;nonsense`);
    const told = Object.fromEntries(body.items.map((item) => [String(item['filter']), item]));
    expect(told).toMatchObject({
      default: { filter_type: 'safe' },
      [unsafe.filter]: { filter_type: 'unsafe' },
      none: { filter_type: 'safe', included_fields: [] },
      total: { filter_type: 'safe', included_fields: ['.total'] },
      nonsense: { filter_type: 'invalid', included_fields: [] },
    });
    expect(told[unsafe.filter]?.['included_fields']).toEqual(told['default']?.['included_fields']);
    expect(told['default']?.['included_fields']).toContain('question.tags');
    expect(told['default']?.['included_fields']).not.toContain('question.body');
  });

  test('takes 20 at once', async () => {
    const filters = (many: number) => Array.from({ length: many }, (_, index) => `f${index}`).join(';');
    expect((await network.get(`/filters/${filters(20)}`)).body.items).toHaveLength(20);
    expect((await network.get(`/filters/${filters(21)}`)).body).toMatchObject(error(400, 'filters'));
  });
});

describe('what a filter does', () => {
  test('an unsafe one leaves strings as they are', async () => {
    const { filter } = await create({ unsafe: 'true', include: 'question.body' });
    expect((await ask(filter)).items[0]).toMatchObject({ title: '<Why> & "how"?', body: '<p>a &lt; b</p>' });
    expect((await ask('default')).items[0]).toMatchObject({ title: '&lt;Why&gt; &amp; &quot;how&quot;?' });
  });

  test('lists inside objects come where a filter asks for them', async () => {
    const { filter } = await create({
      include: 'question.answers;question.comments;answer.comments;comment.body;answer.body',
    });
    expect((await ask(filter)).items[0]).toMatchObject({
      comments: [{ body: 'Hm', owner: { user_id: network.member(site, 1) } }],
      answers: [
        {
          answer_id: answer,
          body: '<p>So.</p>',
          is_accepted: false,
          tags: ['filters'],
          comments: [{ body: 'Really?', post_id: answer }],
        },
      ],
    });
    const lonely = network.ask({ title: 'Alone', tags: ['filters'], at: noon - 60 });
    const [item] = (await ask(filter, `/questions/${lonely}`)).items;
    expect(item).not.toHaveProperty('answers');
    expect(item).not.toHaveProperty('comments');
  });

  test.each([
    ['_b', ['body']],
    ['_a', ['answers']],
    ['_c', ['comments']],
    ['_ba', ['body', 'answers']],
    ['_bca', ['body', 'comments', 'answers']],
  ])('%s stands for the fields of version 1', async (filter, fields) => {
    const [item] = (await ask(filter)).items;
    expect(
      Object.keys(item ?? {})
        .filter((field) => ['body', 'answers', 'comments'].includes(field))
        .toSorted(),
    ).toEqual(fields.toSorted());
    expect(item).toMatchObject({ title: '<Why> & "how"?' });
  });

  test('who voted how is told with private_info only', async () => {
    const voter = network.member(site, 1);
    network.vote({ userId: voter, postId: question, at: noon - 50 });
    for (const [token, scopes] of [
      ['private', ['private_info']],
      ['open', ['read_inbox']],
    ] as const)
      await network.control.grant({ token, accountId: network.account(1), scopes: [...scopes] });
    const seen = async (access_token: string) =>
      (await network.mine(`/questions/${question}`, { site, filter: '!everything', access_token })).body.items[0];
    expect(await seen('private')).toMatchObject({ upvoted: true, downvoted: false });
    expect(await seen('open')).not.toHaveProperty('upvoted');
  });

  test('fields that the public service has and nothing here may be named, and stay absent', async () => {
    const named = [
      'user.collectives',
      'tag.collectives',
      'user.timed_penalty_date',
      'question.migrated_from',
      'question.notice',
      'notice.body',
      'tag.synonyms',
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

  test('a slip in a name is told, not answered with every field', async () => {
    const { status, body } = await network.get('/questions', { site, filter: 'withbdy' });
    expect({ status, body }).toMatchObject({ status: 400, body: { error_name: 'bad_parameter' } });
  });

  test.each(['0Ab-x_9', 'gB66oJbwvcXSH', '.f)M3*k', '-uElf7Qx'])(
    'an unsafe one from elsewhere, %s, does not begin with a mark and is foreign as well',
    async (foreign) => {
      const { status, headers, body } = await network.get('/questions', { site, pagesize: 1, filter: foreign });
      expect(status).toBe(200);
      expect(headers.get('x-sandbox-warning')).toContain('minted elsewhere');
      expect(body).toHaveProperty('total');
    },
  );

  test.each(['withbdy', 'withBody', 'with_body', '_bd', 'DEFAULT', 'none1'])('%s is a slip in a name', async (slip) => {
    expect((await network.get('/questions', { site, filter: slip })).status).toBe(400);
  });

  test('two foreign ones are two questions to the cache', async () => {
    const cached = await startNetwork({ cache: true });
    const ask = async (filter: string) =>
      (await cached.get('/questions', { site, filter, sort: 'creation', pagesize: 1 })).body.items[0]?.['title'];
    await ask('!first00');
    const asked = { site, userId: cached.member(site), body: '<p>?</p>', tags: ['filters'] };
    cached.world.actions.ask({ ...asked, title: 'Asked in between' });
    expect(await ask('!first00')).not.toBe('Asked in between');
    expect(await ask('!second0')).toBe('Asked in between');
  });

  test('foreign ones are refused where the network says so; its own and the named ones are not', async () => {
    const strict = await startNetwork({ foreignFilters: 'refuse' });
    const { filter } = await create({ include: 'question.body' });
    for (const known of [filter, 'withbody', 'default', '_b'])
      expect((await strict.get('/questions', { site, filter: known })).status).toBe(200);
    // A few fields beside the default ones make a short id; one with a changed letter is none of its own.
    expect(filter.length).toBeLessThan(12);
    const changed = filter.slice(0, -1) + (filter.endsWith('A') ? 'B' : 'A');
    for (const foreign of ['!-q2RZj5_', `${filter}A`, changed]) {
      const { status, body } = await strict.get('/questions', { site, filter: foreign });
      expect([status, body]).toMatchObject([
        400,
        { error_name: 'bad_parameter', error_message: 'Invalid filter specified' },
      ]);
    }
  });
});

test('a filter can be asked for with an empty body, a form or JSON, and what is neither is refused in words', async () => {
  const send = async (body: string, type: string) => {
    const response = await fetch(`${network.apiBaseUrl}/2.3/filters/create`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    const told = (await response.json()) as { items?: { filter: string }[]; error_message?: string };
    return told.items?.[0]?.filter ?? [response.status, told.error_message];
  };
  const total = await send('include=.total', 'application/x-www-form-urlencoded');
  expect(await send('{"include":".total"}', 'application/json')).toBe(total);
  expect(await send('', 'application/json')).toBe(await send('', 'application/x-www-form-urlencoded'));
  expect(await send('{', 'application/json')).toEqual([
    400,
    "Body is not valid JSON but content-type is set to 'application/json'",
  ]);
  expect(await send('include=.total', 'text/plain')).toEqual([
    400,
    'Send a form (application/x-www-form-urlencoded) or JSON (application/json)',
  ]);
  expect(await send('<a/>', 'text/xml')).toEqual([
    400,
    'Send a form (application/x-www-form-urlencoded) or JSON (application/json)',
  ]);
});
