import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Database, TemporaryTables } from './database.ts';
import { DELETE_MARK, READ_MARK, SET_MARK } from './mark-statements.ts';

interface Prepared {
  statement: StatementSync;
  /** It may write, or is no plain question. */
  writes: boolean;
  /** It writes rows other than marks. */
  writesRows: boolean;
  /** It may write marks. They are written with each poll, and remembered apart from all other rows. */
  writesMarks: boolean;
}

const READING = /^\s*(?:SELECT|PRAGMA)\b/i;
const WRITING_MARKS = /^\s*(?:INSERT|UPDATE|DELETE)(?:\s+OR\s+\w+)?(?:\s+(?:INTO|FROM))?\s+marks\b/i;

const MENTIONS_MARKS = /\bmarks\b/i;

/** How many answers are remembered: between two changes hardly anybody asks for as many. */
const MAX_REMEMBERED = 500;

/** A mark is named by its profile and its name. */
const MARK_KEY_VALUES = 2;

const nameOf = (sql: string, values: readonly SQLInputValue[]): string => JSON.stringify([sql, ...values.map(String)]);

/** Goes up over all connections, so that two of them never have the same. */
let lastVersion = 0;

/** One open SQLite database with its prepared statements. */
export class Connection implements Database {
  readonly sqlite: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  /** Answers of `allUnchanged`, by what was asked. */
  readonly #remembered = new Map<string, unknown[]>();
  /** The same of `READ_MARK`. */
  readonly #rememberedMarks = new Map<string, unknown[]>();
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
    const { statement, writesRows, writesMarks } = this.#prepare(sql);
    const { changes, lastInsertRowid } = statement.run(...values);
    if (writesRows && changes > 0) this.#noteChange();
    if (writesMarks && changes > 0) this.#noteMarks(sql, values);
    return { changes: Number(changes), lastId: Number(lastInsertRowid) };
  }

  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    const { statement, writes } = this.#prepare(sql);
    if (writes) this.#noteAnyChange();
    return statement.get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    const { statement, writes } = this.#prepare(sql);
    if (writes) this.#noteAnyChange();
    return statement.all(...values) as Row[];
  }

  allUnchanged<Row>(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    const asked = nameOf(sql, values);
    const remembered = sql === READ_MARK ? this.#rememberedMarks : this.#remembered;
    const known = remembered.get(asked);
    if (known) return known as Row[];
    const rows = this.all<Row>(sql, ...values);
    // Nothing else empties the remembered marks, of which some are read only once.
    if (sql === READ_MARK && remembered.size >= MAX_REMEMBERED) remembered.clear();
    if (remembered.size < MAX_REMEMBERED) remembered.set(asked, rows);
    return rows;
  }

  ensureTemporary({ name, sql }: TemporaryTables): void {
    // Asked of the database each time: a transaction that fails takes along what was made in it.
    if (this.get("SELECT 1 FROM temp.sqlite_schema WHERE type = 'table' AND name = ?", name)) return;
    this.transaction(() => this.sqlite.exec(sql));
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
      this.#noteAnyChange();
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

  /** Other marks than those that changed are still as they were. */
  #noteMarks(sql: string, values: SQLInputValue[]): void {
    if (sql === SET_MARK || sql === DELETE_MARK)
      this.#rememberedMarks.delete(nameOf(READ_MARK, values.slice(0, MARK_KEY_VALUES)));
    else this.#rememberedMarks.clear();
  }

  #noteAnyChange(): void {
    this.#noteChange();
    this.#rememberedMarks.clear();
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const writes = !READING.test(sql);
    const writesRows = writes && !WRITING_MARKS.test(sql);
    const writesMarks = writes && MENTIONS_MARKS.test(sql);
    const prepared = { statement: this.sqlite.prepare(sql), writes, writesRows, writesMarks };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
