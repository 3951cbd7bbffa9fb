import { beforeAll, describe, expect, test } from 'vitest';
import { error, key, noon, site, startNetwork, type Parameters } from '../../../support/network.ts';

const network = await startNetwork();
const me = network.member(site);
const others = [1, 2, 3].map((index) => network.member(site, index));

const { items } = network;

describe('/users', () => {
  test.each(['reputation', 'creation', 'name', 'modified'])('sorts by %s', async (sort) => {
    const field =
      { reputation: 'reputation', creation: 'creation_date', name: 'display_name', modified: 'last_modified_date' }[
        sort
      ] ?? '';
    const values = (await items('/users', { sort, order: 'asc', pagesize: 50 })).map((item) => item[field]);
    const rising = values.toSorted((a, b) =>
      sort === 'name' ? (String(a).toLowerCase() < String(b).toLowerCase() ? -1 : 1) : Number(a) - Number(b),
    );
    expect(values).toEqual(rising);
    expect(await items('/users', { sort, pagesize: 50 })).toHaveLength(50);
  });

  test.each([
    ['reputation', 'reputation'],
    ['creation', 'creation_date'],
    ['name', 'display_name'],
    ['modified', 'last_modified_date'],
  ])('min and max bound %s, both included', async (sort, field) => {
    const order = { sort, order: 'asc', pagesize: 100 };
    const all = await items('/users', order);
    const [from = {}, to = {}] = [all[20], all[40]];
    // Not the case that is stored, so that it is seen that names are bound as they are sorted.
    const bound = (user: Record<string, unknown>) =>
      sort === 'name' ? String(user[field]).toUpperCase() : Number(user[field]);
    const within = await items('/users', { ...order, min: bound(from), max: bound(to) });
    const value = (user: Record<string, unknown>) =>
      sort === 'name' ? String(user[field]).toLowerCase() : Number(user[field]);
    const expected = all.filter((user) => value(user) >= value(from) && value(user) <= value(to));
    expect(expected.length).toBeGreaterThan(5);
    expect(expected.length).toBeLessThan(60);
    expect(within).toEqual(expected);
  });

  test('/users/moderators are those who moderate; /elected those of them who were elected', async () => {
    const all = await items('/users/moderators');
    expect(all.map((item) => item['user_type'])).toEqual(['moderator', 'moderator', 'moderator', 'moderator']);
    const elected = (await items('/users/moderators/elected')).map((item) => item['user_id']);
    expect(elected).toHaveLength(3);
    expect(all.map((item) => item['user_id'])).toEqual(expect.arrayContaining(elected));
    const names = (await items('/users/moderators', { sort: 'name', order: 'asc' })).map((item) =>
      String(item['display_name']),
    );
    expect(names).toEqual(
      all.map((item) => String(item['display_name'])).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    );
    expect(new Set(names).size).toBe(4);
  });
});

describe('/users/{ids}/associated', () => {
  const associated = async (ids: readonly number[], parameters: Parameters = {}) =>
    (await network.get(`/users/${ids.join(';')}/associated`, parameters)).body;

  test('goes by accounts, takes no site, echoes the page', async () => {
    const [mine, second] = [network.account(), network.account(1)];
    const both = await associated([mine, second], { pagesize: 100, page: 1 });
    expect(both).toMatchObject({ page: 1, page_size: 100, has_more: false });
    expect(new Set(both.items.map((item) => item['account_id']))).toEqual(new Set([mine, second]));
    expect((await associated([mine])).items).toEqual((await network.mine('/me/associated')).body.items);
    expect(
      (await associated([mine], { types: 'meta_site' })).items.every((item) =>
        String(item['site_url']).includes('meta'),
      ),
    ).toBe(true);
    expect(await associated([mine], { site })).toMatchObject(
      error(400, 'This method does not accept a site parameter'),
    );
  });
});

