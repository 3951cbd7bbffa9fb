import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { checkTable, tableNames } from '../../electron/store/database/damage.ts';
import { schemaVersion } from '../../electron/store/database/schema.ts';
import type { Random } from '../../sandbox/world/random.ts';

/** What is done to a history that nobody has open, so that the next start has something to mend. */

/** The latest schema but one, which the first upgrade step is for. */
const EARLIER_SCHEMA = 9;

/** Whether a history is there and whole: after some kills there is something to mend already. */
export function isWhole(file: string): boolean {
  if (!existsSync(file)) return false;
  const db = new DatabaseSync(file);
  try {
    return tableNames(db).length > 0 && checkTable(db) === undefined;
  } finally {
    db.close();
  }
}

/** Puts a history back to an earlier schema, with all its rows, as if an earlier Askbell had written it. */
export function putBackSchema(file: string): void {
  const db = new DatabaseSync(file);
  try {
    // An upgrade that was killed left the earlier one already.
    if (schemaVersion(db) <= EARLIER_SCHEMA) return;
    const created = db
      .prepare("SELECT type, name FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL")
      .all() as { type: string; name: string }[];
    db.exec(`BEGIN; ${created.map(({ type, name }) => `DROP ${type} "${name}";`).join(' ')}
      ALTER TABLE inbox_items DROP COLUMN state; DROP TABLE inbox_counts;
      PRAGMA user_version = ${EARLIER_SCHEMA}; COMMIT;`);
  } finally {
    db.close();
  }
}

/**
 * Writes over the first page of an index: no row is on it, so that every one of them can be saved. Does nothing to a
 * history that an upgrade has yet to give its indexes.
 */
export function damageIndex(file: string, random: Random): void {
  const db = new DatabaseSync(file);
  const indexes = db
    .prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND sql NOT LIKE '%WHERE%'")
    .all() as { rootpage: number }[];
  const { page_size: bytes } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  if (indexes.length === 0) return;
  const handle = openSync(file, 'r+');
  try {
    const noise = Uint8Array.from({ length: bytes }, () => random.integer(0, 255));
    writeSync(handle, noise, 0, bytes, (random.pick(indexes).rootpage - 1) * bytes);
  } finally {
    closeSync(handle);
  }
}
