import { ApiError } from '../errors.ts';
import type { z } from 'zod';
import { defineRoute, listsOf, type Route, type RouteRequest } from '../query/route.ts';
import { inboxItem, notification, achievement } from '../objects/network.ts';
import { NO_SITE } from '../query/paths.ts';
import { EpochSeconds } from '../query/parameters.ts';
import type { Bindings } from '../../world/database/statements.ts';

/** Selects the token's items, and nobody else's: without a site nobody else can be named. */
function ownItems({ template, ids, own, site, accountId }: RouteRequest): { bindings: Bindings } {
  if (template.startsWith('/users') && site.id !== NO_SITE.id && !own().some((user) => user === ids[0]))
    throw new ApiError(403, "This method is for the token's own user only");
  return { bindings: { account: accountId } };
}

/** Items of every site, whichever `site` is named (docs/api.md, "Endpoints"). */
const inboxes = listsOf({
  needs: 'read_inbox',
  of: inboxItem,
  from: ['inbox_items', 'i'],
  tie: '$.created_at, $.id',
  created: '$.created_at',
  where: ['i.account_id = :account'],
});

/** A list that is the same under a user, where the public service needs no site. */
const OF_USER = { instead: { flag: 'inboxWithoutSite', site: 'optional' } } as const;
const OF_NETWORK = { site: 'ignored' } as const;
type Place = typeof OF_USER | typeof OF_NETWORK;

const all = (path: string, place: Place) =>
  inboxes(path, "Inbox items of the token's user, from every site.", ownItems, place);

const unread = (path: string, place: Place) =>
  inboxes<{ since: z.ZodOptional<typeof EpochSeconds> }>(
    path,
    "Inbox items that the token's user has not read, from every site.",
    (request, { since = null }) => {
      const { bindings } = ownItems(request);
      const later = since === null ? [] : ['i.created_at >= :since'];
      return { where: ['i.is_unread = 1', ...later], bindings: { ...bindings, since } };
    },
    { ...place, parameters: { since: EpochSeconds.optional() } },
  );

/**
 * Badges and privileges of a person, in SQL over `:account`.
 */

/** The person's users on all sites, as pairs of site and id. */
export const OWN_USERS = '(SELECT site_id, id FROM users WHERE account_id = :account)';

/** Badges that the person was given: where, whom, when, and which. */
export const EARNED_BADGES = `(SELECT ub.site_id, ub.user_id, ub.awarded_at AS created_at, ub.id AS award,
    b.id AS badge_id, b.name, b.rank
  FROM user_badges ub JOIN badges b ON b.site_id = ub.site_id AND b.id = ub.badge_id
  WHERE (ub.site_id, ub.user_id) IN ${OWN_USERS})`;

/** Privileges of the person, at the moment their reputation first reached them. */
export const REACHED_PRIVILEGES = `(SELECT e.site_id, e.user_id, min(e.on_date) AS created_at, v.reputation,
    v.short_description
  FROM (SELECT r.site_id, r.user_id, r.on_date, r.change, 1 + sum(r.change) OVER
      (PARTITION BY r.site_id, r.user_id ORDER BY r.on_date, r.id) AS reached
    FROM reputation_events r WHERE (r.site_id, r.user_id) IN ${OWN_USERS}) AS e
  JOIN privileges v ON v.site_id = e.site_id AND v.reputation > 1 AND v.reputation BETWEEN e.reached - e.change + 1
    AND e.reached
  GROUP BY e.site_id, e.user_id, v.reputation)`;

/**
 * Whether something told (`told`) to a user (`u`) is unread: it came since they were last seen on that site, what came
 * in that very second included, and since the person last read such things on the network's pages.
 */
export const IS_UNREAD = `told.created_at >= u.last_access_at AND told.created_at >
  coalesce((SELECT read_until FROM website_reads WHERE website_reads.account_id = u.account_id), -1)`;

