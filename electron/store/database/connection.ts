import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Database } from './database.ts';

interface Prepared {
  statement: StatementSync;
  /** It may write, or is no plain question. */
  writes: boolean;
  /** It writes rows that `allUnchanged` reads; marks are written with each poll, and it reads none. */
  writesRows: boolean;
}

const READING = /^\s*(?:SELECT|PRAGMA)\b/i;
const WRITING_MARKS = /^\s*(?:INSERT|UPDATE|DELETE)(?:\s+OR\s+\w+)?(?:\s+(?:INTO|FROM))?\s+marks\b/i;

/** More answers are not remembered: between two changes hardly anybody asks for so many. */
const MAX_REMEMBERED = 500;

/** Goes up over all connections, so that two of them never have the same. */
let lastVersion = 0;

/** One open SQLite database with its prepared statements. */
export class Connection implements Database {
  readonly sqlite: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  /** Answers of `allUnchanged`, by what was asked. */
  readonly #remembered = new Map<string, unknown[]>();
  #version = ++lastVersion;
  #inTransaction = false;

  constructor(sqlite: DatabaseSync) {
    this.sqlite = sqlite;
  }

  /** Whether a transaction of `transaction` is under way. */
  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  version(): number {
    return this.#version;
  }

  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number } {
    const { statement, writesRows } = this.#prepare(sql);
    const { changes, lastInsertRowid } = statement.run(...values);
    if (writesRows && changes > 0) this.#noteChange();
    return { changes: Number(changes), lastId: Number(lastInsertRowid) };
  }

  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    const { statement, writes } = this.#prepare(sql);
    if (writes) this.#noteChange();
    return statement.get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    const { statement, writes } = this.#prepare(sql);
    if (writes) this.#noteChange();
    return statement.all(...values) as Row[];
  }

  allUnchanged<Row>(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    const asked = JSON.stringify([sql, ...values.map(String)]);
    const known = this.#remembered.get(asked);
    if (known) return known as Row[];
    const rows = this.all<Row>(sql, ...values);
    if (this.#remembered.size < MAX_REMEMBERED) this.#remembered.set(asked, rows);
    return rows;
  }

  transaction<T>(work: () => T): T {
    if (this.#inTransaction) return work();
    this.sqlite.exec('BEGIN IMMEDIATE');
    this.#inTransaction = true;
    try {
      const result = work();
      this.sqlite.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk or a damaged page may have ended it already.
      if (this.sqlite.isTransaction) this.sqlite.exec('ROLLBACK');
      this.#noteChange();
      throw error;
    } finally {
      this.#inTransaction = false;
    }
  }

  close(): void {
    this.sqlite.close();
  }

  #noteChange(): void {
    this.#version = ++lastVersion;
    this.#remembered.clear();
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const writes = !READING.test(sql);
    const prepared = { statement: this.sqlite.prepare(sql), writes, writesRows: writes && !WRITING_MARKS.test(sql) };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
