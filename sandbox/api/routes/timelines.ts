import { event, revision, suggestedEdit, questionTimeline, userTimeline, networkActivity } from '../objects/history.ts';
import { forEach, lookUp, byIds } from '../query/list-sql.ts';
import { EpochSeconds } from '../query/parameters.ts';
import { defineRoute, type Route, type RouteRequest, type Selection, listsOf, byDate } from '../query/route.ts';

/**
 * Lists of what happened, whatever it was: each kind is read from its own table in the order of an index, and SQLite
 * merges them.
 */

const TIMELINE = { from: ['posts', 't'], tie: '$.created_at, $.kind, $.id', created: '$.created_at' } as const;

const merged = (branches: readonly string[]): NonNullable<Selection['from']> => [
  `(${branches.join(' UNION ALL ')})`,
  't',
  'id',
];

/**
 * Where a kind of things that happened is read; in SQL, `x` is the table. Who did it and when, the indexes in the order
 * of time of one user and of the whole site, and the ids of what it was about.
 */
type Source = Readonly<
  Record<'table' | 'user' | 'ofUser', string> &
    Partial<Record<'at' | 'ofSite' | 'where' | 'post' | 'comment' | 'badge' | 'edit', string>>
>;

const POST = `FROM posts p WHERE p.site_id = x.site_id AND p.id = x.post_id AND p.post_type IN (1, 2)
  AND p.deleted_at IS NULL`;
const POSTS = {
  table: 'posts',
  user: 'x.owner_id',
  ofUser: 'posts_owner_creation',
  ofSite: 'posts_creation',
  post: 'x.id',
} as const;

const SOURCES = {
  question: { ...POSTS, where: 'x.post_type = 1 AND x.deleted_at IS NULL' },
  answer: { ...POSTS, where: 'x.post_type = 2 AND x.deleted_at IS NULL' },
  comment: {
    table: 'comments',
    user: 'x.owner_id',
    ofUser: 'comments_owner_creation',
    ofSite: 'comments_creation',
    where: 'x.deleted_at IS NULL AND x.post_type IS NOT NULL',
    post: 'x.post_id',
    comment: 'x.id',
  },
  badge: {
    table: 'user_badges',
    user: 'x.user_id',
    at: 'x.awarded_at',
    ofUser: 'user_badges_user',
    badge: 'x.badge_id',
  },
  // The first revision of a post is its beginning.
  revision: {
    table: 'revisions',
    user: 'x.user_id',
    ofUser: 'revisions_user',
    ofSite: 'revisions_created',
    where: `x.created_at > (SELECT p.created_at ${POST})`,
    post: 'x.post_id',
  },
  suggestion: {
    table: 'suggested_edits',
    user: 'x.user_id',
    ofUser: 'suggested_edits_user',
    where: `EXISTS (SELECT 1 ${POST})`,
    post: 'x.post_id',
    edit: 'x.id',
  },
  joining: { table: 'users', user: 'x.id', ofUser: 'users_creation', ofSite: 'users_creation' },
} as const satisfies Record<string, Source>;

/** SQLite merges lists only if their columns are of one type. */
const NOTHING = 'CAST(NULL AS INTEGER)';

/** Returns SQL of the events of a kind, by conditions. */
function happened(kind: string, source: Source, index: string, where: string): string {
  const { table, user, at = 'x.created_at', post, comment, badge, edit } = source;
  return `SELECT x.site_id, '${kind}' AS kind, ${at} AS created_at, x.id AS id, ${user} AS user_id,
      ${post ?? NOTHING} AS post_id, ${comment ?? NOTHING} AS comment_id, ${badge ?? NOTHING} AS badge_id,
      ${edit ?? NOTHING} AS suggested_edit_id
    FROM ${table} AS x INDEXED BY ${index} WHERE ${where} AND ${source.where ?? 'TRUE'}`;
}

/** A list of its own for each kind and each of some users, by a condition on `x.site_id` and `$`. */
const did = (kinds: Readonly<Record<string, Source>>, users: readonly string[]) =>
  merged(
    Object.entries(kinds).flatMap(([kind, source]) =>
      users.map((one) => happened(kind, source, source.ofUser, one.replace('$', source.user))),
    ),
  );

