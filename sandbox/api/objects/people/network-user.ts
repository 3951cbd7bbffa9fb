import { list, nested, number, text, type ObjectType } from '../object-type.ts';
import { badgeCount } from './user.ts';

/** A post among somebody's best; `$` is the posts table. */
const networkPost: ObjectType = {
  name: 'network_post',
  always: ['post_id', 'post_type', 'score', 'title'],
  fields: {
    post_id: number('$.id'),
    post_type: text("CASE $.post_type WHEN 1 THEN 'question' ELSE 'answer' END"),
    score: number('$.score'),
    title: text(
      "coalesce($.title, (SELECT q.title FROM posts q WHERE q.site_id = $.site_id AND q.id = $.parent_id), '')",
    ),
  },
};

const MAX_NETWORK_POSTS = 3;

/** Somebody's best liked posts of a type. */
const best = (type: 1 | 2) =>
  list(
    networkPost,
    {
      alias: type === 1 ? 'question' : 'answer',
      from: `(SELECT * FROM posts b INDEXED BY posts_owner_votes
        WHERE b.site_id = $.site_id AND b.owner_id = $.id AND b.post_type = ${type} AND b.deleted_at IS NULL
        ORDER BY b.score DESC, b.id DESC LIMIT ${MAX_NETWORK_POSTS}) AS @`,
      where: 'TRUE',
      orderBy: '@.score DESC, @.id DESC',
    },
    { extra: true },
  );

/** One account of a person on one site; `$` is the users table. */
export const networkUser: ObjectType = {
  name: 'network_user',
  always: [
    'account_id',
    'user_id',
    'site_name',
    'site_url',
    'reputation',
    'badge_counts',
    'question_count',
    'answer_count',
    'creation_date',
    'last_access_date',
  ],
  fields: {
    account_id: number('$.account_id'),
    user_id: number('$.id'),
    site_name: text('(SELECT name FROM sites WHERE sites.id = $.site_id)'),
    site_url: text('(SELECT site_url FROM sites WHERE sites.id = $.site_id)'),
    reputation: number('$.reputation'),
    badge_counts: nested(badgeCount),
    question_count: number('$.question_count'),
    answer_count: number('$.answer_count'),
    creation_date: number('$.created_at'),
    last_access_date: number('$.last_access_at'),
    top_answers: best(2),
    top_questions: best(1),
    user_type: text('$.user_type', { extra: true }),
  },
};
