import type { DatabaseSync } from 'node:sqlite';
import { textKey } from '../../world/database/text.ts';

/** Answers that are told by their ids; the rest is counted. */
const MAX_REPORTED = 10;

/**
 * Takes out answers whose question is not there, because its row was broken or the file lacks it, and forgets accepted
 * answers that are not there: no object of the API may refer to a post that nobody can ask for. The indexes must be
 * there.
 */
export function dropOrphans(db: DatabaseSync, siteId: number): { ids: number[]; count: number } {
  db.exec('CREATE TEMP TABLE orphans (id INTEGER PRIMARY KEY)');
  const { changes } = db
    .prepare(
      `INSERT INTO temp.orphans SELECT a.id FROM posts a WHERE a.site_id = :site AND a.post_type = 2
         AND NOT EXISTS (SELECT 1 FROM posts q WHERE q.site_id = :site AND q.id = a.parent_id AND q.post_type = 1)`,
    )
    .run({ site: siteId });
  const count = Number(changes);
  const ids = db
    .prepare(`SELECT id FROM temp.orphans ORDER BY id LIMIT ${MAX_REPORTED}`)
    .all()
    .map(({ id }) => Number(id));
  if (count > 0)
    for (const sql of [
      'DELETE FROM posts WHERE site_id = :site AND id IN (SELECT id FROM temp.orphans)',
      `DELETE FROM bodies WHERE post_key IN (SELECT ${textKey(':site', 'id')} FROM temp.orphans)`,
      `UPDATE comments SET post_type = NULL WHERE site_id = :site AND post_id IN (SELECT id FROM temp.orphans)`,
    ])
      db.prepare(sql).run({ site: siteId });
  db.prepare(
    `UPDATE posts SET accepted_answer_id = NULL WHERE site_id = :site AND accepted_answer_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM posts a
         WHERE a.site_id = :site AND a.id = posts.accepted_answer_id AND a.post_type = 2 AND a.parent_id = posts.id)`,
  ).run({ site: siteId });
  db.exec('DROP TABLE temp.orphans');
  return { ids, count };
}
