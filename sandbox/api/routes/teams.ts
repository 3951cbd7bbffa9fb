import { idsFrom, lookUp, sqlList, byIds } from '../query/list-sql.ts';
import { listsOf, type Route, type RouteRequest, byText } from '../query/route.ts';
import type { Bindings } from '../../world/database/statements.ts';
import { answer } from '../objects/posts.ts';
import { question } from '../objects/question.ts';
import { article, collective } from '../objects/tags.ts';
import { COMMENTS, LIVE_ANSWERS, POSTS } from './posts/posts.ts';
import { findQuestions } from './posts/find-questions.ts';
import { TAGS } from './tags.ts';
import { USERS } from './users.ts';

const articles = listsOf({
  ...POSTS,
  since: 2.3,
  of: article,
  where: ['p.site_id = :site', 'p.post_type = 9', 'p.deleted_at IS NULL'],
});

const collectives = listsOf({
  since: 2.3,
  of: collective,
  from: ['collectives', 'g'],
  sorts: { name: byText('$.name') },
  where: ['g.site_id = :site'],
});

const comments = listsOf({ ...COMMENTS, since: 2.3 });
const tags = listsOf({ ...TAGS, since: 2.3 });
const people = listsOf({ ...USERS, since: 2.3 });
const questions = listsOf({ ...POSTS, since: 2.3, of: question });
const answers = listsOf({ ...POSTS, since: 2.3, of: answer, where: LIVE_ANSWERS });

/** The collectives that a path names by their slugs. */
function named({ words }: RouteRequest): { ids: string; bindings: Bindings } {
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

export const teamRoutes: readonly Route[] = [
  articles('/articles', 'Lists articles.', () => ({ by: 'posts' })),
  articles('/articles/{ids}', 'Gives articles by identifier.', byIds()),
  comments('/articles/{ids}/comments', 'Lists the comments under articles.', ({ ids }) => ({
    ...lookUp('$.post_id', ids, 'comments_post'),
    where: ['EXISTS (SELECT 1 FROM articles a WHERE a.site_id = c.site_id AND a.post_id = c.post_id)'],
  })),
  collectives('/collectives', 'Lists the collectives of a site.'),
  collectives('/collectives/{slugs}', 'Gives collectives by their slugs.', (request) => {
    const { ids, bindings } = named(request);
    return { where: [`g.id IN ${ids}`], bindings };
  }),
  collectives('/users/{ids}/collectives', 'Lists the collectives that users belong to.', ({ users }) => {
    const { list, bindings } = sqlList('user', users);
    return {
      where: [`g.id IN (SELECT collective_id FROM collective_users WHERE site_id = :site AND user_id IN (${list}))`],
      bindings,
    };
  }),
  tags('/collectives/{slugs}/tags', 'Lists the tags of collectives.', (request) => lookUp('$.name', tagsOf(request))),
  people('/collectives/{slugs}/users', 'Lists the members of collectives.', (request) => {
    const { ids, bindings } = named(request);
    const members = 'SELECT DISTINCT user_id AS value FROM collective_users';
    return idsFrom(`(${members} WHERE site_id = :site AND collective_id IN ${ids})`, bindings);
  }),
  questions('/collectives/{slugs}/questions', 'Lists the questions under the tags of collectives.', (request) => {
    const any = tagsOf(request);
    return any.length === 0 ? undefined : findQuestions(request, { any });
  }),
  answers(
    '/collectives/{slugs}/answers',
    'Lists the answers to questions under the tags of collectives.',
    (request) => {
      const { ids, bindings } = named(request);
      const isTagged = `EXISTS (SELECT 1 FROM post_tags x WHERE x.site_id = $.site_id AND x.post_id = $.parent_id
      AND x.tag_id IN (SELECT tag_id FROM collective_tags WHERE site_id = :site AND collective_id IN ${ids}))`;
      return { by: 'posts', where: [isTagged], bindings };
    },
  ),
];
