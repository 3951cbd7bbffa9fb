import type { SQLInputValue } from 'node:sqlite';
import type { Connection } from './connection.ts';
import { SET_MARK } from './marks.ts';

interface Change {
  sql: string;
  values: SQLInputValue[];
}

/**
 * The changes that are only in memory, in their order, while the disk takes nothing. Of a mark only the last value
 * counts, so that what is written with every request does not add up over the days.
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

  /** What was added since the last time is kept in memory, or was rolled back. */
  settle(isKept: boolean): void {
    for (const change of isKept ? this.#underWay : []) {
      const key = change.sql === SET_MARK ? JSON.stringify(change.values.slice(0, 2)) : this.#added++;
      this.#changes.delete(key);
      this.#changes.set(key, change);
    }
    this.#underWay = [];
  }

  /** They are on the disk now. */
  clear(): void {
    this.#changes.clear();
  }

  /** Does them all on another connection, in one transaction. @throws what SQLite throws; nothing is done then */
  writeTo(connection: Connection): void {
    connection.transaction(() => {
      for (const { sql, values } of this.#changes.values()) connection.run(sql, ...values);
    });
  }
}
