import type { DatabaseSync } from 'node:sqlite';

/** What questions show of each table; users are seen (`last_access_at`) all the time, which nothing shows. */
const shown = {
  posts: ['INSERT', 'DELETE', 'UPDATE'],
  users: ['INSERT', 'DELETE', 'UPDATE OF account_id, display_name, reputation, user_type, profile_image'],
  sites: ['INSERT', 'DELETE', 'UPDATE'],
} as const;

/**
 * Tells of every change to what questions are made of, whoever makes it on this connection.
 * @param changed told at least once for each statement that changes something
 */
export function watchReadyRows(db: DatabaseSync, changed: () => void): void {
  db.function('ready_rows_changed', () => {
    changed();
    return 0;
  });
  for (const [table, events] of Object.entries(shown))
    for (const [index, event] of events.entries())
      db.exec(`CREATE TEMP TRIGGER ready_rows_${table}_${index} AFTER ${event} ON main.${table} BEGIN SELECT ready_rows_changed(); END`);
}
