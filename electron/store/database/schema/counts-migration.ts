/** State of an item: unread, read, or snoozed, whether read or not. */
const STATE = 'CASE WHEN snoozed_until IS NOT NULL THEN 2 WHEN read_at IS NULL THEN 0 ELSE 1 END';

/** Tags in `inbox_counts` under which an item is counted: an empty tag for all items, and each of its tags. */
const TAGS_OF = (row: 'NEW' | 'OLD') => `SELECT '' UNION SELECT value FROM json_each(${row}.tags)`;

const COUNT_NEW = `
  INSERT INTO inbox_counts
    SELECT NEW.profile_id, tag, NEW.site_id, NEW.item_type, NEW.watch_ids, NEW.state, 1
    FROM (SELECT '' AS tag UNION SELECT value FROM json_each(NEW.tags)) WHERE true
    ON CONFLICT DO UPDATE SET n = n + 1;`;

const UNCOUNT_OLD = `
  UPDATE inbox_counts SET n = n - 1 WHERE profile_id = OLD.profile_id AND tag IN (${TAGS_OF('OLD')})
    AND site_id = OLD.site_id AND item_type = OLD.item_type AND watch_ids = OLD.watch_ids AND state = OLD.state;
  DELETE FROM inbox_counts WHERE profile_id = OLD.profile_id AND tag IN (${TAGS_OF('OLD')})
    AND site_id = OLD.site_id AND item_type = OLD.item_type AND watch_ids = OLD.watch_ids AND state = OLD.state
    AND n = 0;`;

/** Counts every item once, into an empty `inbox_counts`. */
export const COUNT_ALL = `INSERT INTO inbox_counts
    SELECT profile_id, '', site_id, item_type, watch_ids, state, count(*) FROM inbox_items GROUP BY 1, 3, 4, 5, 6;
  INSERT INTO inbox_counts
    SELECT t.profile_id, t.tag, i.site_id, i.item_type, i.watch_ids, i.state, count(*)
    FROM inbox_tags t CROSS JOIN inbox_items i ON i.id = t.item_id WHERE t.tag <> '' GROUP BY 1, 2, 3, 4, 5, 6;`;

/**
 * Adds counts of the inbox, updated by triggers in the transaction of each change, so that an opening window counts
 * nothing; and indexes that return the newest items of any filter without reading others.
 */
export const COUNTS_MIGRATION = `
  ALTER TABLE inbox_items ADD COLUMN state INTEGER GENERATED ALWAYS AS (${STATE}) VIRTUAL;
  DROP INDEX inbox_by_site;
  DROP INDEX inbox_by_kind;
  DROP INDEX inbox_counted;
  DROP INDEX inbox_unread;
  CREATE INDEX inbox_by_state ON inbox_items (profile_id, state);
  CREATE INDEX inbox_by_kind ON inbox_items (profile_id, state, site_id, item_type);
  CREATE INDEX inbox_by_watches ON inbox_items (profile_id, state, watch_ids) WHERE watch_ids <> '[]';
  /* Unread as they came, from the network: reading them there counts here. */
  CREATE INDEX inbox_readable ON inbox_items (profile_id, created_at) WHERE read_at IS NULL AND snoozed_until IS NULL
    AND kept_unread = 0 AND item_type <> 'askbell_match' AND listed_at = created_at;
  CREATE INDEX inbox_by_answer ON inbox_items (profile_id, site_id, answer_id) WHERE answer_id IS NOT NULL;
  CREATE INDEX inbox_by_comment ON inbox_items (profile_id, site_id, comment_id) WHERE comment_id IS NOT NULL;
  DROP INDEX matches_newest;
  CREATE INDEX matches_newest ON questions (profile_id, matched_at, watch_ids) WHERE watch_ids <> '[]';
  CREATE INDEX matches_by_watches ON questions (profile_id, watch_ids, matched_at) WHERE watch_ids <> '[]';

  CREATE TABLE inbox_counts (
    profile_id INTEGER NOT NULL, tag TEXT NOT NULL, site_id TEXT NOT NULL, item_type TEXT NOT NULL,
    watch_ids TEXT NOT NULL, state INTEGER NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (profile_id, tag, site_id, item_type, watch_ids, state)
  ) STRICT, WITHOUT ROWID;
  ${COUNT_ALL}
  CREATE TRIGGER inbox_count_added AFTER INSERT ON inbox_items BEGIN ${COUNT_NEW} END;
  CREATE TRIGGER inbox_count_removed AFTER DELETE ON inbox_items BEGIN ${UNCOUNT_OLD} END;
  CREATE TRIGGER inbox_count_changed
    AFTER UPDATE OF profile_id, site_id, item_type, tags, watch_ids, snoozed_until, read_at ON inbox_items
    BEGIN ${UNCOUNT_OLD} ${COUNT_NEW} END;

  /* The limit of notifications before this schema. */
  DELETE FROM marks WHERE name = 'notification-pace';
`;
