import { fillKept } from '../../../sandbox/world/database/kept.ts';
import { openWorld, type Actions, type World } from '../../../sandbox/world/world.ts';
import { rows } from '../support/rows.ts';

/** Noon of a UTC day, so that an hour more or less stays within it. */
export const noon = 1_750_000_000 - (1_750_000_000 % 86_400) + 43_200;

/** The actions of a world, on site "one" unless told otherwise. */
type ActionsOnOne = {
  [Name in keyof Actions]: Actions[Name] extends (action: infer Action) => infer Outcome
    ? (action: Omit<Action, 'site'> & { site?: string }) => Outcome
    : never;
};

export type SmallWorld = ReturnType<typeof openSmallWorld>;

export const people = ['Ana Sousa', 'Bo', 'Chen Wei', 'Dagny O’Hara', 'Emeka'] as const;
export const TITLE = 'Why does a < b && c > d "fail"?';

/** Two sites, "one" and "two"; on each, users 1 to 5 belong to accounts 11 to 15. No questions, one badge. */
export function openSmallWorld() {
  const time = { now: noon };
  const world = openWorld({ file: ':memory:', seed: 0, clock: { now: () => time.now }, content: 'none' });
  const { actions, db } = world;
  const account = db.prepare('INSERT INTO accounts (id, display_name, created_at) VALUES (?, ?, ?)');
  people.forEach((name, index) => account.run(11 + index, name, noon));
  const site = db.prepare(`INSERT INTO sites (id, api_site_parameter, name, site_url, audience, launch_date, link_color,
    tag_foreground_color, tag_background_color) VALUES (?, ?, ?, ?, 'testers', ?, '#000', '#000', '#fff')`);
  const user = db.prepare(
    'INSERT INTO users (site_id, id, account_id, display_name, created_at, last_access_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const [index, key] of ['one', 'two'].entries()) {
    const siteId = index + 1;
    site.run(siteId, key, key, `https://${key}.example`, noon);
    people.forEach((name, nth) => user.run(siteId, nth + 1, 11 + nth, name, noon, noon));
    db.exec(
      `INSERT INTO badges (site_id, id, name, rank, badge_type) VALUES (${siteId}, 1, 'Tester', 'gold', 'named')`,
    );
  }
  const act = Object.fromEntries(
    Object.entries(actions).map(([name, action]) => [
      name,
      (given: object) => (action as (all: object) => unknown)({ site: 'one', ...given }),
    ]),
  ) as unknown as ActionsOnOne;
  const found = (sql: string, ...parameters: (string | number)[]) => rows(world, sql, ...parameters);
  return {
    ...world,
    time,
    act,
    /** Asks a question with everything in its title that HTML minds. */
    ask: (userId = 1, tags = ['c++', 'memory'], at = time.now) =>
      act.ask({ userId, title: TITLE, body: '<p>It does.</p>', tags, at }),
    answer: (questionId: number, userId = 2) => act.answer({ userId, questionId, body: '<p>a</p>' }),
    upvote: (postId: number, userId: number) => act.vote({ userId, postId, direction: 'up' }),
    rows: found,
    /** What an account has been told, oldest first. */
    inboxOf: (accountId: number) =>
      found(
        'SELECT item_type, question_id, answer_id, comment_id, title, body, created_at, is_unread FROM inbox_items WHERE account_id = ? ORDER BY id',
        accountId,
      ),
    /** What the reputation of a user of site "one" came from, oldest first. */
    events: (userId: number) =>
      found(
        'SELECT change, history_type, vote_type, post_id FROM reputation_events WHERE site_id = 1 AND user_id = ? ORDER BY id',
        userId,
      ),
    /** The reputation of each of these users. */
    reputations: (userIds: readonly number[], siteId = 1) =>
      userIds.map(
        (id) => found('SELECT reputation FROM users WHERE site_id = ? AND id = ?', siteId, id)[0]?.['reputation'],
      ),
  };
}

