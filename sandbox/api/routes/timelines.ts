import { forEach } from '../query/list-sql.ts';
import { defineRoute, type Route, type RouteRequest, type Selection } from '../query/route.ts';
import { event, networkActivity, questionTimeline, userTimeline } from '../objects/history.ts';
import { EpochSeconds } from './parameter-schemas.ts';

/**
 * Lists of what happened, whatever it was: each kind is read from its own table in the order of an index, and SQLite
 * merges them.
 */

const common = { from: ['posts', 't'], tie: '$.created_at, $.kind, $.id', created: '$.created_at' } as const;

const merged = (branches: readonly string[]): NonNullable<Selection['from']> => [
  `(${branches.join(' UNION ALL ')})`,
  't',
  'id',
];

const SHOWN = 'c.deleted_at IS NULL AND c.post_type IS NOT NULL';

/** Questions with their answers, as `p`; there are few of each. */
const THREADS = `(SELECT p.site_id, p.id, p.id AS question_id, 1 AS post_type, p.owner_id, p.created_at, p.closed_at
      FROM posts p
     WHERE p.site_id = :site AND p.post_type = 1 AND p.deleted_at IS NULL AND p.id IN (SELECT value FROM json_each(:ids))
    UNION ALL
    SELECT a.site_id, a.id, a.parent_id, 2, a.owner_id, a.created_at, NULL
      FROM posts q CROSS JOIN posts a INDEXED BY posts_parent ON a.site_id = q.site_id AND a.parent_id = q.id
     WHERE q.site_id = :site AND q.post_type = 1 AND q.deleted_at IS NULL AND a.post_type = 2
       AND a.deleted_at IS NULL AND q.id IN (SELECT value FROM json_each(:ids))) AS p`;

/** @param columns by name, as far as the kind has them */
function ofThreads(kind: string, columns: Readonly<Record<string, string>>, from: string, where = 'TRUE'): string {
  const { post_id = 'p.id', created_at, id = post_id, comment_id, guid, up, down, user_id, owner_id } = columns;
  return `SELECT p.site_id AS site_id, ${kind} AS kind, ${created_at} AS created_at, ${id} AS id,
      p.question_id AS question_id, ${post_id} AS post_id, ${comment_id ?? 'NULL'} AS comment_id,
      ${guid ?? 'NULL'} AS guid, ${up ?? 'NULL'} AS up_votes, ${down ?? 'NULL'} AS down_votes,
      ${user_id ?? 'NULL'} AS user_id, ${owner_id ?? 'NULL'} AS owner_id
    FROM ${THREADS} ${from} WHERE ${where}`;
}

const VOTE_DAY = 'v.created_at - v.created_at % 86400';
const OF_POST = 'site_id = p.site_id AND';

const AROUND_QUESTIONS = merged([
  ofThreads(
    "iif(p.post_type = 1, 'question', 'answer')",
    { created_at: 'p.created_at', user_id: 'p.owner_id', owner_id: 'p.owner_id' },
    '',
  ),
  ofThreads(
    "'comment'",
    { created_at: 'c.created_at', id: 'c.id', comment_id: 'c.id', user_id: 'c.owner_id', owner_id: 'p.owner_id' },
    `CROSS JOIN comments c ON c.${OF_POST} c.post_id = p.id`,
    SHOWN,
  ),
  ofThreads(
    "'revision'",
    { created_at: 'r.created_at', id: 'r.id', guid: 'r.guid', user_id: 'r.user_id', owner_id: 'p.owner_id' },
    `CROSS JOIN revisions r ON r.${OF_POST} r.post_id = p.id`,
  ),
  ofThreads(
    "'accepted_answer'",
    { created_at: 'v.created_at', owner_id: 'p.owner_id' },
    `CROSS JOIN votes v ON v.${OF_POST} v.post_id = p.id`,
    'v.vote_type = 1',
  ),
  `${ofThreads(
    "'vote_aggregate'",
    { created_at: VOTE_DAY, up: 'sum(v.vote_type = 2)', down: 'sum(v.vote_type = 3)', owner_id: 'p.owner_id' },
    `CROSS JOIN votes v ON v.${OF_POST} v.post_id = p.id`,
    'v.vote_type IN (2, 3)',
  )} GROUP BY p.id, ${VOTE_DAY}`,
  ofThreads(
    "'post_state_changed'",
    { created_at: 'p.closed_at', owner_id: 'p.owner_id' },
    '',
    'p.closed_at IS NOT NULL',
  ),
]);

