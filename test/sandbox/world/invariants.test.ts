import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ActionError, type Actions } from '../../../sandbox/world/world.ts';
import { brokenRules, keptAndAnew, noon, openSmallWorld, type SmallWorld } from './small-world.ts';

const SITES = ['one', 'two'];
const userId = fc.constantFrom(1, 1, 2, 2, 3, 4, 5, 6);
/** Few enough that actions meet, one of them unknown. */
const postId = fc.constantFrom(1, 1, 2, 2, 3, 4, 11, 11, 12, 12, 13, 14, 15, 16);
const commentId = fc.constantFrom(1, 1, 2, 3, 4);
/** Noon of the first day to noon of the fourth. */
const at = fc.integer({ min: noon, max: noon + 3 * 86_400 });
const body = fc.constantFrom('<p>plain</p>', '@AnaSousa yes', '@Bo & @Chen', 'a &lt; b', '');
const tagsOf = (...names: string[]) => fc.uniqueArray(fc.constantFrom(...names), { maxLength: 4 });
const asked = fc.constant('T');

/** An action with these fields, as often as its weight says. */
const of = (weight: number, name: keyof Actions, fields: Record<string, fc.Arbitrary<unknown>>) => ({
  weight,
  arbitrary: fc.record({ site: fc.constantFrom(...SITES), at, ...fields }).map((given) => ({ name, given })),
});
const action = fc.oneof(
  of(4, 'ask', { userId, title: asked, body: asked, tags: tagsOf('a', 'b', 'c++', 'c#') }),
  of(4, 'answer', { userId, questionId: postId, body }),
  of(4, 'comment', { userId, postId, body }),
  of(2, 'editComment', { userId, commentId, body }),
  of(2, 'removeComment', { commentId }),
  of(3, 'voteComment', { userId, commentId }),
  of(2, 'unvoteComment', { userId, commentId }),
  of(4, 'unvote', { userId, postId }),
  of(3, 'favorite', { userId, questionId: postId }),
  of(2, 'unfavorite', { userId, questionId: postId }),
  of(1, 'flag', { userId, postId, optionId: fc.constantFrom(1, 2) }),
  of(8, 'vote', { userId, postId, direction: fc.constantFrom('up', 'down') }),
  of(2, 'accept', { answerId: postId }),
  of(2, 'unaccept', { answerId: postId }),
  of(5, 'awardBounty', { answerId: postId }),
  of(1, 'close', { questionId: postId, userId, reason: fc.constant('Duplicate') }),
  of(1, 'reopen', { questionId: postId }),
  of(1, 'remove', { postId, userId }),
  of(2, 'edit', { userId, postId, body }),
  of(2, 'retag', { userId, questionId: postId, tags: tagsOf('a', 'b', 'c++', 'd') }),
  of(1, 'read', { userId }),
  of(5, 'bounty', { questionId: postId, userId, amount: fc.constantFrom(50, 50, 50, 100, 7) }),
);

/** Something to stumble over from the start, and enough reputation for bounties. */
function furnish({ act }: SmallWorld, site: string) {
  const text = { site, body: '<p>b</p>', at: noon };
  const first = act.ask({ ...text, userId: 1, title: 'First', tags: ['a'] });
  const second = act.answer({ ...text, userId: 2, questionId: first });
  const upvote = (voterId: number, id: number) =>
    act.vote({ site, userId: voterId, postId: id, direction: 'up', at: noon });
  act.comment({ ...text, userId: 3, postId: second });
  for (const voterId of [3, 4, 5]) for (const id of [first, second]) upvote(voterId, id);
  act.accept({ site, answerId: second, at: noon });
  for (let count = 0; count < 8; count += 1) upvote(4, act.ask({ ...text, userId: 2, title: 'More', tags: ['b'] }));
}

it('holds its rules whatever people do, in whatever order', () => {
  const done = new Set<string>();
  fc.assert(
    fc.property(fc.array(action, { minLength: 20, maxLength: 80, size: 'max' }), (actions) => {
      const world = openSmallWorld();
      try {
        for (const site of SITES) furnish(world, site);
        for (const { name, given } of actions) {
          try {
            (world.actions[name] as (action: object) => unknown)(given);
            done.add(name);
          } catch (error) {
            expect(error).toBeInstanceOf(ActionError);
          }
        }
        expect(brokenRules(world)).toEqual({});
        const { kept, anew } = keptAndAnew(world);
        expect(kept).toEqual(anew);
      } finally {
        world.close();
      }
    }),
    { numRuns: 250, seed: 20261122 },
  );
  const { actions } = openSmallWorld();
  const others = ['award', 'message', 'readOnWebsite'];
  expect([...done].toSorted()).toEqual(
    Object.keys(actions)
      .filter((name) => !others.includes(name))
      .toSorted(),
  );
});

const LARGE = 20_000;
/** Looking at all there is on the site takes some hundred times as long. */
const MAX_RATIO = 10;
const ROUNDS = 5;
const ACTIONS_A_ROUND = 10;

/** A world whose site "one" has many questions of others, each with a tag, a comment and a change of reputation. */
function worldWithLargeSite() {
  const world = openSmallWorld();
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${LARGE})`;
  world.db.exec(`
    INSERT INTO tags (site_id, id, name, count) VALUES (1, 1, 'often', ${LARGE});
    ${numbers} INSERT INTO posts (site_id, id, post_type, owner_id, title, tags, created_at, last_activity_at)
      SELECT 1, i, 1, 5, 'T', '|often|', i, i FROM n;
    ${numbers} INSERT INTO bodies (post_key, body) SELECT (1 << 32) + i, 'b' FROM n;
    ${numbers} INSERT INTO post_tags (site_id, tag_id, post_id, last_activity_at, created_at, score, hot)
      SELECT 1, 1, i, i, i, 0, 0 FROM n;
    ${numbers} INSERT INTO comments (site_id, id, post_id, post_type, owner_id, body, created_at)
      SELECT 1, i, i, 1, 4, 'c', i FROM n;
    ${numbers} INSERT INTO reputation_events (site_id, user_id, post_id, history_type, change, on_date)
      SELECT 1, 5, i, 'post_upvoted', 10, i FROM n;`);
  return world;
}

it('whatever happens takes no longer on a site with many questions', () => {
  const { actions, time } = worldWithLargeSite();
  const question = (site: string) =>
    actions.ask({ site, userId: 1, title: 'Why?', body: '<p>b</p>', tags: ['often', 'seldom'] });
  const asked = new Map(['one', 'two'].map((site) => [site, question(site)]));
  const happenings: Record<string, (site: string, questionId: number) => void> = {
    ask: question,
    answer: (site, questionId) => actions.answer({ site, userId: 2, questionId, body: '<p>So.</p>' }),
    comment: (site, postId) => actions.comment({ site, userId: 3, postId, body: '@Ana What did you try?' }),
    vote: (site) => actions.vote({ site, userId: 2, postId: question(site), direction: 'up' }),
    remove: (site) => actions.remove({ site, userId: 1, postId: question(site) }),
  };
  for (const [name, happen] of Object.entries(happenings)) {
    const fastest = { one: Infinity, two: Infinity };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const site of ['one', 'two'] as const) {
        const began = performance.now();
        for (let nth = 0; nth < ACTIONS_A_ROUND; nth += 1) {
          time.now += 1;
          happen(site, asked.get(site)!);
        }
        fastest[site] = Math.min(fastest[site], performance.now() - began);
      }
    expect.soft(fastest.one / fastest.two, name).toBeLessThan(MAX_RATIO);
  }
});
