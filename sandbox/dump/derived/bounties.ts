import type { DatabaseSync } from 'node:sqlite';
import { BOUNTY_LASTS_SECONDS } from '../../world/actions/bounty.ts';

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
