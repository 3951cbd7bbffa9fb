import type { Database } from './database/database.ts';
import { MATCH_KIND } from '../../common/schemas/match-kind.ts';
import { DAY_MS } from '../../common/durations.ts';

/**
 * The marks of when the newest of the deleted was from, once a person has deleted everything; by the network's clock in
 * ms since the epoch. What is no newer is not listed again; what nobody had seen by then still comes.
 */
export const CLEARED_MARKS = { inbox: 'cleared:inbox', reputation: (siteId: string) => `cleared:reputation:${siteId}` };

/**
 * How long a question must stay known, because a poll may come upon it again (scores for three days, bounties for
 * eight).
 */
const QUESTION_MEMORY_MS = 14 * DAY_MS;

/**
 * Deletes what is older than a moment and was read. Unread and snoozed items stay; so do the plain numbers of
 * reputation, from which curves are drawn, without the posts' titles. Gives how many items and questions went.
 */
export function deleteOlder(db: Database, before: number, now: number): number {
  return db.transaction(() => {
    const items = db.run(
      `DELETE FROM inbox_items WHERE created_at < ? AND listed_at < ? AND read_at IS NOT NULL
         AND snoozed_until IS NULL AND item_type <> '${MATCH_KIND}'`,
      before,
      before,
    ).changes;
    const questions = db.run(
      `DELETE FROM questions WHERE watch_ids <> '[]' AND read_at IS NOT NULL AND matched_at < ? AND last_seen_at < ?
         AND NOT EXISTS (SELECT 1 FROM inbox_items i WHERE i.profile_id = questions.profile_id
           AND i.site_id = questions.site_id AND i.question_id = questions.question_id
           AND i.item_type = '${MATCH_KIND}' AND i.snoozed_until IS NOT NULL)`,
      Math.min(before, now - QUESTION_MEMORY_MS),
      now - QUESTION_MEMORY_MS,
    ).changes;
    db.run(
      `UPDATE reputation_events SET title = NULL, link = NULL
         WHERE on_date < ? AND (title IS NOT NULL OR link IS NOT NULL)`,
      before,
    );
    db.run('DELETE FROM posts WHERE fetched_at < ?', before);
    db.run("DELETE FROM notifications WHERE state <> 'pending' AND created_at < ?", before);
    return items + questions;
  });
}

/**
 * Deletes everything that was received. Where polling stands stays, so that nothing is announced again; of questions
 * that a poll may come upon again only the number stays.
 */
export function deleteEverything(db: Database, now: number): void {
  db.transaction(() => {
    keepNewest(db, `'${CLEARED_MARKS.inbox}'`, `inbox_items WHERE item_type <> '${MATCH_KIND}'`, 'created_at');
    keepNewest(db, `'${CLEARED_MARKS.reputation('')}' || site_id`, 'reputation_events', 'on_date');
    for (const table of ['inbox_items', 'reputation_events', 'reputation_history', 'posts', 'notifications'])
      db.run(`DELETE FROM ${table}`);
    db.run('DELETE FROM questions WHERE last_seen_at < ?', now - QUESTION_MEMORY_MS);
    db.run(
      `UPDATE questions SET title = '', tags = '[]', link = NULL, owner_id = NULL, watch_ids = '[]', matched_at = NULL,
         read_at = coalesce(read_at, ?), announced_at = coalesce(announced_at, ?)`,
      now,
      now,
    );
    // What polls have learned of a site's rates may stay; the marks that say which questions are known are no longer
    // true.
    for (const prefix of ['rates:', 'read-history', 'standing:', 'titles-'])
      db.run('DELETE FROM marks WHERE substr(name, 1, length(?)) = ?', prefix, prefix);
  });
}

/** Notes in marks of that name (an SQL expression) when the newest of some rows (SQL) is from, before they go. */
function keepNewest(db: Database, name: string, from: string, moment: string): void {
  db.run(
    `INSERT INTO marks (profile_id, name, value) SELECT profile_id, ${name}, CAST(max(${moment}) AS TEXT) FROM ${from}
     GROUP BY 1, 2
     ON CONFLICT DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))`,
  );
}
