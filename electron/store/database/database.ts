import type { SQLInputValue } from 'node:sqlite';
import { UnusableFile } from '../../private-files.ts';

/**
 * The room `database` owns the file of the history: it opens it and brings it up to date, looks whether it is whole,
 * saves what can be read of a damaged one, keeps backups, and goes on in memory while the disk takes nothing.
 */

/** The history could not be opened; `message` says why and what to do. */
export class HistoryError extends UnusableFile {
  override readonly name = 'HistoryError';
}

/** A SQLite connection with prepared statements kept and transactions that nest safely. */
export interface Database {
  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number };
  /**
   * Sets a mark that is written with the next change of anything else, so that a poll that finds nothing writes
   * nothing. It is read at once; after a crash the file is as it was some time before.
   */
  setLater(profileId: number, name: string, value: string): void;
  /** Writes what `setLater` has left to be written. */
  writeLater(): void;
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /**
   * Like `all`, for what is asked again and again: answered from memory until any row but a mark has changed. Whoever
   * asks leaves the rows as they are. Of marks it reads one at a time (`READ_MARK`), answered until that one changes.
   */
  allUnchanged<Row>(sql: string, ...values: SQLInputValue[]): readonly Row[];
  /** Another number whenever any row but a mark may have changed. */
  version(): number;
  /**
   * Runs the work in one transaction: all of it is kept, or none. Where the disk takes nothing, the work is done once
   * more, in memory.
   */
  transaction<T>(work: () => T): T;
  close(): void;
}
