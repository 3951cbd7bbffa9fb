import { forEach, lookUp } from '../../query/list-sql.ts';
import { defineRoute, type Route, type RouteRequest, type Selection } from '../../query/route.ts';
import { post } from '../../objects/posts/post.ts';
import { QUESTION_SORTS } from './question-sorts.ts';

/** Dumps hold other kinds of posts, too: wikis, for one. */
const KINDS = ['$.post_type = 1', '$.post_type = 2'] as const;

const posts = (
  summary: string,
  paths: readonly [string, ...string[]],
  meant: (request: RouteRequest) => Partial<Selection>,
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
      const { where = [], ...rest } = meant(request);
      return { ...rest, where: ['p.site_id = :site', 'p.deleted_at IS NULL', ...where] };
    },
  });

export const postRoutes: readonly Route[] = [
  posts('Lists questions and answers.', ['/posts'], () => ({
    by: 'posts',
    any: KINDS,
    total: '(SELECT questions + answers FROM sites WHERE id = :site)',
  })),
  posts('Gives questions and answers by identifier.', ['/posts/{ids}'], ({ ids }) => ({
    ...lookUp('$.id', ids),
    where: ['p.post_type IN (1, 2)'],
  })),
  posts('Questions and answers of users.', ['/users/{ids}/posts', '/me/posts'], ({ users }) => {
    const { any, bindings } = forEach('$.owner_id', 'user', users);
    return { by: 'posts_owner', any: any.flatMap((user) => KINDS.map((kind) => `${user} AND ${kind}`)), bindings };
  }),
];
