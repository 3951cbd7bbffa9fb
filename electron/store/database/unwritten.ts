import type { SQLInputValue } from 'node:sqlite';
import type { Connection } from './connection.ts';
import { SET_MARK } from './marks.ts';

interface Change {
  sql: string;
  values: SQLInputValue[];
}

/**
 * Changes that are only in memory while the disk is not writable, in order. Of each mark only the last value is kept,
 * so that marks written with every request do not accumulate.
 */
export class UnwrittenChanges {
  readonly #changes = new Map<string | number, Change>();
  #underWay: Change[] = [];
  #added = 0;

  get size(): number {
    return this.#changes.size;
  }

  add(sql: string, values: SQLInputValue[]): void {
    this.#underWay.push({ sql, values });
  }

  /** Keeps or discards the changes added since the last call, after a commit or rollback. */
  settle(isKept: boolean): void {
    for (const change of isKept ? this.#underWay : []) {
      const key = change.sql === SET_MARK ? JSON.stringify(change.values.slice(0, 2)) : this.#added++;
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
   * Applies all changes to another connection, in one transaction.
   * @throws Error SQLite's error; nothing is changed then
   */
  writeTo(connection: Connection): void {
    connection.transaction(() => {
      for (const { sql, values } of this.#changes.values()) connection.run(sql, ...values);
    });
  }
}
