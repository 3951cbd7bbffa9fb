import { badParameter } from '../../gate/errors.ts';
import { defineRoute, type Route, type Sort } from '../../query/route.ts';
import { tag, userTag } from '../../objects/posts/tag.ts';
import { sqlList } from '../../query/list-sql.ts';
import { SearchText } from '../parameter-schemas.ts';

/** The default is activity, as everywhere it is a sort (docs/api.md, "Differences"). */
const sorts = {
  activity: { sql: '$.last_activity_at', bound: 'date' },
  popular: { sql: '$.count', bound: 'number' },
  name: { sql: '$.name', bound: 'string' },
} as const satisfies Record<string, Sort>;

const common = { site: 'required', of: tag, sorts, tie: '$.name' } as const;

const tags = (summary: string, path: string, where: readonly string[] = []): Route =>
  defineRoute({
    ...common,
    summary,
    name: path,
    paths: [path],
    from: ['tags', 't'],
    parameters: { inname: SearchText.optional() },
    select: (_request, { inname }) => ({
      where: ['t.site_id = :site', ...where, ...(inname ? ['instr(t.name, :inname) > 0'] : [])],
      bindings: { inname: inname?.toLowerCase() ?? null },
    }),
  });

/** The same route with the default sort of the public service. */
function byPopularity(route: Route): Route {
  if (route.sorts === undefined) return route;
  const { popular, ...others } = sorts;
  return { ...route, instead: { flag: 'tagsByPopularity', route: { ...route, sorts: { popular, ...others } } } };
}

const MAX_RELATED = 60;
const MAX_RELATED_TO = 4;

const defined: readonly Route[] = [
  tags('Lists tags; `inname` is looked for anywhere in the name, as one piece.', '/tags'),
  tags('Lists the tags that only moderators may use.', '/tags/moderator-only', ['t.is_moderator_only = 1']),
  tags('Lists the tags one of which every question must have.', '/tags/required', ['t.is_required = 1']),
  defineRoute({
    ...common,
    summary: 'Gives tags by name.',
    name: '/tags/{tags}/info',
    paths: ['/tags/{tags}/info'],
    from: ['tags', 't'],
    select({ words }) {
      const { list, bindings } = sqlList(
        'tag',
        (words['tags'] ?? []).map((name) => name.toLowerCase()),
      );
      return { where: ['t.site_id = :site', `t.name IN (${list})`], bindings };
    },
  }),
  defineRoute({
    site: 'required',
    of: tag,
    summary:
      'Lists the tags that questions with all of these tags have besides, each with how many such questions have it.',
    name: '/tags/{tags}/related',
    paths: ['/tags/{tags}/related'],
    from: [
      `(SELECT t.site_id, t.id, t.name, t.has_synonyms, t.is_moderator_only, t.is_required, t.last_activity_at,
          t.count AS popularity, o.shared AS count FROM
          (SELECT pt.tag_id, count(*) AS shared FROM post_tags pt WHERE pt.site_id = :site AND pt.post_id IN
             (SELECT x.post_id FROM post_tags x JOIN tags n ON n.site_id = x.site_id AND n.id = x.tag_id
                JOIN posts p ON p.site_id = x.site_id AND p.id = x.post_id AND p.deleted_at IS NULL
               WHERE x.site_id = :site AND n.name IN (SELECT value FROM json_each(:tags))
               GROUP BY x.post_id HAVING count(*) = :wanted)
           GROUP BY pt.tag_id) AS o
          JOIN tags t ON t.site_id = :site AND t.id = o.tag_id WHERE t.name NOT IN (SELECT value FROM json_each(:tags))
         ORDER BY o.shared DESC, t.count DESC, t.name LIMIT ${MAX_RELATED})`,
      't',
    ],
    tie: '$.count DESC, $.popularity DESC, $.name',
    keepsOrder: true,
    select({ words }) {
      const names = [...new Set((words['tags'] ?? []).map((name) => name.toLowerCase()))];
      if (names.length > MAX_RELATED_TO) throw badParameter('tags');
      return { where: [], bindings: { tags: JSON.stringify(names), wanted: names.length } };
    },
  }),
  defineRoute({
    ...common,
    summary: 'Tags that users write about, each with the number of their posts.',
    name: '/users/{ids}/tags',
    paths: ['/users/{ids}/tags', '/me/tags'],
    of: userTag,
    from: [
      // CROSS JOIN keeps SQLite from beginning with the tags of every post of the site.
      `(SELECT t.site_id, t.name, t.has_synonyms, t.is_moderator_only, t.is_required, t.last_activity_at, w.user_id,
          w.count FROM
          (SELECT pt.tag_id, p.owner_id AS user_id, count(*) AS count FROM posts p
             CROSS JOIN post_tags pt ON pt.site_id = p.site_id AND pt.post_id = coalesce(p.parent_id, p.id)
            WHERE p.site_id = :site AND p.post_type IN (1, 2) AND p.deleted_at IS NULL AND p.owner_id IN
              (SELECT value FROM json_each(:users))
            GROUP BY pt.tag_id, p.owner_id) AS w
          JOIN tags t ON t.site_id = :site AND t.id = w.tag_id)`,
      't',
    ],
    tie: '$.name, $.user_id',
    select: ({ users }) => ({ where: [], bindings: { users: JSON.stringify(users) } }),
  }),
];

export const tagRoutes: readonly Route[] = defined.map(byPopularity);
