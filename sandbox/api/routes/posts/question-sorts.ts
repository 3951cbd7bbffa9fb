import { RANK } from '../../query/list-sql.ts';
import type { Sort } from '../../query/route.ts';

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