/** Badges and privileges as notifications. */
const NOTIFICATIONS = `(SELECT told.*, u.account_id, ${IS_UNREAD} AS is_unread
  FROM (
    SELECT site_id, user_id, 'badge_earned' AS type, created_at, NULL AS post_id,
      'You have earned the "' || name || '" badge' AS body, award AS rank FROM ${EARNED_BADGES}
    UNION ALL
    SELECT site_id, user_id, 'new_privilege', created_at, NULL, 'You have a new privilege: ' || short_description,
      reputation FROM ${REACHED_PRIVILEGES}
  ) AS told JOIN users u ON u.site_id = told.site_id AND u.id = told.user_id)`;

const notifications = (path: string, place: Place, isUnread = false) =>
  defineRoute(path, `${isUnread ? 'Unread notifications' : 'Notifications'} of the token's user, from every site.`, {
    ...place,
    needs: 'read_inbox',
    since: 2.1,
    of: notification,
    from: [NOTIFICATIONS, 'n'],
    tie: '$.created_at, $.site_id, $.type, $.rank',
    created: '$.created_at',
    select: (request) => ({ ...ownItems(request), where: isUnread ? ['n.is_unread = 1'] : [] }),
  });

/** Seconds after which an achievement is no recent one. */
const RECENT_SECONDS = 30 * 86_400;

/**
 * The reputation that a post gave its owner in a day is one achievement, which grows and comes anew with every vote.
 */
const REPUTATION_OF_POSTS = `(SELECT r.site_id, r.user_id, max(r.on_date) AS created_at, sum(r.change) AS change,
    r.post_id, q.title, coalesce(p.parent_id, p.id) AS question_id
  FROM reputation_events r JOIN posts p ON p.site_id = r.site_id AND p.id = r.post_id
  JOIN posts q ON q.site_id = p.site_id AND q.id = coalesce(p.parent_id, p.id)
  WHERE (r.site_id, r.user_id) IN ${OWN_USERS} AND r.on_date > :now - ${RECENT_SECONDS}
  GROUP BY r.site_id, r.user_id, r.post_id, r.on_date / 86400 HAVING sum(r.change) <> 0)`;

const ACHIEVEMENTS = `(SELECT told.*, u.account_id, ${IS_UNREAD} AS is_unread
  FROM (
    SELECT site_id, user_id, 'badge' AS type, created_at, rank AS badge_rank, NULL AS change, name AS title,
      '/badges/' || badge_id AS path, award AS number FROM ${EARNED_BADGES}
    UNION ALL
    SELECT site_id, user_id, 'privilege', created_at, NULL, NULL,
      'Congrats! You''ve gained the privilege "' || short_description || '"!', '/users/' || user_id, reputation
      FROM ${REACHED_PRIVILEGES}
    UNION ALL
    SELECT site_id, user_id, 'reputation', created_at, NULL, change, title, '/questions/' || question_id, post_id
      FROM ${REPUTATION_OF_POSTS}
  ) AS told JOIN users u ON u.site_id = told.site_id AND u.id = told.user_id
  WHERE told.created_at > :now - ${RECENT_SECONDS})`;

/** Of all sites; the identifier is the account's (docs/api.md, "Inbox and achievements"). */
export const achievements = defineRoute(
  '/users/{id}/achievements',
  "What the token's person reached on every site lately: reputation, badges and privileges.",
  {
    site: 'ignored',
    needs: 'private_info',
    since: 2.3,
    onlyWith: 'tellsAchievements',
    of: achievement,
    from: [ACHIEVEMENTS, 'a'],
    order: '$.created_at DESC, $.site_id DESC, $.type DESC, $.number DESC',
    select({ template, ids, accountId }) {
      if (template.startsWith('/users') && ids[0] !== accountId)
        throw new ApiError(403, "This method is for the token's own account only");
      return { bindings: { account: accountId } };
    },
  },
);

const under = (user: string, place: Place) => [
  all(`${user}/inbox`, place),
  unread(`${user}/inbox/unread`, place),
  notifications(`${user}/notifications`, place),
  notifications(`${user}/notifications/unread`, place, true),
];
export const inboxRoutes: readonly Route[] = [...under('', OF_NETWORK), ...under('/users/{id}', OF_USER)];
