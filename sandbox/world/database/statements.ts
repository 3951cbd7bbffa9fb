import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

export type Row = Record<string, SQLOutputValue>;
export type Bindings = Record<string, SQLInputValue>;

/** Prepared statements, kept by their text; names that a statement does not use may be bound all the same. */
export interface Statements {
  all(sql: string, bindings?: Bindings): Row[];
  get(sql: string, bindings?: Bindings): Row | undefined;
  run(sql: string, bindings?: Bindings): number;
  /** The first column of each row; no text in the statement has a colon before a letter. */
  numbers(sql: string, bindings?: Bindings): number[];
  /** What `find` gives, from memory when it gave something under that name before. */
  recall<Value>(name: string, find: () => Value | undefined): Value | undefined;
  /** Forgets what is recalled, since names have changed. */
  forget(): void;
}

/**
 * How many statements are kept: more than the routes can make in any likely use; a client that makes more pays for
 * preparing.
 */
const MAX_STATEMENTS = 500;
/** How many names of sites and tags are kept: more than clients are likely to use. */
const MAX_RECALLED = 20_000;

/** @returns statements over the database; `run` gives the number of changed rows */
export function createStatements(db: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  /** Lists of numbers are asked for most; binding by place takes half as long as by name. */
  const lists = new Map<string, { statement: StatementSync; names: string[] }>();
  const recalled = new Map<string, unknown>();
  const statement = (sql: string) => {
    const known = prepared.get(sql);
    if (known) return known;
    const oldest = prepared.size >= MAX_STATEMENTS ? prepared.keys().next().value : undefined;
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
    numbers(sql, bindings = {}) {
      let known = lists.get(sql);
      if (known === undefined) {
        const names: string[] = [];
        // The plus hides the value from SQLite's planner: in a database with statistics (ANALYZE) it would otherwise
        // plan the statement anew for every value, which takes longer than running it.
        const positional = sql.replace(/:([a-z]\w*)/gi, (_whole, name: string) => {
          names.push(name);
          return '+?';
        });
        if (lists.size >= MAX_STATEMENTS) lists.clear();
        lists.set(sql, (known = { statement: db.prepare(positional), names }));
        known.statement.setReturnArrays(true);
      }
      const values = known.names.map((name) => bindings[name] ?? null);
      return (known.statement.all(...values) as unknown as [number][]).map((row) => row[0]);
    },
    recall<Value>(name: string, find: () => Value | undefined) {
      const known = recalled.get(name) as Value | undefined;
      if (known !== undefined) return known;
      const found = find();
      if (found === undefined) return undefined;
      if (recalled.size >= MAX_RECALLED) recalled.clear();
      recalled.set(name, found);
      return found;
    },
    forget: () => recalled.clear(),
  };
}
