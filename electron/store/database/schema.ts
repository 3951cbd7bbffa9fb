import type { DatabaseSync } from 'node:sqlite';
import { numberOf } from './database.ts';

/**
 * The history's one schema, whose version `PRAGMA user_version` stores, and the steps that upgrade earlier ones
 * (docs/adr/0009-schema.md). A change of the schema changes `TABLES`, `INDEXES` or `TRIGGERS`, raises `LATEST_SCHEMA`
 * and adds a step with the table changes; indexes and triggers are created anew by every upgrade.
 */
export const LATEST_SCHEMA = 12;

/** State of an item: unread, read, snoozed, whether read or not, or done, which is always read and not snoozed. */
const STATE = `state INTEGER GENERATED ALWAYS AS (CASE WHEN snoozed_until IS NOT NULL THEN 2 WHEN read_at IS NULL THEN 0
  WHEN done_at IS NULL THEN 1 ELSE 3 END) VIRTUAL`;

/**
 * Counts of the inbox, updated by triggers in the transaction of each change, so that an opening window counts nothing.
 * `tag`: an empty one counts all items.
 */
const INBOX_COUNTS = `CREATE TABLE inbox_counts (
  profile_id INTEGER NOT NULL, tag TEXT NOT NULL, site_id TEXT NOT NULL, item_type TEXT NOT NULL,
  watch_ids TEXT NOT NULL, state INTEGER NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (profile_id, tag, site_id, item_type, watch_ids, state)
) STRICT, WITHOUT ROWID;`;

/**
 * Items and reputation changes in the order in which they were recorded. The id only grows and is never used again; it
 * is the number of an item, too. at: by this machine's clock; null for an imported one, which is no event.
 */
const EVENTS = `CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT, profile_id INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL,
  at INTEGER, UNIQUE (profile_id, kind, key)
) STRICT;`;

/**
 * Messages to forward. due_at: when it is first sent; a digest collects until then. batch: id of the first of those
 * that are sent together, once they were.
 */
const OUTBOX = `CREATE TABLE outbox (
  id INTEGER PRIMARY KEY, profile_id INTEGER NOT NULL, target TEXT NOT NULL, key TEXT NOT NULL, content TEXT NOT NULL,
  created_at INTEGER NOT NULL, due_at INTEGER NOT NULL, batch INTEGER, tries INTEGER NOT NULL DEFAULT 0
) STRICT;`;

