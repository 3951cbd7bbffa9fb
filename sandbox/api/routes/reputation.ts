import type { z } from 'zod';
import { ApiError } from '../errors.ts';
import { reputationHistory, reputation as reputationObject } from '../objects/history.ts';
import { privilege, badge, awardedBadge, heldBadge } from '../objects/people.ts';
import { forEach, kept, sqlList, byUsers } from '../query/list-sql.ts';
import { SearchText } from '../query/parameters.ts';
import { listsOf, type Route, type RouteRequest, defineRoute, type Sort, byText, byDate } from '../query/route.ts';

const lists = listsOf({
  of: reputationHistory,
  from: ['reputation_events', 'r'],
  tie: '$.on_date, $.id',
  created: '$.on_date',
});

const ofUsers = byUsers('reputation_user', '$.user_id', '$.site_id = :site');

/** Losses by one's own votes would tell how somebody voted, so others do not see those. */
const SHOWN_EVENTS = "r.history_type NOT IN ('voter_downvotes', 'voter_undownvotes')";

/**
 * As the public service tells reputation, so that nobody can be recognised by their votes (docs/api.md, "Reputation"):
 * the down-votes of a day on a post are one entry, dated at the day's beginning, whose change grows as more come.
 */
const SCRUBBED_EVENTS = `(SELECT max(id) AS id, site_id, user_id, post_id, post_type, vote_type, history_type,
    sum(change) AS change, on_date - on_date % 86400 AS on_date
    FROM reputation_events
   WHERE site_id = :site AND user_id IN (SELECT value FROM json_each(:users)) AND vote_type = 'down_votes'
   GROUP BY user_id, post_id, history_type, on_date / 86400
  UNION ALL
  SELECT id, site_id, user_id, post_id, post_type, vote_type, history_type, change, on_date
    FROM reputation_events
   WHERE site_id = :site AND user_id IN (SELECT value FROM json_each(:users)) AND vote_type IS NOT 'down_votes')`;

const toThemselves = ({ asker }: RouteRequest) => ({
  where: `(${SHOWN_EVENTS} OR r.user_id IN (SELECT id FROM users WHERE site_id = :site AND account_id = :asker))`,
  bindings: { asker },
});

const reputation = lists(
  '/users/{ids}/reputation',
  'Reputation history entries of users; what tells how somebody voted, to themselves only.',
  (request) => {
    const [users, themselves] = [ofUsers(request), toThemselves(request)];
    const { where = [], bindings } = users;
    return { ...users, where: [...where, themselves.where], bindings: { ...bindings, ...themselves.bindings } };
  },
  {
    of: reputationObject,
    asksWho: true,
    instead: {
      flag: 'scrubsReputation',
      from: [SCRUBBED_EVENTS, 'r'],
      select(request) {
        const { where, bindings } = toThemselves(request);
        return { where: [where], bindings: { ...bindings, users: JSON.stringify(request.users) } };
      },
    },
  },
);

// The least demanding first, as privileges are earned.
const privileges = listsOf({
  of: privilege,
  from: ['privileges', 'v'],
  order: '$.reputation',
  where: ['v.site_id = :site'],
});

const rank: Sort = {
  sql: "(CASE $.rank WHEN 'gold' THEN 0 WHEN 'silver' THEN 1 ELSE 2 END)",
  bound: 'word',
  words: ['gold', 'silver', 'bronze'],
};
const name: Sort = byText('$.name COLLATE NOCASE');
const type: Sort = { sql: "($.badge_type = 'tag_based')", bound: 'word', words: ['named', 'tag_based'] };

const badges = listsOf({ of: badge, from: ['badges', 'b'], where: ['b.site_id = :site'] });

/** A list that `inname` narrows. */
const named = (path: string, summary: string, sorts: Readonly<Record<string, Sort>>, where: readonly string[] = []) =>
  badges<{ inname: z.ZodOptional<typeof SearchText> }>(
    path,
    summary,
    (_request, { inname }) => ({
      where: [...where, ...(inname ? ['instr(fold(b.name), :inname) > 0'] : [])],
      bindings: { inname: inname?.toLowerCase() ?? null },
    }),
    { sorts, parameters: { inname: SearchText.optional() } },
  );

const heldBadges = defineRoute('/users/{ids}/badges', 'Badges of users, each with how often they hold it.', {
  of: heldBadge,
  from: [
    `(SELECT held.*, b.name, b.rank, b.badge_type, b.description FROM
        (SELECT site_id, badge_id AS id, user_id, count(*) AS award_count, max(awarded_at) AS awarded_at
          FROM json_each(:users) AS asked CROSS JOIN user_badges INDEXED BY user_badges_user
            ON site_id = :site AND user_id = asked.value
         GROUP BY badge_id, user_id) AS held
        JOIN badges b ON b.site_id = held.site_id AND b.id = held.id)`,
    'b',
  ],
  sorts: { rank, name, type, awarded: byDate('$.awarded_at') },
  instead: { flag: 'myBadgesWithoutAwarded', paths: ['/me/badges'], sorts: { rank, name, type } },
  tie: '$.id, $.user_id',
  created: '$.awarded_at',
  select: ({ users }) => ({ bindings: { users: JSON.stringify(users) } }),
});

export const reputationRoutes: readonly Route[] = [
  reputation,
  lists(
    '/users/{ids}/reputation-history',
    "Users' reputation history with the kind of every change, without what would tell how they voted.",
    byUsers('reputation_user', '$.user_id', '$.site_id = :site', SHOWN_EVENTS),
    { since: 2.1 },
  ),
  lists(
    '/users/{id}/reputation-history/full',
    "The whole reputation history of the token's user.",
    (request) => {
      const [asked] = request.users;
      if (asked !== undefined && !request.own().includes(asked))
        throw new ApiError(403, "The whole history is for the token's own user only");
      return ofUsers(request);
    },
    { since: 2.1, needs: 'private_info' },
  ),
  privileges('/privileges', 'Lists the privileges of a site with the reputation that each takes.'),
  privileges('/users/{id}/privileges', 'Lists the privileges a user has earned.', ({ users: [user = null] }) => ({
    where: [
      `v.reputation <= (SELECT CASE WHEN u.user_type = 'moderator' THEN 2147483647 ELSE u.reputation END FROM users u
         WHERE u.site_id = :site AND u.id = :user)`,
    ],
    bindings: { user },
  })),
  named('/badges', 'Lists badges.', { rank, name, type }),
  named('/badges/name', 'Lists the badges that are not given for a tag.', { rank, name }, ["b.badge_type = 'named'"]),
  named('/badges/tags', 'Lists the badges that are given for a tag.', { rank, name }, ["b.badge_type = 'tag_based'"]),
  badges(
    '/badges/{ids}',
    'Gives badges by identifier.',
    ({ ids }) => {
      const { list, bindings } = sqlList('id', ids);
      return { where: [`b.id IN (${list})`], bindings };
    },
    { sorts: { rank, name, type } },
  ),
  heldBadges,
  defineRoute('/badges/recipients', 'Lists the badges given last, each with who got it.', {
    alias: '/badges/{ids}/recipients',
    of: awardedBadge,
    from: ['user_badges', 'b'],
    tie: '$.awarded_at, $.id',
    created: '$.awarded_at',
    where: ['b.site_id = :site'],
    select: ({ ids }) =>
      ids.length > 0
        ? { by: 'user_badges_badge', ...forEach('$.badge_id', 'id', ids) }
        : { by: 'user_badges_awarded', total: kept('awards') },
  }),
];