const { question, answer, comment, badge, suggestion, joining, revision: edit } = SOURCES;
const DEEDS = { asked: question, answered: answer, commented: comment, badge, revision: edit, suggested: suggestion };

/** SQLite merges 500 lists at most: those of very many users are found and sorted. */
const MAX_MERGED_USERS = 64;

function ofUsers({ users }: RouteRequest): Selection | undefined {
  if (users.length === 0) return undefined;
  const isMany = users.length > MAX_MERGED_USERS;
  const { any, bindings } = isMany
    ? { any: ['$ IN (SELECT value FROM json_each(:users))'], bindings: { users: JSON.stringify(users) } }
    : forEach('$', 'user', users);
  const each = any.map((one) => `x.site_id = :site AND ${one}`);
  return { from: did(DEEDS, each), bindings };
}

const ACTIVITIES = { question_posted: question, answer_posted: answer, comment_posted: comment, badge_earned: badge };

/** The sites where the account was last are told of, for the same reason. */
const MAX_MERGED_SITES = 64;

function onNetwork({ statements, template, accountId, ids: [id = 0] }: RouteRequest): Selection | undefined {
  const account = template.startsWith('/me') ? accountId : id;
  const users = statements.all(
    `SELECT site_id, id FROM users WHERE account_id = :account
      ORDER BY last_access_at DESC, site_id LIMIT ${MAX_MERGED_SITES}`,
    { account },
  );
  const of = (column: string) => users.map((user) => Number(user[column]));
  const sites = forEach('x.site_id', 'on', of('site_id'));
  const people = forEach('$', 'user', of('id'));
  const each = sites.any.map((site, index) => `${site} AND ${people.any[index] ?? 'FALSE'}`);
  return users.length === 0
    ? undefined
    : { from: did(ACTIVITIES, each), bindings: { ...sites.bindings, ...people.bindings, account } };
}

const MINUTE_SECONDS = 60;
/** Events are told for a quarter of an hour, those of five minutes unless `since` says more. */
const EVENT_SECONDS = 15 * MINUTE_SECONDS;
const EVENT_SECONDS_UNASKED = 5 * MINUTE_SECONDS;

const EVENT_SOURCES = { question_posted: question, answer_posted: answer, comment_posted: comment, post_edited: edit };
const EVENTS = merged(
  Object.entries({ ...EVENT_SOURCES, user_created: joining }).map(([kind, source]) =>
    happened(kind, source, source.ofSite, 'x.site_id = :site AND x.created_at >= :since'),
  ),
);

/** First of all, since SQLite would begin with the dates of the whole site. */
const QUESTIONS = `json_each(:ids) AS asked CROSS JOIN posts p ON p.site_id = :site AND p.id = asked.value
    AND p.post_type = 1 AND p.deleted_at IS NULL`;

/** Questions with their answers, as `p`; there are few of each. */
const THREADS = `(SELECT p.site_id, p.id, p.id AS question_id, 1 AS post_type, p.owner_id, p.created_at, p.closed_at
      FROM ${QUESTIONS}
    UNION ALL
    SELECT a.site_id, a.id, a.parent_id, 2, a.owner_id, a.created_at, NULL
      FROM ${QUESTIONS} CROSS JOIN posts a INDEXED BY posts_parent ON a.site_id = p.site_id AND a.parent_id = p.id
       AND a.post_type = 2 AND a.deleted_at IS NULL) AS p`;

/** @param columns when, its id, comment_id, guid, up_votes, down_votes and user_id @param from another table, as `x` */
const around = (kind: string, columns: string, from = '', where = 'TRUE') =>
  `SELECT p.site_id, ${kind} AS kind, p.question_id, p.id AS post_id, p.owner_id, ${columns} FROM ${THREADS}
    ${from === '' ? '' : `CROSS JOIN ${from} x ON x.site_id = p.site_id AND x.post_id = p.id`} WHERE ${where}`;

const VOTE_DAY = 'x.created_at - x.created_at % 86400';

