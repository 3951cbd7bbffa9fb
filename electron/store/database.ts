import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { INBOX_SEARCH_MIGRATION } from './inbox/inbox-search-migration.ts';

/**
 * Each entry brings the schema one version further; `PRAGMA user_version` counts them. Never change one that shipped.
 */
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
  // Each poll asks for a site's newest: without it, all that is kept of the site would be read and sorted.
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
  // When the network said what the reputation is, by its clock: a change that is known from then on is not in it.
  'ALTER TABLE accounts ADD COLUMN said_at INTEGER;',
  // The person marked it unread here: reading it at the network does not change that.
  'ALTER TABLE inbox_items ADD COLUMN kept_unread INTEGER NOT NULL DEFAULT 0;',
];

/** The version that a history has once it is opened here. */
export const HISTORY_VERSION = MIGRATIONS.length;

/** The history could not be opened; `message` says why and what to do. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
}

/** A SQLite connection with prepared statements kept and transactions that nest safely. */
export interface Database {
  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number };
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /** Runs the work in one transaction: all of it is kept, or none. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens (and brings up to date) the history in `file`, or in memory for `:memory:`.
 * Throws a `HistoryError` when the file is not a history or comes from a newer Askbell.
 */
export function openDatabase(file: string): Database {
  let db: DatabaseSync;
  try {
    db = new DatabaseSync(file);
    // FULL, not WAL's usual NORMAL: a notification that was claimed must stay claimed through a power cut.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;');
  } catch (error) {
    throw new HistoryError(
      `The history file ${file} cannot be opened. Move it away to start a new history; Askbell left it as it was.`,
      { cause: error },
    );
  }
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > MIGRATIONS.length) {
    db.close();
    throw new HistoryError(
      `The history file ${file} was written by a newer Askbell. Update Askbell, or move the file away.`,
    );
  }
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue;
    db.exec(`BEGIN IMMEDIATE; ${migration}; PRAGMA user_version = ${index + 1}; COMMIT;`);
  }

  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const prepare = (sql: string) => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = db.prepare(sql)));
    return statement;
  };
  let inTransaction = false;
  return {
    run(sql, ...values) {
      const { changes, lastInsertRowid } = prepare(sql).run(...values);
      return { changes: Number(changes), lastId: Number(lastInsertRowid) };
    },
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[],
    transaction(work) {
      if (inTransaction) return work();
      db.exec('BEGIN IMMEDIATE');
      inTransaction = true;
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      } finally {
        inTransaction = false;
      }
    },
    close: () => db.close(),
  };
}
