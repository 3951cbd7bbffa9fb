import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Place in a file up to which its rows are in the database. */
export interface Place {
  /** In bytes. */
  readonly position: number;
  /** Rows before it, broken ones included. */
  readonly number: number;
  /** Columns that no row has had yet. */
  readonly lacking: readonly string[];
}

const ORDER = 'order';

/** Whether a file is a load of the same dumps that was ended before it was whole. */
export function isBegun(file: string, order: string): boolean {
  if (!existsSync(file)) return false;
  const db = new DatabaseSync(file);
  try {
    return db.prepare('SELECT place FROM load_state WHERE step = ?').get(ORDER)?.['place'] === order;
  } catch {
    // A load that was ended at its very beginning or end.
    return false;
  } finally {
    db.close();
  }
}

/** Progress of a load, kept in its database with the rows themselves, so that a load that was killed can go on. */
export class LoadState {
  readonly #db: DatabaseSync;

  /** @param order what is loaded; a load of something else does not go on from here */
  constructor(db: DatabaseSync, order: string) {
    this.#db = db;
    db.exec(
      'CREATE TABLE IF NOT EXISTS load_state (step TEXT PRIMARY KEY, place TEXT, is_done INTEGER NOT NULL) STRICT',
    );
    this.#write(ORDER, order, 1);
  }

  #write(step: string, place: string | null, isDone: 0 | 1): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO load_state (step, place, is_done) VALUES (?, ?, ?)')
      .run(step, place, isDone);
  }

  isDone(step: string): boolean {
    return this.#db.prepare('SELECT 1 FROM load_state WHERE step = ? AND is_done = 1').get(step) !== undefined;
  }

  placeOf(step: string): Place | undefined {
    const found = this.#db.prepare('SELECT place FROM load_state WHERE step = ?').get(step)?.['place'];
    return typeof found === 'string' ? (JSON.parse(found) as Place) : undefined;
  }

  /** Writes down how far a step has come; the transaction that it belongs to is the caller's. */
  save(step: string, place: Place | undefined, isDone = false): void {
    this.#write(step, place === undefined ? null : JSON.stringify(place), isDone ? 1 : 0);
  }
}
