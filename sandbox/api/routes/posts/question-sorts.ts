import type { Sort } from '../../query/route.ts';

/** The sorts of every question list; the first is the default. */
export const QUESTION_SORTS = {
  activity: { sql: '$.last_activity_at', bound: 'date' },
  votes: { sql: '$.score', bound: 'number' },
  creation: { sql: '$.created_at', bound: 'date' },
} as const satisfies Record<string, Sort>;

/** Much liked, answered and viewed for its age: interest per hour, with two hours' grace for the newest. */
const HEAT = '(($.score * 3 + $.answer_count * 2 + $.view_count / 50.0) / ((:now - $.created_at) / 3600.0 + 2))';
const ofLast = (days: number): Sort => ({
  sql: '$.score',
  bound: 'none',
  where: `$.created_at >= :now - ${days * 86_400}`,
});

export const HOT_SORTS = {
  hot: { sql: HEAT, bound: 'none' },
  week: ofLast(7),
  month: ofLast(30),
} as const satisfies Record<string, Sort>;

/** Questions of the request's site that are not deleted. */
export const LIVE_QUESTIONS = ['p.site_id = :site', 'p.post_type = 1', 'p.deleted_at IS NULL'] as const;
