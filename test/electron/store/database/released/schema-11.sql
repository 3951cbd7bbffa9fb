-- A history as Askbell wrote it with schema 11, which commit 89a1cd44 had.
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
  reputation INTEGER NOT NULL, explained_reputation INTEGER NOT NULL, said_at INTEGER, PRIMARY KEY (profile_id, site_id)
) STRICT;
CREATE TABLE reputation_events (
  id INTEGER PRIMARY KEY, profile_id INTEGER NOT NULL, key TEXT NOT NULL, site_id TEXT NOT NULL,
  site_name TEXT NOT NULL, change INTEGER NOT NULL, vote_type TEXT, post_id INTEGER, title TEXT, link TEXT,
  on_date INTEGER NOT NULL, first_seen_at INTEGER NOT NULL, UNIQUE (profile_id, key)
) STRICT;
CREATE TABLE questions (
  profile_id INTEGER NOT NULL, site_id TEXT NOT NULL, question_id INTEGER NOT NULL, site_name TEXT NOT NULL,
  title TEXT NOT NULL, tags TEXT NOT NULL, link TEXT, created_at INTEGER NOT NULL, first_seen_at INTEGER NOT NULL,
  watch_ids TEXT NOT NULL, read_at INTEGER, owner_id INTEGER, matched_at INTEGER, announced_at INTEGER, met INTEGER NOT NULL DEFAULT 1, last_seen_at INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (profile_id, site_id, question_id)
) STRICT;
CREATE TABLE notifications (
  id INTEGER PRIMARY KEY, profile_id INTEGER NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL,
  link TEXT, count INTEGER NOT NULL, subjects TEXT NOT NULL, created_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending'
  , silent INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE marks (profile_id INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (profile_id, name)) STRICT;
CREATE TABLE reputation_history (
  profile_id INTEGER NOT NULL, site_id TEXT NOT NULL, on_date INTEGER NOT NULL,
  change INTEGER NOT NULL, kind TEXT, post_id INTEGER
) STRICT;
CREATE TABLE "inbox_items" (
  id INTEGER PRIMARY KEY, profile_id INTEGER NOT NULL, key TEXT NOT NULL, item_type TEXT NOT NULL,
  site_id TEXT NOT NULL, site_name TEXT NOT NULL, icon_url TEXT,
  title TEXT NOT NULL, excerpt TEXT NOT NULL, link TEXT, created_at INTEGER NOT NULL,
  first_seen_at INTEGER NOT NULL, read_at INTEGER,
  question_id INTEGER, answer_id INTEGER, comment_id INTEGER,
  listed_at INTEGER NOT NULL,
  snoozed_until INTEGER,
  tags TEXT NOT NULL DEFAULT '[]', person TEXT NOT NULL DEFAULT '', body TEXT NOT NULL DEFAULT '',
  facets TEXT GENERATED ALWAYS AS (char(57344) || 'p' || profile_id || ' ' || char(57344) || 's' || hex(site_id) ||
  ' ' || char(57344) || 'k' || hex(item_type)) VIRTUAL, tags_withheld INTEGER NOT NULL DEFAULT 0, kept_unread INTEGER NOT NULL DEFAULT 0,
  watch_ids TEXT NOT NULL DEFAULT '[]', done_at INTEGER, saved_at INTEGER, state INTEGER GENERATED ALWAYS AS (CASE WHEN snoozed_until IS NOT NULL THEN 2 WHEN read_at IS NULL THEN 0
  WHEN done_at IS NULL THEN 1 ELSE 3 END) VIRTUAL,
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
CREATE VIRTUAL TABLE inbox_search USING fts5 (
  title, excerpt, body, tags, site_name, person, facets,
  content = 'inbox_items', content_rowid = 'id', prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TABLE inbox_counts (
  profile_id INTEGER NOT NULL, tag TEXT NOT NULL, site_id TEXT NOT NULL, item_type TEXT NOT NULL,
  watch_ids TEXT NOT NULL, state INTEGER NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (profile_id, tag, site_id, item_type, watch_ids, state)
) STRICT, WITHOUT ROWID;
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
CREATE TRIGGER inbox_item_added AFTER INSERT ON inbox_items BEGIN
  INSERT INTO inbox_search (rowid, title, excerpt, body, tags, site_name, person, facets)
    VALUES (NEW.id, NEW.title, NEW.excerpt, NEW.body, NEW.tags, NEW.site_name, NEW.person, NEW.facets);
  INSERT INTO inbox_tags SELECT DISTINCT NEW.profile_id, value, NEW.id FROM json_each(NEW.tags); END;
CREATE TRIGGER inbox_item_removed AFTER DELETE ON inbox_items BEGIN
  INSERT INTO inbox_search (inbox_search, rowid, title, excerpt, body, tags, site_name, person, facets)
    VALUES ('delete', OLD.id, OLD.title, OLD.excerpt, OLD.body, OLD.tags, OLD.site_name, OLD.person, OLD.facets);
  DELETE FROM inbox_tags WHERE (profile_id, tag, item_id) IN
    (SELECT OLD.profile_id, value, OLD.id FROM json_each(OLD.tags)); END;
CREATE TRIGGER inbox_item_changed AFTER UPDATE OF id, profile_id, item_type, site_id, site_name, title, excerpt, body,
    tags, person ON inbox_items BEGIN
  INSERT INTO inbox_search (inbox_search, rowid, title, excerpt, body, tags, site_name, person, facets)
    VALUES ('delete', OLD.id, OLD.title, OLD.excerpt, OLD.body, OLD.tags, OLD.site_name, OLD.person, OLD.facets);
  INSERT INTO inbox_search (rowid, title, excerpt, body, tags, site_name, person, facets)
    VALUES (NEW.id, NEW.title, NEW.excerpt, NEW.body, NEW.tags, NEW.site_name, NEW.person, NEW.facets);
  DELETE FROM inbox_tags WHERE (profile_id, tag, item_id) IN
    (SELECT OLD.profile_id, value, OLD.id FROM json_each(OLD.tags));
  INSERT INTO inbox_tags SELECT DISTINCT NEW.profile_id, value, NEW.id FROM json_each(NEW.tags); END;
CREATE TRIGGER inbox_count_added AFTER INSERT ON inbox_items BEGIN
  INSERT INTO inbox_counts
    SELECT NEW.profile_id, tag, NEW.site_id, NEW.item_type, NEW.watch_ids, NEW.state, 1
    FROM (SELECT '' AS tag UNION SELECT value FROM json_each(NEW.tags)) WHERE true
    ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER inbox_count_removed AFTER DELETE ON inbox_items BEGIN
  UPDATE inbox_counts SET n = n - 1 WHERE profile_id = OLD.profile_id AND tag IN (SELECT '' UNION SELECT value FROM json_each(OLD.tags))
    AND site_id = OLD.site_id AND item_type = OLD.item_type AND watch_ids = OLD.watch_ids AND state = OLD.state;
  DELETE FROM inbox_counts WHERE profile_id = OLD.profile_id AND tag IN (SELECT '' UNION SELECT value FROM json_each(OLD.tags))
    AND site_id = OLD.site_id AND item_type = OLD.item_type AND watch_ids = OLD.watch_ids AND state = OLD.state AND n = 0; END;
CREATE TRIGGER inbox_count_changed
    AFTER UPDATE OF profile_id, site_id, item_type, tags, watch_ids, snoozed_until, read_at, done_at ON inbox_items
    BEGIN
  UPDATE inbox_counts SET n = n - 1 WHERE profile_id = OLD.profile_id AND tag IN (SELECT '' UNION SELECT value FROM json_each(OLD.tags))
    AND site_id = OLD.site_id AND item_type = OLD.item_type AND watch_ids = OLD.watch_ids AND state = OLD.state;
  DELETE FROM inbox_counts WHERE profile_id = OLD.profile_id AND tag IN (SELECT '' UNION SELECT value FROM json_each(OLD.tags))
    AND site_id = OLD.site_id AND item_type = OLD.item_type AND watch_ids = OLD.watch_ids AND state = OLD.state AND n = 0;
  INSERT INTO inbox_counts
    SELECT NEW.profile_id, tag, NEW.site_id, NEW.item_type, NEW.watch_ids, NEW.state, 1
    FROM (SELECT '' AS tag UNION SELECT value FROM json_each(NEW.tags)) WHERE true
    ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER match_read AFTER UPDATE OF read_at ON inbox_items
    WHEN NEW.item_type = 'askbell_match' AND NEW.read_at IS NOT OLD.read_at BEGIN
    UPDATE questions SET read_at = NEW.read_at
      WHERE profile_id = NEW.profile_id AND site_id = NEW.site_id AND question_id = NEW.question_id
        AND read_at IS NOT NEW.read_at;
  END;
INSERT INTO profiles (id, network, account_id, display_name, profile_image) VALUES
  (1, 'demo', 1, 'Ada', NULL);
INSERT INTO sites (network, id, name, site_url, icon_url) VALUES
  ('demo', 'loops', 'Loops', 'https://loops.example', NULL);
INSERT INTO accounts (profile_id, site_id, site_name, user_id, reputation, explained_reputation, said_at) VALUES
  (1, 'loops', 'Loops', 7, 120, 110, NULL);
INSERT INTO reputation_events (id, profile_id, key, site_id, site_name, change, vote_type, post_id, title, link, on_date, first_seen_at) VALUES
  (1, 1, 'r1', 'loops', 'Loops', 10, 'up_votes', 5, 'Q1', NULL, 8000, 8500);
INSERT INTO questions (profile_id, site_id, question_id, site_name, title, tags, link, created_at, first_seen_at, watch_ids, read_at, owner_id, matched_at, announced_at, met, last_seen_at) VALUES
  (1, 'loops', 1, 'Loops', 'Q1', '["a"]', NULL, 100, 110, '["w"]', 120, NULL, 100, NULL, 1, 110),
  (1, 'loops', 2, 'Loops', 'Q2', '["a"]', NULL, 200, 210, '["w"]', NULL, 4, 200, 210, 1, 210),
  (1, 'loops', 3, 'Loops', 'Q3', '["b"]', NULL, 300, 310, '[]', 310, NULL, NULL, NULL, 1, 310);
INSERT INTO notifications (id, profile_id, kind, title, body, link, count, subjects, created_at, state, silent) VALUES
  (1, 1, 'inbox', 'Shown', '', NULL, 1, '[{"kind":"inbox","key":"new_answer|loops|3/6/|9"}]', 9500, 'shown', 0),
  (2, 1, 'question', 'Q2', '', NULL, 1, '[{"kind":"question","siteId":"loops","questionId":2}]', 210, 'pending', 0);
INSERT INTO marks (profile_id, name, value) VALUES
  (1, 'baseline:inbox', '9500'),
  (1, 'cursor:questions:loops', '{"newest":300,"behind":false,"page":1}');
INSERT INTO reputation_history (profile_id, site_id, on_date, change, kind, post_id) VALUES
  (1, 'loops', 1000, 5, 'post_upvoted', 1);
INSERT INTO inbox_items (id, profile_id, key, item_type, site_id, site_name, icon_url, title, excerpt, link, created_at, first_seen_at, read_at, question_id, answer_id, comment_id, listed_at, snoozed_until, tags, person, body, tags_withheld, kept_unread, watch_ids, done_at, saved_at) VALUES
  (524289, 1, 'askbell_match|loops|1', 'askbell_match', 'loops', 'Loops', NULL, 'Q1', '', NULL, 100, 110, 120, 1, NULL, NULL, 100, NULL, '["a"]', '', '', 1, 0, '["w"]', NULL, NULL),
  (524290, 1, 'askbell_match|loops|2', 'askbell_match', 'loops', 'Loops', NULL, 'Q2', '', NULL, 200, 210, NULL, 2, NULL, NULL, 200, NULL, '["a"]', '', '', 1, 0, '["w"]', NULL, NULL),
  (9437185, 1, 'comment|loops|1/5/7|9', 'comment', 'loops', 'Loops', NULL, 'Café au lait', 'It is hot', 'https://loops.example/1', 9000, 9500, NULL, 1, 5, 7, 9000, NULL, '["a"]', '', '', 0, 0, '[]', NULL, 500),
  (9437186, 1, 'new_answer|loops|3/6/|9', 'new_answer', 'loops', 'Loops', NULL, 'Q3', 'Tea', NULL, 9000, 9500, 9600, 3, 6, NULL, 9000, NULL, '["b"]', '', '', 0, 0, '[]', NULL, NULL);
INSERT INTO posts (profile_id, site_id, kind, post_id, content, fetched_at) VALUES
  (1, 'loops', 'question', 1, '{"title":"Q1"}', 9700);
INSERT INTO muted_questions (profile_id, site_id, question_id, site_name, title, link, muted_at) VALUES
  (1, 'loops', 9, 'Loops', 'Q9', NULL, 9800);
CREATE TRIGGER match_added AFTER INSERT ON questions WHEN NEW.watch_ids <> '[]' BEGIN
  INSERT INTO inbox_items (id, profile_id, key, item_type, site_id, site_name, icon_url, title, excerpt, link,
    created_at, first_seen_at, read_at, question_id, listed_at, tags, tags_withheld, watch_ids)
  SELECT
    (SELECT coalesce(max(id), (min(max(coalesce(NEW.matched_at, NEW.created_at) / 1000, 0), 4294967295) * 1048576 + 524288)) + 1 FROM inbox_items
       WHERE id >= (min(max(coalesce(NEW.matched_at, NEW.created_at) / 1000, 0), 4294967295) * 1048576 + 524288) AND id < (min(max(coalesce(NEW.matched_at, NEW.created_at) / 1000, 0), 4294967295) * 1048576 + 524288) + 524288),
    NEW.profile_id, 'askbell_match|' || NEW.site_id || '|' || NEW.question_id, 'askbell_match', NEW.site_id,
    NEW.site_name,
    (SELECT s.icon_url FROM sites s JOIN profiles p ON p.network = s.network
       WHERE p.id = NEW.profile_id AND s.id = NEW.site_id),
    NEW.title, '', NEW.link, NEW.created_at, NEW.first_seen_at, NEW.read_at, NEW.question_id,
    coalesce(NEW.matched_at, NEW.created_at), NEW.tags, 1, NEW.watch_ids
  WHERE NEW.watch_ids <> '[]' AND NOT EXISTS (SELECT 1 FROM inbox_items WHERE profile_id = NEW.profile_id
    AND key = 'askbell_match|' || NEW.site_id || '|' || NEW.question_id);
  UPDATE inbox_items SET watch_ids = NEW.watch_ids, read_at = NEW.read_at,
    done_at = CASE WHEN NEW.read_at IS NULL THEN NULL ELSE done_at END
    WHERE profile_id = NEW.profile_id
    AND key = 'askbell_match|' || NEW.site_id || '|' || NEW.question_id AND (watch_ids <> NEW.watch_ids OR read_at IS NOT NEW.read_at); END;
CREATE TRIGGER match_changed AFTER UPDATE OF watch_ids, matched_at, read_at ON questions BEGIN
    DELETE FROM inbox_items WHERE NEW.watch_ids = '[]' AND profile_id = NEW.profile_id
    AND key = 'askbell_match|' || NEW.site_id || '|' || NEW.question_id;
  INSERT INTO inbox_items (id, profile_id, key, item_type, site_id, site_name, icon_url, title, excerpt, link,
    created_at, first_seen_at, read_at, question_id, listed_at, tags, tags_withheld, watch_ids)
  SELECT
    (SELECT coalesce(max(id), (min(max(coalesce(NEW.matched_at, NEW.created_at) / 1000, 0), 4294967295) * 1048576 + 524288)) + 1 FROM inbox_items
       WHERE id >= (min(max(coalesce(NEW.matched_at, NEW.created_at) / 1000, 0), 4294967295) * 1048576 + 524288) AND id < (min(max(coalesce(NEW.matched_at, NEW.created_at) / 1000, 0), 4294967295) * 1048576 + 524288) + 524288),
    NEW.profile_id, 'askbell_match|' || NEW.site_id || '|' || NEW.question_id, 'askbell_match', NEW.site_id,
    NEW.site_name,
    (SELECT s.icon_url FROM sites s JOIN profiles p ON p.network = s.network
       WHERE p.id = NEW.profile_id AND s.id = NEW.site_id),
    NEW.title, '', NEW.link, NEW.created_at, NEW.first_seen_at, NEW.read_at, NEW.question_id,
    coalesce(NEW.matched_at, NEW.created_at), NEW.tags, 1, NEW.watch_ids
  WHERE NEW.watch_ids <> '[]' AND NOT EXISTS (SELECT 1 FROM inbox_items WHERE profile_id = NEW.profile_id
    AND key = 'askbell_match|' || NEW.site_id || '|' || NEW.question_id);
  UPDATE inbox_items SET watch_ids = NEW.watch_ids, read_at = NEW.read_at,
    done_at = CASE WHEN NEW.read_at IS NULL THEN NULL ELSE done_at END
    WHERE profile_id = NEW.profile_id
    AND key = 'askbell_match|' || NEW.site_id || '|' || NEW.question_id AND (watch_ids <> NEW.watch_ids OR read_at IS NOT NEW.read_at); END;
CREATE TRIGGER match_removed AFTER DELETE ON questions BEGIN DELETE FROM inbox_items WHERE profile_id = OLD.profile_id
    AND key = 'askbell_match|' || OLD.site_id || '|' || OLD.question_id; END;
PRAGMA user_version = 11;
