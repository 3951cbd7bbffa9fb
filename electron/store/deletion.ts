import { setImmediate } from 'node:timers/promises';
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

/** Rows that are looked at before others have their turn: at most some 20 ms of work. */
const ROWS_PER_PIECE = 250;
const RANGE = 'rowid > ? AND rowid <= ?';

/**
 * Does something with all rows that a table has now, a piece in each transaction: rows of the `RANGE` from `from` to
 * `to`. Ended by a crash, some pieces are done, each of them whole. Returns the sum of what the work returns.
 */
async function inPieces(db: Database, table: string, work: (from: number, to: number) => number): Promise<number> {
  const last = db.get<{ place: number | null }>(`SELECT max(rowid) AS place FROM ${table}`)?.place ?? -1;
  const next = `SELECT max(place) AS place FROM
    (SELECT rowid AS place FROM ${table} WHERE ${RANGE} ORDER BY rowid LIMIT ${ROWS_PER_PIECE})`;
  let sum = 0;
  for (let from = -1; ; await setImmediate()) {
    const to = db.get<{ place: number | null }>(next, from, last)?.place;
    if (to === null || to === undefined) return sum;
    const start = from;
    sum += db.transaction(() => work(start, to));
    from = to;
  }
}

/**
 * Deletes what is older than a moment and was read. Unread and snoozed items stay; so do the plain numbers of
 * reputation, from which curves are drawn, without the posts' titles. Returns how many items and questions went.
 */
export async function deleteOlder(db: Database, before: number, now: number): Promise<number> {
  const change = (table: string, sql: string, ...values: number[]) =>
    inPieces(db, table, (from, to) => db.run(`${sql} AND ${RANGE}`, ...values, from, to).changes);
  const items = await change(
    'inbox_items',
    `DELETE FROM inbox_items NOT INDEXED WHERE created_at < ? AND listed_at < ? AND read_at IS NOT NULL
       AND snoozed_until IS NULL AND item_type <> '${MATCH_KIND}'`,
    before,
    before,
  );
  const questions = await change(
    'questions',
    `DELETE FROM questions NOT INDEXED WHERE watch_ids <> '[]' AND read_at IS NOT NULL AND matched_at < ?
       AND last_seen_at < ? AND NOT EXISTS (SELECT 1 FROM inbox_items i WHERE i.profile_id = questions.profile_id
         AND i.site_id = questions.site_id AND i.question_id = questions.question_id
         AND i.item_type = '${MATCH_KIND}' AND i.snoozed_until IS NOT NULL)`,
    Math.min(before, now - QUESTION_MEMORY_MS),
    now - QUESTION_MEMORY_MS,
  );
  await change(
    'reputation_events',
    `UPDATE reputation_events NOT INDEXED SET title = NULL, link = NULL
       WHERE on_date < ? AND (title IS NOT NULL OR link IS NOT NULL)`,
    before,
  );
  await change('posts', 'DELETE FROM posts NOT INDEXED WHERE fetched_at < ?', before);
  const oldNotices = "DELETE FROM notifications NOT INDEXED WHERE state <> 'pending' AND created_at < ?";
  await change('notifications', oldNotices, before);
  return items + questions;
}

/**
 * Deletes everything that was received. Where polling stands stays, so that nothing is announced again; of questions
 * that a poll may come upon again only the number stays.
 */
export async function deleteEverything(db: Database, now: number): Promise<void> {
  const empty = (table: string, keep: (from: number, to: number) => void = () => undefined) =>
    inPieces(db, table, (from, to) => {
      keep(from, to);
      return db.run(`DELETE FROM ${table} NOT INDEXED WHERE ${RANGE}`, from, to).changes;
    });
  const network = `item_type <> '${MATCH_KIND}'`;
  await empty('inbox_items', (from, to) =>
    keepNewest(db, `'${CLEARED_MARKS.inbox}'`, `inbox_items NOT INDEXED WHERE ${network}`, 'created_at', from, to),
  );
  await empty('reputation_events', (from, to) => {
    const name = `'${CLEARED_MARKS.reputation('')}' || site_id`;
    keepNewest(db, name, 'reputation_events NOT INDEXED WHERE true', 'on_date', from, to);
  });
  for (const table of ['reputation_history', 'posts', 'notifications']) await empty(table);
  await inPieces(db, 'questions', (from, to) => {
    db.run(`DELETE FROM questions NOT INDEXED WHERE last_seen_at < ? AND ${RANGE}`, now - QUESTION_MEMORY_MS, from, to);
    return db.run(
      `UPDATE questions NOT INDEXED SET title = '', tags = '[]', link = NULL, owner_id = NULL, watch_ids = '[]',
         matched_at = NULL, read_at = coalesce(read_at, ?), announced_at = coalesce(announced_at, ?) WHERE ${RANGE}`,
      now,
      now,
      from,
      to,
    ).changes;
  });
  // What polls have learned of rates may stay; the marks that say which questions are known are no longer true.
  db.transaction(() => {
    for (const prefix of ['rates:', 'read-history', 'standing:', 'titles-'])
      db.run('DELETE FROM marks WHERE substr(name, 1, length(?)) = ?', prefix, prefix);
  });
}

/** Notes in marks of that name (an SQL expression) when the newest of a range of rows (SQL) is from, before they go. */
function keepNewest(db: Database, name: string, rows: string, moment: string, from: number, to: number): void {
  db.run(
    `INSERT INTO marks (profile_id, name, value) SELECT profile_id, ${name}, CAST(max(${moment}) AS TEXT)
     FROM ${rows} AND ${RANGE} GROUP BY 1, 2
     ON CONFLICT DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))`,
    from,
    to,
  );
}
