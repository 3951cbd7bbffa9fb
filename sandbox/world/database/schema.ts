import type { DatabaseSync } from 'node:sqlite';

/** In so many seconds a question grows younger by a point. */
export const HOT_SECONDS = '45000.0';

/**
 * How hot a question is: what it is worth, on a logarithmic scale, and a point for each half day that it is younger, so
 * that the order changes only when something happens. The API does not say what hot is.
 */
const HOT = `ln(max(1.0, score * 3 + answer_count * 2 + view_count / 50.0)) + created_at / ${HOT_SECONDS}`;

/**
 * The network's tables. Times are epoch seconds. Everything of a site carries `site_id`; ids are per site, as on the
 * public service, except account ids, which are network-wide. What is counted is kept (kept.ts), what lists are ordered
 * by has an index (indexes.ts), and texts are found by words (text.ts).
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE IF NOT EXISTS sites (
  id INTEGER PRIMARY KEY, api_site_parameter TEXT NOT NULL UNIQUE, name TEXT NOT NULL, site_url TEXT NOT NULL UNIQUE,
  site_type TEXT NOT NULL DEFAULT 'main_site', site_state TEXT NOT NULL DEFAULT 'normal', audience TEXT NOT NULL,
  icon_url TEXT, logo_url TEXT, favicon_url TEXT, high_resolution_icon_url TEXT, launch_date INTEGER NOT NULL,
  link_color TEXT NOT NULL, tag_foreground_color TEXT NOT NULL, tag_background_color TEXT NOT NULL,
  questions INTEGER NOT NULL DEFAULT 0, accepted INTEGER NOT NULL DEFAULT 0, unanswered INTEGER NOT NULL DEFAULT 0,
  answers INTEGER NOT NULL DEFAULT 0, comments INTEGER NOT NULL DEFAULT 0, votes INTEGER NOT NULL DEFAULT 0,
  awards INTEGER NOT NULL DEFAULT 0, users INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE IF NOT EXISTS accounts (
  id INTEGER PRIMARY KEY, display_name TEXT NOT NULL, created_at INTEGER NOT NULL,
  /** 1 for the people whom the sign-in page offers, in the order of their ids. */
  is_demo INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE IF NOT EXISTS users (
  site_id INTEGER NOT NULL REFERENCES sites(id), id INTEGER NOT NULL, account_id INTEGER REFERENCES accounts(id),
  display_name TEXT NOT NULL, reputation INTEGER NOT NULL DEFAULT 1, user_type TEXT NOT NULL DEFAULT 'registered',
  is_elected INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL, last_access_at INTEGER NOT NULL, last_modified_at INTEGER,
  location TEXT, website_url TEXT, about_me TEXT, profile_image TEXT,
  view_count INTEGER NOT NULL DEFAULT 0, up_vote_count INTEGER NOT NULL DEFAULT 0,
  down_vote_count INTEGER NOT NULL DEFAULT 0, age INTEGER,
  /**
   * Of a hundred questions, how many have an accepted answer; kept here since every list of posts tells it of every
   * owner.
   */
  accept_rate INTEGER,
  gold INTEGER NOT NULL DEFAULT 0, silver INTEGER NOT NULL DEFAULT 0, bronze INTEGER NOT NULL DEFAULT 0,
  question_count INTEGER NOT NULL DEFAULT 0, answer_count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (site_id, id)
) STRICT, WITHOUT ROWID;