const AROUND_QUESTIONS = merged([
  around(
    "iif(p.post_type = 1, 'question', 'answer')",
    `p.created_at AS created_at, p.id AS id, NULL AS comment_id, NULL AS guid, NULL AS up_votes, NULL AS down_votes,
       p.owner_id AS user_id`,
  ),
  around("'comment'", 'x.created_at, x.id, x.id, NULL, NULL, NULL, x.owner_id', 'comments', 'x.deleted_at IS NULL'),
  around("'revision'", 'x.created_at, x.id, NULL, x.guid, NULL, NULL, x.user_id', 'revisions'),
  around("'accepted_answer'", 'x.created_at, p.id, NULL, NULL, NULL, NULL, NULL', 'votes', 'x.vote_type = 1'),
  around(
    "'vote_aggregate'",
    `${VOTE_DAY}, p.id, NULL, NULL, sum(x.vote_type = 2), sum(x.vote_type = 3), NULL`,
    'votes',
    `x.vote_type IN (2, 3) GROUP BY p.id, ${VOTE_DAY}`,
  ),
  around("'post_state_changed'", 'p.closed_at, p.id, NULL, NULL, NULL, NULL, NULL', '', 'p.closed_at IS NOT NULL'),
]);

/** The history of a post is told as long as the post is there. */
const hasPost = (alias: string) =>
  `EXISTS (SELECT 1 FROM posts p WHERE p.site_id = ${alias}.site_id AND p.id = ${alias}.post_id
     AND p.post_type IN (1, 2) AND p.deleted_at IS NULL)`;

const revisions = listsOf({
  of: revision,
  from: ['revisions', 'v'],
  tie: '$.created_at, $.id',
  created: '$.created_at',
  where: ['v.site_id = :site', hasPost('v')],
});

const suggestedEdits = listsOf({
  of: suggestedEdit,
  from: ['suggested_edits', 'e'],
  sorts: { creation: byDate('$.created_at'), approval: byDate('$.approved_at'), rejection: byDate('$.rejected_at') },
  created: '$.created_at',
  where: ['e.site_id = :site', hasPost('e')],
});

const questionTimelines = listsOf({ ...TIMELINE, of: questionTimeline });
const userTimelines = listsOf({ ...TIMELINE, of: userTimeline });
const activities = listsOf({ ...TIMELINE, site: 'refused', of: networkActivity });

export const timelineRoutes: readonly Route[] = [
  defineRoute('/events', 'Tells what happened on the site in the last minutes, at most fifteen.', {
    ...TIMELINE,
    needs: 'token',
    of: event,
    parameters: { since: EpochSeconds.optional() },
    select({ now }, { since }) {
      const from = Math.max(since ?? now - EVENT_SECONDS_UNASKED, now - EVENT_SECONDS);
      return { from: EVENTS, bindings: { since: from } };
    },
  }),
  questionTimelines(
    '/questions/{ids}/timeline',
    'Tells what happened around questions; votes are counted by day.',
    ({ ids }) => ({ from: AROUND_QUESTIONS, bindings: { ids: JSON.stringify(ids) } }),
  ),
  userTimelines('/users/{ids}/timeline', 'Tells what users did in public.', ofUsers),
  activities('/users/{id}/network-activity', 'Tells what an account did in public on any site.', onNetwork),
  revisions('/posts/{ids}/revisions', 'Lists the revisions of posts.', byIds('$.post_id', 'revisions_post')),
  revisions('/revisions/{guids}', 'Gives revisions by their guids.', ({ words: { guids = [] } }) =>
    lookUp('$.guid', [...new Set(guids.map((guid) => guid.toLowerCase()))]),
  ),
  suggestedEdits('/suggested-edits', 'Lists the edits that were suggested.', () => ({ by: 'suggested_edits' })),
  suggestedEdits('/suggested-edits/{ids}', 'Gives suggested edits by identifier.', byIds()),
  suggestedEdits(
    '/posts/{ids}/suggested-edits',
    'Lists the edits that were suggested to posts.',
    byIds('$.post_id', 'suggested_edits_post'),
  ),
  suggestedEdits('/users/{ids}/suggested-edits', 'Lists the edits that users suggested.', ({ users }) =>
    lookUp('$.user_id', users, 'suggested_edits_user'),
  ),
];
