import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

export type Row = Record<string, SQLOutputValue>;
export type Bindings = Record<string, SQLInputValue>;

/** Prepared statements, kept by their text; names that a statement does not use may be bound all the same. */
export interface Statements {
  all(sql: string, bindings?: Bindings): Row[];
  get(sql: string, bindings?: Bindings): Row | undefined;
  run(sql: string, bindings?: Bindings): number;
  /** The column `id` of each row. */
  numbers(sql: string, bindings?: Bindings): number[];
}

/** More different statements than the routes can make in any likely use; a client that makes more pays for preparing. */
const kept = 500;

/** @returns statements over the database; `run` gives the number of changed rows */
export function createStatements(db: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  const statement = (sql: string) => {
    const known = prepared.get(sql);
    if (known) return known;
    const oldest = prepared.size >= kept ? prepared.keys().next().value : undefined;
    if (oldest !== undefined) prepared.delete(oldest);
    const made = db.prepare(sql);
    made.setAllowUnknownNamedParameters(true);
    prepared.set(sql, made);
    return made;
  };
  return {
    all: (sql, bindings = {}) => statement(sql).all(bindings),
    get: (sql, bindings = {}) => statement(sql).get(bindings),
    run: (sql, bindings = {}) => Number(statement(sql).run(bindings).changes),
    numbers: (sql, bindings = {}) => statement(sql).all(bindings).map((row) => Number(row['id'])),
  };
}
