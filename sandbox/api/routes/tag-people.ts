import { badParameter } from '../errors.ts';
import { defineRoute, type Route } from '../query/route.ts';
import { tagScore } from '../objects/people.ts';
import { topTag } from '../objects/tag.ts';
import { answer } from '../objects/posts.ts';
import { question } from '../objects/question.ts';
import { sqlList } from '../query/list-sql.ts';
import { LIVE_ANSWERS, QUESTION_SORTS } from './posts/posts.ts';
import { LIVE_QUESTIONS } from './posts/find-questions.ts';

const PERIOD_SECONDS: Readonly<Record<string, number | undefined>> = { all_time: undefined, month: 30 * 86_400 };

/** How many are named: 30 in the documentation of 2.0, 20 in that of 2.3 (docs/api.md, "Tags and search"). */
const mostNamed = (version: number) => (version < 2.3 ? 30 : 20);

/** Everybody's sums under the tag are kept; those of a month are made of what is new under it. */
const KEPT = (kind: 'answer' | 'question') =>
  `SELECT user_id AS owner_id, ${kind}_score AS score, ${kind}_count AS posts
     FROM tag_users INDEXED BY tag_users_${kind}s
    WHERE site_id = :site AND tag_id = :tag AND ${kind}_count > 0
    ORDER BY ${kind}_score DESC, ${kind}_count DESC, user_id LIMIT :most`;
const NEW_QUESTIONS = `SELECT p.owner_id, sum(p.score) AS score, count(*) AS posts
  FROM post_tags t INDEXED BY post_tags_creation CROSS JOIN posts p ON p.site_id = t.site_id AND p.id = t.post_id
  WHERE t.site_id = :site AND t.tag_id = :tag AND t.created_at >= :from AND p.owner_id IS NOT NULL GROUP BY 1`;
/** A question was active no earlier than its newest answer. */
const NEW_ANSWERS = `SELECT p.owner_id, sum(p.score) AS score, count(*) AS posts
  FROM post_tags t INDEXED BY post_tags_activity
    CROSS JOIN posts p INDEXED BY posts_parent ON p.site_id = t.site_id AND p.parent_id = t.post_id
  WHERE t.site_id = :site AND t.tag_id = :tag AND t.last_activity_at >= :from AND p.post_type = 2
    AND p.deleted_at IS NULL AND p.created_at >= :from AND p.owner_id IS NOT NULL GROUP BY 1`;

/** Users with their sums, of which there is one for each. */
const best = (sums: string) =>
  `(SELECT u.*, s.score AS tag_score, s.posts AS tag_posts FROM (${sums}) AS s
      CROSS JOIN users u ON u.site_id = :site AND u.id = s.owner_id
     ORDER BY s.score DESC, s.posts DESC, u.id LIMIT :most)`;

const topOfTag = (summary: string, path: string, kind: 'answer' | 'question', ofMonth: string): Route =>
  defineRoute({
    summary,
    name: path,
    paths: [path],
    site: 'required',
    of: tagScore,
    from: ['users', 'u'],
    tie: '$.tag_score DESC, $.tag_posts DESC, $.id',
    keepsOrder: true,
    select({ words, version, now, statements, site }) {
      const [period = ''] = words['period'] ?? [];
      if (!Object.hasOwn(PERIOD_SECONDS, period)) throw badParameter('period');
      const [tag = ''] = words['tag'] ?? [];
      if ((words['tag'] ?? []).length > 1) throw badParameter('tag');
      const known = statements.get('SELECT id FROM tags WHERE site_id = :site AND name = :tag', {
        site: site.id,
        tag: tag.toLowerCase(),
      });
      const lasts = PERIOD_SECONDS[period];
      return (
        known && {
          from: [best(lasts === undefined ? KEPT(kind) : ofMonth), 'u', 'id'],
          where: [],
          bindings: {
            tag: Number(known['id']),
            from: lasts === undefined ? 0 : now - lasts,
            most: mostNamed(version),
          },
        }
      );
    },
  });

export const topOfTagRoutes: readonly Route[] = [
  topOfTag(
    'Lists the users whose answers under a tag are liked best, of the last month or all time.',
    '/tags/{tag}/top-answerers/{period}',
    'answer',
    NEW_ANSWERS,
  ),
  topOfTag(
    'Lists the users whose questions under a tag are liked best, of the last month or all time.',
    '/tags/{tag}/top-askers/{period}',
    'question',
    NEW_QUESTIONS,
  ),
];

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
