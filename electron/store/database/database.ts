import type { SQLInputValue } from 'node:sqlite';
import { UnusableFile } from '../../base/private-files.ts';

/**
 * The history's database file: opening, migration, integrity checks, salvage of damaged files, backups, and continuing
 * in memory while the disk is not writable.
 */

/** Thrown if the history cannot be opened; `message` says why and what to do. */
export class HistoryError extends UnusableFile {
  override readonly name = 'HistoryError';
}

/** SQLite connection with cached prepared statements and safely nesting transactions. */
export interface Database {
  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number };
  /**
   * Sets a mark that is written with the next other change, so that a poll that finds no changes writes nothing. Reads
   * return it at once; after a crash the file has an earlier state.
   */
  setLater(profileId: number, name: string, value: string): void;
  /** Writes the marks deferred by `setLater`. */
  writeLater(): void;
  /** Changes rows and returns them, by a statement with RETURNING. */
  change<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /**
   * Like `all`, for repeated queries: cached until a row other than a mark changes. The rows must not be modified.
   * Marks are read one at a time (`READ_MARK`) and cached until that mark changes.
   */
  allUnchanged<Row>(sql: string, ...values: SQLInputValue[]): readonly Row[];
  /** Returns a different number whenever a row other than a mark may have changed. */
  version(): number;
  /**
   * Runs the work in one transaction. If the disk is not writable, the work is repeated in memory. `isRepeatable`: the
   * network can be asked for it again after a power cut, so it does not wait for the disk; the next transaction that
   * does takes it along.
   */
  transaction<T>(work: () => T, isRepeatable?: boolean): T;
  close(): void;
}
