import { defineRoute, type Route, type RouteRequest } from '../../query/route.ts';
import { notification } from '../../objects/personal/notification.ts';
import { checkOwn } from './inbox.ts';
import { EARNED_BADGES, IS_UNREAD, REACHED_PRIVILEGES } from './told.ts';

/** Badges and privileges as notifications. */
const NOTIFICATIONS = `(SELECT told.*, u.account_id, ${IS_UNREAD} AS is_unread
  FROM (
    SELECT site_id, user_id, 'badge_earned' AS type, created_at, NULL AS post_id,
      'You have earned the "' || name || '" badge' AS body, award AS rank FROM ${EARNED_BADGES}
    UNION ALL
    SELECT site_id, user_id, 'new_privilege', created_at, NULL, 'You have a new privilege: ' || short_description,
      reputation FROM ${REACHED_PRIVILEGES}
  ) AS told JOIN users u ON u.site_id = told.site_id AND u.id = told.user_id)`;

function route(paths: readonly [string, ...string[]], site: Route['site'], isUnread: boolean): Route {
  const common = {
    summary: `${isUnread ? 'Unread notifications' : 'Notifications'} of the token's user, from every site.`,
    name: paths[0],
    paths,
    site,
    needs: 'read_inbox',
    since: 2.1,
    of: notification,
    from: [NOTIFICATIONS, 'n'],
    tie: '$.created_at, $.site_id, $.type, $.rank',
    created: '$.created_at',
    select(request: RouteRequest) {
      checkOwn(request);
      return { where: isUnread ? ['n.is_unread = 1'] : [], bindings: { account: request.accountId } };
    },
  } as const;
  if (site !== 'required') return defineRoute(common);
  const instead = { flag: 'inboxWithoutSite', route: defineRoute({ ...common, site: 'optional' }) } as const;
  return defineRoute({ ...common, instead });
}

export const notificationRoutes: readonly Route[] = [
  route(['/notifications'], 'ignored', false),
  route(['/notifications/unread'], 'ignored', true),
  route(['/users/{id}/notifications', '/me/notifications'], 'required', false),
  route(['/users/{id}/notifications/unread', '/me/notifications/unread'], 'required', true),
];
