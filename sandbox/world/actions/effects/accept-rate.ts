import type { DatabaseSync } from 'node:sqlite';

/** Of a hundred questions, how many have an accepted answer; from four questions on. `u` is the users table. */
const ACCEPT_RATE_SQL = `(SELECT CASE WHEN count(*) >= 4 THEN count(q.accepted_answer_id) * 100 / count(*) END
  FROM posts q
  WHERE q.site_id = u.site_id AND q.owner_id = u.id AND q.post_type = 1 AND q.deleted_at IS NULL)`;

/** Works out a user's accept rate anew. */
export type AcceptRate = (siteId: number, userId: number | null) => void;

export function createAcceptRate(db: DatabaseSync): AcceptRate {
  const update = db.prepare(
    `UPDATE users AS u SET accept_rate = ${ACCEPT_RATE_SQL}
       WHERE site_id = ? AND id = ? AND accept_rate IS NOT ${ACCEPT_RATE_SQL}`,
  );
  return (siteId, userId) => void update.run(siteId, userId);
}

/** Works out everybody's on a site. */
export const rateEverybody = (db: DatabaseSync, siteId: number): void =>
  void db
    .prepare(
      `UPDATE users AS u SET accept_rate = ${ACCEPT_RATE_SQL}
         WHERE site_id = ? AND accept_rate IS NOT ${ACCEPT_RATE_SQL}`,
    )
    .run(siteId);
