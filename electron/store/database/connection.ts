import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Database } from './database.ts';

const READ_MARK = 'SELECT value FROM marks WHERE profile_id = ? AND name = ?';
const SET_MARK =
  'INSERT INTO marks (profile_id, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';
const DELETE_MARK = 'DELETE FROM marks WHERE profile_id = ? AND name = ?';

/** Value of a mark that is still to be written. */
export interface LaterMark {
  profileId: number;
  name: string;
  value: string;
}

export const markKey = (profileId: number, name: string): string => `${profileId} ${name}`;

/** Maximum number of cached results, and of cached marks; rarely reached. */
const MAX_CACHED = 500;

/** Shared by all connections, so that no two have the same version. */
let lastVersion = 0;

/**
 * Open database. The deferred marks are written in the transaction of the next other change. So the file is always in a
 * state that existed, and a crash restores an earlier one.
 */
export class Connection implements Database {
  readonly sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Results of `allUnchanged`, by statement and values. */
  readonly #rows = new Map<string, unknown[]>();
  /** Marks in the file, by key. */
  readonly #marks = new Map<string, string | undefined>();
  /** Deferred marks by key, in the order in which they were set, now and at the start of the current transaction. */
  #later = new Map<string, LaterMark>();
  #laterBefore = this.#later;
  #version = ++lastVersion;
  #inTransaction = false;
  /** Whether the current transaction has changed anything. */
  #hasChanged = false;

  constructor(sqlite: DatabaseSync) {
    this.sqlite = sqlite;
  }

  /** Whether a transaction of `transaction` is running. */
  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  version(): number {
    return this.#version;
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return this.transaction(() => {
      const changes = Number(this.#prepare(sql).run(...values).changes);
      if (changes > 0) this.#noteRows();
      return changes;
    });
  }

  change<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.transaction(() => {
      const rows = this.#prepare(sql).all(...values) as Row[];
      if (rows.length > 0) this.#noteRows();
      return rows;
    });
  }

  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  allUnchanged<Row>(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    const asked = JSON.stringify([sql, ...values.map(String)]);
    const known = this.#rows.get(asked);
    if (known) return known as Row[];
    const rows = this.all<Row>(sql, ...values);
    if (this.#rows.size < MAX_CACHED) this.#rows.set(asked, rows);
    return rows;
  }

  mark(profileId: number, name: string): string | undefined {
    const key = markKey(profileId, name);
    const later = this.#later.get(key);
    if (later) return later.value;
    if (this.#marks.has(key)) return this.#marks.get(key);
    const value = this.get<{ value: string }>(READ_MARK, profileId, name)?.value;
    // The cache is rarely cleared otherwise, and some marks are read only once.
    if (this.#marks.size >= MAX_CACHED) this.#marks.clear();
    this.#marks.set(key, value);
    return value;
  }

  setMark(profileId: number, name: string, value: string | undefined): void {
    const key = markKey(profileId, name);
    // A mark that has the value already changes nothing, unless the file has another one.
    if (!this.#later.has(key) && this.mark(profileId, name) === value) return;
    this.transaction(() => {
      // Its deferred value is dropped; earlier deferred marks are written with it.
      this.#later.delete(key);
      this.#writeMark(profileId, name, value);
      this.#hasChanged = true;
    });
  }

  setMarkLater(profileId: number, name: string, value: string): void {
    const known = this.mark(profileId, name);
    if (known === undefined) this.transaction(() => this.setMark(profileId, name, value), true);
    if (known === undefined || known === value) return;
    const key = markKey(profileId, name);
    this.#later.delete(key);
    this.#later.set(key, { profileId, name, value });
  }

  changeMarks(sql: string, ...values: SQLInputValue[]): void {
    this.transaction(() => {
      this.writeLater();
      if (this.#prepare(sql).run(...values).changes === 0) return;
      this.#marks.clear();
      this.#hasChanged = true;
    });
  }

  writeLater(): void {
    if (this.#later.size === 0) return;
    this.transaction(() => {
      for (const { profileId, name, value } of this.takeLater()) this.#writeMark(profileId, name, value);
      this.#hasChanged = true;
    });
  }

  /** Returns and removes the deferred marks. */
  takeLater(): LaterMark[] {
    const all = [...this.#later.values()];
    this.#later.clear();
    return all;
  }

  transaction<T>(work: () => T, isRepeatable = false): T {
    if (this.#inTransaction) return work();
    // Commits wait for the disk (https://sqlite.org/pragma.html#pragma_synchronous), but for these.
    if (isRepeatable) this.sqlite.exec('PRAGMA synchronous = NORMAL');
    this.sqlite.exec('BEGIN IMMEDIATE');
    this.#inTransaction = true;
    this.#hasChanged = false;
    this.#laterBefore = new Map(this.#later);
    let isKept = false;
    try {
      const result = work();
      if (this.#hasChanged) this.writeLater();
      this.sqlite.exec('COMMIT');
      isKept = true;
      return result;
    } catch (error) {
      // A full disk or a damaged page may have ended it already.
      if (this.sqlite.isTransaction) this.sqlite.exec('ROLLBACK');
      throw error;
    } finally {
      if (isRepeatable && this.sqlite.isOpen) this.sqlite.exec('PRAGMA synchronous = FULL');
      this.#inTransaction = false;
      if (!isKept) {
        this.#later = this.#laterBefore;
        this.#marks.clear();
        this.#noteRows();
      }
    }
  }

  /**
   * Writes the deferred marks and closes the database.
   * @throws Error SQLite's error; the database is closed nevertheless
   */
  close(): void {
    try {
      this.writeLater();
    } finally {
      this.sqlite.close();
    }
  }

  #noteRows(): void {
    this.#version = ++lastVersion;
    this.#rows.clear();
    this.#hasChanged = true;
  }

  #writeMark(profileId: number, name: string, value: string | undefined): void {
    if (value === undefined) this.#prepare(DELETE_MARK).run(profileId, name);
    else this.#prepare(SET_MARK).run(profileId, name, value);
    this.#marks.set(markKey(profileId, name), value);
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.sqlite.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

type Change = (database: Database) => unknown;

/**
 * Changes that are only in memory while the disk is not writable, in order. Of each mark only the last change is kept,
 * so that marks written with every request do not accumulate.
 */
export class UnwrittenChanges {
  readonly #changes = new Map<string | number, Change>();
  #underWay: [Change, string | undefined][] = [];
  #added = 0;

  get size(): number {
    return this.#changes.size;
  }

  /** Adds a change; `key`: of a single mark. */
  add(change: Change, key?: string): void {
    this.#underWay.push([change, key]);
  }

  /** Keeps or discards the changes added since the last call, after a commit or rollback. */
  settle(isKept: boolean): void {
    for (const [change, key = this.#added++] of isKept ? this.#underWay : []) {
      this.#changes.delete(key);
      this.#changes.set(key, change);
    }
    this.#underWay = [];
  }

  /** Removes all changes, once they are on the disk. */
  clear(): void {
    this.#changes.clear();
  }

  /**
   * Applies all changes to another database, in one transaction.
   * @throws Error SQLite's error; nothing is changed then
   */
  writeTo(database: Database): void {
    database.transaction(() => {
      for (const change of this.#changes.values()) change(database);
    });
  }
}
