import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Database } from './database.ts';
import { DELETE_MARK, LaterMarks, READ_MARK, SET_MARK, type LaterMark } from './marks.ts';

interface Prepared {
  statement: StatementSync;
  /** Whether it may write, as any statement other than a plain query. */
  writes: boolean;
  /** Whether it writes rows other than marks. */
  writesRows: boolean;
  /** Whether it may write marks. They are set by each poll, and cached separately from other rows. */
  writesMarks: boolean;
  /** Whether it reads or writes marks, other than a single one by name. */
  mentionsMarks: boolean;
}

const READING = /^\s*(?:SELECT|PRAGMA)\b/i;
const WRITING_MARKS = /^\s*(?:INSERT|UPDATE|DELETE)(?:\s+OR\s+\w+)?(?:\s+(?:INTO|FROM))?\s+marks\b/i;

const MENTIONS_MARKS = /\bmarks\b/i;

/** Maximum number of cached results; rarely reached between two changes. */
const MAX_REMEMBERED = 500;

/** Returns a mark's key: profile and name, the first values of statements about one mark. */
const markOf = ([profileId, name]: SQLInputValue[]): [number, string] => [Number(profileId), name as string];

const nameOf = (sql: string, values: readonly SQLInputValue[]): string => JSON.stringify([sql, ...values.map(String)]);

/** Shared by all connections, so that no two have the same version. */
let lastVersion = 0;

/** Statements about one mark, whose key is in their first two values. */
const OF_ONE_MARK: readonly string[] = [READ_MARK, SET_MARK, DELETE_MARK];

/**
 * Open SQLite database with its prepared statements. Marks may be deferred: they are written with the next other
 * change, in its transaction. So the file is always in a state that existed, and a crash restores an earlier one.
 */