const TABLES = {
  // Before the tables whose triggers write it, so that a salvage keeps its ids.
  events: EVENTS,
  profiles: `CREATE TABLE profiles (
    id INTEGER PRIMARY KEY, network TEXT NOT NULL, account_id INTEGER NOT NULL,
    display_name TEXT NOT NULL, profile_image TEXT, UNIQUE (network, account_id)
  ) STRICT;`,
  sites: `CREATE TABLE sites (
    network TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, site_url TEXT NOT NULL, icon_url TEXT,
    PRIMARY KEY (network, id)
  ) STRICT;`,
  // said_at: time of the stored reputation by the network's clock; later changes are not included in it.
  accounts: `CREATE TABLE accounts (
    profile_id INTEGER NOT NULL, site_id TEXT NOT NULL, site_name TEXT NOT NULL, user_id INTEGER NOT NULL,
    reputation INTEGER NOT NULL, explained_reputation INTEGER NOT NULL, said_at INTEGER,
    PRIMARY KEY (profile_id, site_id)
  ) STRICT;`,
  // id: position in time, which is the second it is listed under, times 2^20, plus a number within the second, of which
  // matches have the second half. SQLite's full-text index returns matches in the order of ids without sorting, so that
  // "newest first" is free. Below 2^53, a double holds it exactly.
  // listed_at: its creation, or its return from a snooze. tags, person, body: known once the post was fetched.
  // tags_withheld: the network was asked for the tags and did not return them. kept_unread: marked unread by the user.
  // watch_ids: the watches that found it, a JSON array; empty for network items. facets: filter values as words of the
  // index that begin with U+E000, so that nobody finds them by typing.
  inbox_items: `CREATE TABLE inbox_items (
    id INTEGER PRIMARY KEY, profile_id INTEGER NOT NULL, key TEXT NOT NULL, item_type TEXT NOT NULL,
    site_id TEXT NOT NULL, site_name TEXT NOT NULL, icon_url TEXT, title TEXT NOT NULL, excerpt TEXT NOT NULL,
    link TEXT, created_at INTEGER NOT NULL, first_seen_at INTEGER NOT NULL, read_at INTEGER,
    question_id INTEGER, answer_id INTEGER, comment_id INTEGER, listed_at INTEGER NOT NULL, snoozed_until INTEGER,
    tags TEXT NOT NULL DEFAULT '[]', person TEXT NOT NULL DEFAULT '', body TEXT NOT NULL DEFAULT '',
    facets TEXT GENERATED ALWAYS AS (char(57344) || 'p' || profile_id || ' ' || char(57344) || 's' || hex(site_id) ||
      ' ' || char(57344) || 'k' || hex(item_type)) VIRTUAL,
    tags_withheld INTEGER NOT NULL DEFAULT 0, kept_unread INTEGER NOT NULL DEFAULT 0,
    watch_ids TEXT NOT NULL DEFAULT '[]', done_at INTEGER, saved_at INTEGER, ${STATE}, UNIQUE (profile_id, key)
  ) STRICT;`,
  inbox_tags: `CREATE TABLE inbox_tags (
    profile_id INTEGER NOT NULL, tag TEXT NOT NULL, item_id INTEGER NOT NULL, PRIMARY KEY (profile_id, tag, item_id)
  ) STRICT, WITHOUT ROWID;`,
  inbox_counts: INBOX_COUNTS,
  inbox_search: `CREATE VIRTUAL TABLE inbox_search USING fts5 (
    title, excerpt, body, tags, site_name, person, facets,
    content = 'inbox_items', content_rowid = 'id', prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
  );`,
  // matched_at: by the network's clock. announced_at: when a notification was created, by this machine's clock.
  // met: found among new questions; one found first by its score or bounty is still to be met there.
  questions: `CREATE TABLE questions (
    profile_id INTEGER NOT NULL, site_id TEXT NOT NULL, question_id INTEGER NOT NULL, site_name TEXT NOT NULL,
    title TEXT NOT NULL, tags TEXT NOT NULL, link TEXT, created_at INTEGER NOT NULL, first_seen_at INTEGER NOT NULL,
    watch_ids TEXT NOT NULL, read_at INTEGER, owner_id INTEGER, matched_at INTEGER, announced_at INTEGER,
    met INTEGER NOT NULL DEFAULT 1, last_seen_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (profile_id, site_id, question_id)
  ) STRICT;`,
  muted_questions: `CREATE TABLE muted_questions (
    profile_id INTEGER NOT NULL, site_id TEXT NOT NULL, question_id INTEGER NOT NULL, site_name TEXT NOT NULL,
    title TEXT NOT NULL, link TEXT, muted_at INTEGER NOT NULL, PRIMARY KEY (profile_id, site_id, question_id)
  ) STRICT;`,
  reputation_events: `CREATE TABLE reputation_events (
    id INTEGER PRIMARY KEY, profile_id INTEGER NOT NULL, key TEXT NOT NULL, site_id TEXT NOT NULL,
    site_name TEXT NOT NULL, change INTEGER NOT NULL, vote_type TEXT, post_id INTEGER, title TEXT, link TEXT,
    on_date INTEGER NOT NULL, first_seen_at INTEGER NOT NULL, UNIQUE (profile_id, key)
  ) STRICT;`,
  // Reputation changes from before Askbell, read once; without a key, because equal ones are many.
  reputation_history: `CREATE TABLE reputation_history (
    profile_id INTEGER NOT NULL, site_id TEXT NOT NULL, on_date INTEGER NOT NULL,
    change INTEGER NOT NULL, kind TEXT, post_id INTEGER
  ) STRICT;`,
  posts: `CREATE TABLE posts (
    profile_id INTEGER NOT NULL, site_id TEXT NOT NULL, kind TEXT NOT NULL, post_id INTEGER NOT NULL,
    content TEXT NOT NULL, fetched_at INTEGER NOT NULL, PRIMARY KEY (profile_id, site_id, kind, post_id)
  ) STRICT;`,
  // state: pending, shown, merged into a summary, dropped (nothing left to show), or failed (refused for a day).
  notifications: `CREATE TABLE notifications (
    id INTEGER PRIMARY KEY, profile_id INTEGER NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL,
    link TEXT, count INTEGER NOT NULL, subjects TEXT NOT NULL, created_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending', silent INTEGER NOT NULL DEFAULT 0
  ) STRICT;`,
  outbox: OUTBOX,
  marks: `CREATE TABLE marks (profile_id INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (profile_id, name)) STRICT;`,
};

