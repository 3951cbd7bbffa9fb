import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

export type Row = Record<string, SQLOutputValue>;
export type Bindings = Record<string, SQLInputValue>;

/** Prepared statements, kept by their text; names that a statement does not use may be bound all the same. */
export interface Statements {
  all(sql: string, bindings?: Bindings): Row[];
  /**
   * The values of each row in the order of their columns, which is quicker than naming them; of a statement that is
   * read in no other way.
   */
  rows(sql: string, bindings?: Bindings): SQLOutputValue[][];
  get(sql: string, bindings?: Bindings): Row | undefined;
  run(sql: string, bindings?: Bindings): number;
}

/**
 * How many statements are kept: more than the routes can make in any likely use; a client that makes more pays for
 * preparing.
 */
const MAX_STATEMENTS = 500;

/** SQL that writes a row. @param columns with blanks between them, in the order of the values @param given by name */
export function insertInto(table: string, columns: string, isNamed = false): string {
  const names = columns.split(' ');
  const places = names.map((name) => (isNamed ? `:${name}` : '?'));
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`;
}

/** Runs `work` in one piece: all that it writes is kept, or nothing where it fails or is only tried. */
export function inOnePiece<Result>(db: DatabaseSync, isTrial: boolean, work: () => Result): Result {
  let isKept = false;
  db.exec('SAVEPOINT piece');
  try {
    const result = work();
    isKept = !isTrial;
    return result;
  } finally {
    db.exec(isKept ? 'RELEASE piece' : 'ROLLBACK TO piece; RELEASE piece');
  }
}

/** @returns statements over the database; `run` gives the number of changed rows */
export function createStatements(db: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
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
    rows(sql, bindings = {}) {
      const found = statement(sql);
      found.setReturnArrays(true);
      return found.all(bindings) as unknown as SQLOutputValue[][];
    },
    get: (sql, bindings = {}) => statement(sql).get(bindings),
    run: (sql, bindings = {}) => Number(statement(sql).run(bindings).changes),
  };
}
