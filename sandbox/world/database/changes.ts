import type { DatabaseSync } from 'node:sqlite';

/** Told at least once for each statement that changes something of that kind. */
interface Watchers {
  /** What questions show. */
  questions(): void;
  /** Which sites and tags there are. */
  names(): void;
}

/**
 * Which columns change what is watched. That users are seen (`last_access_at`) and tags are counted happens all the
 * time, and is no such change.
 */
const TRIGGERING_CHANGES: Readonly<Record<keyof Watchers, Readonly<Record<string, readonly string[]>>>> = {
  questions: {
    posts: ['INSERT', 'DELETE', 'UPDATE'],
    users: [
      'INSERT',
      'DELETE',
      'UPDATE OF account_id, display_name, reputation, user_type, profile_image, accept_rate',
    ],
    sites: ['INSERT', 'DELETE', 'UPDATE'],
  },
  names: {
    sites: ['INSERT', 'DELETE', 'UPDATE'],
    tags: ['INSERT', 'DELETE', 'UPDATE OF site_id, id, name'],
  },
};

/** Tells of every change, whoever makes it on this connection, so that nothing kept in memory grows old. */
export function watchChanges(db: DatabaseSync, watchers: Watchers): void {
  for (const kind of ['questions', 'names'] as const) {
    db.function(`changed_${kind}`, () => {
      watchers[kind]();
      return 0;
    });
    for (const [table, events] of Object.entries(TRIGGERING_CHANGES[kind]))
      for (const [index, event] of events.entries())
        db.exec(
          `CREATE TEMP TRIGGER watch_${kind}_${table}_${index} AFTER ${event} ON main.${table}
             BEGIN SELECT changed_${kind}(); END`,
        );
  }
}