export class Connection implements Database {
  readonly sqlite: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  /** Results of `allUnchanged`, by statement and values. */
  readonly #remembered = new Map<string, unknown[]>();
  /** Results for `READ_MARK`. */
  readonly #rememberedMarks = new Map<string, unknown[]>();
  readonly #later = new LaterMarks();
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

  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number } {
    const prepared = this.#prepare(sql);
    if (prepared.mentionsMarks) this.writeLater();
    // In one transaction with the deferred marks, which are written before it.
    if (prepared.writes && !this.#inTransaction && !this.#later.isEmpty)
      return this.transaction(() => this.#run(prepared, sql, values));
    return this.#run(prepared, sql, values);
  }

  change<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    if (!this.#inTransaction) return this.transaction(() => this.change<Row>(sql, ...values));
    const rows = this.#prepare(sql).statement.all(...values) as Row[];
    if (rows.length > 0) this.#noteChange();
    if (rows.length > 0) this.#hasChanged = true;
    return rows;
  }

  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    if (sql === READ_MARK) return this.all<Row>(sql, ...values)[0];
    return this.#asking(sql, (statement) => statement.get(...values)) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    const later = sql === READ_MARK ? this.#later.get(...markOf(values)) : undefined;
    if (later) return [{ value: later.value } as Row];
    return this.#asking(sql, (statement) => statement.all(...values)) as Row[];
  }

  /**
   * Sets a mark (`SET_MARK`) that may be written later; `READ_MARK` returns it at once. A mark that does not exist yet
   * is written at once.
   */
  setLater(profileId: number, name: string, value: string): void {
    const [known] = this.allUnchanged<{ value: string }>(READ_MARK, profileId, name);
    if (!known) return this.transaction(() => void this.run(SET_MARK, profileId, name, value), true);
    if (known.value === value) return;
    this.#later.set({ profileId, name, value });
    this.#forgetMark([profileId, name]);
  }

  /** Writes the deferred marks. */
  writeLater(): void {
    if (this.#later.isEmpty) return;
    this.transaction(() => {
      const { statement } = this.#prepare(SET_MARK);
      for (const { profileId, name, value } of this.#later.take()) statement.run(profileId, name, value);
      this.#hasChanged = true;
    });
  }

  /** Returns and removes the deferred marks, for another connection. */
  takeLater(): LaterMark[] {
    const marks = this.#later.take();
    for (const { profileId, name } of marks) this.#forgetMark([profileId, name]);
    return marks;
  }

  allUnchanged<Row>(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    const asked = nameOf(sql, values);
    const remembered = sql === READ_MARK ? this.#rememberedMarks : this.#remembered;
    const known = remembered.get(asked);
    if (known) return known as Row[];
    const rows = this.all<Row>(sql, ...values);
    // Cached marks are rarely cleared otherwise, and some are read only once.
    if (sql === READ_MARK && remembered.size >= MAX_REMEMBERED) remembered.clear();
    if (remembered.size < MAX_REMEMBERED) remembered.set(asked, rows);
    return rows;
  }

  transaction<T>(work: () => T, isRepeatable = false): T {
    if (this.#inTransaction) return work();
    // Commits wait for the disk (https://sqlite.org/pragma.html#pragma_synchronous), but for these.
    if (isRepeatable) this.sqlite.exec('PRAGMA synchronous = NORMAL');
    this.sqlite.exec('BEGIN IMMEDIATE');
    this.#inTransaction = true;
    this.#hasChanged = false;
    this.#later.begin();
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
      this.#later.end(isKept);
      if (!isKept) this.#noteAnyChange();
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

  #asking<Answer>(sql: string, ask: (statement: StatementSync) => Answer): Answer {
    const { statement, writes, mentionsMarks } = this.#prepare(sql);
    if (writes || mentionsMarks) this.writeLater();
    if (writes) {
      this.#noteAnyChange();
      this.#hasChanged = true;
    }
    return ask(statement);
  }

  #run(
    { statement, writes, writesRows, writesMarks }: Prepared,
    sql: string,
    values: SQLInputValue[],
  ): { changes: number; lastId: number } {
    // Setting an unchanged value changes nothing, unless the current value is deferred.
    if (sql === SET_MARK && !this.#later.get(...markOf(values)) && this.#has(values)) return { changes: 0, lastId: 0 };
    if (sql === SET_MARK || sql === DELETE_MARK) this.#supersede(values);
    const { changes, lastInsertRowid } = statement.run(...values);
    if (writesRows && changes > 0) this.#noteChange();
    if (writesMarks && changes > 0) this.#noteMarks(sql, values);
    if (writes && changes > 0) this.#hasChanged = true;
    return { changes: Number(changes), lastId: Number(lastInsertRowid) };
  }

  /** Whether the file has this mark with this value. */
  #has([profileId, name, value]: SQLInputValue[]): boolean {
    return this.allUnchanged<{ value: string }>(READ_MARK, profileId!, name!)[0]?.value === value;
  }

  /** Drops the deferred value of a mark that is set or deleted now; earlier deferred marks must still be written. */
  #supersede(values: SQLInputValue[]): void {
    const key = markOf(values);
    if (!this.#later.get(...key)) return;
    this.#later.delete(...key);
    this.#forgetMark(key);
    this.#hasChanged = true;
  }

  #forgetMark(key: SQLInputValue[]): void {
    this.#rememberedMarks.delete(nameOf(READ_MARK, key));
  }

  #noteChange(): void {
    this.#version = ++lastVersion;
    this.#remembered.clear();
  }

  /** Clears cached marks that may have changed. */
  #noteMarks(sql: string, values: SQLInputValue[]): void {
    if (sql === SET_MARK || sql === DELETE_MARK) this.#forgetMark(markOf(values));
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
    const mentionsMarks = MENTIONS_MARKS.test(sql) && !OF_ONE_MARK.includes(sql);
    const prepared = { statement: this.sqlite.prepare(sql), writes, writesRows, writesMarks, mentionsMarks };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
