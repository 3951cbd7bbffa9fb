import { nested, number, text, type ObjectType } from '../object-type.ts';
import { site } from './site.ts';

const QUESTIONS = 'FROM posts p WHERE p.site_id = $.id AND p.post_type = 1 AND p.deleted_at IS NULL';
const ANSWERS = 'FROM posts p WHERE p.site_id = $.id AND p.post_type = 2 AND p.deleted_at IS NULL';
const BADGES = 'FROM user_badges b WHERE b.site_id = $.id';
const count = (from: string) => number(`(SELECT count(*) ${from})`);

/** The span over which rates per minute are counted: the last week. */
const WEEK_SECONDS = 7 * 86_400;
const rate = (from: string, date: string) =>
  number(
    `(SELECT round(count(*) / ${WEEK_SECONDS / 60}.0, 4) ${from} AND ${date} > :now - ${WEEK_SECONDS}
       AND ${date} <= :now)`,
  );

/** The numbers of a site; `$` is the sites table. */
export const info: ObjectType = {
  name: 'info',
  always: [
    'total_questions',
    'total_unanswered',
    'total_accepted',
    'total_answers',
    'questions_per_minute',
    'answers_per_minute',
    'total_comments',
    'total_votes',
    'total_badges',
    'badges_per_minute',
    'total_users',
    'new_active_users',
    'api_revision',
  ],
  plural: 'statistics',
  fields: {
    total_questions: count(QUESTIONS),
    total_unanswered: count(
      `${QUESTIONS} AND p.accepted_answer_id IS NULL AND NOT EXISTS (SELECT 1 FROM posts a
         WHERE a.site_id = p.site_id AND a.parent_id = p.id AND +a.post_type = 2 AND +a.score > 0
           AND a.deleted_at IS NULL)`,
    ),
    total_accepted: count(`${QUESTIONS} AND p.accepted_answer_id IS NOT NULL`),
    total_answers: count(ANSWERS),
    questions_per_minute: rate(QUESTIONS, 'p.created_at'),
    answers_per_minute: rate(ANSWERS, 'p.created_at'),
    // Comments are there as long as their post is; wikis, which dumps hold, are no posts of the API.
    total_comments: count(
      `FROM comments c JOIN posts p ON p.site_id = c.site_id AND p.id = c.post_id
        WHERE c.site_id = $.id AND c.deleted_at IS NULL AND p.post_type IN (1, 2) AND p.deleted_at IS NULL`,
    ),
    total_votes: count('FROM votes v WHERE v.site_id = $.id AND v.vote_type IN (2, 3)'),
    total_badges: count(BADGES),
    badges_per_minute: rate(BADGES, 'b.awarded_at'),
    total_users: count('FROM users u WHERE u.site_id = $.id'),
    new_active_users: count(
      `FROM users u WHERE u.site_id = $.id AND u.created_at > :now - ${WEEK_SECONDS}
         AND u.last_access_at > u.created_at`,
    ),
    api_revision: text("'sandbox'"),
    site: nested(site, { join: { alias: 'site', sql: 'JOIN sites AS @ ON @.id = $.id' } }, { extra: true }),
  },
};
