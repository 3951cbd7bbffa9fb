import { describe, expect, test } from 'vitest';
import { error, noon, site, startNetwork, type Parameters } from '../../../support/network.ts';

const titles = async (path: string, parameters: Parameters) => {
  const items = await network.items(path, parameters);
  return items.map((item) => item['title']);
};

const network = await startNetwork();
const { actions } = network.world;
const ask = (title: string, tags: string[], at: number) => network.ask({ title, body: '<p>Why?</p>', tags, at });
const first = ask('Zebra one', ['zoo', 'stripes'], noon - 3000);
ask('Zebra two', ['zoo', 'spots'], noon - 2000);
const third = ask('Lion three', ['zoo', 'stripes', 'spots'], noon - 1000);
const gone = ask('Zebra gone', ['zoo'], noon - 500);
network.answer({ questionId: first, body: '<p>So.</p>', at: noon - 100 });
network.vote({ userId: network.member(site, 1), postId: third, at: noon - 900 });
network.vote({ userId: network.member(site, 2), postId: first, direction: 'down', at: noon - 900 });
actions.remove({ site, postId: gone });

const zoo = { tagged: 'zoo' };

describe('/questions', () => {
  test('sorts by activity, latest first, when nothing is said; deleted questions are not there', async () => {
    expect(await titles('/questions', zoo)).toEqual(['Zebra one', 'Lion three', 'Zebra two']);
  });

  test.each([
    [{ sort: 'creation' }, ['Lion three', 'Zebra two', 'Zebra one']],
    [{ sort: 'creation', order: 'asc' }, ['Zebra one', 'Zebra two', 'Lion three']],
    [{ sort: 'votes' }, ['Lion three', 'Zebra two', 'Zebra one']],
    [{ sort: 'votes', min: 0 }, ['Lion three', 'Zebra two']],
    [{ sort: 'votes', max: 0 }, ['Zebra two', 'Zebra one']],
    [{ sort: 'votes', min: -1, max: -1 }, ['Zebra one']],
    [{ sort: 'creation', min: noon - 2000 }, ['Lion three', 'Zebra two']],
    [{ sort: 'creation', max: noon - 2000 }, ['Zebra two', 'Zebra one']],
    [{ sort: 'activity', min: noon - 100 }, ['Zebra one']],
    [{ fromdate: noon - 2000, sort: 'creation' }, ['Lion three', 'Zebra two']],
    [{ todate: noon - 2000, sort: 'creation' }, ['Zebra two', 'Zebra one']],
    [{ fromdate: noon - 2000, todate: noon - 2000 }, ['Zebra two']],
    [{ fromdate: noon - 999, todate: noon - 2000 }, []],
    // The dates bound the creation whatever is sorted by.
    [{ fromdate: noon - 1000, sort: 'activity' }, ['Lion three']],
    [{ fromdate: '', sort: 'votes', pagesize: 1 }, ['Lion three']],
  ] as [Parameters, string[]][])('%j', async (parameters, expected) => {
    expect(await titles('/questions', { ...zoo, ...parameters })).toEqual(expected);
  });

  test('hot goes by interest for the age, week and month by votes; each holds nothing that is older', async () => {
    const day = 86_400;
    for (const [title, age, score] of [
      ['Of 40 days', 40 * day, 5],
      ['Of 20 days', 20 * day, 3],
      ['Of 3 days', 3 * day, 2],
      ['Of an hour', 3600, 1],
    ] as const) {
      const id = network.ask({ title, tags: ['heat'], at: noon - age });
      for (let voter = 1; voter <= score; voter += 1)
        network.vote({ userId: network.member(site, voter), postId: id, at: noon - 60 });
    }
    expect(await titles('/questions', { tagged: 'heat', sort: 'hot' })).toEqual([
      'Of an hour',
      'Of 3 days',
      'Of 20 days',
      'Of 40 days',
    ]);
    expect(await titles('/questions', { tagged: 'heat', sort: 'week' })).toEqual(['Of 3 days', 'Of an hour']);
    expect(await titles('/questions', { tagged: 'heat', sort: 'month' })).toEqual([
      'Of 20 days',
      'Of 3 days',
      'Of an hour',
    ]);
    expect(await titles('/questions', { tagged: 'heat', sort: 'month', order: 'asc' })).toEqual([
      'Of an hour',
      'Of 3 days',
      'Of 20 days',
    ]);
    const { body } = await network.get('/questions', { site, sort: 'week', pagesize: 100 });
    expect(Math.min(...body.items.map((item) => Number(item['creation_date'])))).toBeGreaterThanOrEqual(
      noon - 7 * 86_400,
    );
  });

  test.each([
    ['hot', 'min'],
    ['week', 'max'],
    ['month', 'min'],
  ])('%s takes no %s', async (sort, bound) => {
    expect((await network.get('/questions', { site, sort, [bound]: 1 })).body).toMatchObject(error(400, bound));
  });

  test.each([
    ['zoo;stripes', ['Zebra one', 'Lion three']],
    ['ZOO;Stripes;spots', ['Lion three']],
    ['zoo;no-such-tag', []],
    ['zoo;stripes;spots;a;b;c', []],
    ['zoo;zoo;zoo;zoo;zoo;zoo', ['Zebra one', 'Lion three', 'Zebra two']],
  ])('tagged %s means all of them', async (tagged, expected) => {
    expect(await titles('/questions', { tagged })).toEqual(expected);
  });

  test.each([
    ['order', 'up'],
    ['sort', 'reputation'],
    ['sort', 'toString'],
    ['fromdate', 'yesterday'],
    ['todate', '-1'],
    ['fromdate', '1e9'],
    ['min', 'x'],
    ['max', '999999999999999'],
  ])('%s=%s is refused by name', async (name, value) => {
    const { status, body } = await network.get('/questions', { site, [name]: value });
    expect([status, body]).toEqual([400, { error_id: 400, error_message: name, error_name: 'bad_parameter' }]);
  });

  test('an answered question says so, with its owner and counts', async () => {
    const { body } = await network.get('/questions', { site, ...zoo, pagesize: 1 });
    expect(body.items[0]).toMatchObject({
      title: 'Zebra one',
      tags: ['zoo', 'stripes'],
      answer_count: 1,
      is_answered: false,
      score: -1,
      creation_date: noon - 3000,
      last_activity_date: noon - 100,
      owner: { user_id: network.member(site), user_type: expect.any(String) },
    });
  });

  test('an owner’s accept rate follows what they accept, in lists that were told before, too', async () => {
    const { actions } = network.world;
    // Somebody who has asked nothing so far.
    const [fresh] = network.world.db
      .prepare(
        'SELECT id FROM users u WHERE site_id = 1 AND id > 50 AND NOT EXISTS (SELECT 1 FROM posts p WHERE p.site_id = 1 AND p.owner_id = u.id AND p.post_type = 1) LIMIT 1',
      )
      .all();
    const userId = Number(fresh?.['id']);
    const ask = (at: number) => network.ask({ userId, title: `Rated ${at}`, tags: ['rated'], at: noon - at });
    const [first = 0] = [400, 300, 200].map(ask);
    const rates = async () =>
      (await network.get('/questions', { site, tagged: 'rated' })).body.items.map(
        (item) => (item['owner'] as Record<string, unknown>)['accept_rate'],
      );
    expect(await rates()).toEqual([undefined, undefined, undefined]);
    ask(100);
    expect(await rates()).toEqual([0, 0, 0, 0]);
    const answerId = network.answer({ userId: network.member(site), questionId: first, at: noon - 90 });
    actions.accept({ site, answerId, at: noon - 80 });
    expect(await rates()).toEqual([25, 25, 25, 25]);
    expect((await network.get(`/users/${userId}`, { site })).body.items[0]).toMatchObject({ accept_rate: 25 });
    actions.remove({ site, postId: answerId });
    expect(await rates()).toEqual([0, 0, 0, 0]);
  });

  test('closed_details say why, by whom, and of which questions it is a duplicate', async () => {
    const { actions } = network.world;
    const [asker, closer] = [network.member(site), network.member(site, 1)];
    const ask = (title: string) => network.ask({ userId: asker, title, tags: ['twins'], at: noon - 50 });
    const [original, repeated, vague] = [ask('Where & when?'), ask('Where again?'), ask('What?')];
    const answer = network.answer({ userId: closer, questionId: original, body: '<p>Here.</p>' });
    actions.accept({ site, answerId: answer });
    await network.control.act('close', {
      site,
      questionId: repeated,
      reason: 'Duplicate',
      userId: closer,
      originalId: original,
    });
    await network.control.act('close', { site, questionId: vague, reason: 'Vague' });
    const { filter } =
      (
        await network.get('/filters/create', {
          include: 'question.closed_details;closed_details.*;original_question.*',
        })
      ).body.items[0] ?? {};
    const details = async () => {
      const { items } = (
        await network.get(`/questions/${original};${repeated};${vague}`, {
          site,
          filter: String(filter),
          sort: 'creation',
          order: 'asc',
        })
      ).body;
      return items.map((item) => item['closed_details']);
    };
    expect(await details()).toEqual([
      undefined,
      {
        on_hold: false,
        reason: 'Duplicate',
        description: expect.stringContaining('asked before'),
        by_users: [expect.objectContaining({ user_id: closer, display_name: expect.any(String) })],
        original_questions: [
          { question_id: original, title: 'Where &amp; when?', answer_count: 1, accepted_answer_id: answer },
        ],
      },
      { on_hold: false, reason: 'Vague', description: 'Vague' },
    ]);
    await network.control.act('remove', { site, postId: original, userId: closer });
    expect((await details())[0]).not.toHaveProperty('original_questions');
    await network.control.act('reopen', { site, questionId: repeated, userId: closer });
    expect((await details())[0]).toBeUndefined();
  });
});