describe('reputation history', () => {
  beforeAll(() => {
    const { actions } = network.world;
    const [other = 0] = others;
    const question = network.ask({ title: 'For the history', tags: ['history'], at: noon - 500 });
    const answer = network.answer({ userId: other, questionId: question, at: noon - 400 });
    network.vote({ userId: other, postId: question, at: noon - 300 });
    network.vote({ userId: me, postId: answer, direction: 'down', at: noon - 200 });
    actions.accept({ site, answerId: answer, at: noon - 100 });
  });

  test('names the kind of every change; how somebody voted stays theirs', async () => {
    const since = { fromdate: noon - 500 };
    const kinds = async (path: string) =>
      (await items(path, since)).map((item) => [
        Number(item['creation_date']) - noon,
        item['reputation_history_type'],
        item['reputation_change'],
      ]);
    const open = [
      [-100, 'asker_accepts_answer', 2],
      [-300, 'post_upvoted', 10],
    ];
    expect(await kinds(`/users/${me}/reputation-history`)).toEqual(open);
    expect(await kinds('/me/reputation-history')).toEqual(open);
    await network.control.grant({ token: 'private', accountId: network.account(), scopes: ['private_info'] });
    for (const path of [`/users/${me}/reputation-history/full`, '/me/reputation-history/full'])
      expect(
        (await network.get(path, { site, key, access_token: 'private', ...since })).body.items.map(
          (item) => item['reputation_history_type'],
        ),
      ).toEqual(['asker_accepts_answer', 'voter_downvotes', 'post_upvoted']);
  });

  test('/users/{ids}/reputation does not tell others how somebody voted; oneself it does', async () => {
    const since = { site, fromdate: noon - 500 };
    const told = async (path: string, parameters: Parameters = {}) =>
      (await network.get(path, { ...since, ...parameters })).body.items.map((item) => [
        Number(item['on_date']) - noon,
        item['vote_type'],
        item['reputation_change'],
      ]);
    const [other = 0, third = 0] = others;
    const open = [
      [-100, 'accepts', 2],
      [-300, 'up_votes', 10],
    ];
    const whole = [
      [-100, 'accepts', 2],
      [-200, 'down_votes', -1],
      [-300, 'up_votes', 10],
    ];
    const path = `/users/${me}/reputation`;
    expect(await told(path)).toEqual(open);
    await network.control.grant({ token: 'somebody else', accountId: network.account(1), scopes: ['private_info'] });
    expect(await told(path, { key, access_token: 'somebody else' })).toEqual(open);
    expect(await told(path, { key, access_token: 'granted-token' })).toEqual(whole);
    expect(await told('/me/reputation', { key, access_token: 'granted-token' })).toEqual(whole);
    // Downvotes that somebody got are theirs to be seen.
    expect(await told(`/users/${other};${third}/reputation`)).toEqual([
      [-100, 'accepts', 15],
      [-200, 'down_votes', -2],
    ]);
  });

  test('the whole history needs private_info, and is of the token’s user only', async () => {
    expect((await network.mine('/me/reputation-history/full', { site })).body).toMatchObject({ error_id: 403 });
    const theirs = await network.get(`/users/${others[0] ?? 0}/reputation-history/full`, {
      site,
      key,
      access_token: 'private',
    });
    expect(theirs.body).toMatchObject(error(403));
  });
});

