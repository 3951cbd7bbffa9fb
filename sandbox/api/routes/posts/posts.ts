import { defineRoute, type Route, type RouteRequest, type Selection } from '../../query/route.ts';
import { post } from '../../objects/posts/post.ts';
import { sqlList } from '../../query/list-sql.ts';
import { QUESTION_SORTS } from './question-sorts.ts';

const posts = (
  summary: string,
  paths: readonly [string, ...string[]],
  meant: (request: RouteRequest) => Selection,
): Route =>
  defineRoute({
    summary,
    name: paths[0],
    paths,
    site: 'required',
    of: post,
    from: ['posts', 'p'],
    sorts: QUESTION_SORTS,
    tie: '$.id',
    created: '$.created_at',
    select(request) {
      const { where, bindings = {} } = meant(request);
      // Dumps hold other kinds of posts, too: wikis, for one.
      return { where: ['p.site_id = :site', 'p.post_type IN (1, 2)', 'p.deleted_at IS NULL', ...where], bindings };
    },
  });

export const postRoutes: readonly Route[] = [
  posts('Lists questions and answers.', ['/posts'], () => ({ where: [] })),
  posts('Gives questions and answers by identifier.', ['/posts/{ids}'], ({ ids }) => {
    const { list, bindings } = sqlList('id', ids);
    return { where: [`p.id IN (${list})`], bindings };
  }),
  posts('Questions and answers of users.', ['/users/{ids}/posts', '/me/posts'], ({ users }) => {
    const { list, bindings } = sqlList('user', users);
    return { where: [`p.owner_id IN (${list})`], bindings };
  }),
];
