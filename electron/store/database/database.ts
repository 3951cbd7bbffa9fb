import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { UnusableFile } from '../../base/private-files.ts';

/**
 * The history's database. `HistoryFile` is the open file: it goes on in memory while the disk is not writable, and
 * replaces a damaged or deleted file. It is opened by `open.ts`, which upgrades the schema (`schema.ts`) and salvages
 * what is damaged (`salvage.ts`). `Connection` runs the SQL. Beside the file lie two backups and what was set aside
 * (`files.ts`).
 */

/** Profile id of marks about maintenance, which belong to no account. */
export const UPKEEP_PROFILE = 0;
export const FULL_CHECK_MARK = 'full-check';
export const BACKUP_MARK = 'backup';

/** Thrown if the history cannot be opened; `message` says why and what to do. */
export class HistoryError extends UnusableFile {
  override readonly name = 'HistoryError';
}

/**
 * SQLite database with safely nesting transactions and cached prepared statements. Rows and marks have separate
 * methods: a mark is a small named value of a profile that may be set by each poll, so that it is cached by itself,
 * and may wait until something else is written.
 */
export interface Database {
  /** Changes rows. Returns their number. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Changes rows and returns them, by a statement with RETURNING. */
  change<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /** Like `all`, for repeated queries: cached until a row changes. The returned rows must not be modified. */
  allUnchanged<Row>(sql: string, ...values: SQLInputValue[]): readonly Row[];
  mark(profileId: number, name: string): string | undefined;
  /** Sets a mark, or deletes it. */
  setMark(profileId: number, name: string, value: string | undefined): void;
  /**
   * Sets a mark that is written with the next other change, so that a poll that finds no changes writes nothing; one
   * that does not exist yet is written at once. Reads return it at once; after a crash the file has an earlier state.
   */
  setMarkLater(profileId: number, name: string, value: string): void;
  /** Changes several marks. */
  changeMarks(sql: string, ...values: SQLInputValue[]): void;
  /** Writes the marks deferred by `setMarkLater`. */
  writeLater(): void;
  /** Returns a different number whenever a row may have changed. */
  version(): number;
  /**
   * Runs the work in one transaction. If the disk is not writable, the work is repeated in memory. `isRepeatable`: the
   * network can be asked for it again after a power cut, so it does not wait for the disk; the next transaction that
   * does takes it along.
   */
  transaction<T>(work: () => T, isRepeatable?: boolean): T;
  close(): void;
}

/** Parses a list stored as JSON; an empty one if it is damaged. */
export function listOf<Entry>(json: string): Entry[] {
  const value = valueOf(json);
  return Array.isArray(value) ? (value as Entry[]) : [];
}

/** Parses a value stored as JSON; undefined if it is damaged. */
export function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Returns the one number of a statement, such as a PRAGMA. */
export const numberOf = (db: DatabaseSync, sql: string): number =>
  Number(Object.values(db.prepare(sql).get() ?? {})[0]);

/** Parses a mark of a file that is not open as a `Database`; undefined if it is missing or damaged. */
export function markIn(db: DatabaseSync, profileId: number, name: string): unknown {
  const row = db.prepare('SELECT value FROM marks WHERE profile_id = ? AND name = ?').get(profileId, name);
  return row && valueOf(String(row['value']));
}

/** Columns of a profile. */
export const PROFILE =
  'id, network, account_id AS accountId, display_name AS displayName, profile_image AS profileImage';

/** Row by its column names; a column without a value is NULL. */
type NewRow = Record<string, SQLInputValue | undefined>;

/** Database as one profile uses it: in every statement, the profile's id is the first value, `?1`. */
export class ProfileDatabase {
  readonly database: Database;
  readonly id: number;

  constructor(database: Database, id: number) {
    this.database = database;
    this.id = id;
  }

  /** Adds a row of the profile unless it exists already. Returns the number of added rows. */
  add(table: string, row: NewRow): number {
    const columns = Object.keys(row);
    return this.run(
      `INSERT INTO ${table} (profile_id, ${columns.join(', ')}) VALUES (?1${', ?'.repeat(columns.length)})
         ON CONFLICT DO NOTHING`,
      ...Object.values(row).map((value) => value ?? null),
    );
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return this.database.run(sql, this.id, ...values);
  }

  change<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.database.change(sql, this.id, ...values);
  }

  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.database.get(sql, this.id, ...values);
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.database.all(sql, this.id, ...values);
  }

  allUnchanged<Row>(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    return this.database.allUnchanged(sql, this.id, ...values);
  }
}

/** Returns a row without its NULLs, as a type with optional properties. */
export const withoutNulls = <Row extends object>(row: object): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row;
