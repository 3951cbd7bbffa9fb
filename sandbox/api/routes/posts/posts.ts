import { RANK, forEach, lookUp } from '../../query/list-sql.ts';
import { type Sort, defineRoute, type Route, type RouteRequest, type Selection } from '../../query/route.ts';
import { answer, post } from '../../objects/posts.ts';
import { noMethod } from '../../errors.ts';
import { readIds } from '../../query/parameters.ts';
import { comment } from '../../objects/comment.ts';

/** The sorts of every question list; the first is the default. */
export const QUESTION_SORTS = {
  activity: { sql: '$.last_activity_at', bound: 'date' },
  votes: { sql: '$.score', bound: 'number', weeks: true },
  creation: { sql: '$.created_at', bound: 'date' },
} as const satisfies Record<string, Sort>;

const ofLast = (lastDays: number): Sort => ({
  sql: '$.score',
  bound: 'none',
  lastDays,
  weeks: true,
  index: 'creation',
});

export const HOT_SORTS = {
  hot: { sql: '$.hot', bound: 'none' },
  week: ofLast(7),
  month: ofLast(30),
} as const satisfies Record<string, Sort>;

/** The sorts of searches. */
export const SEARCH_SORTS = { ...QUESTION_SORTS, relevance: { sql: RANK, bound: 'none', index: 'votes' } } as const;

/** Answers of the request's site that are not deleted. */
export const LIVE_ANSWERS = ['p.site_id = :site', 'p.post_type = 2', 'p.deleted_at IS NULL'] as const;

const answers = (
  summary: string,
  paths: readonly [string, ...string[]],
  meant: (request: RouteRequest) => Partial<Selection>,
): Route =>
  defineRoute({
    summary,
    name: paths[0],
    paths,
    site: 'required',
    of: answer,
    from: ['posts', 'p'],
    sorts: QUESTION_SORTS,
    tie: '$.id',
    created: '$.created_at',
    select(request) {
      const { where = [], ...rest } = meant(request);
      return { ...rest, where: [...LIVE_ANSWERS, ...where] };
    },
  });

export const answerRoutes: readonly Route[] = [
  answers('Lists answers.', ['/answers'], () => ({
    by: 'posts',
    total: '(SELECT answers FROM sites WHERE id = :site)',
  })),
  answers('Gives answers by identifier.', ['/answers/{ids}'], ({ ids }) => lookUp('$.id', ids)),
  answers('Lists the answers of questions.', ['/questions/{ids}/answers'], ({ ids }) =>
    lookUp('$.parent_id', ids, 'posts_parent'),
  ),
  answers('Answers of users.', ['/users/{ids}/answers', '/me/answers'], ({ users }) => ({
    by: 'posts_owner',
    ...forEach('$.owner_id', 'user', users),
  })),
];

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