/** Everything that must hold whatever people do; the offending rows of each rule. */
export function brokenRules(world: World): Record<string, unknown[]> {
  const rules: Record<string, string> = {
    reputationIsOnePlusEvents: `SELECT u.site_id, u.id, u.reputation, 1 + coalesce(sum(e.change), 0) AS expected FROM users u
      LEFT JOIN reputation_events e ON e.site_id = u.site_id AND e.user_id = u.id GROUP BY u.site_id, u.id HAVING u.reputation <> expected`,
    reputationAtLeastOne: 'SELECT site_id, id, reputation FROM users WHERE reputation < 1',
    votesWithinDailyCap: `SELECT site_id, user_id, on_date / 86400 AS day, sum(change) AS sum FROM reputation_events
      WHERE history_type IN ('post_upvoted', 'post_downvoted', 'post_unupvoted', 'post_undownvoted') GROUP BY 1, 2, 3 HAVING sum > 200`,
    acceptRatesAreOfTheirQuestions: `SELECT u.site_id, u.id, u.accept_rate FROM users u WHERE u.accept_rate IS NOT (
      SELECT CASE WHEN count(*) >= 4 THEN count(q.accepted_answer_id) * 100 / count(*) END FROM posts q
        WHERE q.site_id = u.site_id AND q.owner_id = u.id AND q.post_type = 1 AND q.deleted_at IS NULL)`,
    eventsChangeSomething: 'SELECT site_id, id FROM reputation_events WHERE change = 0',
    scoreIsVotes: `SELECT p.site_id, p.id FROM posts p LEFT JOIN votes v ON v.site_id = p.site_id AND v.post_id = p.id GROUP BY p.site_id, p.id
      HAVING p.up_vote_count <> total(v.vote_type = 2) OR p.down_vote_count <> total(v.vote_type = 3) OR p.score <> p.up_vote_count - p.down_vote_count`,
    votesCastAreCounted: `SELECT u.site_id, u.id FROM users u LEFT JOIN votes v ON v.site_id = u.site_id AND v.voter_id = u.id GROUP BY u.site_id, u.id
      HAVING u.up_vote_count <> total(v.vote_type = 2) OR u.down_vote_count <> total(v.vote_type = 3)`,
    nobodyVotesTwice: `SELECT site_id, post_id, voter_id FROM votes WHERE vote_type IN (2, 3) GROUP BY 1, 2, 3 HAVING count(*) > 1`,
    commentScoreIsVotes: `SELECT c.site_id, c.id FROM comments c LEFT JOIN comment_votes v ON v.site_id = c.site_id AND v.comment_id = c.id
      GROUP BY c.site_id, c.id HAVING c.score <> count(v.voter_id)`,
    favoritesAreCounted: `SELECT p.site_id, p.id FROM posts p LEFT JOIN votes v ON v.site_id = p.site_id AND v.post_id = p.id AND v.vote_type = 5
      GROUP BY p.site_id, p.id HAVING p.favorite_count <> count(v.id) OR count(v.id) <> count(DISTINCT v.voter_id)`,
    answersAreCounted: `SELECT q.site_id, q.id FROM posts q LEFT JOIN posts a ON a.site_id = q.site_id AND a.parent_id = q.id AND a.deleted_at IS NULL
      WHERE q.post_type = 1 GROUP BY q.site_id, q.id HAVING q.answer_count <> count(a.id)`,
    commentsAreCounted: `SELECT p.site_id, p.id FROM posts p LEFT JOIN comments c ON c.site_id = p.site_id AND c.post_id = p.id AND c.deleted_at IS NULL
      GROUP BY p.site_id, p.id HAVING p.comment_count <> count(c.id)`,
    tagsCountLiveQuestions: `SELECT t.site_id, t.name, t.count FROM tags t LEFT JOIN post_tags pt ON pt.site_id = t.site_id AND pt.tag_id = t.id
      LEFT JOIN posts p ON p.site_id = pt.site_id AND p.id = pt.post_id AND p.deleted_at IS NULL GROUP BY t.site_id, t.id HAVING t.count <> count(p.id)`,
    tagsMatchTheirLinks: `SELECT p.site_id, p.id, p.tags FROM posts p JOIN post_tags pt ON pt.site_id = p.site_id AND pt.post_id = p.id
      JOIN tags t ON t.site_id = pt.site_id AND t.id = pt.tag_id WHERE instr(p.tags, '|' || t.name || '|') = 0`,
    acceptedAnswersAreLiveOnes: `SELECT q.site_id, q.id FROM posts q LEFT JOIN posts a ON a.site_id = q.site_id AND a.id = q.accepted_answer_id
      WHERE q.accepted_answer_id IS NOT NULL AND (a.id IS NULL OR a.parent_id <> q.id OR a.deleted_at IS NOT NULL)`,
    nobodyHearsOfOneself: `SELECT i.id FROM inbox_items i LEFT JOIN comments c ON c.site_id = i.site_id AND c.id = i.comment_id
      LEFT JOIN posts a ON a.site_id = i.site_id AND a.id = i.answer_id AND i.item_type = 'new_answer'
      JOIN users u ON u.site_id = i.site_id AND u.id = coalesce(c.owner_id, a.owner_id) WHERE u.account_id = i.account_id`,
    activityIsNotBeforeCreation: 'SELECT site_id, id FROM posts WHERE last_activity_at < created_at',
    answersOfDeletedQuestionsAreDeleted: `SELECT a.site_id, a.id FROM posts a JOIN posts q ON q.site_id = a.site_id AND q.id = a.parent_id
      WHERE q.deleted_at IS NOT NULL AND a.deleted_at IS NULL`,
  };
  const broken: Record<string, unknown[]> = {};
  for (const [rule, sql] of Object.entries(rules)) {
    const found = rows(world, sql);
    if (found.length > 0) broken[rule] = found.slice(0, 3);
  }
  return broken;
}

/** What triggers keep, by where; a row of zeros is as good as none. */
const KEPT: Readonly<Record<string, string>> = {
  sites: 'SELECT id, questions, accepted, unanswered, answers, comments, votes, awards, users FROM sites',
  users: 'SELECT site_id, id, gold, silver, bronze, question_count, answer_count FROM users',
  badges: 'SELECT site_id, id, award_count FROM badges',
  posts: 'SELECT site_id, id, good_answers, is_answered FROM posts WHERE deleted_at IS NULL',
  comments: 'SELECT site_id, id, post_type FROM comments',
  post_tags: 'SELECT * FROM post_tags',
  tag_pairs: 'SELECT * FROM tag_pairs WHERE count <> 0',
  tag_users: `SELECT * FROM tag_users
    WHERE (question_score, question_count, answer_score, answer_count) <> (0, 0, 0, 0)`,
};

/** What is kept, and what it is when it is worked out anew. */
export function keptAndAnew(world: Pick<World, 'db'>) {
  const linesOf = (sql: string) => rows(world, sql).map((row) => JSON.stringify(row));
  const read = () => Object.fromEntries(Object.entries(KEPT).map(([name, sql]) => [name, linesOf(sql).toSorted()]));
  const kept = read();
  fillKept(world.db);
  return { kept, anew: read() };
}
