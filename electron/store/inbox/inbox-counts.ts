/**
 * How many items there are of each site and kind, and of each tag, kept up to date with every change instead of being
 * counted anew: among a hundred thousand items a count takes longer than all else that a new item needs. The tables
 * live with the connection only, so no file can hold wrong ones.
 */
import { MATCH_KIND } from '../../../common/schemas/match-kind.ts';
import type { Database, TemporaryTables } from '../database/database.ts';
import { isNotMuted, isUnread } from './counted.ts';

const placesFor = (profileIds: readonly number[]) => profileIds.map(() => '?').join(', ');

const cellOf = (row: 'NEW' | 'OLD', by: 1 | -1) => `
  INSERT INTO inbox_cells VALUES (${row}.profile_id, ${row}.site_id, ${row}.item_type, ${row}.snoozed_until IS NOT NULL,
    ${by}, ${by} * (${isUnread(row)}))
  ON CONFLICT DO UPDATE SET n = n + excluded.n, unread = unread + excluded.unread;`;

const CELLS: TemporaryTables = {
  name: 'inbox_cells',
  sql: `
    CREATE TEMP TABLE inbox_cells (
      profile_id INTEGER NOT NULL, site_id TEXT NOT NULL, item_type TEXT NOT NULL, snoozed INTEGER NOT NULL,
      n INTEGER NOT NULL, unread INTEGER NOT NULL, PRIMARY KEY (profile_id, site_id, item_type, snoozed)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO inbox_cells
      SELECT profile_id, site_id, item_type, snoozed_until IS NOT NULL, count(*), sum(${isUnread('inbox_items')})
      FROM inbox_items GROUP BY 1, 2, 3, 4;
    CREATE TEMP TRIGGER inbox_cell_added AFTER INSERT ON main.inbox_items BEGIN ${cellOf('NEW', 1)} END;
    CREATE TEMP TRIGGER inbox_cell_removed AFTER DELETE ON main.inbox_items BEGIN ${cellOf('OLD', -1)} END;
    CREATE TEMP TRIGGER inbox_cell_changed
      AFTER UPDATE OF profile_id, site_id, item_type, snoozed_until, read_at ON main.inbox_items
      BEGIN ${cellOf('OLD', -1)} ${cellOf('NEW', 1)} END;`,
};

const tagOf = (row: 'NEW' | 'OLD', by: 1 | -1) => `
  INSERT INTO inbox_tag_counts VALUES (${row}.profile_id, ${row}.tag, ${by})
  ON CONFLICT DO UPDATE SET n = n + excluded.n;`;

const TAGS: TemporaryTables = {
  name: 'inbox_tag_counts',
  sql: `
    CREATE TEMP TABLE inbox_tag_counts (
      profile_id INTEGER NOT NULL, tag TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (profile_id, tag)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO inbox_tag_counts SELECT profile_id, tag, count(*) FROM inbox_tags GROUP BY 1, 2;
    CREATE TEMP TRIGGER inbox_tag_added AFTER INSERT ON main.inbox_tags BEGIN ${tagOf('NEW', 1)} END;
    CREATE TEMP TRIGGER inbox_tag_removed AFTER DELETE ON main.inbox_tags BEGIN ${tagOf('OLD', -1)} END;`,
};

/** The items of one site and kind. `unread`: of those the unread ones, muted or not. */
export interface InboxCell {
  site: string;
  kind: string;
  isSnoozed: boolean;
  n: number;
  unread: number;
}

/** All items of some profiles by site and kind, the snoozed ones apart. */
export function inboxCells(db: Database, profileIds: readonly number[]): InboxCell[] {
  db.ensureTemporary(CELLS);
  return db
    .all<{ site: string; kind: string; snoozed: number; n: number; unread: number }>(
      `SELECT site_id AS site, item_type AS kind, snoozed, sum(n) AS n, sum(unread) AS unread FROM temp.inbox_cells
         WHERE profile_id IN (${placesFor(profileIds)}) GROUP BY site_id, item_type, snoozed HAVING sum(n) > 0`,
      ...profileIds,
    )
    .map(({ snoozed, ...cell }) => ({ ...cell, isSnoozed: snoozed === 1 }));
}

/** The most frequent tags of some profiles' items, with how many items have each. */
export function inboxTags(db: Database, profileIds: readonly number[], limit: number): { tag: string; n: number }[] {
  db.ensureTemporary(TAGS);
  return db.all(
    `SELECT tag, sum(n) AS n FROM temp.inbox_tag_counts WHERE profile_id IN (${placesFor(profileIds)})
       GROUP BY tag HAVING sum(n) > 0 ORDER BY sum(n) DESC, tag LIMIT ?`,
    ...profileIds,
    limit,
  );
}

/** How many items that the network sent to a profile are unread, without what muted questions bring. */
export function unreadFromNetwork(db: Database, profileId: number): number {
  db.ensureTemporary(CELLS);
  const all = `SELECT coalesce(sum(unread), 0) AS n FROM temp.inbox_cells
    WHERE profile_id = ? AND item_type <> '${MATCH_KIND}'`;
  // From the muted questions to their items: these are few.
  const muted = `SELECT count(*) AS n FROM inbox_items AS item
    WHERE (item.profile_id, item.site_id, item.question_id) IN
      (SELECT profile_id, site_id, question_id FROM muted_questions WHERE profile_id = ?)
      AND item.item_type <> '${MATCH_KIND}' AND ${isUnread('item')} AND NOT (${isNotMuted('item')})`;
  const countOf = (sql: string) => db.allUnchanged<{ n: number }>(sql, profileId)[0]?.n ?? 0;
  return countOf(all) - countOf(muted);
}
