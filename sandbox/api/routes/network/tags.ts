import { badParameter } from '../../errors.ts';
import { defineRoute, type Route, type RouteRequest, type Selection, type Sort } from '../../query/route.ts';
import { tag, tagSynonym, tagWiki, userTag } from '../../objects/posts/tag.ts';
import { sqlList } from '../../query/list-sql.ts';
import { SearchText } from '../parameter-schemas.ts';

/** The default is activity, as everywhere it is a sort (docs/api.md, "Differences"). */
export const TAG_SORTS = {
  activity: { sql: '$.last_activity_at', bound: 'date' },
  popular: { sql: '$.count', bound: 'number' },
  name: { sql: '$.name', bound: 'string' },
} as const satisfies Record<string, Sort>;

const common = { site: 'required', of: tag, sorts: TAG_SORTS, tie: '$.name' } as const;

const tags = (summary: string, path: string, where: readonly string[] = []): Route =>
  defineRoute({
    ...common,
    summary,
    name: path,
    paths: [path],
    from: ['tags', 't'],
    parameters: { inname: SearchText.optional() },
    select: (_request, { inname }) => ({
      ...(where.length > 0 ? {} : { by: 'tags' }),
      where: ['t.site_id = :site', ...where, ...(inname ? ['instr(t.name, :inname) > 0'] : [])],
      bindings: { inname: inname?.toLowerCase() ?? null },
    }),
  });

/** The same route with the default sort of the public service. */
function byPopularity(route: Route): Route {
  if (route.sorts === undefined) return route;
  const { popular, ...others } = TAG_SORTS;
  return { ...route, instead: { flag: 'tagsByPopularity', route: { ...route, sorts: { popular, ...others } } } };
}

const MAX_RELATED = 60;
const MAX_RELATED_TO = 4;

/** With several tags, so many of the latest questions with the rarest of them are looked at. */
const MAX_QUESTIONS = 5000;
const NAMED = '(SELECT id FROM tags WHERE site_id = :site AND name IN (SELECT value FROM json_each(:tags)))';

/** Other tags by how many questions have them beside these: kept of one tag, counted of several. */
function related(wanted: number): string {
  const shared =
    wanted === 1
      ? `SELECT other_id AS tag_id, count AS shared FROM tag_pairs
          WHERE site_id = :site AND tag_id = ${NAMED} AND count > 0 ORDER BY count DESC LIMIT 1000`
      : `SELECT o.tag_id, count(*) AS shared FROM
           (SELECT t.post_id FROM post_tags t WHERE t.site_id = :site AND t.tag_id =
               (SELECT id FROM tags WHERE site_id = :site AND id IN ${NAMED} ORDER BY count LIMIT 1)
             ORDER BY t.last_activity_at DESC LIMIT ${MAX_QUESTIONS}) AS q
           CROSS JOIN post_tags o ON o.site_id = :site AND o.post_id = q.post_id
          WHERE (SELECT count(*) FROM post_tags x WHERE x.site_id = :site AND x.post_id = q.post_id
                   AND x.tag_id IN ${NAMED}) = ${wanted} GROUP BY o.tag_id`;
  return `(SELECT t.site_id, t.id, t.name, t.has_synonyms, t.is_moderator_only, t.is_required, t.last_activity_at,
      t.count AS popularity, o.shared AS count FROM (${shared}) AS o
      JOIN tags t ON t.site_id = :site AND t.id = o.tag_id WHERE t.name NOT IN (SELECT value FROM json_each(:tags))
     ORDER BY o.shared DESC, t.count DESC, t.name LIMIT ${MAX_RELATED})`;
}

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
    select(request) {
      const { where, bindings = {} } = named(request, 't.name');
      return { where: ['t.site_id = :site', ...where], bindings };
    },
  }),
  defineRoute({
    site: 'required',
    of: tag,
    summary:
      'Lists the tags that questions with all of these tags have besides, each with how many such questions have it.',
    name: '/tags/{tags}/related',
    paths: ['/tags/{tags}/related'],
    from: ['tags', 't'],
    tie: '$.count DESC, $.popularity DESC, $.name',
    keepsOrder: true,
    select({ words }) {
      const names = [...new Set((words['tags'] ?? []).map((name) => name.toLowerCase()))];
      if (names.length > MAX_RELATED_TO) throw badParameter('tags');
      return { from: [related(names.length), 't', 'id'], where: [], bindings: { tags: JSON.stringify(names) } };
    },
  }),
  defineRoute({
    ...common,
    summary: 'Tags that users write about, each with the number of their posts.',
    name: '/users/{ids}/tags',
    paths: ['/users/{ids}/tags', '/me/tags'],
    of: userTag,
    from: [
      `(SELECT t.site_id, t.name, t.has_synonyms, t.is_moderator_only, t.is_required, t.last_activity_at, w.user_id,
          w.question_count + w.answer_count AS count FROM tag_users w
          CROSS JOIN tags t ON t.site_id = w.site_id AND t.id = w.tag_id
         WHERE w.site_id = :site AND w.user_id IN (SELECT value FROM json_each(:users))
           AND w.question_count + w.answer_count > 0)`,
      't',
    ],
    tie: '$.name, $.user_id',
    select: ({ users }) => ({ where: [], bindings: { users: JSON.stringify(users) } }),
  }),
];

const synonyms = (summary: string, path: string, meant: (request: RouteRequest) => Selection): Route =>
  defineRoute({
    site: 'required',
    of: tagSynonym,
    summary,
    name: path,
    paths: [path],
    from: ['tag_synonyms', 's'],
    sorts: {
      activity: { sql: '$.last_applied_at', bound: 'date' },
      applied: { sql: '$.applied_count', bound: 'number' },
      creation: { sql: '$.created_at', bound: 'date' },
    },
    tie: '$.id',
    created: '$.created_at',
    select(request) {
      const { where, ...rest } = meant(request);
      return { ...rest, where: ['s.site_id = :site', ...where] };
    },
  });

/** Tags of a path by a column that has their name. */
function named({ words }: RouteRequest, column: string): Selection {
  const { list, bindings } = sqlList(
    'tag',
    (words['tags'] ?? []).map((name) => name.toLowerCase()),
  );
  return { where: [`${column} IN (${list})`], bindings };
}

const aboutTags: readonly Route[] = [
  synonyms('Lists the synonyms of all tags.', '/tags/synonyms', () => ({ by: 'tag_synonyms', where: [] })),
  synonyms('Lists the synonyms of these tags.', '/tags/{tags}/synonyms', (request) => named(request, 's.to_tag')),
  defineRoute({
    site: 'required',
    of: tagWiki,
    summary: 'Tells what tags are for.',
    name: '/tags/{tags}/wikis',
    paths: ['/tags/{tags}/wikis'],
    from: ['tags', 't'],
    tie: '$.name',
    keepsOrder: true,
    select(request) {
      const { where, bindings = {} } = named(request, 't.name');
      const hasWiki = 'coalesce(t.excerpt_post_id, t.wiki_post_id) IS NOT NULL';
      return { where: ['t.site_id = :site', ...where, hasWiki], bindings };
    },
  }),
];

export const tagRoutes: readonly Route[] = [...defined.map(byPopularity), ...aboutTags];
