/**
 * What the world has to tell a person besides the inbox, in SQL over `:account`.
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