/** Names of all tables; the full-text index counts as one. */
export const TABLE_NAMES = Object.keys(TABLES);

/** The indexes of the inbox return the newest items of any filter without reading others. */
const INDEXES = `
  CREATE INDEX inbox_by_state ON inbox_items (profile_id, state);
  CREATE INDEX inbox_by_kind ON inbox_items (profile_id, state, site_id, item_type);
  CREATE INDEX inbox_by_watches ON inbox_items (profile_id, state, watch_ids) WHERE watch_ids <> '[]';
  CREATE INDEX inbox_by_question ON inbox_items (profile_id, site_id, question_id);
  CREATE INDEX inbox_by_answer ON inbox_items (profile_id, site_id, answer_id) WHERE answer_id IS NOT NULL;
  CREATE INDEX inbox_by_comment ON inbox_items (profile_id, site_id, comment_id) WHERE comment_id IS NOT NULL;
  CREATE INDEX inbox_snoozed ON inbox_items (profile_id, snoozed_until) WHERE snoozed_until IS NOT NULL;
  CREATE INDEX inbox_saved ON inbox_items (profile_id) WHERE saved_at IS NOT NULL;
  CREATE INDEX inbox_untold ON inbox_items (profile_id, site_id, question_id)
    WHERE question_id IS NOT NULL AND tags = '[]' AND tags_withheld = 0;
  /* Network items unread since they arrived: reading them at the network counts here. */
  CREATE INDEX inbox_readable ON inbox_items (profile_id, created_at) WHERE read_at IS NULL AND snoozed_until IS NULL
    AND kept_unread = 0 AND item_type <> 'askbell_match' AND listed_at = created_at;
  CREATE INDEX reputation_newest ON reputation_events (profile_id, on_date);
  CREATE INDEX reputation_history_by_date ON reputation_history (profile_id, site_id, on_date, change);
  CREATE INDEX matches_newest ON questions (profile_id, matched_at, watch_ids) WHERE watch_ids <> '[]';
  CREATE INDEX matches_by_watches ON questions (profile_id, watch_ids, matched_at) WHERE watch_ids <> '[]';
  CREATE INDEX questions_by_owner ON questions (profile_id, site_id, owner_id) WHERE announced_at IS NOT NULL;
  CREATE INDEX questions_unmatched ON questions (profile_id, site_id, created_at) WHERE watch_ids = '[]';
  CREATE INDEX questions_newest ON questions (profile_id, site_id, created_at) WHERE met = 1;
  CREATE INDEX notifications_pending ON notifications (profile_id, id) WHERE state = 'pending';
  CREATE INDEX outbox_by_target ON outbox (target, id);`;

const INDEX_NEW = `
  INSERT INTO inbox_search (rowid, title, excerpt, body, tags, site_name, person, facets)
    VALUES (NEW.id, NEW.title, NEW.excerpt, NEW.body, NEW.tags, NEW.site_name, NEW.person, NEW.facets);`;
const UNINDEX_OLD = `
  INSERT INTO inbox_search (inbox_search, rowid, title, excerpt, body, tags, site_name, person, facets)
    VALUES ('delete', OLD.id, OLD.title, OLD.excerpt, OLD.body, OLD.tags, OLD.site_name, OLD.person, OLD.facets);`;

const TAG_NEW = `
  INSERT INTO inbox_tags SELECT DISTINCT NEW.profile_id, value, NEW.id FROM json_each(NEW.tags);`;
const UNTAG_OLD = `
  DELETE FROM inbox_tags WHERE (profile_id, tag, item_id) IN
    (SELECT OLD.profile_id, value, OLD.id FROM json_each(OLD.tags));`;

const eventAdded = (kind: string): string => `
  INSERT OR IGNORE INTO events (profile_id, kind, key, at)
    VALUES (NEW.profile_id, '${kind}', NEW.key, NEW.first_seen_at);`;
/** The event of an entry outlives it (deletion.ts): one that is taken back is no news. An imported one was none. */
const eventRemoved = (kind: string): string => `
  DELETE FROM events WHERE profile_id = OLD.profile_id AND kind = '${kind}' AND key = OLD.key AND at IS NULL;`;

const COUNT_NEW = `
  INSERT INTO inbox_counts
    SELECT NEW.profile_id, tag, NEW.site_id, NEW.item_type, NEW.watch_ids, NEW.state, 1
    FROM (SELECT '' AS tag UNION SELECT value FROM json_each(NEW.tags)) WHERE true
    ON CONFLICT DO UPDATE SET n = n + 1;`;

