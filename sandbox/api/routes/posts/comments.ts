import { noMethod } from '../../errors.ts';
import { readIds } from '../../query/parameters.ts';
import { forEach, lookUp } from '../../query/list-sql.ts';
import { defineRoute, type Route, type RouteRequest, type Selection, type Sort } from '../../query/route.ts';
import { comment } from '../../objects/posts/comment.ts';

export const COMMENT_SORTS = {
  creation: { sql: '$.created_at', bound: 'date' },
  votes: { sql: '$.score', bound: 'number', weeks: true },
} as const satisfies Record<string, Sort>;

const comments = (
  summary: string,
  paths: readonly [string, ...string[]],
  meant: (request: RouteRequest) => Partial<Selection>,
): Route =>
  defineRoute({
    summary,
    name: paths[0],
    paths,
    site: 'required',
    of: comment,
    from: ['comments', 'c'],
    sorts: COMMENT_SORTS,
    tie: '$.id',
    created: '$.created_at',
    select(request) {
      const { where = [], ...rest } = meant(request);
      // Comments are there as long as their post is; wikis, which dumps hold, are no posts of the API.
      return { ...rest, where: ['c.site_id = :site', 'c.deleted_at IS NULL', 'c.post_type IS NOT NULL', ...where] };
    },
  });

/** Comments under posts, by a condition on these. */
const under = (posts: readonly number[], ...where: readonly string[]): Selection => ({
  ...lookUp('$.post_id', posts, 'comments_post'),
  where,
});

export const commentRoutes: readonly Route[] = [
  comments('Lists comments.', ['/comments'], () => ({
    by: 'comments',
    total: '(SELECT comments FROM sites WHERE id = :site)',
  })),
  comments('Gives comments by identifier.', ['/comments/{ids}'], ({ ids }) => lookUp('$.id', ids)),
  comments('Lists the comments under posts.', ['/posts/{ids}/comments'], ({ ids }) => under(ids)),
  comments('Lists the comments under questions.', ['/questions/{ids}/comments'], ({ ids }) =>
    under(ids, 'c.post_type = 1'),
  ),
  comments('Lists the comments under answers.', ['/answers/{ids}/comments'], ({ ids }) =>
    under(ids, 'c.post_type = 2'),
  ),
  comments('Comments of users.', ['/users/{ids}/comments', '/me/comments'], ({ users }) => ({
    by: 'comments_owner',
    ...forEach('$.owner_id', 'user', users),
  })),
  comments(
    'Lists the comments of users that reply to another.',
    ['/users/{ids}/comments/{toid}', '/me/comments/{toid}'],
    ({ users, words }) => {
      const [to = null, ...others] = readIds((words['toid'] ?? []).join(';'));
      if (others.length > 0) throw noMethod();
      const { any, bindings } = forEach('$.owner_id', 'user', users);
      return { by: 'comments_owner', where: ['$.reply_to_user_id = :to'], any, bindings: { ...bindings, to } };
    },
  ),
  comments('Lists comments that reply to users.', ['/users/{ids}/mentioned', '/me/mentioned'], ({ users }) => ({
    by: 'comments_reply',
    ...forEach('$.reply_to_user_id', 'user', users),
  })),
];
