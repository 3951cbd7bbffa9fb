import { achievement } from '../../objects/personal/achievement.ts';
import { ApiError } from '../../errors.ts';
import { defineRoute } from '../../query/route.ts';
import { EARNED_BADGES, IS_UNREAD, OWN_USERS, REACHED_PRIVILEGES } from './told.ts';

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
export const achievements = defineRoute({
  summary: "What the token's person reached on every site lately: reputation, badges and privileges.",
  name: '/users/{id}/achievements',
  paths: ['/users/{id}/achievements', '/me/achievements'],
  site: 'ignored',
  needs: 'private_info',
  since: 2.3,
  onlyWith: 'tellsAchievements',
  of: achievement,
  from: [ACHIEVEMENTS, 'a'],
  tie: '$.created_at DESC, $.site_id DESC, $.type DESC, $.number DESC',
  keepsOrder: true,
  select({ template, ids, accountId }) {
    if (template.startsWith('/users') && ids[0] !== accountId)
      throw new ApiError(403, "This method is for the token's own account only");
    return { where: [], bindings: { account: accountId } };
  },
});
