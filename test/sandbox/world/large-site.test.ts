import { expect, it } from 'vitest';
import { openSmallWorld } from './small-world.ts';

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
    ${numbers} INSERT INTO posts (site_id, id, post_type, owner_id, title, body, tags, created_at, last_activity_at)
      SELECT 1, i, 1, 5, 'T', 'b', '|often|', i, i FROM n;
    ${numbers} INSERT INTO post_tags (site_id, tag_id, post_id, last_activity_at) SELECT 1, 1, i, i FROM n;
    ${numbers} INSERT INTO comments (site_id, id, post_id, owner_id, body, created_at) SELECT 1, i, i, 4, 'c', i FROM n;
    ${numbers} INSERT INTO reputation_events (site_id, id, user_id, post_id, history_type, change, on_date)
      SELECT 1, i, 5, i, 'post_upvoted', 10, i FROM n;`);
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
