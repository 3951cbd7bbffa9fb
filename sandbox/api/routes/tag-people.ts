import { badParameter } from '../errors.ts';
import { defineRoute, type Route } from '../query/route.ts';
import { tagScore } from '../objects/people.ts';
import { topTag } from '../objects/tags.ts';
import { answer } from '../objects/posts.ts';
import { question } from '../objects/question.ts';
import { sqlList } from '../query/list-sql.ts';
import { LIVE_ANSWERS, POSTS } from './posts/posts.ts';
import { LIVE_QUESTIONS, tagsInPath } from './posts/find-questions.ts';

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

const topOfTag = (people: string, kind: 'answer' | 'question', ofMonth: string): Route =>
  defineRoute({
    path: `/tags/{tag}/top-${people}/{period}`,
    summary: `Lists the users whose ${kind}s under a tag are liked best, of the last month or all time.`,
    of: tagScore,
    from: ['users', 'u'],
    order: '$.tag_score DESC, $.tag_posts DESC, $.id',
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
          bindings: { tag: Number(known['id']), from: lasts === undefined ? 0 : now - lasts, most: mostNamed(version) },
        }
      );
    },
  });

/** How many tags are named. */
const MAX_TAGS = 30;

/** @param what is liked, and its kinds in `tag_users` */
const topTags = (path: string, what: string, ...kinds: readonly ('answer' | 'question')[]): Route => {
  const [score, count] = ['score', 'count'].map((of) => `(${kinds.map((kind) => `$.${kind}_${of}`).join(' + ')})`);
  const liked = `(SELECT * FROM tag_users AS $ WHERE $.site_id = :site AND $.user_id = :user AND ${count} > 0
    ORDER BY ${score} DESC, $.tag_id LIMIT ${MAX_TAGS})`;
  return defineRoute({
    path: `/users/{id}/${path}`,
    summary: `Lists the tags under which ${what} liked best.`,
    of: topTag,
    from: ['tag_users', 'w'],
    order: `${score} DESC, $.tag_id`,
    select: ({ users: [user = null] }) => ({
      from: [liked.replaceAll('$', 'w'), 'w', 'tag_id'],
      bindings: { user },
    }),
  });
};

/** Posts of a user under all of the tags in the path; each is looked up while the user's are read in order. */
const topPosts = (kind: 'answers' | 'questions', summary: string): Route =>
  defineRoute({
    ...POSTS,
    path: `/users/{id}/tags/{tags}/top-${kind}`,
    summary,
    of: kind === 'answers' ? answer : question,
    where: kind === 'answers' ? LIVE_ANSWERS : LIVE_QUESTIONS,
    select(request) {
      const [user = null] = request.users;
      const names = tagsInPath(request);
      const { list, bindings } = sqlList('tag', names);
      const tags = `(SELECT count(*) FROM post_tags x WHERE x.site_id = $.site_id
        AND x.post_id = coalesce($.parent_id, $.id)
        AND x.tag_id IN (SELECT id FROM tags WHERE site_id = :site AND name IN (${list})))`;
      return {
        by: 'posts_owner',
        where: ['$.owner_id = :user', `${tags} = :all`],
        bindings: { ...bindings, user, all: names.length },
      };
    },
  });

export const tagPeopleRoutes: readonly Route[] = [
  topOfTag('answerers', 'answer', NEW_ANSWERS),
  topOfTag('askers', 'question', NEW_QUESTIONS),
  topTags('top-answer-tags', "a user's answers are", 'answer'),
  topTags('top-question-tags', "a user's questions are", 'question'),
  topTags('top-tags', 'what a user wrote is', 'answer', 'question'),
  topPosts('answers', "Lists a user's answers to questions with all of these tags."),
  topPosts('questions', "Lists a user's questions with all of these tags."),
];