/** Long texts stand in bodies, so that a page holds many rows. */
CREATE TABLE IF NOT EXISTS posts (
  site_id INTEGER NOT NULL REFERENCES sites(id), id INTEGER NOT NULL,
  /** 1 question, 2 answer; others (wikis, from dumps) as in the public dumps. */
  post_type INTEGER NOT NULL,
  parent_id INTEGER, accepted_answer_id INTEGER, owner_id INTEGER, owner_name TEXT, title TEXT,
  /** '|a|b|' for questions. */
  tags TEXT,
  score INTEGER NOT NULL DEFAULT 0, up_vote_count INTEGER NOT NULL DEFAULT 0,
  down_vote_count INTEGER NOT NULL DEFAULT 0,
  view_count INTEGER NOT NULL DEFAULT 0, answer_count INTEGER NOT NULL DEFAULT 0,
  comment_count INTEGER NOT NULL DEFAULT 0, favorite_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL, last_activity_at INTEGER NOT NULL, last_edit_at INTEGER, last_editor_id INTEGER,
  closed_at INTEGER, closed_reason TEXT,
  /** The ids of the users who closed it as a JSON array, where that is known. */
  closed_by TEXT,
  community_owned_at INTEGER, locked_at INTEGER, protected_at INTEGER, deleted_at INTEGER,
  bounty_amount INTEGER, bounty_closes_at INTEGER, bounty_user_id INTEGER,
  content_license TEXT NOT NULL DEFAULT 'CC BY-SA 4.0',
  /** Columns that few posts have stand last, so that reading the others need not pass it. */
  last_editor_name TEXT,
  /** JSON, each: on_date, site (an api_site_parameter, of this network or not) and question_id there. */
  migrated_from TEXT, migrated_to TEXT,
  /** How many answers with a positive score a question has. */
  good_answers INTEGER NOT NULL DEFAULT 0,
  is_answered INTEGER GENERATED ALWAYS AS (accepted_answer_id IS NOT NULL OR good_answers > 0) VIRTUAL,
  hot REAL GENERATED ALWAYS AS (${HOT}) VIRTUAL,
  PRIMARY KEY (site_id, id)
) STRICT, WITHOUT ROWID;

/** Texts of posts; the key is that of TEXT_KEY. */
CREATE TABLE IF NOT EXISTS bodies (
  post_key INTEGER PRIMARY KEY, body TEXT NOT NULL,
  /** The source, where a dump has it. */
  markdown TEXT
) STRICT;

CREATE TABLE IF NOT EXISTS tags (
  site_id INTEGER NOT NULL REFERENCES sites(id), id INTEGER NOT NULL, name TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  has_synonyms INTEGER NOT NULL DEFAULT 0, is_moderator_only INTEGER NOT NULL DEFAULT 0,
  is_required INTEGER NOT NULL DEFAULT 0, last_activity_at INTEGER,
  /** Posts of kinds 4 and 5. */
  excerpt_post_id INTEGER, wiki_post_id INTEGER,
  PRIMARY KEY (site_id, id), UNIQUE (site_id, name)
) STRICT;
CREATE TABLE IF NOT EXISTS tag_synonyms (
  site_id INTEGER NOT NULL, id INTEGER NOT NULL, from_tag TEXT NOT NULL, to_tag TEXT NOT NULL,
  applied_count INTEGER NOT NULL, last_applied_at INTEGER, created_at INTEGER NOT NULL,
  PRIMARY KEY (site_id, id), UNIQUE (site_id, from_tag)
) STRICT;
CREATE TABLE IF NOT EXISTS tag_preferences (
  site_id INTEGER NOT NULL, user_id INTEGER NOT NULL, tag TEXT NOT NULL, is_ignored INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (site_id, user_id, tag)
) STRICT, WITHOUT ROWID;

/** Only of questions that are not deleted, with all that lists of a tag are ordered by. */
CREATE TABLE IF NOT EXISTS post_tags (
  site_id INTEGER NOT NULL, post_id INTEGER NOT NULL, tag_id INTEGER NOT NULL,
  last_activity_at INTEGER NOT NULL, created_at INTEGER NOT NULL, score INTEGER NOT NULL, hot REAL NOT NULL,
  PRIMARY KEY (site_id, post_id, tag_id)
) STRICT, WITHOUT ROWID;
/** How many questions have both tags; a row for each of the two. */
CREATE TABLE IF NOT EXISTS tag_pairs (
  site_id INTEGER NOT NULL, tag_id INTEGER NOT NULL, other_id INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (site_id, tag_id, other_id)
) STRICT, WITHOUT ROWID;
/** Posts of people under a tag: questions with it, and answers to such questions. */
CREATE TABLE IF NOT EXISTS tag_users (
  site_id INTEGER NOT NULL, user_id INTEGER NOT NULL, tag_id INTEGER NOT NULL,
  question_score INTEGER NOT NULL, question_count INTEGER NOT NULL,
  answer_score INTEGER NOT NULL, answer_count INTEGER NOT NULL,
  PRIMARY KEY (site_id, user_id, tag_id)
) STRICT, WITHOUT ROWID;

