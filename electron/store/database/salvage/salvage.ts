import { existsSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { migrate, LATEST_SCHEMA, schemaVersion } from '../schema/migrations.ts';
import { rowsAroundDamage, type Row } from './rows-around-damage.ts';
import { restoreProfiles } from './lost-profiles.ts';
import { startOver } from './start-over.ts';
import { checkTable, tableNames } from '../check.ts';

/** What came of saving a damaged history. */
export interface SalvageResult {
  /** Rows that were read from the damaged file, and from a backup where it could not be read. */
  rows: number;
  rowsFromBackup: number;
  /** Some of it could not be read. */
  isIncomplete: boolean;
}

const RESULT_MARK = 'salvage';

/** What the last salvage of a history came to, as it noted it; undefined where there was none. */
export function lastSalvage(db: DatabaseSync): SalvageResult | undefined {
  const row = db.prepare('SELECT value FROM marks WHERE profile_id = 0 AND name = ?').get(RESULT_MARK) as
    | { value: string }
    | undefined;
  return row && (JSON.parse(row.value) as SalvageResult);
}

/** Triggers make these from the items, so they are made anew. */
const DERIVED = new Set(['inbox_tags', 'inbox_counts', 'inbox_search']);

/** Without a key, so that a backup's rows cannot be told from the same rows here; the network tells them again. */
const WITHOUT_KEY = 'reputation_history';

/** Columns of JSON, and what stands for a list that cannot be read. */
const LISTS = new Set(['tags', 'watch_ids', 'subjects']);
const VALUES = new Set(['value', 'content']);

/** Marks of a backup that still hold: what was learned, when watches were made, what was deleted and what was said. */
const LASTING_MARKS = /^(learned:|watch:|presence$|awake$|standing:|identity$|cleared:|expiry-told$)/;

/**
 * Copies into an empty database what can be read of a damaged one, row by row, and brings it up to date. Tables that
 * cannot be read whole are filled up from the first backup that can be read. Where anything is missing, streams begin
 * anew (start-over.ts). @throws what SQLite throws where the new database cannot be written
 */
export function salvage(damaged: string, backups: readonly string[], into: DatabaseSync): SalvageResult {
  const source = openLeniently(damaged);
  try {
    return salvageFrom(source, backups, into);
  } finally {
    source?.close();
  }
}

/** The same out of a database that is open; undefined for one that cannot be opened. */
export function salvageFrom(
  source: DatabaseSync | undefined,
  backups: readonly string[],
  into: DatabaseSync,
): SalvageResult {
  migrate(into, versionOf(source));
  into.exec('BEGIN IMMEDIATE');
  const incomplete = new Set<string>();
  let rows = 0;
  for (const table of kept(into)) rows += copyTable(source, into, table, () => incomplete.add(table));
  const rowsFromBackup = incomplete.size > 0 ? fillUp(into, incomplete, backups) : 0;
  if (incomplete.has(WITHOUT_KEY)) {
    into.exec(`DELETE FROM ${WITHOUT_KEY}; DELETE FROM marks WHERE substr(name, 1, 13) = 'read-history:'`);
  }
  if (incomplete.has('profiles')) restoreProfiles(into);
  if (incomplete.size > 0) startOver(into);
  const result = { rows, rowsFromBackup, isIncomplete: incomplete.size > 0 };
  // A start that is killed before it puts the new file in place leaves word for the next one.
  into
    .prepare('INSERT OR REPLACE INTO marks (profile_id, name, value) VALUES (0, ?, ?)')
    .run(RESULT_MARK, JSON.stringify(result));
  into.exec('COMMIT');
  migrate(into);
  return result;
}

/** Opens without writing, and although the file is shorter than it says; undefined where it is no database at all. */
function openLeniently(file: string): DatabaseSync | undefined {
  // SQLite would delete the -wal of an empty file, which is still to be set aside.
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) return undefined;
  const immutable = pathToFileURL(file);
  immutable.searchParams.set('immutable', '1');
  // On a full disk there is no room for what SQLite keeps beside a file that is read; a -wal must not be left out.
  const ways = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0 ? [file, immutable] : [file];
  for (const way of ways) {
    let db: DatabaseSync | undefined;
    try {
      // Only without its defences does SQLite read a file that is shorter than its header says.
      db = new DatabaseSync(way, { readOnly: true, defensive: false });
      db.exec('PRAGMA writable_schema = ON');
      db.prepare('SELECT count(*) FROM sqlite_schema').get();
      return db;
    } catch {
      db?.close();
    }
  }
  return undefined;
}

