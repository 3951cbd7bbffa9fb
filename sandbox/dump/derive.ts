import type { DatabaseSync } from 'node:sqlite';
import { textKey } from '../world/database/text.ts';
import { addressee } from '../world/actions/comment.ts';
import { plainText } from '../world/text-of-html.ts';
import { BOUNTY_LASTS_SECONDS, ACCEPT_WORTH, VOTE_WORTH } from '../world/actions/vote.ts';
import { DAILY_VOTE_CAP } from '../world/actions/effects.ts';

/** Answers that are told by their ids; the rest is counted. */
const MAX_REPORTED = 10;
const ORPHANS = 'SELECT id FROM load_orphans WHERE site_id = :site';

/**
 * Takes out answers whose question is not there, because its row was broken or the file lacks it, and forgets accepted
 * answers that are not there: no object of the API may refer to a post that nobody can ask for. The indexes must be
 * there.
 */
export function dropOrphans(db: DatabaseSync, siteId: number): { ids: number[]; count: number } {
  db.exec('CREATE TABLE IF NOT EXISTS load_orphans (site_id INTEGER, id INTEGER, PRIMARY KEY (site_id, id))');
  const { changes } = db
    .prepare(
      `INSERT INTO load_orphans SELECT a.site_id, a.id FROM posts a WHERE a.site_id = :site AND a.post_type = 2
         AND NOT EXISTS (SELECT 1 FROM posts q WHERE q.site_id = :site AND q.id = a.parent_id AND q.post_type = 1)`,
    )
    .run({ site: siteId });
  const count = Number(changes);
  const ids = db
    .prepare(`SELECT id FROM load_orphans WHERE site_id = ? ORDER BY id LIMIT ${MAX_REPORTED}`)
    .all(siteId)
    .map(({ id }) => Number(id));
  if (count > 0)
    for (const sql of [
      `DELETE FROM posts WHERE site_id = :site AND id IN (${ORPHANS})`,
      `DELETE FROM bodies WHERE post_key IN (SELECT ${textKey(':site', 'id')} FROM load_orphans WHERE site_id = :site)`,
      `UPDATE comments SET post_type = NULL WHERE site_id = :site AND post_id IN (${ORPHANS})`,
    ])
      db.prepare(sql).run({ site: siteId });
  db.prepare(
    `UPDATE posts SET accepted_answer_id = NULL WHERE site_id = :site AND accepted_answer_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM posts a
         WHERE a.site_id = :site AND a.id = posts.accepted_answer_id AND a.post_type = 2 AND a.parent_id = posts.id)`,
  ).run({ site: siteId });
  return { ids, count };
}

/** Takes their texts out, which may have been made before they were found. */
export const dropTextsOfOrphans = (db: DatabaseSync): void =>
  db.exec(`DELETE FROM text_answers WHERE rowid IN (SELECT ${textKey('site_id', 'id')} FROM load_orphans)`);

/** Comments of a post where one has "@"; the bodies of the others need not be looked at. */
const COMMENTS = `SELECT c.id, c.post_id, c.owner_id, iif(instr(c.body, '@') > 0, c.body, NULL) AS body, u.display_name,
    p.owner_id AS post_owner, o.display_name AS post_owner_name
  FROM comments c CROSS JOIN posts p ON p.site_id = c.site_id AND p.id = c.post_id
  LEFT JOIN users u ON u.site_id = c.site_id AND u.id = c.owner_id
  LEFT JOIN users o ON o.site_id = p.site_id AND o.id = p.owner_id
  WHERE c.site_id = ?1 AND c.post_id IN (SELECT post_id FROM comments WHERE site_id = ?1 AND instr(body, '@') > 0)
  ORDER BY c.post_id, c.id`;

type CommentRow = Record<'id' | 'post_id', number> &
  Record<'owner_id' | 'post_owner', number | null> &
  Record<'body' | 'display_name' | 'post_owner_name', string | null>;

/** Finds whom comments with "@name" address among those who commented on the same post before, and its owner. */
export function findReplies(db: DatabaseSync, siteId: number): void {
  const mark = db.prepare('UPDATE comments SET reply_to_user_id = ? WHERE site_id = ? AND id = ?');
  let post: number | undefined;
  /** Names by user id, the most recent last. */
  const people = new Map<number, string>();
  for (const row of db.prepare(COMMENTS).iterate(siteId)) {
    const comment = row as unknown as CommentRow;
    if (comment.post_id !== post) {
      post = comment.post_id;
      people.clear();
      if (comment.post_owner !== null && comment.post_owner_name !== null)
        people.set(comment.post_owner, comment.post_owner_name);
    }
    const writer = comment.owner_id;
    if (comment.body !== null) {
      const others = [...people].filter(([id]) => id !== writer).toReversed();
      const to = addressee(
        plainText(comment.body),
        others.map(([id, display_name]) => ({ id, display_name })),
      );
      if (to !== undefined) mark.run(to.id, siteId, comment.id);
    }
    if (writer === null || comment.display_name === null) continue;
    people.delete(writer);
    people.set(writer, comment.display_name);
  }
}

/** Votes have the day only, so the end of a bounty may look as if it were a day late. */
const GRACE_SECONDS = 86_400;

/**
 * Opens the bounties that were open when the dump was made: offered, and neither given to an answer nor ended within
 * their days. They close by the network's clock. The indexes must be there.
 */
