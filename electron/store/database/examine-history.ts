import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { refuseOddFile } from '../../private-files.ts';
import { backupNames } from './file-names.ts';
import { LATEST_SCHEMA } from './schema/migrations.ts';
import { FULL_CHECK_MARK, UPKEEP_PROFILE } from './marks.ts';

/** How a history file is, as far as one can tell without changing anything. */
export type HistoryFacts =
  | { state: 'absent' }
  /** The file cannot be read at all; `code` is the system's or SQLite's. */
  | { state: 'unreadable'; code: string }
  /** Another program's database, or no database. */
  | { state: 'foreign' }
  /** `fault`: the first thing that SQLite says of it. */
  | { state: 'damaged'; fault: string; backedUpAt?: Date | undefined }
  | {
      state: 'readable';
      version: number;
      /** The version that this Askbell brings it to. */
      known: number;
      bytes: number;
      /** `part`: the time was over before every table was looked at. */
      checked: 'all' | 'part';
      backedUpAt?: Date | undefined;
      /** When Askbell itself checked all of it last, in idle time. */
      fullCheckAt?: Date | undefined;
    };

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** SQLite's words end where they would become a list. */
const MAX_FAULT_LENGTH = 160;

/**
 * Looks at a history file, whoever has it open, and leaves everything as it was. Tables are looked at one by one until
 * `deadline` (a signal), so that the answer never takes much longer than the largest of them. Never rejects.
 */
export async function examineHistory(file: string, deadline: AbortSignal): Promise<HistoryFacts> {
  if (!existsSync(file)) return { state: 'absent' };
  const backedUpAt = latestBackup(file);
  let db: DatabaseSync | undefined;
  try {
    db = openReadOnly(file);
    const version = numberOf(db, 'PRAGMA user_version');
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => String(name));
    if (tables.length === 0 ? version !== 0 : !tables.includes('profiles')) return { state: 'foreign' };
    let checked: 'all' | 'part' = 'all';
    for (const table of tables.filter((name) => !name.startsWith('sqlite_'))) {
      await turn();
      if (deadline.aborted) {
        checked = 'part';
        break;
      }
      const fault = firstFault(db, table);
      if (fault !== undefined) return { state: 'damaged', fault, backedUpAt };
    }
    const bytes = numberOf(db, 'PRAGMA page_count') * numberOf(db, 'PRAGMA page_size');
    return {
      state: 'readable',
      version,
      known: LATEST_SCHEMA,
      bytes,
      checked,
      backedUpAt,
      fullCheckAt: fullCheckAt(db, tables),
    };
  } catch (error) {
    return ofError(error, backedUpAt);
  } finally {
    db?.close();
  }
}

/** Number of inbox items in a history that opening will upgrade; 0 where it is up to date or cannot be read. */
export function itemsToUpgrade(file: string): number {
  if (!existsSync(file)) return 0;
  let db: DatabaseSync | undefined;
  try {
    db = openReadOnly(file);
    const version = numberOf(db, 'PRAGMA user_version');
    return version > 0 && version < LATEST_SCHEMA ? numberOf(db, 'SELECT count(*) FROM inbox_items') : 0;
  } catch {
    // Opening it says what is wrong.
    return 0;
  } finally {
    db?.close();
  }
}

/** The marks of an account as they are stored, by name; none where the history cannot be read. Changes nothing. */
export function readStoredMarks(file: string, network: string, accountId: number): Record<string, unknown> {
  if (!existsSync(file)) return {};
  let db: DatabaseSync | undefined;
  try {
    db = openReadOnly(file);
    const rows = db
      .prepare(
        `SELECT name, value FROM marks JOIN profiles ON profiles.id = marks.profile_id
           WHERE network = ? AND account_id = ?`,
      )
      .all(network, accountId);
    return Object.fromEntries(rows.map(({ name, value }) => [String(name), parsed(String(value))]));
  } catch {
    return {};
  } finally {
    db?.close();
  }
}

/**
 * Without a log beside it nobody has the file open, and a read-only connection would leave one behind: then the file is
 * taken for one that does not change.
 */
function openReadOnly(file: string): DatabaseSync {
  refuseOddFile(file, 'history file');
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1');
  const db = new DatabaseSync(url, { readOnly: true });
  db.exec('PRAGMA busy_timeout = 1000');
  return db;
}

function firstFault(db: DatabaseSync, table: string): string | undefined {
  const [row] = db.prepare(`PRAGMA quick_check("${table.replaceAll('"', '""')}")`).all();
  const said = row === undefined ? 'ok' : String(Object.values(row)[0]);
  return said === 'ok' ? undefined : said.replaceAll(/\s+/g, ' ').slice(0, MAX_FAULT_LENGTH);
}

function numberOf(db: DatabaseSync, sql: string): number {
  return Number(Object.values(db.prepare(sql).get() ?? {})[0]);
}

function ofError(error: unknown, backedUpAt: Date | undefined): HistoryFacts {
  const { errcode, code } = error as { errcode?: number; code?: string };
  if (errcode !== undefined && (errcode & 0xff) === SQLITE_NOTADB) return { state: 'foreign' };
  if (errcode !== undefined && (errcode & 0xff) === SQLITE_CORRUPT)
    return { state: 'damaged', fault: 'the file is malformed', backedUpAt };
  return { state: 'unreadable', code: errcode === undefined ? (code ?? 'unknown') : `SQLite ${errcode}` };
}

function fullCheckAt(db: DatabaseSync, tables: readonly string[]): Date | undefined {
  if (!tables.includes('marks')) return undefined;
  const row = db
    .prepare('SELECT value FROM marks WHERE profile_id = ? AND name = ?')
    .get(UPKEEP_PROFILE, FULL_CHECK_MARK);
  const at = (parsed(String(row?.['value'])) as { at?: unknown } | undefined)?.at;
  return typeof at === 'number' ? new Date(at) : undefined;
}

/** When the newest backup beside the history was made. */
function latestBackup(file: string): Date | undefined {
  const times = backupNames(file).map((name) => statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const latest = Math.max(0, ...times);
  return latest === 0 ? undefined : new Date(latest);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
