import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs `work` in one transaction: all of it is kept, or nothing. Inside a transaction it joins that one, so that the
 * generator can do thousands of actions in a single one.
 * @returns what `work` returns; rethrows what it throws
 */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
