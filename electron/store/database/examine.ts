import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { refuseOddFile } from '../../base/private-files.ts';
import { backupNames } from './files.ts';
import { LATEST_SCHEMA, schemaVersion } from './schema.ts';
import { checkTable, tableNames } from './damage.ts';
import { FULL_CHECK_MARK, markIn, numberOf, UPKEEP_PROFILE, valueOf } from './database.ts';

/** State of a history file, examined without changing it. */
export type HistoryFacts =
  | { state: 'absent' }
  /** The file cannot be read; `code` is the system's or SQLite's. */
  | { state: 'unreadable'; code: string }
  /** Another program's database, or no database. */
  | { state: 'foreign' }
  /** `fault`: SQLite's first message. */
  | { state: 'damaged'; fault: string; backedUpAt?: Date | undefined }
  | {
      state: 'readable';
      version: number;
      /** The version that this Askbell migrates it to. */
      known: number;
      bytes: number;
      /** `part`: the deadline passed before every table was checked. */
      checked: 'all' | 'part';
      backedUpAt?: Date | undefined;
      /** When Askbell itself last checked the whole file, in idle time. */
      fullCheckAt?: Date | undefined;
    };

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** Maximum length of SQLite's message, which may continue as a list. */
const MAX_FAULT_LENGTH = 160;

/**
 * Examines a history file without changing it, even while it is open elsewhere. Checks tables one by one until
 * `deadline` aborts, so that the result takes little longer than the largest of them. Never rejects.
 */
export async function examineHistory(file: string, deadline: AbortSignal): Promise<HistoryFacts> {
  if (!existsSync(file)) return { state: 'absent' };
  const backedUpAt = latestBackup(file);
  let db: DatabaseSync | undefined;
  try {
    db = openReadOnly(file);
    const version = schemaVersion(db);
    const tables = tableNames(db);
    if (tables.length === 0 ? version !== 0 : !tables.includes('profiles')) return { state: 'foreign' };
    let checked: 'all' | 'part' = 'all';
    for (const table of tables) {
      await turn();
      if (deadline.aborted) {
        checked = 'part';
        break;
      }
      const fault = checkTable(db, table)?.replaceAll(/\s+/g, ' ').slice(0, MAX_FAULT_LENGTH);
      if (fault !== undefined) return { state: 'damaged', fault, backedUpAt };
    }
    const bytes = numberOf(db, 'PRAGMA page_count') * numberOf(db, 'PRAGMA page_size');
    const fullCheckAt = tables.includes('marks') ? lastFullCheck(db) : undefined;
    return { state: 'readable', version, known: LATEST_SCHEMA, bytes, checked, backedUpAt, fullCheckAt };
  } catch (error) {
    return ofError(error, backedUpAt);
  } finally {
    db?.close();
  }
}

/** Returns the number of inbox items in a history that opening will upgrade; 0 if it is up to date or unreadable. */
export const itemsToUpgrade = (file: string): number =>
  readIn(file, 0, (db) => {
    const version = schemaVersion(db);
    return version > 0 && version < LATEST_SCHEMA ? numberOf(db, 'SELECT count(*) FROM inbox_items') : 0;
  });

/** Returns the stored marks of an account by name; none if the history is unreadable. Changes nothing. */
export const readStoredMarks = (file: string, network: string, accountId: number): Record<string, unknown> =>
  readIn(file, {}, (db) => {
    const sql = `SELECT name, value FROM marks JOIN profiles ON profiles.id = marks.profile_id
      WHERE network = ? AND account_id = ?`;
    const rows = db.prepare(sql).all(network, accountId);
    return Object.fromEntries(rows.map(({ name, value }) => [String(name), valueOf(String(value))]));
  });

/** Reads a file; returns `otherwise` if it is missing or unreadable, which opening it reports. */
function readIn<T>(file: string, otherwise: T, read: (db: DatabaseSync) => T): T {
  if (!existsSync(file)) return otherwise;
  let db: DatabaseSync | undefined;
  try {
    db = openReadOnly(file);
    return read(db);
  } catch {
    return otherwise;
  } finally {
    db?.close();
  }
}

/**
 * Opens a database for reading. Without a -wal file no process has it open, and a read-only connection would leave one
 * behind: then the file is opened as immutable.
 */
function openReadOnly(file: string): DatabaseSync {
  refuseOddFile(file, 'history file');
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1');
  const db = new DatabaseSync(url, { readOnly: true });
  db.exec('PRAGMA busy_timeout = 1000');
  return db;
}

function ofError(error: unknown, backedUpAt: Date | undefined): HistoryFacts {
  const { errcode, code } = error as { errcode?: number; code?: string };
  if (errcode === undefined) return { state: 'unreadable', code: code ?? 'unknown' };
  if ((errcode & 0xff) === SQLITE_NOTADB) return { state: 'foreign' };
  if ((errcode & 0xff) === SQLITE_CORRUPT) return { state: 'damaged', fault: 'the file is malformed', backedUpAt };
  return { state: 'unreadable', code: `SQLite ${errcode}` };
}

function lastFullCheck(db: DatabaseSync): Date | undefined {
  const at = (markIn(db, UPKEEP_PROFILE, FULL_CHECK_MARK) as { at?: unknown } | undefined)?.at;
  return typeof at === 'number' ? new Date(at) : undefined;
}

/** Returns when the newest backup of the history was made. */
function latestBackup(file: string): Date | undefined {
  const times = backupNames(file).map((name) => statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const latest = Math.max(0, ...times);
  return latest === 0 ? undefined : new Date(latest);
}
