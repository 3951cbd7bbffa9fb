import type { DatabaseSync } from 'node:sqlite';
import { DAILY_VOTE_CAP } from '../../world/actions/effects.ts';
import { ACCEPT_WORTH, VOTE_WORTH } from '../../world/actions/vote.ts';

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

/** What somebody known on another site of the network begins with, beyond the usual 1. */
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