const OLD_CELLS = `profile_id = OLD.profile_id AND tag IN (SELECT '' UNION SELECT value FROM json_each(OLD.tags))
    AND site_id = OLD.site_id AND item_type = OLD.item_type AND watch_ids = OLD.watch_ids AND state = OLD.state`;

const UNCOUNT_OLD = `
  UPDATE inbox_counts SET n = n - 1 WHERE ${OLD_CELLS};
  DELETE FROM inbox_counts WHERE ${OLD_CELLS} AND n = 0;`;

const itemOf = (question: 'NEW' | 'OLD') =>
  `profile_id = ${question}.profile_id
    AND key = 'askbell_match|' || ${question}.site_id || '|' || ${question}.question_id`;

/** First position for matches in the second in which a question matched; network items never have one of these. */
const FIRST_PLACE = '(min(max(coalesce(NEW.matched_at, NEW.created_at) / 1000, 0), 4294967295) * 1048576 + 524288)';

const LIST_MATCH = `
  INSERT INTO inbox_items (id, profile_id, key, item_type, site_id, site_name, icon_url, title, excerpt, link,
    created_at, first_seen_at, read_at, question_id, listed_at, tags, tags_withheld, watch_ids)
  SELECT
    (SELECT coalesce(max(id), ${FIRST_PLACE}) + 1 FROM inbox_items
       WHERE id >= ${FIRST_PLACE} AND id < ${FIRST_PLACE} + 524288),
    NEW.profile_id, 'askbell_match|' || NEW.site_id || '|' || NEW.question_id, 'askbell_match', NEW.site_id,
    NEW.site_name,
    (SELECT s.icon_url FROM sites s JOIN profiles p ON p.network = s.network
       WHERE p.id = NEW.profile_id AND s.id = NEW.site_id),
    NEW.title, '', NEW.link, NEW.created_at, NEW.first_seen_at, NEW.read_at, NEW.question_id,
    coalesce(NEW.matched_at, NEW.created_at), NEW.tags, 1, NEW.watch_ids
  WHERE NEW.watch_ids <> '[]' AND NOT EXISTS (SELECT 1 FROM inbox_items WHERE ${itemOf('NEW')});
  UPDATE inbox_items SET watch_ids = NEW.watch_ids, read_at = NEW.read_at,
    done_at = CASE WHEN NEW.read_at IS NULL THEN NULL ELSE done_at END
    WHERE ${itemOf('NEW')} AND (watch_ids <> NEW.watch_ids OR read_at IS NOT NEW.read_at);`;

/**
 * Search and counts of the inbox follow its items. Matches of watches are items too; both tables are kept in sync, so
 * that code that writes questions need not update the list.
 */
const TRIGGERS = `
  CREATE TRIGGER inbox_item_added AFTER INSERT ON inbox_items BEGIN
    ${INDEX_NEW} ${TAG_NEW} ${eventAdded('item')} END;
  CREATE TRIGGER inbox_item_removed AFTER DELETE ON inbox_items BEGIN
    ${UNINDEX_OLD} ${UNTAG_OLD} ${eventRemoved('item')} END;
  CREATE TRIGGER reputation_added AFTER INSERT ON reputation_events BEGIN ${eventAdded('reputation')} END;
  CREATE TRIGGER reputation_removed AFTER DELETE ON reputation_events BEGIN ${eventRemoved('reputation')} END;
  CREATE TRIGGER inbox_item_changed AFTER UPDATE OF id, profile_id, item_type, site_id, site_name, title, excerpt, body,
    tags, person ON inbox_items BEGIN ${UNINDEX_OLD} ${INDEX_NEW} ${UNTAG_OLD} ${TAG_NEW} END;
  CREATE TRIGGER inbox_count_added AFTER INSERT ON inbox_items BEGIN ${COUNT_NEW} END;
  CREATE TRIGGER inbox_count_removed AFTER DELETE ON inbox_items BEGIN ${UNCOUNT_OLD} END;
  CREATE TRIGGER inbox_count_changed
    AFTER UPDATE OF profile_id, site_id, item_type, tags, watch_ids, snoozed_until, read_at, done_at ON inbox_items
    BEGIN ${UNCOUNT_OLD} ${COUNT_NEW} END;
  CREATE TRIGGER match_added AFTER INSERT ON questions WHEN NEW.watch_ids <> '[]' BEGIN ${LIST_MATCH} END;
  CREATE TRIGGER match_changed AFTER UPDATE OF watch_ids, matched_at, read_at ON questions BEGIN
    DELETE FROM inbox_items WHERE NEW.watch_ids = '[]' AND ${itemOf('NEW')}; ${LIST_MATCH} END;
  CREATE TRIGGER match_removed AFTER DELETE ON questions BEGIN DELETE FROM inbox_items WHERE ${itemOf('OLD')}; END;
  CREATE TRIGGER match_read AFTER UPDATE OF read_at ON inbox_items
    WHEN NEW.item_type = 'askbell_match' AND NEW.read_at IS NOT OLD.read_at BEGIN
    UPDATE questions SET read_at = NEW.read_at
      WHERE profile_id = NEW.profile_id AND site_id = NEW.site_id AND question_id = NEW.question_id
        AND read_at IS NOT NEW.read_at;
  END;`;

