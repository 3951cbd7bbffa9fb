import { describe, expect, test } from 'vitest';
import { key, noon, site, startNetwork, token, type Parameters } from '../../support/network.ts';

const network = await startNetwork();
const [me, first, second] = [network.member(site), network.member(site, 1), network.member(site, 2)];
const third = network.member(site, 3);
const { items } = network;
await network.control.grant({ token: 'private', accountId: network.account(), scopes: ['private_info'] });
await network.control.grant({ token: 'somebody else', accountId: network.account(1), scopes: ['private_info'] });

test('/users/moderators are those who moderate; /elected those of them who were elected', async () => {
  const all = await items('/users/moderators');
  expect(all.map((item) => item['user_type'])).toEqual(['moderator', 'moderator', 'moderator', 'moderator']);
  const elected = await network.list('/users/moderators/elected');
  expect(elected).toHaveLength(3);
  expect(all.map((item) => item['user_id'])).toEqual(expect.arrayContaining(elected));
});

const question = network.ask({ title: 'For the history', tags: ['history'], at: noon - 500 });
const answer = network.answer({ userId: first, questionId: question, at: noon - 400 });
network.vote({ userId: first, postId: question, at: noon - 300 });
network.vote({ userId: me, postId: answer, direction: 'down', at: noon - 200 });
network.world.actions.accept({ site, answerId: answer, at: noon - 100 });

const [upvoted, accepted] = ['-300 post_upvoted 10', '-100 asker_accepts_answer 2'];
const downvoting = '-200 voter_downvotes -1';
const whole = ['-100 accepts 2', '-200 down_votes -1', '-300 up_votes 10'];
const open = ['-100 accepts 2', '-300 up_votes 10'];
test.each([
  // Names the kind of every change; how somebody voted stays theirs.
  [`/users/${me}/reputation-history`, token, [accepted, upvoted]],
  [`/users/${me}/reputation-history/full`, 'private', [accepted, downvoting, upvoted]],
  [`/users/${me}/reputation`, undefined, open],
  [`/users/${me}/reputation`, 'somebody else', open],
  [`/users/${me}/reputation`, token, whole],
  // Downvotes that somebody got are theirs to be seen.
  [`/users/${first};${second}/reputation`, undefined, ['-100 accepts 15', '-200 down_votes -2']],
])('reputation history %s with the token %s', async (path, credential, expected) => {
  const asked = { site, fromdate: noon - 500, ...(credential !== undefined && { key, access_token: credential }) };
  const told = (await network.get(path, asked)).body.items.map((item) => {
    const kind = String(item['reputation_history_type'] ?? item['vote_type']);
    return `${Number(item['creation_date'] ?? item['on_date']) - noon} ${kind} ${Number(item['reputation_change'])}`;
  });
  expect(told).toEqual(expected);
});

describe('tags', () => {
  const ask = (tags: string[], at: number) => network.ask({ title: `About ${tags.join()} ${at}`, tags, at });
  const old = ask(['fig', 'date'], noon - 90 * 86_400);
  const recent = ask(['fig', 'date', 'nut'], noon - 1500);
  ask(['fig', 'nut'], noon - 1400);
  const answer = (userId: number, questionId: number, at: number) => network.answer({ userId, questionId, at });
  const liked = answer(first, old, noon - 80 * 86_400);
  const good = answer(second, recent, noon - 1300);
  answer(third, recent, noon - 1200);
  for (const userId of [me, second]) network.vote({ userId, postId: liked, at: noon - 1100 });
  network.vote({ userId: me, postId: good, at: noon - 1100 });

  const byName = 'sort=name&order=asc';
  const best = ['user_id', 'score', 'post_count'];
  test.each([
    [`/tags/c%2B%2B;c%23/info?${byName}`, ['name'], ['c#', 'c++']],
    ['/tags/FIG;nut;no-such/info?sort=popular', ['name', 'count'], ['fig 3', 'nut 2']],
    [`/tags/fig;nut/info?${byName}&min=g`, ['name'], ['nut']],
    // What goes with all of them, the most frequent first; the number is of the questions that they share.
    ['/tags/date/related', ['name', 'count'], ['fig 2', 'nut 1']],
    ['/tags/nut/related', ['name'], ['fig', 'date']],
    ['/tags/fig;nut/related', ['name'], ['date']],
    ['/tags/fig;no-such/related', ['name'], []],
    // By what their posts are worth.
    ['/tags/fig/top-answerers/all_time', best, [`${first} 2 1`, `${second} 1 1`, `${third} 0 1`]],
    ['/tags/fig/top-answerers/month', best, [`${second} 1 1`, `${third} 0 1`]],
    ['/tags/fig/top-askers/month', best, [`${me} 0 2`]],
  ])('%s: %j', async (path, fields, expected) => {
    expect((await items(path)).map((item) => fields.map((field) => item[field]).join(' '))).toEqual(expected);
  });

  test('/tags/required and /tags/moderator-only', async () => {
    expect(await items('/tags/required')).toEqual([]);
    network.world.db.exec("UPDATE tags SET is_required = name = 'fig', is_moderator_only = name = 'nut'");
    expect(await items('/tags/required')).toMatchObject([{ name: 'fig', is_required: true }]);
    expect(await items('/tags/moderator-only')).toMatchObject([{ name: 'nut', is_moderator_only: true }]);
  });

  test.each([
    ['/me/tags?min=1&', ['date', 'fig', 'nut'], [`date 2 ${me}`, `fig 3 ${me}`, `nut 2 ${me}`]],
    [`/users/${first}/tags?`, ['date', 'fig', 'nut'], [`date 1 ${first}`, `fig 1 ${first}`]],
  ])('%s counts of the tags %j the posts of the user', async (path, names, expected) => {
    const counted = (await items(`${path}${byName}&pagesize=100`)).filter((tag) => names.includes(String(tag['name'])));
    expect(counted.map((tag) => ['name', 'count', 'user_id'].map((field) => tag[field]).join(' '))).toEqual(expected);
  });

  test('as users, they follow a filter’s fields of users; score and the shallow user those of tag_score', async () => {
    const ranked = async (asked: Parameters) =>
      (await network.get('/tags/fig/top-answerers/all_time', { site, filter: await network.filter(asked) })).body;
    const { display_name, reputation } = (await items(`/users/${first}`))[0] ?? {};
    const asUsers = await ranked({ base: 'none', include: '.items;.type;user.display_name;user.reputation' });
    expect(asUsers).toMatchObject({ type: 'tag_score' });
    expect(asUsers.items[0]).toEqual({ display_name, reputation });
    const scores = '.items;tag_score.score;tag_score.user;shallow_user.user_id';
    expect((await ranked({ base: 'none', include: scores })).items[0]).toEqual({ score: 2, user: { user_id: first } });
    const [without] = (await ranked({ exclude: 'user.link' })).items;
    expect(without).toMatchObject({ user_id: first, score: 2 });
    expect(without).not.toHaveProperty('link');
  });

  test('at most 20 are named, 30 before 2.3', async () => {
    const many = async (version: string) =>
      (await network.get('/tags/git/top-answerers/all_time', { site, pagesize: 100 }, version)).body.items.length;
    expect([await many('2.2'), await many('2.3')]).toEqual([30, 20]);
  });
});
