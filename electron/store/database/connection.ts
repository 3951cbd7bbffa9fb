import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Database } from './database.ts';
import { DELETE_MARK, LaterMarks, READ_MARK, SET_MARK, type LaterMark } from './marks.ts';

interface Prepared {
  statement: StatementSync;
  /** It may write, or is no plain question. */
  writes: boolean;
  /** It writes rows other than marks. */
  writesRows: boolean;
  /** It may write marks. They are set with each poll, and remembered apart from all other rows. */
  writesMarks: boolean;
  /** It reads or writes marks, other than one that is named. */
  mentionsMarks: boolean;
}

const READING = /^\s*(?:SELECT|PRAGMA)\b/i;
const WRITING_MARKS = /^\s*(?:INSERT|UPDATE|DELETE)(?:\s+OR\s+\w+)?(?:\s+(?:INTO|FROM))?\s+marks\b/i;

const MENTIONS_MARKS = /\bmarks\b/i;

/** How many answers are remembered: between two changes hardly anybody asks for as many. */
const MAX_REMEMBERED = 500;

/** A mark is named by its profile and its name, the first values of statements about one. */
const markOf = ([profileId, name]: SQLInputValue[]): [number, string] => [Number(profileId), name as string];

const nameOf = (sql: string, values: readonly SQLInputValue[]): string => JSON.stringify([sql, ...values.map(String)]);

/** Goes up over all connections, so that two of them never have the same. */
let lastVersion = 0;

/** Statements about one mark, which their first two values name. */
const OF_ONE_MARK: readonly string[] = [READ_MARK, SET_MARK, DELETE_MARK];

/**
 * One open SQLite database with its prepared statements. Marks may be set to be written later: with the next change of
 * anything else, in its transaction. So the file always has a state that was, and a crash looks like an earlier one.
 */
export class Connection implements Database {
  readonly sqlite: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  /** Answers of `allUnchanged`, by what was asked. */
  readonly #remembered = new Map<string, unknown[]>();
  /** The same of `READ_MARK`. */
  readonly #rememberedMarks = new Map<string, unknown[]>();
  readonly #later = new LaterMarks();
  #version = ++lastVersion;
  #inTransaction = false;
  /** The transaction under way has changed something. */
  #hasChanged = false;

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
    const prepared = this.#prepare(sql);
    if (prepared.mentionsMarks) this.writeLater();
    // In one transaction with what is to be written before it.
    if (prepared.writes && !this.#inTransaction && !this.#later.isEmpty)
      return this.transaction(() => this.#run(prepared, sql, values));
    return this.#run(prepared, sql, values);
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
   * Sets a mark (`SET_MARK`) that may be written later; whoever reads it by `READ_MARK` has it at once. One that is not
   * there yet is written at once: what it stands for begins with it.
   */
  setLater(profileId: number, name: string, value: string): void {
    const [known] = this.allUnchanged<{ value: string }>(READ_MARK, profileId, name);
    if (!known) return void this.run(SET_MARK, profileId, name, value);
    if (known.value === value) return;
    this.#later.set({ profileId, name, value });
    this.#forgetMark([profileId, name]);
  }

  /** Writes what was to be written later. */
  writeLater(): void {
    if (this.#later.isEmpty) return;
    this.transaction(() => {
      const { statement } = this.#prepare(SET_MARK);
      for (const { profileId, name, value } of this.#later.take()) statement.run(profileId, name, value);
      this.#hasChanged = true;
    });
  }

  /** Gives what was to be written later, for another connection. */
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
    // Nothing else empties the remembered marks, of which some are read only once.
    if (sql === READ_MARK && remembered.size >= MAX_REMEMBERED) remembered.clear();
    if (remembered.size < MAX_REMEMBERED) remembered.set(asked, rows);
    return rows;
  }

  transaction<T>(work: () => T): T {
    if (this.#inTransaction) return work();
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
      this.#inTransaction = false;
      this.#later.end(isKept);
      if (!isKept) this.#noteAnyChange();
    }
  }

  /** Closes it, with everything written. @throws what SQLite throws; it is closed all the same */
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
    // It is no change to set what is set, unless that is only to be written later.
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

  /** A mark that is set or deleted now need not be written later, but what was set before it must be. */
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

  /** Other marks than those that changed are still as they were. */
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
