/**
 * Adds a unique position in time to every inbox item, makes it searchable, and stores posts, mutes and snoozes.
 *
 * An item's `id` is its position: the second it is listed under, times 2^20, plus a number within the second. SQLite's
 * full-text index returns matches in the order of ids without sorting, so that "newest first" is free. Below 2^53, a
 * double holds it exactly.
 */
export const INBOX_SEARCH_MIGRATION = `
  CREATE TABLE inbox_places (
    id INTEGER PRIMARY KEY, profile_id INTEGER NOT NULL, key TEXT NOT NULL, item_type TEXT NOT NULL,
    site_id TEXT NOT NULL, site_name TEXT NOT NULL, icon_url TEXT,
    title TEXT NOT NULL, excerpt TEXT NOT NULL, link TEXT, created_at INTEGER NOT NULL,
    first_seen_at INTEGER NOT NULL, read_at INTEGER,
    /** The posts it is about, where the network named them. */
    question_id INTEGER, answer_id INTEGER, comment_id INTEGER,
    /** When it is listed: as it was made, or as it came back from its snooze. */
    listed_at INTEGER NOT NULL,
    snoozed_until INTEGER,
    /** Known once the post or its question was read: a JSON array, who wrote it, and the post as plain text. */
    tags TEXT NOT NULL DEFAULT '[]', person TEXT NOT NULL DEFAULT '', body TEXT NOT NULL DEFAULT '',
    /**
     * What filters are about, as words of the index that begin as no word does (U+E000): nobody finds them by typing.
     */
    facets TEXT GENERATED ALWAYS AS (char(57344) || 'p' || profile_id || ' ' || char(57344) || 's' || hex(site_id) ||
      ' ' || char(57344) || 'k' || hex(item_type)) VIRTUAL,
    UNIQUE (profile_id, key)
  ) STRICT;
  CREATE TABLE inbox_tags (
    profile_id INTEGER NOT NULL, tag TEXT NOT NULL, item_id INTEGER NOT NULL, PRIMARY KEY (profile_id, tag, item_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE posts (
    profile_id INTEGER NOT NULL, site_id TEXT NOT NULL, kind TEXT NOT NULL, post_id INTEGER NOT NULL,
    content TEXT NOT NULL, fetched_at INTEGER NOT NULL, PRIMARY KEY (profile_id, site_id, kind, post_id)
  ) STRICT;
  CREATE TABLE muted_questions (
    profile_id INTEGER NOT NULL, site_id TEXT NOT NULL, question_id INTEGER NOT NULL, site_name TEXT NOT NULL,
    title TEXT NOT NULL, link TEXT, muted_at INTEGER NOT NULL, PRIMARY KEY (profile_id, site_id, question_id)
  ) STRICT;
  /* A key holds kind, site, the numbers of the posts and the date; where it holds a link instead, no
     number is known. */
  WITH parts AS (
    SELECT rowid AS item, substr(rest, 1, instr(rest, '|') - 1) AS ids FROM (
      SELECT rowid, substr(key, length(item_type) + length(site_id) + 3) AS rest FROM inbox_items
    )
  ), numbers AS (
    SELECT item, json('["' || replace(ids, '/', '","') || '"]') AS ids FROM parts
    WHERE ids NOT GLOB '*[^0-9/]*' AND length(ids) - length(replace(ids, '/', '')) = 2
  )
  INSERT INTO inbox_places (id, profile_id, key, item_type, site_id, site_name, icon_url, title, excerpt, link,
    created_at, first_seen_at, read_at, question_id, answer_id, comment_id, listed_at, tags)
  SELECT
    min(max(i.created_at / 1000, 0), 4294967295) * 1048576
      + row_number() OVER (PARTITION BY min(max(i.created_at / 1000, 0), 4294967295) ORDER BY i.rowid),
    i.profile_id, key, item_type, i.site_id, i.site_name, icon_url, i.title, excerpt, i.link, i.created_at,
    i.first_seen_at, i.read_at,
    CAST(nullif(ids ->> 0, '') AS INTEGER), CAST(nullif(ids ->> 1, '') AS INTEGER),
    CAST(nullif(ids ->> 2, '') AS INTEGER),
    i.created_at, coalesce(q.tags, '[]')
  FROM inbox_items i LEFT JOIN numbers ON numbers.item = i.rowid
  LEFT JOIN questions q ON q.profile_id = i.profile_id AND q.site_id = i.site_id
    AND q.question_id = CAST(nullif(ids ->> 0, '') AS INTEGER);
  DROP TABLE inbox_items;
  ALTER TABLE inbox_places RENAME TO inbox_items;
  CREATE INDEX inbox_by_site ON inbox_items (profile_id, site_id);
  CREATE INDEX inbox_by_kind ON inbox_items (profile_id, item_type);
  /* Holds all that counting is about, so that no row is looked at. */
  CREATE INDEX inbox_counted ON inbox_items (profile_id, snoozed_until, site_id, item_type, read_at);
  CREATE INDEX inbox_by_question ON inbox_items (profile_id, site_id, question_id);
  CREATE INDEX inbox_unread ON inbox_items (profile_id) WHERE read_at IS NULL AND snoozed_until IS NULL;
  CREATE INDEX inbox_snoozed ON inbox_items (profile_id, snoozed_until) WHERE snoozed_until IS NOT NULL;
  INSERT INTO inbox_tags SELECT DISTINCT i.profile_id, tag.value, i.id FROM inbox_items i, json_each(i.tags) tag;

  CREATE VIRTUAL TABLE inbox_search USING fts5 (
    title, excerpt, body, tags, site_name, person, facets,
    content = 'inbox_items', content_rowid = 'id', prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
  );
  INSERT INTO inbox_search (inbox_search) VALUES ('rebuild');
  CREATE TRIGGER inbox_item_added AFTER INSERT ON inbox_items BEGIN
    INSERT INTO inbox_search (rowid, title, excerpt, body, tags, site_name, person, facets)
    VALUES (NEW.id, NEW.title, NEW.excerpt, NEW.body, NEW.tags, NEW.site_name, NEW.person, NEW.facets);
    INSERT INTO inbox_tags SELECT DISTINCT NEW.profile_id, value, NEW.id FROM json_each(NEW.tags);
  END;
  CREATE TRIGGER inbox_item_removed AFTER DELETE ON inbox_items BEGIN
    INSERT INTO inbox_search (inbox_search, rowid, title, excerpt, body, tags, site_name, person, facets)
    VALUES ('delete', OLD.id, OLD.title, OLD.excerpt, OLD.body, OLD.tags, OLD.site_name, OLD.person, OLD.facets);
    DELETE FROM inbox_tags WHERE (profile_id, tag, item_id) IN
      (SELECT OLD.profile_id, value, OLD.id FROM json_each(OLD.tags));
  END;
  CREATE TRIGGER inbox_item_changed AFTER UPDATE OF id, profile_id, item_type, site_id, site_name, title, excerpt, body,
    tags, person ON inbox_items BEGIN
    INSERT INTO inbox_search (inbox_search, rowid, title, excerpt, body, tags, site_name, person, facets)
    VALUES ('delete', OLD.id, OLD.title, OLD.excerpt, OLD.body, OLD.tags, OLD.site_name, OLD.person, OLD.facets);
    INSERT INTO inbox_search (rowid, title, excerpt, body, tags, site_name, person, facets)
    VALUES (NEW.id, NEW.title, NEW.excerpt, NEW.body, NEW.tags, NEW.site_name, NEW.person, NEW.facets);
    DELETE FROM inbox_tags WHERE (profile_id, tag, item_id) IN
      (SELECT OLD.profile_id, value, OLD.id FROM json_each(OLD.tags));
    INSERT INTO inbox_tags SELECT DISTINCT NEW.profile_id, value, NEW.id FROM json_each(NEW.tags);
  END;
`;