function versionOf(source: DatabaseSync | undefined): number {
  const version = source ? schemaVersion(source) : LATEST_SCHEMA;
  return version >= 1 && version <= LATEST_SCHEMA ? version : LATEST_SCHEMA;
}

/** Questions come last: a match that is listed already is then not listed anew, so that it keeps its snooze. */
const kept = (db: DatabaseSync): string[] =>
  tableNames(db)
    .filter((name) => !DERIVED.has(name))
    .toSorted((one, other) => Number(one === 'questions') - Number(other === 'questions'));

/** The columns that both have and that are not computed. */
function commonColumns(source: DatabaseSync, into: DatabaseSync, table: string): string[] {
  const of = (db: DatabaseSync) =>
    (db.prepare(`PRAGMA table_xinfo("${table}")`).all() as { name: string; hidden: number }[])
      .filter(({ hidden }) => hidden === 0)
      .map(({ name }) => name);
  const there = new Set(of(source));
  return of(into).filter((name) => there.has(name));
}

/** Copies what can be read of a table. Gives how many rows that was. */
function copyTable(
  source: DatabaseSync | undefined,
  into: DatabaseSync,
  table: string,
  onUnreadable: () => void,
  accept: (row: Row) => Row | undefined = (row) => row,
): number {
  let rows = 0;
  try {
    const columns = source ? commonColumns(source, into, table) : [];
    if (!source || columns.length === 0) {
      onUnreadable();
      return 0;
    }
    const insert = into.prepare(
      `INSERT OR IGNORE INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
         VALUES (${columns.map(() => '?').join(', ')})`,
    );
    for (const row of rowsAroundDamage(source, table, columns, onUnreadable)) {
      const accepted = accept(row);
      if (!accepted) continue;
      const added = insertRow(insert, columns, accepted);
      if (added === undefined) onUnreadable();
      rows += added ?? 0;
    }
  } catch (error) {
    // A failed write has to be told; a table that the damaged schema no longer knows is only unreadable.
    if (!(error instanceof Error) || !/no such|malformed/i.test(error.message)) throw error;
    onUnreadable();
  }
  return rows;
}

/** Gives how many rows were added; undefined where the row holds what no Askbell has written. */
function insertRow(insert: StatementSync, columns: readonly string[], row: Row): number | undefined {
  const values: SQLInputValue[] = [];
  for (const column of columns) {
    const value = readable(column, row[column] as SQLInputValue);
    if (value === undefined) return undefined;
    values.push(value);
  }
  try {
    return Number(insert.run(...values).changes);
  } catch (error) {
    // A value of a wrong type, or none where there has to be one (SQLITE_CONSTRAINT).
    if (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 19) return undefined;
    throw error;
  }
}

function readable(column: string, value: SQLInputValue): SQLInputValue | undefined {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? value : undefined;
  if (typeof value !== 'string' || !(LISTS.has(column) || VALUES.has(column))) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return LISTS.has(column) && !Array.isArray(parsed) ? '[]' : value;
  } catch {
    return LISTS.has(column) ? '[]' : undefined;
  }
}

/** What is taken of a backup's rows. */
const FROM_BACKUP: Record<string, (row: Row) => Row | undefined> = {
  [WITHOUT_KEY]: () => undefined,
  marks: (row) => (LASTING_MARKS.test(String(row['name'])) ? row : undefined),
  // What still had to be shown when the backup was made has been shown since.
  notifications: (row) => ({ ...row, state: row['state'] === 'pending' ? 'dropped' : row['state']! }),
};

/** Adds what a backup has of tables that could not be read whole. Gives how many rows that was. */
function fillUp(into: DatabaseSync, incomplete: Set<string>, backups: readonly string[]): number {
  const file = backups.find(isWhole);
  const backup = file === undefined ? undefined : openLeniently(file);
  try {
    const tables = backup ? [...incomplete] : [];
    return tables.reduce(
      (rows, table) => rows + copyTable(backup, into, table, () => undefined, FROM_BACKUP[table]),
      0,
    );
  } finally {
    backup?.close();
  }
}

/** Whether a file is a database without damage. */
function isWhole(file: string): boolean {
  const db = existsSync(file) ? openLeniently(file) : undefined;
  try {
    return db !== undefined && checkTable(db) === undefined;
  } catch {
    return false;
  } finally {
    db?.close();
  }
}