describe('/search', () => {
  test.each([
    [{ tagged: 'stripes;spots' }, ['Zebra one', 'Lion three', 'Zebra two']],
    [{ tagged: 'stripes;no-such-tag' }, ['Zebra one', 'Lion three']],
    [{ tagged: 'no-such-tag' }, []],
    [{ tagged: 'zoo', nottagged: 'stripes' }, ['Zebra two']],
    [{ tagged: 'zoo', nottagged: 'stripes;spots' }, []],
    [{ tagged: 'zoo', nottagged: 'no-such-tag', intitle: 'LION' }, ['Lion three']],
    [{ intitle: 'zebra ' }, ['Zebra one', 'Zebra two']],
    // Without tagged, nottagged means nothing.
    [{ intitle: 'zebra', nottagged: 'stripes' }, ['Zebra one', 'Zebra two']],
    [{ intitle: '%', tagged: 'zoo' }, []],
    [{ tagged: 'zoo', sort: 'votes', min: 0 }, ['Lion three', 'Zebra two']],
    [{ tagged: 'zoo', sort: 'relevance', intitle: 'two' }, ['Zebra two']],
    [{ tagged: 'zoo', fromdate: noon - 1000 }, ['Lion three']],
  ] as [Parameters, string[]][])('%j', async (parameters, expected) => {
    expect(await titles('/search', parameters)).toEqual(expected);
  });

  test('needs tagged or intitle', async () => {
    expect((await network.get('/search', { site, nottagged: 'zoo' })).body).toMatchObject(error(400));
  });
});
