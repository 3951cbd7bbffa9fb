import { defineRoute, type Route, type RouteRequest, type Selection } from '../../query/route.ts';
import { comment } from '../../objects/posts/comment.ts';
import { sqlList } from '../../query/list-sql.ts';

/**
 * Comments are there as long as their post is; wikis, which dumps hold, are no posts of the API. @param types 1 for
 * questions, 2 for answers
 */
const onPosts = (types: string) =>
  `EXISTS (SELECT 1 FROM posts p
     WHERE p.site_id = c.site_id AND p.id = c.post_id AND p.deleted_at IS NULL AND p.post_type IN (${types}))`;

const comments = (
  summary: string,
  paths: readonly [string, ...string[]],
  meant: (request: RouteRequest) => Selection,
): Route =>
  defineRoute({
    summary,
    name: paths[0],
    paths,
    site: 'required',
    of: comment,
    from: ['comments', 'c'],
    sorts: { creation: { sql: '$.created_at', bound: 'date' }, votes: { sql: '$.score', bound: 'number' } },
    tie: '$.id',
    created: '$.created_at',
    select(request) {
      const { where, bindings = {} } = meant(request);
      return { where: ['c.site_id = :site', 'c.deleted_at IS NULL', onPosts('1, 2'), ...where], bindings };
    },
  });

const whose = (column: string, name: string, values: readonly number[]): Selection => {
  const { list, bindings } = sqlList(name, values);
  return { where: [`${column} IN (${list})`], bindings };
};

/** Comments under posts of one kind. */
const under = (ids: readonly number[], type: '1' | '2'): Selection => {
  const { where, bindings = {} } = whose('c.post_id', 'id', ids);
  return { where: [...where, onPosts(type)], bindings };
};

export const commentRoutes: readonly Route[] = [
  comments('Lists comments.', ['/comments'], () => ({ where: [] })),
  comments('Gives comments by identifier.', ['/comments/{ids}'], ({ ids }) => whose('c.id', 'id', ids)),
  comments('Lists the comments under posts.', ['/posts/{ids}/comments'], ({ ids }) => whose('c.post_id', 'id', ids)),
  comments('Lists the comments under questions.', ['/questions/{ids}/comments'], ({ ids }) => under(ids, '1')),
  comments('Lists the comments under answers.', ['/answers/{ids}/comments'], ({ ids }) => under(ids, '2')),
  comments('Comments of users.', ['/users/{ids}/comments', '/me/comments'], ({ users }) =>
    whose('c.owner_id', 'user', users),
  ),
  comments('Lists comments that reply to users.', ['/users/{ids}/mentioned', '/me/mentioned'], ({ users }) =>
    whose('c.reply_to_user_id', 'user', users),
  ),
];