/** A compound of SQLite has 500 parts at most. */
const MAX_MERGED_USERS = 64;

/** What users did, each kind of each user by itself; those of very many users are found and sorted. */
function ofUsers({ users }: RouteRequest): Selection {
  const isMany = users.length > MAX_MERGED_USERS;
  const { any, bindings } = forEach('$', 'user', users);
  const each = isMany ? ['$ IN (SELECT value FROM json_each(:users))'] : any;
  const did = (kind: string, table: string, user: string, at: string, ids: string, where = 'TRUE') =>
    each.map(
      (one) => `SELECT x.site_id, ${user} AS user_id, '${kind}' AS kind, ${at} AS created_at, ${ids}
        FROM ${table} WHERE x.site_id = :site AND ${one.replace('$', user)} AND ${where}`,
    );
  const ids = (post: string, comment = 'NULL', badge = 'NULL', suggested = 'NULL') =>
    `x.id AS id, ${post} AS post_id, ${comment} AS comment_id, ${badge} AS badge_id, ${suggested} AS suggested_edit_id`;
  const posted = (kind: string, type: 1 | 2) =>
    did(
      kind,
      'posts x INDEXED BY posts_owner_creation',
      'x.owner_id',
      'x.created_at',
      ids('x.id'),
      `x.post_type = ${type} AND x.deleted_at IS NULL`,
    );
  const ofPost = (post: string) =>
    `EXISTS (SELECT 1 FROM posts p WHERE p.site_id = x.site_id AND p.id = ${post} AND p.post_type IN (1, 2)
       AND p.deleted_at IS NULL)`;
  return {
    from: merged([
      ...posted('asked', 1),
      ...posted('answered', 2),
      ...did(
        'commented',
        'comments x INDEXED BY comments_owner_creation',
        'x.owner_id',
        'x.created_at',
        ids('x.post_id', 'x.id'),
        SHOWN.replaceAll('c.', 'x.'),
      ),
      ...did(
        'badge',
        'user_badges x INDEXED BY user_badges_user',
        'x.user_id',
        'x.awarded_at',
        ids('NULL', 'NULL', 'x.badge_id'),
      ),
      ...did(
        'revision',
        'revisions x INDEXED BY revisions_user',
        'x.user_id',
        'x.created_at',
        ids('x.post_id'),
        // The beginning of a post is told as such.
        `x.created_at > (SELECT p.created_at FROM posts p WHERE p.site_id = x.site_id AND p.id = x.post_id
           AND p.post_type IN (1, 2) AND p.deleted_at IS NULL)`,
      ),
      ...did(
        'suggested',
        'suggested_edits x INDEXED BY suggested_edits_user',
        'x.user_id',
        'x.created_at',
        ids('x.post_id', 'NULL', 'NULL', 'x.id'),
        ofPost('x.post_id'),
      ),
    ]),
    where: [],
    bindings: isMany ? { users: JSON.stringify(users) } : bindings,
  };
}

const MINUTE_SECONDS = 60;
/** Events are told for a quarter of an hour, those of five minutes unless asked otherwise (docs/api.md, "Endpoints"). */
const EVENT_SECONDS = 15 * MINUTE_SECONDS;
const EVENT_SECONDS_UNASKED = 5 * MINUTE_SECONDS;

const happened = (kind: string, table: string, where: string, post: string) =>
  `SELECT x.site_id, '${kind}' AS kind, x.created_at, x.id, ${post} AS post_id
     FROM ${table} WHERE x.site_id = :site AND x.created_at >= :since AND ${where}`;
const posted = (kind: string, type: 1 | 2) =>
  happened(kind, 'posts x INDEXED BY posts_creation', `x.post_type = ${type} AND x.deleted_at IS NULL`, 'x.id');

