-- A history as the Askbell with schema 2 left it.
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
  watch_ids TEXT NOT NULL, read_at INTEGER, owner_id INTEGER, matched_at INTEGER, announced_at INTEGER, met INTEGER NOT NULL DEFAULT 1, last_seen_at INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (profile_id, site_id, question_id)
) STRICT;
CREATE TABLE notifications (
  id INTEGER PRIMARY KEY, profile_id INTEGER NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL,
  link TEXT, count INTEGER NOT NULL, subjects TEXT NOT NULL, created_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending'
  , silent INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX notifications_pending ON notifications (profile_id, id) WHERE state = 'pending';
CREATE TABLE marks (profile_id INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (profile_id, name)) STRICT;
CREATE INDEX matches_newest ON questions (profile_id, matched_at) WHERE watch_ids <> '[]';
CREATE INDEX questions_by_owner ON questions (profile_id, site_id, owner_id) WHERE announced_at IS NOT NULL;
CREATE INDEX questions_unmatched ON questions (profile_id, site_id, created_at) WHERE watch_ids = '[]';
INSERT INTO profiles (id, network, account_id, display_name, profile_image) VALUES
  (1, 'demo', 1, 'Ada', NULL);
INSERT INTO sites (network, id, name, site_url, icon_url) VALUES
  ('demo', 'loops', 'Loops', 'https://loops.example', NULL);
INSERT INTO accounts (profile_id, site_id, site_name, user_id, reputation, explained_reputation) VALUES
  (1, 'loops', 'Loops', 7, 120, 110);
INSERT INTO inbox_items (profile_id, key, item_type, site_id, site_name, icon_url, title, excerpt, link, created_at, first_seen_at, read_at) VALUES
  (1, 'comment|loops|1/5/7|9', 'comment', 'loops', 'Loops', NULL, 'Café au lait', 'It is hot', 'https://loops.example/1', 9000, 9500, NULL),
  (1, 'new_answer|loops|3/6/|9', 'new_answer', 'loops', 'Loops', NULL, 'Q3', 'Tea', NULL, 9000, 9500, 9600);
INSERT INTO reputation_events (id, profile_id, key, site_id, site_name, change, vote_type, post_id, title, link, on_date, first_seen_at) VALUES
  (1, 1, 'r1', 'loops', 'Loops', 10, 'up_votes', 5, 'Q1', NULL, 8000, 8500);
INSERT INTO questions (profile_id, site_id, question_id, site_name, title, tags, link, created_at, first_seen_at, watch_ids, read_at, owner_id, matched_at, announced_at, met, last_seen_at) VALUES
  (1, 'loops', 1, 'Loops', 'Q1', '["a"]', NULL, 100, 110, '["w"]', 120, NULL, 100, NULL, 1, 110),
  (1, 'loops', 2, 'Loops', 'Q2', '["a"]', NULL, 200, 210, '["w"]', NULL, 4, 200, 210, 1, 210),
  (1, 'loops', 3, 'Loops', 'Q3', '["b"]', NULL, 300, 310, '[]', 310, NULL, NULL, NULL, 1, 310);
INSERT INTO notifications (id, profile_id, kind, title, body, link, count, subjects, created_at, state) VALUES
  (1, 1, 'inbox', 'Shown', '', NULL, 1, '[{"kind":"inbox","key":"new_answer|loops|3/6/|9"}]', 9500, 'shown'),
  (2, 1, 'question', 'Q2', '', NULL, 1, '[{"kind":"question","siteId":"loops","questionId":2}]', 210, 'pending');
INSERT INTO marks (profile_id, name, value) VALUES
  (1, 'baseline:inbox', '9500'),
  (1, 'cursor:questions:loops', '{"newest":300,"behind":false,"page":1}');
PRAGMA user_version = 2;