export function openBounties(db: DatabaseSync, siteId: number): void {
  db.prepare(
    `UPDATE posts SET bounty_amount = b.amount, bounty_closes_at = b.at + ${BOUNTY_LASTS_SECONDS},
       bounty_user_id = b.sponsor
       FROM (SELECT post_id, max(created_at) AS at, bounty_amount AS amount, voter_id AS sponsor FROM votes
              WHERE site_id = :site AND vote_type = 8 AND bounty_amount > 0 GROUP BY post_id) b
      WHERE posts.site_id = :site AND posts.id = b.post_id AND posts.post_type = 1 AND posts.closed_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM votes e INDEXED BY votes_post
          WHERE e.site_id = :site AND e.vote_type = 9 AND e.created_at BETWEEN b.at
            AND b.at + ${BOUNTY_LASTS_SECONDS + GRACE_SECONDS}
          AND e.post_id IN (SELECT a.id FROM posts a INDEXED BY posts_parent
            WHERE a.site_id = :site AND a.parent_id = b.post_id UNION SELECT b.post_id))`,
  ).run({ site: siteId });
}

const DAY_SECONDS = 86_400;
const votesToTheCap = Math.floor(DAILY_VOTE_CAP / VOTE_WORTH.up);

/** Votes on questions and answers whose owner is known; what is a community's own gives nobody reputation. */
const COUNTED = `votes v JOIN posts p ON p.site_id = v.site_id AND p.id = v.post_id
  WHERE v.site_id = :site AND p.post_type IN (1, 2) AND
    (p.community_owned_at IS NULL OR v.created_at < p.community_owned_at)`;
const POST_TYPE = "iif(p.post_type = 1, 'question', 'answer')";
/**
 * Accepts, by vote or by the question, which a dump without votes has all the same; when is then not known better than
 * that it was after the answer.
 */
const ACCEPTED = `(SELECT v.post_id AS answer_id, v.created_at FROM votes v WHERE v.site_id = :site AND v.vote_type = 1
    UNION ALL SELECT q.accepted_answer_id, x.created_at FROM posts q
      JOIN posts x ON x.site_id = q.site_id AND x.id = q.accepted_answer_id AND x.post_type = 2
      WHERE q.site_id = :site AND q.post_type = 1
        AND NOT EXISTS (SELECT 1 FROM votes w
          WHERE w.site_id = :site AND w.post_id = q.accepted_answer_id AND w.vote_type = 1)) AS v
  JOIN posts a ON a.site_id = :site AND a.id = v.answer_id AND a.post_type = 2
  JOIN posts q ON q.site_id = a.site_id AND q.id = a.parent_id
  WHERE q.owner_id IS NOT a.owner_id`;

/** Each gives: user, post, kind of post, kind of vote, kind in the history, change, time. */
const SOURCES = [
  `SELECT p.owner_id AS user_id, p.id AS post_id, ${POST_TYPE} AS post_type, 'up_votes' AS vote_type,
     'post_upvoted' AS history_type,
     iif(row_number() OVER (PARTITION BY p.owner_id, v.created_at / ${DAY_SECONDS}
       ORDER BY v.id) <= ${votesToTheCap}, ${VOTE_WORTH.up}, 0) AS change,
     v.created_at AS on_date FROM ${COUNTED} AND v.vote_type = 2`,
  `SELECT p.owner_id, p.id, ${POST_TYPE}, 'down_votes', 'post_downvoted', ${VOTE_WORTH.down}, v.created_at
     FROM ${COUNTED} AND v.vote_type = 3`,
  `SELECT a.owner_id, a.id, 'answer', 'accepts', 'answer_accepted', ${ACCEPT_WORTH.answerer}, v.created_at
     FROM ${ACCEPTED}`,
  `SELECT q.owner_id, a.id, 'answer', 'accepts', 'asker_accepts_answer', ${ACCEPT_WORTH.asker}, v.created_at
     FROM ${ACCEPTED}`,
  `SELECT v.voter_id, p.id, ${POST_TYPE}, 'bounties_offered', 'bounty_given', -coalesce(v.bounty_amount, 0),
     v.created_at FROM ${COUNTED} AND v.vote_type = 8`,
  `SELECT p.owner_id, p.id, ${POST_TYPE}, 'bounties_won', 'bounty_earned', coalesce(v.bounty_amount, 0), v.created_at
     FROM ${COUNTED} AND v.vote_type = 9`,
];

/** Reputation that users of another site begin with, beyond the usual 1. */
const ASSOCIATION_BONUS = 100;

/**
 * Builds a site's reputation history from its votes, by the rules the actions follow. A dump's votes are not all there
 * were (those of deleted posts, edits and flags are not in it), so each user gets one more entry, of the day they came,
 * that makes the history add up to the reputation in the file, which stays as it is.
 */
export function buildReputation(db: DatabaseSync, siteId: number): void {
  const insert = `INSERT INTO reputation_events
    (site_id, user_id, post_id, post_type, vote_type, history_type, change, on_date)
    SELECT :site`;
  for (const source of SOURCES)
    db.prepare(
      `${insert}, user_id, post_id, post_type, vote_type, history_type, change, on_date FROM
         (SELECT NULL AS user_id, NULL AS post_id, NULL AS post_type, NULL AS vote_type, NULL AS history_type,
           NULL AS change, NULL AS on_date
            WHERE 0 UNION ALL SELECT * FROM (${source})) WHERE user_id IS NOT NULL AND change <> 0`,
    ).run({ site: siteId });
  db.prepare(
    `${insert}, id, NULL, NULL, NULL,
       iif(missing = ${ASSOCIATION_BONUS}, 'association_bonus', 'arbitrary_reputation_change'), missing, created_at
       FROM (SELECT u.id, u.created_at, u.reputation - 1 - coalesce(e.sum, 0) AS missing FROM users u
         LEFT JOIN (SELECT user_id, sum(change) AS sum FROM reputation_events WHERE site_id = :site
           GROUP BY user_id) e ON e.user_id = u.id
         WHERE u.site_id = :site) WHERE missing <> 0`,
  ).run({ site: siteId });
}
