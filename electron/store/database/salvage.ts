import { existsSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { upgradeSchema } from './schema.ts';
import { checkTable, tableNames } from './damage.ts';
import { markIn, UPKEEP_PROFILE } from './database.ts';
import { z } from 'zod';

/** Result of salvaging a damaged history. */
export interface SalvageResult {
  /** Rows read from the damaged file, and from a backup in place of unreadable ones. */
  rows: number;
  rowsFromBackup: number;
  /** Whether some of it could not be read. */
  isIncomplete: boolean;
}

const RESULT_MARK = 'salvage';

/** Returns the stored result of a history's last salvage; undefined if there was none. */
export const lastSalvage = (db: DatabaseSync): SalvageResult | undefined =>
  markIn(db, UPKEEP_PROFILE, RESULT_MARK) as SalvageResult | undefined;

/** Tables that triggers derive from the items, and that are thus not copied. */
const DERIVED = new Set(['inbox_tags', 'inbox_counts', 'inbox_search']);

/** Table without a key, so that a backup's rows cannot be matched to existing ones; it is fetched again. */
const WITHOUT_KEY = 'reputation_history';

/** Columns of JSON; an unreadable list is replaced by an empty one. */
const LISTS = new Set(['tags', 'watch_ids', 'subjects']);
const VALUES = new Set(['value', 'content']);

/** Marks of a backup that are still valid: learned rates, watches' creation times, deletions and announcements. */
const LASTING_MARKS = /^(learned:|watch:|presence$|awake$|standing:|identity$|cleared:|expiry-told$)/;

/**
 * Copies the readable rows of a damaged database into an empty one. Incomplete tables are completed
 * from the first readable backup. If anything is missing, streams start over.
 * @throws Error SQLite's error if the new database cannot be written
 */
export function salvage(damaged: string, backups: readonly string[], into: DatabaseSync): SalvageResult {
  const source = openLeniently(damaged);
  try {
    return salvageFrom(source, backups, into);
  } finally {
    source?.close();
  }
}

/** Salvages from an open database; undefined for one that cannot be opened. */
export function salvageFrom(
  source: DatabaseSync | undefined,
  backups: readonly string[],
  into: DatabaseSync,
): SalvageResult {
  upgradeSchema(into);
  into.exec('BEGIN IMMEDIATE');
  const incomplete = new Set<string>();
  let rows = 0;
  for (const table of kept(into)) rows += copyTable(source, into, table, () => incomplete.add(table));
  const rowsFromBackup = incomplete.size > 0 ? fillUp(into, incomplete, backups) : 0;
  if (incomplete.has(WITHOUT_KEY))
    into.exec(`DELETE FROM ${WITHOUT_KEY}; DELETE FROM marks WHERE substr(name, 1, 13) = 'read-history:'`);
  if (incomplete.has('profiles')) restoreProfiles(into);
  if (incomplete.size > 0) startOver(into);
  keepEventIds(source, into, incomplete.size > 0);
  const result = { rows, rowsFromBackup, isIncomplete: incomplete.size > 0 };
  // Stored for the next start, in case this one is killed before it puts the new file in place.
  into
    .prepare('INSERT OR REPLACE INTO marks (profile_id, name, value) VALUES (0, ?, ?)')
    .run(RESULT_MARK, JSON.stringify(result));
  into.exec('COMMIT');
  return result;
}

/** More events than were lost: nobody may get the number of another item, and no follower miss an event. */
const LOST_EVENTS = 1_000_000;

/** Has no event get an id that the source gave, also to one that was deleted or cannot be read. */
function keepEventIds(source: DatabaseSync | undefined, into: DatabaseSync, isIncomplete: boolean): void {
  copyTable(source, into, 'sqlite_sequence', () => undefined);
  into.exec(`INSERT INTO sqlite_sequence
      SELECT 'events', coalesce(max(seq), 0) + ${isIncomplete ? LOST_EVENTS : 0} FROM sqlite_sequence;
    DELETE FROM sqlite_sequence WHERE rowid < (SELECT max(rowid) FROM sqlite_sequence)`);
}

/** Opens a database read-only, even if the file is shorter than its header says; undefined if it is no database. */
function openLeniently(file: string): DatabaseSync | undefined {
  // SQLite would delete the -wal of an empty file, which is still to be set aside.
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) return undefined;
  const immutable = pathToFileURL(file);
  immutable.searchParams.set('immutable', '1');
  // A full disk has no space for SQLite's files beside an open one; a -wal must not be ignored.
  const ways = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0 ? [file, immutable] : [file];
  for (const way of ways) {
    let db: DatabaseSync | undefined;
    try {
      // SQLite reads a file that is shorter than its header says only without defensive mode.
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

/** Questions come last, so that an existing match in the list is not added again and keeps its snooze. */
const kept = (db: DatabaseSync): string[] =>
  tableNames(db)
    .filter((name) => !DERIVED.has(name))
    .toSorted((one, other) => Number(one === 'questions') - Number(other === 'questions'));

/** Returns the columns of both tables that are not generated. */
function commonColumns(source: DatabaseSync, into: DatabaseSync, table: string): string[] {
  const of = (db: DatabaseSync) =>
    (db.prepare(`PRAGMA table_xinfo("${table}")`).all() as { name: string; hidden: number }[])
      .filter(({ hidden }) => hidden === 0)
      .map(({ name }) => name);
  const there = new Set(of(source));
  return of(into).filter((name) => there.has(name));
}

/** Copies the readable rows of a table. Returns their number. */
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
    // A failed write must be thrown; a table missing from the damaged schema is only unreadable.
    if (!(error instanceof Error) || !/no such|malformed/i.test(error.message)) throw error;
    onUnreadable();
  }
  return rows;
}

/** Returns the number of rows added; undefined if the row has values that no Askbell wrote. */
function insertRow(insert: StatementSync, columns: readonly string[], row: Row): number | undefined {
  const values = columns.map((column) => readable(column, row[column] as SQLInputValue));
  if (!values.every((value) => value !== undefined)) return undefined;
  try {
    return Number(insert.run(...values).changes);
  } catch (error) {
    // A value of a wrong type, or a missing one (SQLITE_CONSTRAINT).
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

/** Conversions of a backup's rows by table; undefined skips a row. */
const FROM_BACKUP: Record<string, (row: Row) => Row | undefined> = {
  [WITHOUT_KEY]: () => undefined,
  marks: (row) => (LASTING_MARKS.test(String(row['name'])) ? row : undefined),
  // Messages and notifications pending in the backup have been sent and shown since.
  outbox: () => undefined,
  notifications: (row) => ({ ...row, state: row['state'] === 'pending' ? 'dropped' : row['state']! }),
};

/** Adds a backup's rows to incomplete tables. Returns their number. */
function fillUp(into: DatabaseSync, incomplete: Set<string>, backups: readonly string[]): number {
  const file = backups.find(isWhole);
  const backup = file === undefined ? undefined : openLeniently(file);
  try {
    let rows = 0;
    for (const table of backup ? incomplete : [])
      rows += copyTable(backup, into, table, () => undefined, FROM_BACKUP[table]);
    return rows;
  } finally {
    backup?.close();
  }
}

/** Whether a file is an intact database. */
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

/** Mark with the identity of a profile. */
export const IDENTITY_MARK = 'identity';

const Identity = z.object({ network: z.string().min(1), accountId: z.number() });

/**
 * Restores profiles that were lost while some of their rows were salvaged: under the identity in their mark, or as
 * nobody's. Otherwise the next new account would get a lost profile's id, and see another user's data.
 */
function restoreProfiles(db: DatabaseSync): void {
  const insert = db.prepare(
    "INSERT OR IGNORE INTO profiles (id, network, account_id, display_name) VALUES (?, ?, ?, '')",
  );
  for (const id of idsInUse(db)) {
    const identity = Identity.safeParse(markIn(db, id, IDENTITY_MARK)).data;
    const { network, accountId } = identity ?? { network: `lost:${id}`, accountId: id };
    insert.run(id, network, accountId);
  }
}

/** Returns the profile ids that rows refer to without a profile. Marks without a profile have the id 0. */
function idsInUse(db: DatabaseSync): number[] {
  const owned = tableNames(db).filter(
    (table) => db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, 'profile_id') !== undefined,
  );
  const ids = owned.map((table) => `SELECT profile_id AS id FROM "${table}"`).join(' UNION ');
  const sql = `SELECT id FROM (${ids}) WHERE id > 0 AND id NOT IN (SELECT id FROM profiles) ORDER BY id`;
  return (db.prepare(sql).all() as { id: number }[]).map(({ id }) => id);
}

/** Marks of stream positions, which are only valid together with the rows that the stream returned. */
const POSITIONS = [
  'accounts-at',
  'accounts-left',
  'achievements',
  'badges:',
  'baseline:',
  'cursor:',
  'featured:',
  'inbox-left',
  'scored:',
];

/** Whether a mark is a stream position. */
export const isPosition = (name: string): boolean => POSITIONS.some((prefix) => name.startsWith(prefix));

/**
 * Resets all streams after rows were lost: items of their next poll are listed but not announced. Otherwise items that
 * are no longer known would be announced again.
 */
function startOver(db: DatabaseSync): void {
  const remove = db.prepare('DELETE FROM marks WHERE substr(name, 1, length(?)) = ?');
  for (const prefix of POSITIONS) remove.run(prefix, prefix);
  db.exec("UPDATE marks SET value = json_remove(value, '$.since') WHERE substr(name, 1, 6) = 'watch:'");
}

/** Row by its column names. */
type Row = Record<string, SQLOutputValue>;

const HIGHEST_ROWID = 2n ** 63n - 1n;

/** Maximum number of reads in one table after the first damage: each takes about a tenth of a millisecond. */
const MAX_PROBES = 2000;

/**
 * Yields every readable row of a table. At a damaged page, reading continues from the other end, and then by bisection
 * in between, so that only rows on damaged pages are lost. Calls `onUnreadable` if there are any.
 */
function* rowsAroundDamage(
  db: DatabaseSync,
  table: string,
  columns: readonly string[],
  onUnreadable: () => void,
): Generator<Row> {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const select = (order: string): StatementSync => {
    const statement = db.prepare(
      `SELECT rowid AS "rowid", ${list} FROM "${table}" NOT INDEXED
         WHERE rowid BETWEEN ? AND ? ORDER BY rowid ${order}`,
    );
    // A damaged number may exceed a double; it must not stop the reading.
    statement.setReadBigInts(true);
    return statement;
  };
  const [forwards, backwards] = [select('ASC'), select('DESC')];
  const left = [{ from: -HIGHEST_ROWID, to: HIGHEST_ROWID }];
  for (let probes = 0; left.length > 0; probes++) {
    const { from, to } = left.shift()!;
    const upTo = yield* readUntilDamage(forwards, from, to);
    if (upTo === 'all') continue;
    onUnreadable();
    if (probes > MAX_PROBES) return;
    const begin = upTo === undefined ? from : upTo + 1n;
    const downTo = yield* readUntilDamage(backwards, begin, to);
    if (downTo === 'all') continue;
    const end = downTo === undefined ? to : downTo - 1n;
    if (begin >= end) continue;
    const middle = (begin + end) / 2n;
    left.push({ from: begin, to: middle }, { from: middle + 1n, to: end });
  }
}

/** Reads up to the end or the first damaged page. Returns the last rowid read, or `all`. */
function* readUntilDamage(
  statement: StatementSync,
  from: bigint,
  to: bigint,
): Generator<Row, bigint | undefined | 'all'> {
  let last: bigint | undefined;
  try {
    for (const row of statement.iterate(from, to) as Iterable<Row>) {
      last = row['rowid'] as bigint;
      yield row;
    }
    return 'all';
  } catch {
    return last;
  }
}
