import type { SQLInputValue } from 'node:sqlite';
import type { Database } from './database.ts';

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

  /** Adds a row of the profile unless it exists already. */
  add(table: string, row: NewRow): { changes: number; lastId: number } {
    const columns = Object.keys(row);
    return this.run(
      `INSERT INTO ${table} (profile_id, ${columns.join(', ')}) VALUES (?1${', ?'.repeat(columns.length)})
         ON CONFLICT DO NOTHING`,
      ...Object.values(row).map((value) => value ?? null),
    );
  }

  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number } {
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
