import { setImmediate } from 'node:timers/promises';
import type { Database } from './database/database.ts';
import { MATCH_KIND } from '../../common/schemas/match-kind.ts';
import { DAY_MS } from '../../common/durations.ts';
import { HAS_ENTRY } from './event-log.ts';

/**
 * Marks with the time of the newest deleted entry, after the user deleted everything; in ms since the epoch by the
 * network's clock. Entries up to that time are not listed again; later ones are.
 */
export const CLEARED_MARKS = { inbox: 'cleared:inbox', reputation: (siteId: string) => `cleared:reputation:${siteId}` };

/**
 * Minimum time that a question is remembered, because polls may return it again (scores for three days, bounties for
 * eight).
 */
const QUESTION_MEMORY_MS = 14 * DAY_MS;

/** Rows processed before yielding to other work: at most 20 ms. */
const ROWS_PER_PIECE = 250;
/** Pieces after which a thread moves their changes from the -wal to the file. */
const PIECES_PER_CHECKPOINT = 8;
const RANGE = 'rowid > ? AND rowid <= ?';

/** Moves changes from the -wal to the file without blocking. */
export type Checkpoint = () => Promise<void>;

/**
 * Runs `work` on all current rows of a table in pieces, one transaction each: rows of the `RANGE` from `from` to `to`.
 * After a crash, some pieces are done, each completely. Returns the sum of the results of `work`.
 */
async function inPieces(
  db: Database,
  table: string,
  work: (from: number, to: number) => number,
  checkpoint: Checkpoint = () => setImmediate(),
): Promise<number> {
  const last = db.get<{ place: number | null }>(`SELECT max(rowid) AS place FROM ${table}`)?.place ?? -1;
  const next = `SELECT max(place) AS place FROM
    (SELECT rowid AS place FROM ${table} WHERE ${RANGE} ORDER BY rowid LIMIT ${ROWS_PER_PIECE})`;
  let sum = 0;
  let pieces = 0;
  for (let from = -1; ; await (++pieces % PIECES_PER_CHECKPOINT === 0 ? checkpoint() : setImmediate())) {
    const to = db.get<{ place: number | null }>(next, from, last)?.place;
    if (to === null || to === undefined) return sum;
    const start = from;
    sum += db.transaction(() => work(start, to));
    from = to;
  }
}

/**
 * Deletes read entries older than `before`. Unread, snoozed and saved items are kept; so are reputation changes, from
 * which curves are drawn, without the posts' titles. Returns the number of deleted items and questions.
 */
export async function deleteOlder(db: Database, before: number, now: number): Promise<number> {
  const change = (table: string, sql: string, ...values: number[]) =>
    inPieces(db, table, (from, to) => db.run(`${sql} AND ${RANGE}`, ...values, from, to));
  const items = await change(
    'inbox_items',
    `DELETE FROM inbox_items NOT INDEXED WHERE created_at < ? AND listed_at < ? AND read_at IS NOT NULL
       AND snoozed_until IS NULL AND saved_at IS NULL AND item_type <> '${MATCH_KIND}'`,
    before,
    before,
  );
  const questions = await change(
    'questions',
    `DELETE FROM questions NOT INDEXED WHERE watch_ids <> '[]' AND read_at IS NOT NULL AND matched_at < ?
       AND last_seen_at < ? AND NOT EXISTS (SELECT 1 FROM inbox_items i WHERE i.profile_id = questions.profile_id
         AND i.site_id = questions.site_id AND i.question_id = questions.question_id
         AND i.item_type = '${MATCH_KIND}' AND (i.snoozed_until IS NOT NULL OR i.saved_at IS NOT NULL))`,
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
  const oldNotifications = "DELETE FROM notifications NOT INDEXED WHERE state <> 'pending' AND created_at < ?";
  await change('notifications', oldNotifications, before);
  await change('events', `DELETE FROM events NOT INDEXED WHERE at < ? AND NOT ${HAS_ENTRY}`, before);
  return items + questions;
}

/**
 * Deletes all received data. Stream positions are kept, so that nothing is announced again; questions that polls may
 * return again keep only their ids.
 */
export async function deleteEverything(db: Database, now: number, checkpoint?: Checkpoint): Promise<void> {
  const empty = (table: string, keep: (from: number, to: number) => void = () => undefined, which = 'true') => {
    const work = (from: number, to: number): number => {
      keep(from, to);
      return db.run(`DELETE FROM ${table} NOT INDEXED WHERE ${which} AND ${RANGE}`, from, to);
    };
    return inPieces(db, table, work, checkpoint);
  };
  // Before the items, and events after these: what arrives meanwhile keeps its notification, messages and event.
  for (const table of ['notifications', 'outbox']) await empty(table);
  const network = `item_type <> '${MATCH_KIND}'`;
  await empty('inbox_items', (from, to) =>
    keepNewest(db, `'${CLEARED_MARKS.inbox}'`, `inbox_items NOT INDEXED WHERE ${network}`, 'created_at', from, to),
  );
  await empty('reputation_events', (from, to) => {
    const name = `'${CLEARED_MARKS.reputation('')}' || site_id`;
    keepNewest(db, name, 'reputation_events NOT INDEXED WHERE true', 'on_date', from, to);
  });
  await empty('events', undefined, `NOT ${HAS_ENTRY}`);
  for (const table of ['reputation_history', 'posts']) await empty(table);
  await inPieces(db, 'questions', (from, to) => {
    db.run(`DELETE FROM questions NOT INDEXED WHERE last_seen_at < ? AND ${RANGE}`, now - QUESTION_MEMORY_MS, from, to);
    return db.run(
      `UPDATE questions NOT INDEXED SET title = '', tags = '[]', link = NULL, owner_id = NULL, watch_ids = '[]',
         matched_at = NULL, read_at = coalesce(read_at, ?), announced_at = coalesce(announced_at, ?) WHERE ${RANGE}`,
      now,
      now,
      from,
      to,
    );
  });
  // Learned rates may stay; marks about known questions are no longer valid.
  db.transaction(() => {
    for (const prefix of ['rates:', 'read-history', 'standing:', 'titles-'])
      db.changeMarks('DELETE FROM marks WHERE substr(name, 1, length(?)) = ?', prefix, prefix);
  });
}

/**
 * Stores the time of the newest of a range of rows (SQL) in marks of that name (an SQL expression), before the rows are
 * deleted.
 */
function keepNewest(db: Database, name: string, rows: string, moment: string, from: number, to: number): void {
  db.changeMarks(
    `INSERT INTO marks (profile_id, name, value) SELECT profile_id, ${name}, CAST(max(${moment}) AS TEXT)
     FROM ${rows} AND ${RANGE} GROUP BY 1, 2
     ON CONFLICT DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))`,
    from,
    to,
  );
}
