import { statSync, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { errorMessage } from '../../../common/error-message.ts';
import { numberOf } from './database.ts';
import { setAside } from './files.ts';

/** Maximum size of a file that is checked completely whenever it is opened: measured at 10 ms per MiB. */
const WHOLE_CHECK_BYTES = 2 * 1024 * 1024;

/** Tables of the full-text index, which are checked together with it, by its name. */
const PARTS_OF_SEARCH = /^inbox_search_/;

/** Returns the names of all tables; the full-text index counts as one. */
export const tableNames = (db: DatabaseSync): string[] =>
  (db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").all() as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('sqlite_') && !PARTS_OF_SEARCH.test(name));

/** `full` also compares every index with its table, which takes about half as long again. */
export type HowThorough = 'quick' | 'full';

/** Checks one table with its indexes, or all of them. Returns the first problem, or undefined. */
export function checkTable(db: DatabaseSync, table?: string, how: HowThorough = 'quick'): string | undefined {
  const argument = table === undefined ? '(1)' : `("${table}")`;
  const check = how === 'quick' ? 'quick_check' : 'integrity_check';
  try {
    const [first] = db.prepare(`PRAGMA ${check}${argument}`).all() as Record<string, string>[];
    const said = Object.values(first ?? {})[0];
    return said === undefined || said === 'ok' ? undefined : said;
  } catch (error) {
    // Some damage makes the check itself throw.
    if (!isDamage(error)) throw error;
    return errorMessage(error);
  }
}

/** Checks table by table, yielding to other work in between. Returns the first problem, or undefined. */
export async function checkTables(sqlite: DatabaseSync, how: HowThorough): Promise<string | undefined> {
  for (const table of tableNames(sqlite)) {
    await turn();
    const problem = checkTable(sqlite, table, how);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * Checks a database at the start in under 50 ms, regardless of its size: all of a small file; of a larger one the
 * header, its length, the schema, and both ends of every table and index. Returns the first problem, or undefined.
 * @throws Error SQLite's error at a damaged page
 */
export function checkAtStart(db: DatabaseSync, file: string): string | undefined {
  const pageSize = numberOf(db, 'PRAGMA page_size');
  if (numberOf(db, 'PRAGMA page_count') * pageSize <= WHOLE_CHECK_BYTES) return checkTable(db);
  // Pages that are only in the -wal are not in the file yet.
  if (statSync(file).size % pageSize !== 0) return 'the file ends within a page';
  for (const table of tableNames(db)) checkEnds(db, table);
  return undefined;
}

/** Reads the first and the last entry of a table and of its indexes. */
function checkEnds(db: DatabaseSync, table: string): void {
  const indexes = db.prepare(`PRAGMA index_list("${table}")`).all() as { name: string; partial: number }[];
  for (const { name, partial } of indexes) {
    if (partial !== 0) continue;
    const columns = db.prepare(`PRAGMA index_info("${name}")`).all() as { name: string }[];
    const order = (direction: string) => columns.map((column) => `"${column.name}" ${direction}`).join(', ');
    for (const direction of ['ASC', 'DESC'])
      db.prepare(`SELECT * FROM "${table}" INDEXED BY "${name}" ORDER BY ${order(direction)} LIMIT 1`).all();
  }
  const isWithoutRowid = (db.prepare('SELECT wr FROM pragma_table_list(?)').get(table) as { wr: number }).wr !== 0;
  if (isWithoutRowid) return;
  for (const direction of ['ASC', 'DESC'])
    db.prepare(`SELECT * FROM "${table}" ORDER BY rowid ${direction} LIMIT 1`).all();
}

const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/** Extended codes of failed reads: an unreadable page counts as damaged. */
const UNREADABLE_PAGES = [SQLITE_IOERR | (1 << 8), SQLITE_IOERR | (2 << 8), SQLITE_IOERR | (33 << 8)];

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;

/** Why writing fails: the disk is full, or refuses writes for another reason. */
export type WriteTrouble = 'disk-full' | 'history-unwritable';

/** Returns why a write failed; undefined if the disk is not the cause. */
export function writeTrouble(error: unknown): WriteTrouble | undefined {
  const systemCode = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOSPC', 'EDQUOT'].includes(systemCode)) return 'disk-full';
  if (['EROFS', 'EACCES', 'EPERM', 'EIO'].includes(systemCode)) return 'history-unwritable';
  const code = codeOf(error);
  if (code === undefined || UNREADABLE_PAGES.includes(code)) return undefined;
  if ((code & 0xff) === SQLITE_FULL) return 'disk-full';
  return [SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN].includes(code & 0xff) ? 'history-unwritable' : undefined;
}

/** Whether an error indicates contents that neither SQLite nor Askbell wrote. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) {
    if (UNREADABLE_PAGES.includes(code) || [SQLITE_CORRUPT, SQLITE_NOTADB].includes(code & 0xff)) return true;
    // Triggers read JSON written by Askbell, so unreadable JSON is damage.
    return error instanceof Error && /malformed/i.test(error.message);
  }
  // A number outside the range of Askbell's times and ids.
  return error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** Whether another process has locked the database. */
export const isBusy = (error: unknown): boolean => ((codeOf(error) ?? 0) & 0xff) === SQLITE_BUSY;

/**
 * Sets a damaged database aside; its owner creates a new one. Returns its new path; undefined for an intact or missing
 * file. Rejects with the file system's error if it cannot be moved.
 */
export async function setAsideIfDamaged(file: string, now: number): Promise<string | undefined> {
  return existsSync(file) && (await isDamaged(file)) ? setAside(file, now) : undefined;
}

async function isDamaged(file: string): Promise<boolean> {
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = new DatabaseSync(file, { readOnly: true });
    return (await checkTables(sqlite, 'quick')) !== undefined;
  } catch (error) {
    return isDamage(error);
  } finally {
    sqlite?.close();
  }
}
