import { RANK, forEach, kept, lookUp } from '../../query/list-sql.ts';
import { listsOf, type Route, type Selection, type Sort } from '../../query/route.ts';
import { answer, post } from '../../objects/posts.ts';
import { noMethod } from '../../errors.ts';
import { readIds } from '../../query/parameters.ts';
import { comment } from '../../objects/comment.ts';
import { HOT_SECONDS } from '../../../world/database/schema.ts';

/** The sorts of every question list; the first is the default. */
export const QUESTION_SORTS = {
  activity: { sql: '$.last_activity_at', bound: 'date', least: ':fromdate' },
  votes: { sql: '$.score', bound: 'number' },
  creation: { sql: '$.created_at', bound: 'date' },
} as const satisfies Record<string, Sort>;

const ofLast = (lastDays: number): Sort => ({
  sql: '$.score',
  bound: 'none',
  lastDays,
  index: 'votes',
});

export const HOT_SORTS = {
  hot: { sql: '$.hot', bound: 'none', least: `:fromdate / ${HOT_SECONDS}` },
  week: ofLast(7),
  month: ofLast(30),
} as const satisfies Record<string, Sort>;

/** The sorts of searches. */
export const SEARCH_SORTS = { ...QUESTION_SORTS, relevance: { sql: RANK, bound: 'none', index: 'votes' } } as const;

/** Lists of posts of any kind. */
export const POSTS = { from: ['posts', 'p'], sorts: QUESTION_SORTS, created: '$.created_at' } as const;

/** Answers of the request's site that are not deleted. */
export const LIVE_ANSWERS = ['p.site_id = :site', 'p.post_type = 2', 'p.deleted_at IS NULL'] as const;

const answers = listsOf({ ...POSTS, of: answer, where: LIVE_ANSWERS });

export const answerRoutes: readonly Route[] = [
  answers('/answers', 'Lists answers.', () => ({ by: 'posts', total: kept('answers') })),
  answers('/answers/{ids}', 'Gives answers by identifier.', ({ ids }) => lookUp('$.id', ids)),
  answers('/questions/{ids}/answers', 'Lists the answers of questions.', ({ ids }) =>
    lookUp('$.parent_id', ids, 'posts_parent'),
  ),
  answers('/users/{ids}/answers', 'Answers of users.', ({ users }) => ({
    by: 'posts_owner',
    ...forEach('$.owner_id', 'user', users),
  })),
];

/** Lists of comments of the request's site that are not deleted. */
export const COMMENTS = {
  of: comment,
  from: ['comments', 'c'],
  sorts: {
    creation: { sql: '$.created_at', bound: 'date' },
    votes: { sql: '$.score', bound: 'number' },
  },
  created: '$.created_at',
  where: ['c.site_id = :site', 'c.deleted_at IS NULL'],
} as const;

// Comments are there as long as their post is; wikis, which dumps hold, are no posts of the API.
const comments = listsOf({ ...COMMENTS, where: [...COMMENTS.where, 'c.post_type IS NOT NULL'] });

/** Comments under posts, by a condition on these. */
const under = (posts: readonly number[], ...where: readonly string[]): Selection => ({
  ...lookUp('$.post_id', posts, 'comments_post'),
  where,
});

export const commentRoutes: readonly Route[] = [
  comments('/comments', 'Lists comments.', () => ({ by: 'comments', total: kept('comments') })),
  comments('/comments/{ids}', 'Gives comments by identifier.', ({ ids }) => lookUp('$.id', ids)),
  comments('/posts/{ids}/comments', 'Lists the comments under posts.', ({ ids }) => under(ids)),
  comments('/questions/{ids}/comments', 'Lists the comments under questions.', ({ ids }) =>
    under(ids, 'c.post_type = 1'),
  ),
  comments('/answers/{ids}/comments', 'Lists the comments under answers.', ({ ids }) => under(ids, 'c.post_type = 2')),
  comments('/users/{ids}/comments', 'Comments of users.', ({ users }) => ({
    by: 'comments_owner',
    ...forEach('$.owner_id', 'user', users),
  })),
  comments(
    '/users/{ids}/comments/{toid}',
    'Lists the comments of users that reply to another.',
    ({ users, words: { toid = [] } }) => {
      const [to = null, ...others] = readIds(toid.join(';'));
      if (others.length > 0) throw noMethod();
      const { any, bindings } = forEach('$.owner_id', 'user', users);
      return { by: 'comments_owner', where: ['$.reply_to_user_id = :to'], any, bindings: { ...bindings, to } };
    },
  ),
  comments('/users/{ids}/mentioned', 'Lists comments that reply to users.', ({ users }) => ({
    by: 'comments_reply',
    ...forEach('$.reply_to_user_id', 'user', users),
  })),
];

/** Dumps hold other kinds of posts, too: wikis, for one. */
const KINDS = ['$.post_type = 1', '$.post_type = 2'] as const;

const posts = listsOf({ ...POSTS, of: post, where: ['p.site_id = :site', 'p.deleted_at IS NULL'] });

export const postRoutes: readonly Route[] = [
  posts('/posts', 'Lists questions and answers.', () => ({
    by: 'posts',
    any: KINDS,
    total: kept('questions + answers'),
  })),
  posts('/posts/{ids}', 'Gives questions and answers by identifier.', ({ ids }) => ({
    ...lookUp('$.id', ids),
    where: ['p.post_type IN (1, 2)'],
  })),
  posts('/users/{ids}/posts', 'Questions and answers of users.', ({ users }) => {
    const { any, bindings } = forEach('$.owner_id', 'user', users);
    return { by: 'posts_owner', any: any.flatMap((user) => KINDS.map((kind) => `${user} AND ${kind}`)), bindings };
  }),
];
