import type { DatabaseSync } from 'node:sqlite';

/**
 * The indexes that lists are read in. One is named by its family and a sort of the API (`posts_owner_votes`), so that a
 * route names the family and the request the sort (api/query/list-sql.ts). Those of a family narrow by the same
 * columns. Whatever else lists are narrowed by stands last in an index, so that rows that are passed over need not be
 * looked up; `deleted_at`, too, since SQLite looks it up even where the index has a condition on it.
 */
const SORTED: Readonly<Record<string, { on: string; by: Readonly<Record<string, string>>; where?: string }>> = {
  posts: { on: 'posts (site_id, post_type', by: postSorts('closed_at'), where: 'deleted_at IS NULL' },
  posts_unanswered: {
    on: 'posts (site_id',
    by: postSorts('post_type, accepted_answer_id, good_answers'),
    where: 'deleted_at IS NULL AND post_type = 1 AND accepted_answer_id IS NULL AND good_answers = 0',
  },
  posts_no_answers: {
    on: 'posts (site_id',
    by: postSorts('post_type, answer_count'),
    where: 'deleted_at IS NULL AND post_type = 1 AND answer_count = 0',
  },
  posts_owner: { on: 'posts (site_id, owner_id, post_type', by: postSorts('parent_id'), where: 'deleted_at IS NULL' },
  posts_hot: { on: 'posts (site_id', by: { hot: 'hot, id' }, where: 'deleted_at IS NULL AND post_type = 1' },
  post_tags: {
    on: 'post_tags (site_id, tag_id',
    by: {
      activity: 'last_activity_at, post_id, created_at',
      creation: 'created_at, post_id, score, last_activity_at',
      votes: 'score, post_id, created_at',
      hot: 'hot, post_id',
    },
  },
  comments: {
    on: 'comments (site_id',
    by: { creation: 'created_at, id, score', votes: 'score, id, created_at' },
    where: 'deleted_at IS NULL AND post_type IS NOT NULL',
  },
  comments_owner: {
    on: 'comments (site_id, owner_id',
    by: { creation: 'created_at, id, reply_to_user_id', votes: 'score, id, created_at, reply_to_user_id' },
    where: 'deleted_at IS NULL AND post_type IS NOT NULL',
  },
  comments_reply: {
    on: 'comments (site_id, reply_to_user_id',
    by: { creation: 'created_at, id', votes: 'score, id' },
    where: 'deleted_at IS NULL AND post_type IS NOT NULL AND reply_to_user_id IS NOT NULL',
  },
  users: {
    on: 'users (site_id',
    by: {
      reputation: 'reputation, id, created_at',
      creation: 'created_at, id, reputation',
      name: 'display_name COLLATE NOCASE, id, created_at',
      modified: 'coalesce(last_modified_at, created_at), id, created_at, last_modified_at',
    },
  },
  tag_synonyms: {
    on: 'tag_synonyms (site_id',
    by: { activity: 'last_applied_at, id', applied: 'applied_count, id', creation: 'created_at, id' },
  },
  suggested_edits: {
    on: 'suggested_edits (site_id',
    by: { creation: 'created_at, id', approval: 'approved_at, id', rejection: 'rejected_at, id' },
  },
  tags: { on: 'tags (site_id', by: { activity: 'last_activity_at, name', popular: 'count, name', name: 'name' } },
};

function postSorts(also: string): Readonly<Record<'activity' | 'votes' | 'creation', string>> {
  const narrowing = `deleted_at, ${also}`;
  return {
    activity: `last_activity_at, id, created_at, ${narrowing}`,
    votes: `score, id, created_at, ${narrowing}`,
    creation: `created_at, id, score, last_activity_at, ${narrowing}`,
  };
}

const OTHERS: readonly string[] = [
  `posts_bounty ON posts (site_id, bounty_closes_at)
     WHERE deleted_at IS NULL AND post_type = 1 AND bounty_closes_at IS NOT NULL`,
  'posts_parent ON posts (site_id, parent_id) WHERE parent_id IS NOT NULL',
  'post_links_post ON post_links (site_id, post_id, related_post_id)',
  'post_links_back ON post_links (site_id, related_post_id, post_id)',
  'comments_post ON comments (site_id, post_id)',
  'votes_post ON votes (site_id, post_id, voter_id)',
  'tag_pairs_count ON tag_pairs (site_id, tag_id, count)',
  'tag_users_answers ON tag_users (site_id, tag_id, answer_score, answer_count, user_id DESC) WHERE answer_count > 0',
  `tag_users_questions ON tag_users (site_id, tag_id, question_score, question_count, user_id DESC)
     WHERE question_count > 0`,
  'tags_moderator_only ON tags (site_id, name) WHERE is_moderator_only = 1',
  'tags_required ON tags (site_id, name) WHERE is_required = 1',
  'user_badges_user ON user_badges (site_id, user_id, awarded_at, badge_id)',
  'user_badges_badge ON user_badges (site_id, badge_id, awarded_at)',
  'user_badges_awarded ON user_badges (site_id, awarded_at)',
  'reputation_user ON reputation_events (site_id, user_id, on_date, id, change)',
  'reputation_post ON reputation_events (site_id, post_id) WHERE post_id IS NOT NULL',
  'revisions_post ON revisions (site_id, post_id, created_at)',
  'revisions_user ON revisions (site_id, user_id, created_at)',
  'revisions_created ON revisions (site_id, created_at)',
  'suggested_edits_post ON suggested_edits (site_id, post_id)',
  'suggested_edits_user ON suggested_edits (site_id, user_id, created_at)',
  'tag_synonyms_to ON tag_synonyms (site_id, to_tag)',
  'collective_users_collective ON collective_users (site_id, collective_id, user_id)',
  'account_merges_new ON account_merges (new_account_id)',
  'users_account ON users (account_id)',
  "users_moderators ON users (site_id) WHERE user_type = 'moderator'",
  'inbox_account ON inbox_items (account_id, created_at)',
];

/** Every index by its name; making one takes a moment for each million of rows. */
export const INDEXES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(SORTED).flatMap(([family, { on, by, where }]) =>
    Object.entries(by).map(([sort, columns]) => {
      const name = family.endsWith(`_${sort}`) ? family : `${family}_${sort}`;
      return [name, `${name} ON ${on}, ${columns})${where === undefined ? '' : ` WHERE ${where}`}`] as const;
    }),
  ),
  ...OTHERS.map((definition) => [definition.slice(0, definition.indexOf(' ')), definition] as const),
]);

/** Indexes that actions look rows up by; the others serve lists alone. */
const LOOKUPS = new Set([
  ...OTHERS.map((definition) => definition.slice(0, definition.indexOf(' '))),
  'posts_owner_creation',
]);

/** Creates the indexes that are missing. @param which all of them, or those that actions need */
export function createIndexes(db: DatabaseSync, which: 'all' | 'lookups' = 'all'): void {
  for (const [name, definition] of INDEXES)
    if (which === 'all' || LOOKUPS.has(name)) db.exec(`CREATE INDEX IF NOT EXISTS ${definition}`);
}