/** Counts every item once, into an empty `inbox_counts`. */
export const COUNT_ALL = `
  INSERT INTO inbox_counts
    SELECT profile_id, '', site_id, item_type, watch_ids, state, count(*) FROM inbox_items GROUP BY 1, 3, 4, 5, 6;
  INSERT INTO inbox_counts
    SELECT t.profile_id, t.tag, i.site_id, i.item_type, i.watch_ids, i.state, count(*)
    FROM inbox_tags t CROSS JOIN inbox_items i ON i.id = t.item_id WHERE t.tag <> '' GROUP BY 1, 2, 3, 4, 5, 6;`;

/** Table changes from each earlier schema version to the next one. Never change one that was released. */
const UPGRADES: Readonly<Record<number, string>> = {
  // The last schema without counts, never released; its limit of notifications was stored otherwise.
  9: `ALTER TABLE inbox_items ADD COLUMN state INTEGER GENERATED ALWAYS AS
      (CASE WHEN snoozed_until IS NOT NULL THEN 2 WHEN read_at IS NULL THEN 0 ELSE 1 END) VIRTUAL;
    ${INBOX_COUNTS} ${COUNT_ALL} DELETE FROM marks WHERE name = 'notification-pace';`,
  // Nothing is done yet, so that the counts by state stay as they are.
  10: `ALTER TABLE inbox_items DROP COLUMN state; ALTER TABLE inbox_items ADD COLUMN done_at INTEGER;
    ALTER TABLE inbox_items ADD COLUMN saved_at INTEGER; ALTER TABLE inbox_items ADD COLUMN ${STATE};`,
  11: `${EVENTS} INSERT INTO events (profile_id, kind, key, at) SELECT profile_id, kind, key, at FROM (
      SELECT profile_id, 'item' AS kind, key, first_seen_at AS at, id AS place FROM inbox_items
      UNION ALL SELECT profile_id, 'reputation', key, first_seen_at, id FROM reputation_events) ORDER BY at, place;
    ${OUTBOX}`,
};

/** Returns the version of a database's schema; 0 for an empty one. */
export const schemaVersion = (db: DatabaseSync): number => numberOf(db, 'PRAGMA user_version');

/**
 * Creates the schema in an empty database, or upgrades an earlier one, in one transaction.
 * @throws Error for a version without an upgrade, or SQLite's error; nothing is changed then
 */
export function upgradeSchema(db: DatabaseSync): void {
  const version = schemaVersion(db);
  if (version === LATEST_SCHEMA) return;
  const tables = version === 0 ? Object.values(TABLES).join('\n') : upgradeFrom(db, version);
  try {
    db.exec(`BEGIN IMMEDIATE; ${tables} ${INDEXES} ${TRIGGERS} PRAGMA user_version = ${LATEST_SCHEMA}; COMMIT;`);
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Returns the table changes since a version, without the indexes and triggers, which hold columns in place. */
function upgradeFrom(db: DatabaseSync, version: number): string {
  const versions = Object.keys(UPGRADES).filter((from) => Number(from) >= version);
  if (version > LATEST_SCHEMA || versions.length !== LATEST_SCHEMA - version)
    throw new Error(`its schema has the unknown version ${version}`);
  const created = `SELECT 'DROP ' || type || ' "' || name || '";' AS step FROM sqlite_schema
    WHERE type IN ('index', 'trigger') AND sql IS NOT NULL`;
  const drops = db
    .prepare(created)
    .all()
    .map(({ step }) => step);
  return [...drops, ...versions.map((from) => UPGRADES[Number(from)])].join('\n');
}