/** link_type as in the public dumps: 1 linked, 3 duplicate of. */
CREATE TABLE IF NOT EXISTS post_links (
  site_id INTEGER NOT NULL, id INTEGER NOT NULL, post_id INTEGER NOT NULL, related_post_id INTEGER NOT NULL,
  link_type INTEGER NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (site_id, id)
) STRICT;

/** One edit of a post, or its beginning, with the parts that it set. */
CREATE TABLE IF NOT EXISTS revisions (
  id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL, guid TEXT NOT NULL, post_id INTEGER NOT NULL,
  user_id INTEGER, user_name TEXT, created_at INTEGER NOT NULL, comment TEXT,
  title TEXT, body TEXT, tags TEXT, is_rollback INTEGER NOT NULL DEFAULT 0,
  UNIQUE (site_id, guid)
) STRICT;
CREATE TABLE IF NOT EXISTS suggested_edits (
  site_id INTEGER NOT NULL, id INTEGER NOT NULL, post_id INTEGER NOT NULL, user_id INTEGER,
  title TEXT, body TEXT, tags TEXT, comment TEXT,
  created_at INTEGER NOT NULL, approved_at INTEGER, rejected_at INTEGER,
  PRIMARY KEY (site_id, id)
) STRICT;

/** The kind of an article, which is a post of kind 9. */
CREATE TABLE IF NOT EXISTS articles (
  site_id INTEGER NOT NULL, post_id INTEGER NOT NULL, article_type TEXT NOT NULL, PRIMARY KEY (site_id, post_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS collectives (
  site_id INTEGER NOT NULL, id INTEGER NOT NULL, slug TEXT NOT NULL, name TEXT NOT NULL, description TEXT NOT NULL,
  /** Its website. */
  website TEXT NOT NULL,
  PRIMARY KEY (site_id, id), UNIQUE (site_id, slug)
) STRICT;
CREATE TABLE IF NOT EXISTS collective_tags (
  site_id INTEGER NOT NULL, collective_id INTEGER NOT NULL, tag_id INTEGER NOT NULL,
  PRIMARY KEY (site_id, collective_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS collective_users (
  site_id INTEGER NOT NULL, user_id INTEGER NOT NULL, collective_id INTEGER NOT NULL,
  PRIMARY KEY (site_id, user_id, collective_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS account_merges (
  old_account_id INTEGER PRIMARY KEY, new_account_id INTEGER NOT NULL, merged_at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS comments (
  site_id INTEGER NOT NULL, id INTEGER NOT NULL, post_id INTEGER NOT NULL,
  owner_id INTEGER, owner_name TEXT, reply_to_user_id INTEGER,
  score INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL, created_at INTEGER NOT NULL,
  edited INTEGER NOT NULL DEFAULT 0, deleted_at INTEGER,
  /** That of its post; NULL where the post is deleted, or none of the API. */
  post_type INTEGER,
  /** Where it is not simply the body's text. */
  body_markdown TEXT,
  content_license TEXT NOT NULL DEFAULT 'CC BY-SA 4.0',
  PRIMARY KEY (site_id, id)
) STRICT;

/** vote_type as in the public dumps: 1 accept, 2 up, 3 down, 5 favorite, 8 bounty start, 9 bounty close, … */
CREATE TABLE IF NOT EXISTS votes (
  id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL, post_id INTEGER NOT NULL, voter_id INTEGER,
  vote_type INTEGER NOT NULL, created_at INTEGER NOT NULL, bounty_amount INTEGER
) STRICT;
CREATE TABLE IF NOT EXISTS comment_votes (
  site_id INTEGER NOT NULL, comment_id INTEGER NOT NULL, voter_id INTEGER NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (site_id, comment_id, voter_id)
) STRICT, WITHOUT ROWID;
/** Of a post or of a comment, as kind says. */
CREATE TABLE IF NOT EXISTS flags (
  site_id INTEGER NOT NULL, kind TEXT NOT NULL, subject_id INTEGER NOT NULL, user_id INTEGER NOT NULL,
  option_id INTEGER NOT NULL, comment TEXT, created_at INTEGER NOT NULL,
  PRIMARY KEY (site_id, kind, subject_id, user_id, option_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS badges (
  site_id INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL,
  rank TEXT NOT NULL, badge_type TEXT NOT NULL, description TEXT, award_count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (site_id, id), UNIQUE (site_id, name, rank)
) STRICT;
CREATE TABLE IF NOT EXISTS user_badges (
  id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL, badge_id INTEGER NOT NULL, user_id INTEGER NOT NULL,
  awarded_at INTEGER NOT NULL
) STRICT;

/** vote_type as in /users/{id}/reputation; history_type as in reputation-history (docs/api.md, "Objects"). */
CREATE TABLE IF NOT EXISTS reputation_events (
  id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL, user_id INTEGER NOT NULL,
  post_id INTEGER, post_type TEXT, vote_type TEXT, history_type TEXT NOT NULL,
  change INTEGER NOT NULL, on_date INTEGER NOT NULL,
  /** The vote that brought it, as long as that stands and is known. */
  vote_id INTEGER
) STRICT;

/** Sums of reputation_events by days since the epoch. */
CREATE TABLE IF NOT EXISTS reputation_days (
  site_id INTEGER NOT NULL, user_id INTEGER NOT NULL, day INTEGER NOT NULL, change INTEGER NOT NULL,
  PRIMARY KEY (site_id, user_id, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS inbox_items (
  id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, site_id INTEGER NOT NULL, item_type TEXT NOT NULL,
  question_id INTEGER, answer_id INTEGER, comment_id INTEGER,
  title TEXT NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL, is_unread INTEGER NOT NULL DEFAULT 1
) STRICT;

/** Until when people have read on the network's pages what they are told besides the inbox. */
CREATE TABLE IF NOT EXISTS website_reads (account_id INTEGER PRIMARY KEY, read_until INTEGER NOT NULL) STRICT;

CREATE TABLE IF NOT EXISTS privileges (
  site_id INTEGER NOT NULL, reputation INTEGER NOT NULL, short_description TEXT NOT NULL, description TEXT NOT NULL,
  PRIMARY KEY (site_id, reputation)
) STRICT;

CREATE TABLE IF NOT EXISTS apps (
  client_id TEXT PRIMARY KEY, client_secret TEXT, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE, domain TEXT NOT NULL,
  client_side INTEGER NOT NULL DEFAULT 1, desktop INTEGER NOT NULL DEFAULT 1, pkce INTEGER NOT NULL DEFAULT 1,
  key_expires_at INTEGER, has_post INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS tokens (
  token TEXT PRIMARY KEY, account_id INTEGER NOT NULL, client_id TEXT NOT NULL, scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER
) STRICT;
/** Approvals of applications by people, until they take it back. */
CREATE TABLE IF NOT EXISTS approvals (
  client_id TEXT NOT NULL, account_id INTEGER NOT NULL, scopes TEXT NOT NULL, PRIMARY KEY (client_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS quotas (
  bucket TEXT PRIMARY KEY, window_started_at INTEGER NOT NULL, used INTEGER NOT NULL,
  /**
   * Requests that a control left for the rest of the day, and whether the last one has been followed; the bucket '*' is
   * for callers yet to come.
   */
  left_by_control INTEGER, follows INTEGER NOT NULL DEFAULT 0
) STRICT;
`;

/** Creates the tables that are missing. */
export const createTables = (db: DatabaseSync): void => db.exec(SCHEMA);
