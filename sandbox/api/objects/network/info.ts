import { nested, number, text, type ObjectType } from '../object-type.ts';
import { site } from './site.ts';

const QUESTIONS = 'FROM posts p WHERE p.site_id = $.id AND p.post_type = 1 AND p.deleted_at IS NULL';
const ANSWERS = 'FROM posts p WHERE p.site_id = $.id AND p.post_type = 2 AND p.deleted_at IS NULL';
const AWARDS = 'FROM user_badges b WHERE b.site_id = $.id';

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
    total_questions: number('$.questions'),
    total_unanswered: number('$.unanswered'),
    total_accepted: number('$.accepted'),
    total_answers: number('$.answers'),
    questions_per_minute: rate(QUESTIONS, 'p.created_at'),
    answers_per_minute: rate(ANSWERS, 'p.created_at'),
    total_comments: number('$.comments'),
    total_votes: number('$.votes'),
    total_badges: number('$.awards'),
    badges_per_minute: rate(AWARDS, 'b.awarded_at'),
    total_users: number('$.users'),
    new_active_users: number(
      `(SELECT count(*) FROM users u WHERE u.site_id = $.id AND u.created_at > :now - ${WEEK_SECONDS}
         AND u.last_access_at > u.created_at)`,
    ),
    api_revision: text("'sandbox'"),
    site: nested(site, { join: { alias: 'site', sql: 'JOIN sites AS @ ON @.id = $.id' } }, { extra: true }),
  },
};