describe('tags', () => {
  beforeAll(() => {
    const [first = 0, second = 0, third = 0] = others;
    const ask = (tags: string[], at: number) => network.ask({ title: `About ${tags.join()} ${at}`, tags, at });
    const old = ask(['fig', 'date'], noon - 90 * 86_400);
    const recent = ask(['fig', 'date', 'nut'], noon - 500);
    ask(['fig', 'nut'], noon - 400);
    const answer = (userId: number, questionId: number, at: number) => network.answer({ userId, questionId, at });
    const best = answer(first, old, noon - 80 * 86_400);
    const good = answer(second, recent, noon - 300);
    answer(third, recent, noon - 200);
    for (const [voterId, postId] of [
      [me, best],
      [second, best],
      [me, good],
    ] as const)
      network.vote({ userId: voterId, postId, at: noon - 100 });
  });

  test('/tags/{tags}/info gives tags by name', async () => {
    expect(await items('/tags/c%2B%2B;c%23/info', { sort: 'name', order: 'asc' })).toMatchObject([
      { name: 'c#' },
      { name: 'c++' },
    ]);
    expect(await items('/tags/FIG;nut;no-such/info', { sort: 'popular' })).toMatchObject([
      { name: 'fig', count: 3 },
      { name: 'nut', count: 2 },
    ]);
    expect(
      (await items('/tags/fig;nut/info', { sort: 'name', order: 'asc', min: 'g' })).map((tag) => tag['name']),
    ).toEqual(['nut']);
  });

  test('/tags/{tags}/related gives what goes with all of them, the most frequent first', async () => {
    // With `date` go two of `fig` and one of `nut`, with `fig` as many of one as of the other.
    expect((await items('/tags/date/related')).map((tag) => tag['name'])).toEqual(['fig', 'nut']);
    // The number is of the questions that they share, not of all that the tag has.
    expect((await items('/tags/date/related')).map((tag) => tag['count'])).toEqual([2, 1]);
    expect((await items('/tags/nut/related')).map((tag) => tag['name'])).toEqual(['fig', 'date']);
    expect((await items('/tags/fig/related')).map((tag) => tag['name']).toSorted()).toEqual(['date', 'nut']);
    expect((await items('/tags/fig;nut/related')).map((tag) => tag['name'])).toEqual(['date']);
    expect(await items('/tags/fig;no-such/related')).toEqual([]);
    expect((await network.get('/tags/a;b;c;d;e/related', { site })).body).toMatchObject(error(400, 'tags'));
  });

  test('/tags/required and /tags/moderator-only', async () => {
    expect(await items('/tags/required')).toEqual([]);
    network.world.db.exec(
      "UPDATE tags SET is_required = 1 WHERE name = 'fig'; UPDATE tags SET is_moderator_only = 1 WHERE name = 'nut'",
    );
    expect(await items('/tags/required')).toMatchObject([{ name: 'fig', is_required: true }]);
    expect(await items('/tags/moderator-only')).toMatchObject([{ name: 'nut', is_moderator_only: true }]);
  });

  test('/users/{ids}/tags and /me/tags count the posts of the user', async () => {
    const [first = 0] = others;
    const of = (tag: Record<string, unknown>) => ['fig', 'date', 'nut'].includes(String(tag['name']));
    const mine = (await items('/me/tags', { pagesize: 100, min: 1, sort: 'name', order: 'asc' })).filter(of);
    expect(mine).toMatchObject([
      { name: 'date', count: 2, user_id: me },
      { name: 'fig', count: 3, user_id: me },
      { name: 'nut', count: 2, user_id: me },
    ]);
    expect(
      (await items(`/users/${first}/tags`, { pagesize: 100, sort: 'name', order: 'asc' })).filter(of),
    ).toMatchObject([
      { name: 'date', count: 1, user_id: first },
      { name: 'fig', count: 1, user_id: first },
    ]);
  });

  test('/tags/{tag}/top-answerers/{period} has users by what their answers are worth', async () => {
    const [first = 0, second = 0, third = 0] = others;
    const top = async (period: string) =>
      (await items(`/tags/fig/top-answerers/${period}`)).map((item) => [
        item['user_id'],
        item['score'],
        item['post_count'],
      ]);
    expect(await top('all_time')).toEqual([
      [first, 2, 1],
      [second, 1, 1],
      [third, 0, 1],
    ]);
    expect(await top('month')).toEqual([
      [second, 1, 1],
      [third, 0, 1],
    ]);
    const [one] = await items('/tags/fig/top-answerers/all_time');
    // User objects, as the specification has it; and the shallow user that clients of the public service read.
    expect(one).toMatchObject({
      user_id: first,
      display_name: expect.any(String),
      badge_counts: expect.anything(),
      user: { user_id: first },
    });
    expect((await network.get('/tags/fig/top-answerers/year', { site })).body).toMatchObject(error(400, 'period'));
  });

  test('as users, they follow a filter’s fields of users; score and the shallow user those of tag_score', async () => {
    const [first = 0] = others;
    const one = async (include: string) => {
      const [made] = (await network.get('/filters/create', { base: 'none', include })).body.items;
      return (await network.get('/tags/fig/top-answerers/all_time', { site, filter: String(made?.['filter']) })).body;
    };
    const { display_name: name, reputation } = (await items(`/users/${first}`))[0] ?? {};
    expect(await one('.items;.type;user.display_name;user.reputation')).toMatchObject({ type: 'tag_score' });
    expect((await one('.items;.type;user.display_name;user.reputation')).items[0]).toEqual({
      display_name: name,
      reputation,
    });
    expect((await one('.items;tag_score.score;tag_score.user;shallow_user.user_id')).items[0]).toEqual({
      score: 2,
      user: { user_id: first },
    });
    const [made] = (await network.get('/filters/create', { exclude: 'user.link' })).body.items;
    const [without] = await items('/tags/fig/top-answerers/all_time', { filter: String(made?.['filter']) });
    expect(without).toMatchObject({ user_id: first, score: 2 });
    expect(without).not.toHaveProperty('link');
  });

  test('at most 20 are named, 30 before 2.3', async () => {
    const many = async (version: string) =>
      (await network.get('/tags/git/top-answerers/all_time', { site, pagesize: 100 }, version)).body.items.length;
    expect([await many('2.2'), await many('2.3')]).toEqual([30, 20]);
  });

  test('/tags/{tag}/top-askers/{period}', async () => {
    expect(await items('/tags/fig/top-askers/month')).toMatchObject([{ user_id: me, post_count: 2, score: 0 }]);
  });
});
