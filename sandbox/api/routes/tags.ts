import { badParameter } from '../errors.ts';
import { defineRoute, type Route, type RouteRequest, type Selection, type Sort } from '../query/route.ts';
import { tag, tagSynonym, tagWiki, userTag } from '../objects/tag.ts';
import { lookUp } from '../query/list-sql.ts';
import { findTags } from './posts/find-questions.ts';
import { SearchText } from '../query/parameters.ts';

/** The default is activity, as everywhere it is a sort (docs/api.md, "Differences"). */
export const TAG_SORTS = {
  activity: { sql: '$.last_activity_at', bound: 'date' },
  popular: { sql: '$.count', bound: 'number' },
  name: { sql: '$.name', bound: 'string' },
} as const satisfies Record<string, Sort>;

const common = { site: 'required', of: tag, sorts: TAG_SORTS, tie: '$.name' } as const;

/** @param few the index of the few tags that this list is of, and what they have in common */
const tags = (summary: string, path: string, few?: { readonly index: string; readonly where: string }): Route =>
  defineRoute({
    ...common,
    summary,
    name: path,
    paths: [path],
    from: ['tags', 't'],
    parameters: { inname: SearchText.optional() },
    select: (_request, { inname }) => ({
      ...(few ? { index: few.index } : { by: 'tags' }),
      where: ['t.site_id = :site', ...(few ? [few.where] : []), ...(inname ? ['instr(t.name, :inname) > 0'] : [])],
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

/** Other tags by how many questions have them beside these: kept of one tag, counted of several. */
function related([rarest = '', ...others]: readonly string[]): string {
  const asked = [rarest, ...others].map((name) => `:${name}`).join(', ');
  const carried = others.map(
    (name) => `EXISTS (SELECT 1 FROM post_tags x
             WHERE x.site_id = :site AND x.post_id = t.post_id AND x.tag_id = :${name})`,
  );
  const shared =
    others.length === 0
      ? `SELECT other_id AS tag_id, count AS shared FROM tag_pairs INDEXED BY tag_pairs_count
          WHERE site_id = :site AND tag_id = :${rarest} AND count > 0 ORDER BY count DESC LIMIT 1000`
      : `SELECT o.tag_id, count(*) AS shared FROM
           (SELECT t.post_id FROM post_tags t INDEXED BY post_tags_activity
             WHERE t.site_id = :site AND t.tag_id = :${rarest}
             ORDER BY t.last_activity_at DESC LIMIT ${MAX_QUESTIONS}) AS t
           CROSS JOIN post_tags o ON o.site_id = :site AND o.post_id = t.post_id
          WHERE ${carried.join(' AND ')} GROUP BY o.tag_id`;
  return `(SELECT t.site_id, t.id, t.name, t.has_synonyms, t.is_moderator_only, t.is_required, t.last_activity_at,
      t.count AS popularity, o.shared AS count FROM (${shared}) AS o
      CROSS JOIN tags t ON t.site_id = :site AND t.id = o.tag_id WHERE t.id NOT IN (${asked})
     ORDER BY o.shared DESC, t.count DESC, t.name LIMIT ${MAX_RELATED})`;
}

const defined: readonly Route[] = [
  tags('Lists tags; `inname` is looked for anywhere in the name, as one piece.', '/tags'),
  tags('Lists the tags that only moderators may use.', '/tags/moderator-only', {
    index: 'tags_moderator_only',
    where: 't.is_moderator_only = 1',
  }),
  tags('Lists the tags one of which every question must have.', '/tags/required', {
    index: 'tags_required',
    where: 't.is_required = 1',
  }),
  defineRoute({
    ...common,
    summary: 'Gives tags by name.',
    name: '/tags/{tags}/info',
    paths: ['/tags/{tags}/info'],
    from: ['tags', 't'],
    select({ words }) {
      const names = new Set((words['tags'] ?? []).map((name) => name.toLowerCase()));
      return { ...lookUp('$.name', [...names]), where: ['t.site_id = :site'] };
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
    select({ words, statements, site }) {
      const names = [...new Set((words['tags'] ?? []).map((name) => name.toLowerCase()))];
      if (names.length > MAX_RELATED_TO) throw badParameter('tags');
      const known = findTags(statements, site.id, names, 'tag');
      if (known.length < names.length) return undefined;
      return {
        from: [related(known.map(({ name }) => name)), 't', 'id'],
        where: [],
        bindings: Object.fromEntries(known.map(({ name, id }) => [name, id])),
      };
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

const synonyms = (summary: string, path: string, meant: (request: RouteRequest) => Partial<Selection>): Route =>
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
      return { ...meant(request), where: ['s.site_id = :site'] };
    },
  });

/** The names of tags in a path. */
const namesOf = ({ words }: RouteRequest): string[] => [
  ...new Set((words['tags'] ?? []).map((name) => name.toLowerCase())),
];

const aboutTags: readonly Route[] = [
  synonyms('Lists the synonyms of all tags.', '/tags/synonyms', () => ({ by: 'tag_synonyms' })),
  synonyms('Lists the synonyms of these tags.', '/tags/{tags}/synonyms', (request) =>
    lookUp('$.to_tag', namesOf(request), 'tag_synonyms_to'),
  ),
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
      const hasWiki = 'coalesce(t.excerpt_post_id, t.wiki_post_id) IS NOT NULL';
      return { ...lookUp('$.name', namesOf(request)), where: ['t.site_id = :site', hasWiki] };
    },
  }),
];

export const tagRoutes: readonly Route[] = [...defined.map(byPopularity), ...aboutTags];
