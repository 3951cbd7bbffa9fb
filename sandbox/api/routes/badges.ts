import { defineRoute, type Route, type RouteRequest, type Sort } from '../query/route.ts';
import { badge, awardedBadge, heldBadge } from '../objects/people.ts';
import { forEach, sqlList } from '../query/list-sql.ts';
import { SearchText } from '../query/parameters.ts';

const rank: Sort = {
  sql: "(CASE $.rank WHEN 'gold' THEN 0 WHEN 'silver' THEN 1 ELSE 2 END)",
  bound: 'word',
  words: ['gold', 'silver', 'bronze'],
};
const name: Sort = { sql: '$.name COLLATE NOCASE', bound: 'string' };
const type: Sort = { sql: "($.badge_type = 'tag_based')", bound: 'word', words: ['named', 'tag_based'] };

const badges = (
  summary: string,
  path: string,
  sorts: Readonly<Record<string, Sort>>,
  where: readonly string[] = [],
): Route =>
  defineRoute({
    summary,
    name: path,
    paths: [path],
    site: 'required',
    of: badge,
    from: ['badges', 'b'],
    sorts,
    tie: '$.id',
    parameters: { inname: SearchText.optional() },
    select: (_request, { inname }) => ({
      where: ['b.site_id = :site', ...where, ...(inname ? ['instr(fold(b.name), :inname) > 0'] : [])],
      bindings: { inname: inname?.toLowerCase() ?? null },
    }),
  });

const ofUsers = {
  summary: 'Badges of users, each with how often they hold it.',
  name: '/users/{ids}/badges',
  paths: ['/users/{ids}/badges', '/me/badges'],
  site: 'required',
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
  tie: '$.id, $.user_id',
  created: '$.awarded_at',
  select: ({ users }: RouteRequest) => ({ where: [], bindings: { users: JSON.stringify(users) } }),
} as const;

export const badgeRoutes: readonly Route[] = [
  badges('Lists badges.', '/badges', { rank, name, type }),
  badges('Lists the badges that are not given for a tag.', '/badges/name', { rank, name }, ["b.badge_type = 'named'"]),
  badges('Lists the badges that are given for a tag.', '/badges/tags', { rank, name }, ["b.badge_type = 'tag_based'"]),
  defineRoute({
    summary: 'Gives badges by identifier.',
    name: '/badges/{ids}',
    paths: ['/badges/{ids}'],
    site: 'required',
    of: badge,
    from: ['badges', 'b'],
    sorts: { rank, name, type },
    tie: '$.id',
    select({ ids }) {
      const { list, bindings } = sqlList('id', ids);
      return { where: ['b.site_id = :site', `b.id IN (${list})`], bindings };
    },
  }),
  defineRoute({
    ...ofUsers,
    sorts: { rank, name, type, awarded: { sql: '$.awarded_at', bound: 'date' } },
    instead: {
      flag: 'myBadgesWithoutAwarded',
      paths: ['/me/badges'],
      route: defineRoute({ ...ofUsers, sorts: { rank, name, type } }),
    },
  }),
  defineRoute({
    summary: 'Lists the badges given last, each with who got it.',
    name: '/badges/recipients',
    paths: ['/badges/recipients', '/badges/{ids}/recipients'],
    site: 'required',
    of: awardedBadge,
    from: ['user_badges', 'b'],
    tie: '$.awarded_at, $.id',
    created: '$.awarded_at',
    select({ ids }) {
      const where = ['b.site_id = :site'];
      return ids.length > 0
        ? { by: 'user_badges_badge', where, ...forEach('$.badge_id', 'id', ids) }
        : { by: 'user_badges_awarded', where, total: '(SELECT awards FROM sites WHERE id = :site)' };
    },
  }),
];
