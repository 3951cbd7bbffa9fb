import { lookUp, sqlList } from '../query/list-sql.ts';
import { defineRoute, type Route, type RouteRequest, type Selection } from '../query/route.ts';
import { answer } from '../objects/posts.ts';
import { comment } from '../objects/comment.ts';
import { question } from '../objects/question.ts';
import { tag } from '../objects/tag.ts';
import { article, collective } from '../objects/teams.ts';
import { user } from '../objects/people.ts';
import { LIVE_ANSWERS, COMMENT_SORTS, QUESTION_SORTS } from './posts/posts.ts';
import { findQuestions } from './posts/find-questions.ts';
import { TAG_SORTS } from './tags.ts';
import { USER_SORTS } from './users.ts';

const posts = {
  site: 'required',
  since: 2.3,
  from: ['posts', 'p'],
  sorts: QUESTION_SORTS,
  tie: '$.id',
  created: '$.created_at',
} as const;

const articles = (summary: string, path: string, meant: (request: RouteRequest) => Partial<Selection>): Route =>
  defineRoute({
    ...posts,
    summary,
    name: path,
    paths: [path],
    of: article,
    select(request) {
      const { where = [], ...rest } = meant(request);
      return { ...rest, where: ['p.site_id = :site', 'p.post_type = 9', 'p.deleted_at IS NULL', ...where] };
    },
  });

/** The collectives that a path names by their slugs. */
function named({ words }: RouteRequest): { ids: string; bindings: Selection['bindings'] } {
  const { list, bindings } = sqlList('slug', words['slugs'] ?? []);
  return { ids: `(SELECT id FROM collectives WHERE site_id = :site AND slug IN (${list}))`, bindings };
}

/** The names of the tags that collectives of a path are about. */
function tagsOf(request: RouteRequest): string[] {
  const { ids, bindings } = named(request);
  return request.statements
    .all(
      `SELECT DISTINCT t.name FROM collective_tags c CROSS JOIN tags t ON t.site_id = c.site_id AND t.id = c.tag_id
        WHERE c.site_id = :site AND c.collective_id IN ${ids} ORDER BY t.name`,
      { ...bindings, site: request.site.id },
    )
    .map(({ name }) => String(name));
}

const collectives = (
  summary: string,
  paths: readonly [string, ...string[]],
  meant: (request: RouteRequest) => Selection,
): Route =>
  defineRoute({
    summary,
    name: paths[0],
    paths,
    site: 'required',
    since: 2.3,
    of: collective,
    from: ['collectives', 'g'],
    sorts: { name: { sql: '$.name', bound: 'string' } },
    tie: '$.id',
    select(request) {
      const { where, bindings = {} } = meant(request);
      return { where: ['g.site_id = :site', ...where], bindings };
    },
  });

const common = { site: 'required', since: 2.3 } as const;

export const teamRoutes: readonly Route[] = [
  articles('Lists articles.', '/articles', () => ({ by: 'posts' })),
  articles('Gives articles by identifier.', '/articles/{ids}', ({ ids }) => lookUp('$.id', ids)),
  defineRoute({
    ...common,
    summary: 'Lists the comments under articles.',
    name: '/articles/{ids}/comments',
    paths: ['/articles/{ids}/comments'],
    of: comment,
    from: ['comments', 'c'],
    sorts: COMMENT_SORTS,
    tie: '$.id',
    created: '$.created_at',
    select({ ids }) {
      const isArticle = `EXISTS (SELECT 1 FROM articles a WHERE a.site_id = c.site_id AND a.post_id = c.post_id)`;
      return {
        ...lookUp('$.post_id', ids, 'comments_post'),
        where: ['c.site_id = :site', 'c.deleted_at IS NULL', isArticle],
      };
    },
  }),
  collectives('Lists the collectives of a site.', ['/collectives'], () => ({ where: [] })),
  collectives('Gives collectives by their slugs.', ['/collectives/{slugs}'], (request) => {
    const { ids, bindings } = named(request);
    return { where: [`g.id IN ${ids}`], ...(bindings && { bindings }) };
  }),
  collectives(
    'Lists the collectives that users belong to.',
    ['/users/{ids}/collectives', '/me/collectives'],
    ({ users }) => {
      const { list, bindings } = sqlList('user', users);
      return {
        where: [`g.id IN (SELECT collective_id FROM collective_users WHERE site_id = :site AND user_id IN (${list}))`],
        bindings,
      };
    },
  ),
  defineRoute({
    ...common,
    summary: 'Lists the tags of collectives.',
    name: '/collectives/{slugs}/tags',
    paths: ['/collectives/{slugs}/tags'],
    of: tag,
    from: ['tags', 't'],
    sorts: TAG_SORTS,
    tie: '$.name',
    select(request) {
      return { ...lookUp('$.name', tagsOf(request)), where: ['t.site_id = :site'] };
    },
  }),
  defineRoute({
    ...common,
    summary: 'Lists the members of collectives.',
    name: '/collectives/{slugs}/users',
    paths: ['/collectives/{slugs}/users'],
    of: user,
    from: ['users', 'u'],
    sorts: USER_SORTS,
    tie: '$.id',
    created: '$.created_at',
    select(request) {
      const { ids, bindings } = named(request);
      return {
        among: {
          column: '$.id',
          values: `(SELECT DISTINCT user_id AS value FROM collective_users
            WHERE site_id = :site AND collective_id IN ${ids})`,
        },
        where: ['u.site_id = :site'],
        ...(bindings && { bindings }),
      };
    },
  }),
  defineRoute({
    ...posts,
    summary: 'Lists the questions under the tags of collectives.',
    name: '/collectives/{slugs}/questions',
    paths: ['/collectives/{slugs}/questions'],
    of: question,
    select(request) {
      const any = tagsOf(request);
      return any.length === 0 ? undefined : findQuestions(request, { any });
    },
  }),
  defineRoute({
    ...posts,
    summary: 'Lists the answers to questions under the tags of collectives.',
    name: '/collectives/{slugs}/answers',
    paths: ['/collectives/{slugs}/answers'],
    of: answer,
    select(request) {
      const { ids, bindings } = named(request);
      const isTagged = `EXISTS (SELECT 1 FROM post_tags x WHERE x.site_id = $.site_id AND x.post_id = $.parent_id
        AND x.tag_id IN (SELECT tag_id FROM collective_tags WHERE site_id = :site AND collective_id IN ${ids}))`;
      return { by: 'posts', where: [...LIVE_ANSWERS, isTagged], ...(bindings && { bindings }) };
    },
  }),
];
