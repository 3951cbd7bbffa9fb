import { defineRoute, type Route } from '../../query/route.ts';
import { notification } from '../../objects/personal/notification.ts';
import { checkOwn } from './inbox.ts';

/**
 * What the world has to tell a person besides the inbox: badges, and privileges at the moment their reputation first
 * reached them. Unread is what came since they were last seen on that site,
 * what came in that very second included.
 */
const NOTIFICATIONS = `(SELECT told.*, u.account_id, told.created_at >= u.last_access_at AS is_unread
  FROM (
    SELECT ub.site_id, ub.user_id, 'badge_earned' AS type, ub.awarded_at AS created_at, NULL AS post_id,
           'You have earned the "' || b.name || '" badge' AS body, ub.id AS rank
      FROM user_badges ub JOIN badges b ON b.site_id = ub.site_id AND b.id = ub.badge_id
     WHERE (ub.site_id, ub.user_id) IN (SELECT site_id, id FROM users WHERE account_id = :account)
    UNION ALL
    SELECT e.site_id, e.user_id, 'new_privilege', min(e.on_date), NULL,
      'You have a new privilege: ' || p.short_description, p.reputation
      FROM (SELECT r.site_id, r.user_id, r.on_date, r.change, 1 + sum(r.change) OVER
        (PARTITION BY r.site_id, r.user_id ORDER BY r.on_date, r.id) AS reached
              FROM reputation_events r WHERE (r.site_id, r.user_id) IN
                (SELECT site_id, id FROM users WHERE account_id = :account)) AS e
      JOIN privileges p ON p.site_id = e.site_id AND p.reputation > 1 AND p.reputation BETWEEN e.reached - e.change + 1
        AND e.reached
     GROUP BY e.site_id, e.user_id, p.reputation
  ) AS told JOIN users u ON u.site_id = told.site_id AND u.id = told.user_id)`;

const route = (paths: readonly [string, ...string[]], site: Route['site'], isUnread: boolean): Route =>
  defineRoute({
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
    select(request) {
      checkOwn(request);
      return { where: isUnread ? ['n.is_unread = 1'] : [], bindings: { account: request.accountId } };
    },
  });

export const notificationRoutes: readonly Route[] = [
  route(['/notifications'], 'ignored', false),
  route(['/notifications/unread'], 'ignored', true),
  route(['/users/{id}/notifications', '/me/notifications'], 'required', false),
  route(['/users/{id}/notifications/unread', '/me/notifications/unread'], 'required', true),
];
