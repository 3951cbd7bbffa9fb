import type { z } from 'zod';
import { defineRoute, listsOf, type Route, type Sort } from '../query/route.ts';
import { badge, awardedBadge, heldBadge } from '../objects/people.ts';
import { forEach, kept, sqlList } from '../query/list-sql.ts';
import { SearchText } from '../query/parameters.ts';

const rank: Sort = {
  sql: "(CASE $.rank WHEN 'gold' THEN 0 WHEN 'silver' THEN 1 ELSE 2 END)",
  bound: 'word',
  words: ['gold', 'silver', 'bronze'],
};
const name: Sort = { sql: '$.name COLLATE NOCASE', bound: 'string' };
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

const heldBadges = defineRoute({
  path: '/users/{ids}/badges',
  summary: 'Badges of users, each with how often they hold it.',
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
  sorts: { rank, name, type, awarded: { sql: '$.awarded_at', bound: 'date' } },
  instead: { flag: 'myBadgesWithoutAwarded', paths: ['/me/badges'], sorts: { rank, name, type } },
  tie: '$.id, $.user_id',
  created: '$.awarded_at',
  select: ({ users }) => ({ bindings: { users: JSON.stringify(users) } }),
});

export const badgeRoutes: readonly Route[] = [
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
  defineRoute({
    path: '/badges/recipients',
    alias: '/badges/{ids}/recipients',
    summary: 'Lists the badges given last, each with who got it.',
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
