import { noMethod } from '../../errors.ts';
import { answer, post, comment, flagOption } from '../../objects/posts.ts';
import { RANK, forEach, kept, JSON_ROWS, jsonRows, byIds, byUsers } from '../../query/list-sql.ts';
import { readIds } from '../../query/parameters.ts';
import { HOT_SECONDS } from '../../../world/database/schema.ts';
import { listsOf, type Route, type Sort, defineRoute, byDate, byNumber } from '../../query/route.ts';

/** The sorts of every question list; the first is the default. */
export const QUESTION_SORTS = {
  activity: { ...byDate('$.last_activity_at'), least: ':fromdate' },
  votes: byNumber('$.score'),
  creation: byDate('$.created_at'),
} as const satisfies Record<string, Sort>;

const ofLast = (lastDays: number): Sort => ({ sql: '$.score', bound: 'none', lastDays, index: 'votes' });

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

const answerRoutes: readonly Route[] = [
  answers('/answers', 'Lists answers.', () => ({ by: 'posts', total: kept('answers') })),
  answers('/answers/{ids}', 'Gives answers by identifier.', byIds()),
  answers('/questions/{ids}/answers', 'Lists the answers of questions.', byIds('$.parent_id', 'posts_parent')),
  answers('/users/{ids}/answers', 'Answers of users.', byUsers('posts_owner')),
];

/** Lists of comments of the request's site that are not deleted. */
export const COMMENTS = {
  of: comment,
  from: ['comments', 'c'],
  sorts: { creation: byDate('$.created_at'), votes: byNumber('$.score') },
  created: '$.created_at',
  where: ['c.site_id = :site', 'c.deleted_at IS NULL'],
} as const;

// Comments are there as long as their post is; wikis, which dumps hold, are no posts of the API.
const comments = listsOf({ ...COMMENTS, where: [...COMMENTS.where, 'c.post_type IS NOT NULL'] });

/** Comments under posts, by a condition on these. */
const under = (...where: readonly string[]) => byIds('$.post_id', 'comments_post', ...where);

const commentRoutes: readonly Route[] = [
  comments('/comments', 'Lists comments.', () => ({ by: 'comments', total: kept('comments') })),
  comments('/comments/{ids}', 'Gives comments by identifier.', byIds()),
  comments('/posts/{ids}/comments', 'Lists the comments under posts.', under()),
  comments('/questions/{ids}/comments', 'Lists the comments under questions.', under('c.post_type = 1')),
  comments('/answers/{ids}/comments', 'Lists the comments under answers.', under('c.post_type = 2')),
  comments('/users/{ids}/comments', 'Comments of users.', byUsers('comments_owner')),
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
  comments(
    '/users/{ids}/mentioned',
    'Lists comments that reply to users.',
    byUsers('comments_reply', '$.reply_to_user_id'),
  ),
];

/** Dumps hold other kinds of posts, too: wikis, for one. */
const KINDS = ['$.post_type = 1', '$.post_type = 2'] as const;

const posts = listsOf({ ...POSTS, of: post, where: ['p.site_id = :site', 'p.deleted_at IS NULL'] });

const bothRoutes: readonly Route[] = [
  posts('/posts', 'Lists questions and answers.', () => ({
    by: 'posts',
    any: KINDS,
    total: kept('questions + answers'),
  })),
  posts(
    '/posts/{ids}',
    'Gives questions and answers by identifier.',
    byIds('$.id', undefined, 'p.post_type IN (1, 2)'),
  ),
  posts('/users/{ids}/posts', 'Questions and answers of users.', ({ users }) => {
    const { any, bindings } = forEach('$.owner_id', 'user', users);
    return { by: 'posts_owner', any: any.flatMap((user) => KINDS.map((kind) => `${user} AND ${kind}`)), bindings };
  }),
];

interface Option extends Partial<Record<'requires_comment' | 'requires_site' | 'requires_question_id', true>> {
  option_id?: number;
  title: string;
  description: string;
  dialog_title?: string;
  sub_options?: Option[];
}

/** Ids of options are not stable from post to post (docs/api.md, "Writing"), so nobody may keep them. */
function option(id: number, place: number, title: string, description: string, more: Partial<Option> = {}): Option {
  return { option_id: id * 100 + place, title, description, ...more };
}

const FLAG = { dialog_title: 'Flag a post' };

const abuse = (id: number): Option[] => [
  option(id, 1, 'spam', 'Exists only to promote a product or service.', FLAG),
  option(id, 2, 'rude or abusive', 'A reasonable person would find this out of place.', FLAG),
];
const attention = (id: number): Option =>
  option(id, 3, 'in need of a moderator', 'Something that no other choice describes; say what.', {
    ...FLAG,
    requires_comment: true,
  });
const outdated = (id: number): Option =>
  option(id, 4, 'no longer needed', 'What it says has been dealt with.', { dialog_title: 'Flag a comment' });
const closing = (id: number): Option[] => [
  option(id, 11, 'a duplicate', 'It has been asked before and has an answer there.', { requires_question_id: true }),
  option(id, 12, 'belongs on another site', 'Another site answers such questions.', { requires_site: true }),
  option(id, 13, 'needs details', 'It cannot be answered without knowing more.'),
];

/** Choices of a user about a question, answer or comment: fewer about their own, and no closing of what is closed. */
interface Subject {
  readonly id: number;
  readonly isOwn: boolean;
  readonly isClosed: boolean;
}

const flagsOf = ({ id, isOwn }: Subject, ...also: readonly Option[]): Option[] => [
  ...(isOwn ? [] : abuse(id)),
  ...also,
  attention(id),
];

export const flagsOfQuestion = (subject: Subject): Option[] => {
  const [title, description] = ['should be closed', 'This question should not be answered as it stands.'];
  const close = { title, description, dialog_title: 'Why should it be closed?', sub_options: closing(subject.id) };
  return flagsOf(subject, ...(subject.isClosed ? [] : [close]));
};

const FLAGGED = {
  question: 'posts WHERE post_type = 1',
  answer: 'posts WHERE post_type = 2',
  comment: 'comments WHERE post_type IS NOT NULL',
};

const options = (of: keyof typeof FLAGGED, act: 'flag' | 'close', optionsFor: (subject: Subject) => Option[]) =>
  defineRoute(
    `/${of}s/{id}/${act === 'flag' ? 'flags' : act}/options`,
    `Lists what the token's user can ${act} the ${of} for.`,
    {
      ...JSON_ROWS,
      needs: 'token',
      of: flagOption,
      select({ statements, site: { id: site }, ids: [id = 0], own }) {
        const found = `SELECT * FROM ${FLAGGED[of]} AND site_id = :site AND id = :id AND deleted_at IS NULL`;
        const row = statements.get(found, { site, id });
        if (!row) return undefined;
        const isOwn = own().some((user) => user === row['owner_id']);
        return jsonRows(optionsFor({ id, isOwn, isClosed: (row['closed_at'] ?? null) !== null }));
      },
    },
  );

const optionRoutes: readonly Route[] = [
  options('question', 'flag', flagsOfQuestion),
  options('question', 'close', ({ id, isClosed }) => (isClosed ? [] : closing(id))),
  options('answer', 'flag', (subject) => flagsOf(subject)),
  options('comment', 'flag', (subject) => flagsOf(subject, outdated(subject.id))),
];

/** Every list of answers, comments and posts, and the options that these have. */
export const postRoutes = [...optionRoutes, ...answerRoutes, ...commentRoutes, ...bothRoutes];
