import { defineRoute, type Route } from '../../query/route.ts';
import { topTag } from '../../objects/posts/tag.ts';
import { answer } from '../../objects/posts/answer.ts';
import { question } from '../../objects/posts/question.ts';
import { sqlList } from '../../query/list-sql.ts';
import { LIVE_ANSWERS } from '../posts/answers.ts';
import { LIVE_QUESTIONS } from '../posts/find-questions.ts';
import { QUESTION_SORTS } from '../posts/question-sorts.ts';

/** How many tags are named. */
const MAX_TAGS = 30;

const topTags = (summary: string, path: string, score: string, count: string): Route =>
  defineRoute({
    summary,
    name: `/users/{id}/${path}`,
    paths: [`/users/{id}/${path}`, `/me/${path}`],
    site: 'required',
    of: topTag,
    from: ['tag_users', 'w'],
    tie: `${score} DESC, $.tag_id`,
    keepsOrder: true,
    select: ({ users: [user = null] }) => ({
      from: [
        `(SELECT * FROM tag_users AS w WHERE w.site_id = :site AND w.user_id = :user AND ${count} > 0
           ORDER BY ${score} DESC, w.tag_id LIMIT ${MAX_TAGS})`.replaceAll('$', 'w'),
        'w',
        'tag_id',
      ],
      where: [],
      bindings: { user },
    }),
  });

/** Posts of a user under all of the tags in the path; each is looked up while the user's are read in order. */
const topPosts = (summary: string, kind: 'answers' | 'questions'): Route =>
  defineRoute({
    summary,
    name: `/users/{id}/tags/{tags}/top-${kind}`,
    paths: [`/users/{id}/tags/{tags}/top-${kind}`, `/me/tags/{tags}/top-${kind}`],
    site: 'required',
    of: kind === 'answers' ? answer : question,
    from: ['posts', 'p'],
    sorts: QUESTION_SORTS,
    tie: '$.id',
    created: '$.created_at',
    select({ users: [user = null], words }) {
      const names = [...new Set((words['tags'] ?? []).map((name) => name.toLowerCase()))];
      const { list, bindings } = sqlList('tag', names);
      const tags = `(SELECT count(*) FROM post_tags x WHERE x.site_id = $.site_id
        AND x.post_id = coalesce($.parent_id, $.id)
        AND x.tag_id IN (SELECT id FROM tags WHERE site_id = :site AND name IN (${list})))`;
      return {
        by: 'posts_owner',
        where: [...(kind === 'answers' ? LIVE_ANSWERS : LIVE_QUESTIONS), '$.owner_id = :user', `${tags} = :all`],
        bindings: { ...bindings, user, all: names.length },
      };
    },
  });

export const topTagRoutes: readonly Route[] = [
  topTags(
    "Lists the tags under which a user's answers are liked best.",
    'top-answer-tags',
    '$.answer_score',
    '$.answer_count',
  ),
  topTags(
    "Lists the tags under which a user's questions are liked best.",
    'top-question-tags',
    '$.question_score',
    '$.question_count',
  ),
  topTags(
    'Lists the tags under which what a user wrote is liked best.',
    'top-tags',
    '($.answer_score + $.question_score)',
    '($.answer_count + $.question_count)',
  ),
  topPosts("Lists a user's answers to questions with all of these tags.", 'answers'),
  topPosts("Lists a user's questions with all of these tags.", 'questions'),
];
