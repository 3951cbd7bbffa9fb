import type { DatabaseSync } from 'node:sqlite';

/**
 * Numbers that are kept instead of counted: triggers write them with every change, and a load once at its end. Wherever
 * a number is kept, `fillKept` says what it is.
 */

/** Reputation is summed by days of UTC. */
export const DAY_SECONDS = 86_400;

const isLive = (row: string, type: 1 | 2) => `(${row}.post_type = ${type} AND ${row}.deleted_at IS NULL)`;

/** Change of a sum over questions when a row becomes another. @param condition over `$`, besides being live */
const change = (condition: string) => {
  const of = (row: string) => `(${isLive(row, 1)} AND ${condition.replaceAll('$', row)})`;
  return `${of('NEW')} - ${of('OLD')}`;
};

const WEIGHTS = ['question_score', 'question_count', 'answer_score', 'answer_count'] as const;

/** The four numbers that a post brings its owner under each of its tags. */
const weights = (post: string, sign = '') =>
  `${sign} iif(${post}.post_type = 1, ${post}.score, 0), ${sign} (${post}.post_type = 1),
   ${sign} iif(${post}.post_type = 2, ${post}.score, 0), ${sign} (${post}.post_type = 2)`;

const ADDED = `ON CONFLICT (site_id, user_id, tag_id) DO UPDATE
  SET ${WEIGHTS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;

/** A post counts under its question's tags. */
const addPost = (row: 'NEW' | 'OLD', sign = '') =>
  `INSERT INTO tag_users (site_id, user_id, tag_id, ${WEIGHTS.join(', ')})
     SELECT ${row}.site_id, ${row}.owner_id, t.tag_id, ${weights(row, sign)} FROM post_tags t
      WHERE t.site_id = ${row}.site_id AND t.post_id = coalesce(${row}.parent_id, ${row}.id)
        AND ${row}.owner_id IS NOT NULL ${ADDED}`;

/** A question and its answers count under one of its tags. */
const addTag = (row: 'NEW' | 'OLD', sign = '') =>
  `INSERT INTO tag_users (site_id, user_id, tag_id, ${WEIGHTS.join(', ')})
     SELECT p.site_id, p.owner_id, ${row}.tag_id, ${weights('p', sign)}
       FROM (SELECT ${row}.post_id AS id UNION ALL SELECT a.id FROM posts a
          WHERE a.site_id = ${row}.site_id AND a.parent_id = ${row}.post_id) AS thread
       CROSS JOIN posts p ON p.site_id = ${row}.site_id AND p.id = thread.id
      WHERE p.post_type IN (1, 2) AND p.deleted_at IS NULL AND p.owner_id IS NOT NULL ${ADDED}`;

/** A question's tag goes with each of its others. */
const addPairs = (row: 'NEW' | 'OLD', sign = '') => {
  const pair = (one: string, other: string) =>
    `SELECT ${row}.site_id, ${one}, ${other}, ${sign}1 FROM post_tags t
      WHERE t.site_id = ${row}.site_id AND t.post_id = ${row}.post_id AND t.tag_id <> ${row}.tag_id`;
  return `INSERT INTO tag_pairs (site_id, tag_id, other_id, count)
    ${pair(`${row}.tag_id`, 't.tag_id')} UNION ALL ${pair('t.tag_id', `${row}.tag_id`)}
    ON CONFLICT (site_id, tag_id, other_id) DO UPDATE SET count = count + excluded.count`;
};

const addGoodAnswer = (by: string) =>
  `UPDATE posts SET good_answers = good_answers + ${by} WHERE site_id = NEW.site_id AND id = NEW.parent_id`;

const SITE = 'WHERE id = NEW.site_id';
const OWNER = 'WHERE site_id = NEW.site_id AND id = NEW.owner_id';
const isShown = (row: string) => `(${row}.post_type IS NOT NULL AND ${row}.deleted_at IS NULL)`;

/** By what it follows: `AFTER … ON …`, with a condition where it has one. */
const TRIGGERS: Readonly<Record<string, { after: string; when?: string; does: readonly string[] }>> = {
  posted: {
    after: 'INSERT ON posts',
    when: 'NEW.post_type IN (1, 2) AND NEW.deleted_at IS NULL',
    does: [
      `UPDATE sites SET questions = questions + (NEW.post_type = 1), answers = answers + (NEW.post_type = 2),
         unanswered = unanswered + (NEW.post_type = 1 AND NOT NEW.is_answered),
         accepted = accepted + (NEW.accepted_answer_id IS NOT NULL) ${SITE}`,
      `UPDATE users SET question_count = question_count + (NEW.post_type = 1),
         answer_count = answer_count + (NEW.post_type = 2) ${OWNER}`,
      addPost('NEW'),
    ],
  },
  answered: {
    after: 'UPDATE OF deleted_at, accepted_answer_id, good_answers ON posts',
    when: 'NEW.post_type = 1',
    does: [
      `UPDATE sites SET questions = questions + ${change('TRUE')},
         unanswered = unanswered + ${change('NOT $.is_answered')},
         accepted = accepted + ${change('$.accepted_answer_id IS NOT NULL')} ${SITE}`,
    ],
  },
  ordered: {
    after: 'UPDATE OF score, answer_count, view_count, last_activity_at ON posts',
    when: isLive('NEW', 1),
    does: [
      `UPDATE post_tags SET score = NEW.score, hot = NEW.hot, last_activity_at = NEW.last_activity_at
        WHERE site_id = NEW.site_id AND post_id = NEW.id`,
    ],
  },
  scored: {
    after: 'UPDATE OF score ON posts',
    when: 'NEW.score <> OLD.score AND NEW.deleted_at IS NULL AND NEW.post_type IN (1, 2)',
    does: [
      `UPDATE tag_users SET question_score = question_score + iif(NEW.post_type = 1, NEW.score - OLD.score, 0),
         answer_score = answer_score + iif(NEW.post_type = 2, NEW.score - OLD.score, 0)
        WHERE site_id = NEW.site_id AND user_id = NEW.owner_id AND tag_id IN (SELECT t.tag_id FROM post_tags t
          WHERE t.site_id = NEW.site_id AND t.post_id = coalesce(NEW.parent_id, NEW.id))`,
      `${addGoodAnswer('(NEW.score > 0) - (OLD.score > 0)')}
         AND NEW.post_type = 2 AND (NEW.score > 0) <> (OLD.score > 0)`,
    ],
  },
  deleted: {
    after: 'UPDATE OF deleted_at ON posts',
    when: 'NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL AND NEW.post_type IN (1, 2)',
    does: [
      `UPDATE sites SET answers = answers - 1 ${SITE} AND NEW.post_type = 2`,
      `UPDATE users SET question_count = question_count - (NEW.post_type = 1),
         answer_count = answer_count - (NEW.post_type = 2) ${OWNER}`,
      addPost('OLD', '-'),
      `${addGoodAnswer('-1')} AND NEW.post_type = 2 AND OLD.score > 0`,
      'UPDATE comments SET post_type = NULL WHERE site_id = NEW.site_id AND post_id = NEW.id',
      'DELETE FROM post_tags WHERE site_id = NEW.site_id AND post_id = NEW.id AND NEW.post_type = 1',
    ],
  },
  tagged: { after: 'INSERT ON post_tags', does: [addTag('NEW'), addPairs('NEW')] },
  untagged: { after: 'DELETE ON post_tags', does: [addTag('OLD', '-'), addPairs('OLD', '-')] },
  commented: {
    after: 'INSERT ON comments',
    when: isShown('NEW'),
    does: [`UPDATE sites SET comments = comments + 1 ${SITE}`],
  },
  hidden: {
    after: 'UPDATE OF post_type, deleted_at ON comments',
    does: [`UPDATE sites SET comments = comments + ${isShown('NEW')} - ${isShown('OLD')} ${SITE}`],
  },
  voted: {
    after: 'INSERT ON votes',
    when: 'NEW.vote_type IN (2, 3)',
    does: [`UPDATE sites SET votes = votes + 1 ${SITE}`],
  },
  unvoted: {
    after: 'DELETE ON votes',
    when: 'OLD.vote_type IN (2, 3)',
    does: ['UPDATE sites SET votes = votes - 1 WHERE id = OLD.site_id'],
  },
  awarded: {
    after: 'INSERT ON user_badges',
    does: [
      `UPDATE sites SET awards = awards + 1 ${SITE}`,
      'UPDATE badges SET award_count = award_count + 1 WHERE site_id = NEW.site_id AND id = NEW.badge_id',
      `UPDATE users SET gold = gold + (b.rank = 'gold'), silver = silver + (b.rank = 'silver'),
         bronze = bronze + (b.rank = 'bronze') FROM badges b
        WHERE b.site_id = NEW.site_id AND b.id = NEW.badge_id AND users.site_id = NEW.site_id
          AND users.id = NEW.user_id`,
    ],
  },
  gained: {
    after: 'INSERT ON reputation_events',
    does: [
      `INSERT INTO reputation_days (site_id, user_id, day, change)
         VALUES (NEW.site_id, NEW.user_id, NEW.on_date / ${DAY_SECONDS}, NEW.change)
         ON CONFLICT (site_id, user_id, day) DO UPDATE SET change = change + excluded.change`,
    ],
  },
  joined: { after: 'INSERT ON users', does: [`UPDATE sites SET users = users + 1 ${SITE}`] },
};

/** Keeps the numbers from now on. */
export function createKeeping(db: DatabaseSync): void {
  for (const [name, { after, when, does }] of Object.entries(TRIGGERS))
    db.exec(
      `CREATE TRIGGER IF NOT EXISTS kept_${name} AFTER ${after} ${when === undefined ? '' : `WHEN ${when}`}
         BEGIN ${does.map((statement) => `${statement};`).join(' ')} END`,
    );
}

/** Leaves the numbers as they are, whatever changes; they have to be filled before they are kept again. */
export function dropKeeping(db: DatabaseSync): void {
  for (const name of Object.keys(TRIGGERS)) db.exec(`DROP TRIGGER IF EXISTS kept_${name}`);
}

/** Sums of a table by site and something else, written into rows of another. */
const sums = (into: string, id: string, columns: Readonly<Record<string, string>>, from: string) => {
  const set = Object.keys(columns).map((name) => `${name} = kept.${name}`);
  const read = Object.entries(columns).map(([name, sql]) => `${sql} AS ${name}`);
  return `UPDATE ${into} SET ${set.join(', ')}
     FROM (SELECT s.site_id, ${id} AS id, ${read.join(', ')} FROM ${from} GROUP BY 1, 2) AS kept
    WHERE ${into}.site_id = kept.site_id AND ${into}.id = kept.id`;
};

const count = (from: string, condition = 'TRUE') =>
  `(SELECT count(*) FROM ${from} s WHERE s.site_id = sites.id AND ${condition})`;

const FILLING_OF_REPUTATION: readonly string[] = [
  'DELETE FROM reputation_days',
  `INSERT INTO reputation_days (site_id, user_id, day, change)
     SELECT site_id, user_id, on_date / ${DAY_SECONDS}, sum(change) FROM reputation_events GROUP BY 1, 2, 3`,
];

const FILLING: readonly string[] = [
  `UPDATE comments SET post_type = NULL WHERE post_type IS NOT NULL AND EXISTS (SELECT 1 FROM posts p
     WHERE p.site_id = comments.site_id AND p.id = comments.post_id AND p.deleted_at IS NOT NULL)`,
  `DELETE FROM post_tags WHERE EXISTS (SELECT 1 FROM posts p
     WHERE p.site_id = post_tags.site_id AND p.id = post_tags.post_id AND p.deleted_at IS NOT NULL)`,
  `UPDATE post_tags SET score = p.score, hot = p.hot, last_activity_at = p.last_activity_at FROM posts p
    WHERE p.site_id = post_tags.site_id AND p.id = post_tags.post_id
      AND (p.score, p.hot, p.last_activity_at) <> (post_tags.score, post_tags.hot, post_tags.last_activity_at)`,
  'UPDATE posts SET good_answers = 0 WHERE good_answers <> 0',
  sums('posts', 's.parent_id', { good_answers: 'count(*)' }, `posts s WHERE ${isLive('s', 2)} AND s.score > 0`),
  `UPDATE users SET gold = 0, silver = 0, bronze = 0, question_count = 0, answer_count = 0
    WHERE gold + silver + bronze + question_count + answer_count > 0`,
  sums(
    'users',
    's.owner_id',
    { question_count: 'sum(s.post_type = 1)', answer_count: 'sum(s.post_type = 2)' },
    'posts s WHERE s.post_type IN (1, 2) AND s.deleted_at IS NULL AND s.owner_id IS NOT NULL',
  ),
  sums(
    'users',
    's.user_id',
    { gold: "sum(b.rank = 'gold')", silver: "sum(b.rank = 'silver')", bronze: "sum(b.rank = 'bronze')" },
    'user_badges s JOIN badges b ON b.site_id = s.site_id AND b.id = s.badge_id',
  ),
  'UPDATE badges SET award_count = 0',
  sums('badges', 's.badge_id', { award_count: 'count(*)' }, 'user_badges s'),
  ...FILLING_OF_REPUTATION,
  'DELETE FROM tag_users',
  `INSERT INTO tag_users (site_id, user_id, tag_id, ${WEIGHTS.join(', ')})
     SELECT p.site_id, p.owner_id, t.tag_id, sum(iif(p.post_type = 1, p.score, 0)), sum(p.post_type = 1),
       sum(iif(p.post_type = 2, p.score, 0)), sum(p.post_type = 2)
       FROM posts p CROSS JOIN post_tags t ON t.site_id = p.site_id AND t.post_id = coalesce(p.parent_id, p.id)
      WHERE p.post_type IN (1, 2) AND p.deleted_at IS NULL AND p.owner_id IS NOT NULL GROUP BY 1, 2, 3`,
  'DELETE FROM tag_pairs',
  `INSERT INTO tag_pairs (site_id, tag_id, other_id, count)
     SELECT t.site_id, t.tag_id, o.tag_id, count(*) FROM post_tags t CROSS JOIN post_tags o
         ON o.site_id = t.site_id AND o.post_id = t.post_id AND o.tag_id <> t.tag_id GROUP BY 1, 2, 3`,
  `UPDATE sites SET questions = ${count('posts', isLive('s', 1))}, answers = ${count('posts', isLive('s', 2))},
     unanswered = ${count('posts', `${isLive('s', 1)} AND NOT s.is_answered`)},
     accepted = ${count('posts', `${isLive('s', 1)} AND s.accepted_answer_id IS NOT NULL`)},
     comments = ${count('comments', isShown('s'))}, votes = ${count('votes', 's.vote_type IN (2, 3)')},
     awards = ${count('user_badges')}, users = ${count('users')}`,
];

/** Works every kept number out anew. @param onStep told before each part, from 0 to 1 */
export function fillKept(db: DatabaseSync, onStep: (share: number) => void = () => undefined): void {
  for (const [index, statement] of FILLING.entries()) {
    onStep(index / FILLING.length);
    db.exec(statement);
  }
}

/** Works the reputation of each day out anew, as after a history of it was written. */
export function fillReputationDays(db: DatabaseSync): void {
  for (const statement of FILLING_OF_REPUTATION) db.exec(statement);
}