const EVENTS = merged([
  posted('question_posted', 1),
  posted('answer_posted', 2),
  happened('comment_posted', 'comments x INDEXED BY comments_creation', SHOWN.replaceAll('c.', 'x.'), 'x.post_id'),
  happened(
    'post_edited',
    'revisions x INDEXED BY revisions_created',
    `x.created_at > (SELECT p.created_at FROM posts p WHERE p.site_id = x.site_id AND p.id = x.post_id
       AND p.deleted_at IS NULL)`,
    'x.post_id',
  ).replace(' x.id,', ' x.post_id AS id,'),
  happened('user_created', 'users x INDEXED BY users_creation', 'TRUE', 'NULL'),
]);

/** The sites where an account was active last; each is read by itself, and a compound of SQLite has 500 parts at most. */
const MAX_MERGED_SITES = 100;

/** What an account did on any site, each kind on each site by itself. */
function onNetwork({ statements, template, accountId, ids: [id = 0] }: RouteRequest): Selection | undefined {
  const account = template.startsWith('/me') ? accountId : id;
  const users = statements.all(
    `SELECT site_id, id FROM users WHERE account_id = :account
      ORDER BY last_access_at DESC, site_id LIMIT ${MAX_MERGED_SITES}`,
    { account },
  );
  const sites = forEach(
    'x.site_id',
    'on',
    users.map((user) => Number(user['site_id'])),
  );
  const people = forEach(
    '$',
    'user',
    users.map((user) => Number(user['id'])),
  );
  const did = (kind: string, table: string, user: string, at: string, ids: string, where = 'TRUE') =>
    sites.any.map(
      (onSite, index) => `SELECT x.site_id, '${kind}' AS kind, ${at} AS created_at, x.id, ${ids}
        FROM ${table} WHERE ${onSite} AND ${people.any[index]?.replace('$', user)} AND ${where}`,
    );
  const asked = (kind: string, type: 1 | 2) =>
    did(
      kind,
      'posts x INDEXED BY posts_owner_creation',
      'x.owner_id',
      'x.created_at',
      'x.id AS post_id, NULL AS badge_id',
      `x.post_type = ${type} AND x.deleted_at IS NULL`,
    );
  if (users.length === 0) return undefined;
  return {
    from: merged([
      ...asked('question_posted', 1),
      ...asked('answer_posted', 2),
      ...did(
        'comment_posted',
        'comments x INDEXED BY comments_owner_creation',
        'x.owner_id',
        'x.created_at',
        'x.post_id, NULL AS badge_id',
        SHOWN.replaceAll('c.', 'x.'),
      ),
      ...did(
        'badge_earned',
        'user_badges x INDEXED BY user_badges_user',
        'x.user_id',
        'x.awarded_at',
        'NULL AS post_id, x.badge_id',
      ),
    ]),
    where: [],
    bindings: { ...sites.bindings, ...people.bindings, account },
  };
}

export const timelineRoutes: readonly Route[] = [
  defineRoute({
    ...common,
    summary: 'Tells what happened around questions; votes are counted by day.',
    name: '/questions/{ids}/timeline',
    paths: ['/questions/{ids}/timeline'],
    site: 'required',
    of: questionTimeline,
    select: ({ ids }) => ({ from: AROUND_QUESTIONS, where: [], bindings: { ids: JSON.stringify(ids) } }),
  }),
  defineRoute({
    ...common,
    summary: 'Tells what users did in public.',
    name: '/users/{ids}/timeline',
    paths: ['/users/{ids}/timeline', '/me/timeline'],
    site: 'required',
    of: userTimeline,
    select: (request) => (request.users.length === 0 ? undefined : ofUsers(request)),
  }),
  defineRoute({
    ...common,
    summary: 'Tells what happened on the site in the last minutes, at most fifteen.',
    name: '/events',
    paths: ['/events'],
    site: 'required',
    needs: 'token',
    of: event,
    parameters: { since: EpochSeconds.optional() },
    select({ world }, { since }) {
      const now = world.clock.now();
      const from = Math.max(since ?? now - EVENT_SECONDS_UNASKED, now - EVENT_SECONDS);
      return { from: EVENTS, where: [], bindings: { since: from } };
    },
  }),
  defineRoute({
    ...common,
    summary: 'Tells what an account did in public on any site.',
    name: '/users/{id}/network-activity',
    paths: ['/users/{id}/network-activity', '/me/network-activity'],
    site: 'refused',
    of: networkActivity,
    select: onNetwork,
  }),
];
