import type { Database } from './database.ts';

/** Profile id of marks about maintenance, which belong to no account. */
export const UPKEEP_PROFILE = 0;
export const FULL_CHECK_MARK = 'full-check';
export const BACKUP_MARK = 'backup';

/** Value of a mark that is still to be written. */
export interface LaterMark {
  profileId: number;
  name: string;
  value: string;
}

export const markKey = (profileId: number, name: string): string => `${profileId} ${name}`;

/**
 * Deferred marks by key, in the order in which they were set. A transaction that is rolled back restores the state
 * before it.
 */
export class LaterMarks {
  #marks = new Map<string, LaterMark>();
  /** State at the start of the current transaction. */
  #before = this.#marks;

  get isEmpty(): boolean {
    return this.#marks.size === 0;
  }

  get(key: string): LaterMark | undefined {
    return this.#marks.get(key);
  }

  set(mark: LaterMark): void {
    const key = markKey(mark.profileId, mark.name);
    this.#marks.delete(key);
    this.#marks.set(key, mark);
  }

  /** Removes a mark whose value in the file is newer. */
  delete(key: string): void {
    this.#marks.delete(key);
  }

  /** Returns and removes all marks. */
  take(): LaterMark[] {
    const all = [...this.#marks.values()];
    this.#marks.clear();
    return all;
  }

  /** Starts a transaction. */
  begin(): void {
    this.#before = new Map(this.#marks);
  }

  rollBack(): void {
    this.#marks = this.#before;
  }
}

type Change = (database: Database) => unknown;

/**
 * Changes that are only in memory while the disk is not writable, in order. Of each mark only the last change is kept,
 * so that marks written with every request do not accumulate.
 */
export class UnwrittenChanges {
  readonly #changes = new Map<string | number, Change>();
  #underWay: [Change, string | undefined][] = [];
  #added = 0;

  get size(): number {
    return this.#changes.size;
  }

  /** Adds a change; `key`: of a single mark. */
  add(change: Change, key?: string): void {
    this.#underWay.push([change, key]);
  }

  /** Keeps or discards the changes added since the last call, after a commit or rollback. */
  settle(isKept: boolean): void {
    for (const [change, key = this.#added++] of isKept ? this.#underWay : []) {
      this.#changes.delete(key);
      this.#changes.set(key, change);
    }
    this.#underWay = [];
  }

  /** Removes all changes, once they are on the disk. */
  clear(): void {
    this.#changes.clear();
  }

  /**
   * Applies all changes to another database, in one transaction.
   * @throws Error SQLite's error; nothing is changed then
   */
  writeTo(database: Database): void {
    database.transaction(() => {
      for (const change of this.#changes.values()) change(database);
    });
  }
}
