import type { DatabaseSync } from 'node:sqlite';
import { COUNTS_MIGRATION } from './counts-migration.ts';
import { INBOX_SEARCH_MIGRATION } from './inbox-search-migration.ts';
import { MATCH_MIGRATION } from './match-migration.ts';

/** Migrations, each to the next schema version, which `PRAGMA user_version` stores. Never change one that shipped. */
const MIGRATIONS = [
  `
  CREATE TABLE profiles (
    id INTEGER PRIMARY KEY, network TEXT NOT NULL, account_id INTEGER NOT NULL,
    display_name TEXT NOT NULL, profile_image TEXT, UNIQUE (network, account_id)
  ) STRICT;
  CREATE TABLE sites (
    network TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, site_url TEXT NOT NULL, icon_url TEXT,
    PRIMARY KEY (network, id)
  ) STRICT;
  CREATE TABLE accounts (
    profile_id INTEGER NOT NULL, site_id TEXT NOT NULL, site_name TEXT NOT NULL, user_id INTEGER NOT NULL,
    reputation INTEGER NOT NULL, explained_reputation INTEGER NOT NULL, PRIMARY KEY (profile_id, site_id)
  ) STRICT;
  CREATE TABLE inbox_items (
    profile_id INTEGER NOT NULL, key TEXT NOT NULL, item_type TEXT NOT NULL,
    site_id TEXT NOT NULL, site_name TEXT NOT NULL, icon_url TEXT,
    title TEXT NOT NULL, excerpt TEXT NOT NULL, link TEXT, created_at INTEGER NOT NULL,
    first_seen_at INTEGER NOT NULL, read_at INTEGER, PRIMARY KEY (profile_id, key)
  ) STRICT;
  CREATE INDEX inbox_newest ON inbox_items (profile_id, created_at, key);
  CREATE INDEX inbox_unread ON inbox_items (profile_id, created_at) WHERE read_at IS NULL;
  CREATE TABLE reputation_events (
    id INTEGER PRIMARY KEY, profile_id INTEGER NOT NULL, key TEXT NOT NULL, site_id TEXT NOT NULL,
    site_name TEXT NOT NULL, change INTEGER NOT NULL, vote_type TEXT, post_id INTEGER, title TEXT, link TEXT,
    on_date INTEGER NOT NULL, first_seen_at INTEGER NOT NULL, UNIQUE (profile_id, key)
  ) STRICT;
  CREATE INDEX reputation_newest ON reputation_events (profile_id, on_date);
  CREATE TABLE questions (
    profile_id INTEGER NOT NULL, site_id TEXT NOT NULL, question_id INTEGER NOT NULL, site_name TEXT NOT NULL,
    title TEXT NOT NULL, tags TEXT NOT NULL, link TEXT, created_at INTEGER NOT NULL, first_seen_at INTEGER NOT NULL,
    watch_ids TEXT NOT NULL, read_at INTEGER, PRIMARY KEY (profile_id, site_id, question_id)
  ) STRICT;
  CREATE INDEX matches_newest ON questions (profile_id, created_at) WHERE watch_ids <> '[]';
  CREATE TABLE notifications (
    id INTEGER PRIMARY KEY, profile_id INTEGER NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL,
    link TEXT, count INTEGER NOT NULL, subjects TEXT NOT NULL, created_at INTEGER NOT NULL,
    /**
     * pending: still to be shown; shown: handed to the desktop; merged: told by a summary; failed: refused for good.
     */
    state TEXT NOT NULL DEFAULT 'pending'
  ) STRICT;
  CREATE INDEX notifications_pending ON notifications (profile_id, id) WHERE state = 'pending';
  CREATE TABLE marks (profile_id INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (profile_id, name)) STRICT;
  `,
  `
  ALTER TABLE questions ADD COLUMN owner_id INTEGER;
  /** When it came to match, by the network's clock. */
  ALTER TABLE questions ADD COLUMN matched_at INTEGER;
  /** When a notification was decided for it, by this machine's clock. */
  ALTER TABLE questions ADD COLUMN announced_at INTEGER;
  /** Whether it was met among the new questions; one found by its score or bounty first is still to be met there. */
  ALTER TABLE questions ADD COLUMN met INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE questions ADD COLUMN last_seen_at INTEGER NOT NULL DEFAULT 0;
  UPDATE questions SET matched_at = created_at WHERE watch_ids <> '[]';
  UPDATE questions SET last_seen_at = first_seen_at;
  UPDATE questions SET announced_at = first_seen_at WHERE (profile_id, site_id, question_id) IN (
    SELECT n.profile_id, s.value ->> 'siteId', s.value ->> 'questionId' FROM notifications n, json_each(n.subjects) s
      WHERE s.value ->> 'kind' = 'question'
  );
  DROP INDEX matches_newest;
  CREATE INDEX matches_newest ON questions (profile_id, matched_at) WHERE watch_ids <> '[]';
  CREATE INDEX questions_by_owner ON questions (profile_id, site_id, owner_id) WHERE announced_at IS NOT NULL;
  CREATE INDEX questions_unmatched ON questions (profile_id, site_id, created_at) WHERE watch_ids = '[]';
  ALTER TABLE notifications ADD COLUMN silent INTEGER NOT NULL DEFAULT 0;
  `,
  // Each poll reads a site's newest questions: without an index, all of the site's would be read and sorted.
  'CREATE INDEX questions_newest ON questions (profile_id, site_id, created_at) WHERE met = 1;',
  `
  /**
   * Changes of reputation from before Askbell kept them itself, read once; without a key, because alike ones are many.
   */
  CREATE TABLE reputation_history (
    profile_id INTEGER NOT NULL, site_id TEXT NOT NULL, on_date INTEGER NOT NULL,
    change INTEGER NOT NULL, kind TEXT, post_id INTEGER
  ) STRICT;
  CREATE INDEX reputation_history_by_date ON reputation_history (profile_id, site_id, on_date, change);
  `,
  INBOX_SEARCH_MIGRATION,
  `
  /** The network was asked for the tags of its question and did not tell them. */
  ALTER TABLE inbox_items ADD COLUMN tags_withheld INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX inbox_untold ON inbox_items (profile_id, site_id, question_id)
    WHERE question_id IS NOT NULL AND tags = '[]' AND tags_withheld = 0;
  `,
  // Time of the stored reputation by the network's clock: later changes are not included in it.
  'ALTER TABLE accounts ADD COLUMN said_at INTEGER;',
  // Marked unread by the user: reading it at the network does not change that.
  'ALTER TABLE inbox_items ADD COLUMN kept_unread INTEGER NOT NULL DEFAULT 0;',
  MATCH_MIGRATION,
  COUNTS_MIGRATION,
];

/** Schema version of this Askbell. */
export const LATEST_SCHEMA = MIGRATIONS.length;

/** Returns the version of a database's schema; 0 for an empty one. */
export const schemaVersion = (db: DatabaseSync): number =>
  (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;

/** Migrates the schema to a version, each step atomically: a start after a crash continues there. */
export function migrate(db: DatabaseSync, upTo = LATEST_SCHEMA): void {
  for (let version = schemaVersion(db); version < upTo; version++) {
    try {
      db.exec(`BEGIN IMMEDIATE; ${MIGRATIONS[version]}; PRAGMA user_version = ${version + 1}; COMMIT;`);
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }
}
