import { defineRoute, type Route, type RouteRequest, type Selection } from '../../query/route.ts';
import { answer } from '../../objects/posts/answer.ts';
import { sqlList } from '../../query/list-sql.ts';
import { QUESTION_SORTS } from './question-sorts.ts';

/** Answers of the request's site that are not deleted. */
export const LIVE_ANSWERS = ['p.site_id = :site', 'p.post_type = 2', 'p.deleted_at IS NULL'] as const;

const answers = (
  summary: string,
  paths: readonly [string, ...string[]],
  meant: (request: RouteRequest) => Selection,
): Route =>
  defineRoute({
    summary,
    name: paths[0],
    paths,
    site: 'required',
    of: answer,
    from: ['posts', 'p'],
    sorts: QUESTION_SORTS,
    tie: '$.id',
    created: '$.created_at',
    select(request) {
      const { where, bindings = {} } = meant(request);
      return { where: [...LIVE_ANSWERS, ...where], bindings };
    },
  });

const whose = (column: string, name: string, values: readonly number[]): Selection => {
  const { list, bindings } = sqlList(name, values);
  return { where: [`${column} IN (${list})`], bindings };
};

export const answerRoutes: readonly Route[] = [
  answers('Lists answers.', ['/answers'], () => ({ where: [] })),
  answers('Gives answers by identifier.', ['/answers/{ids}'], ({ ids }) => whose('p.id', 'id', ids)),
  answers('Lists the answers of questions.', ['/questions/{ids}/answers'], ({ ids }) =>
    whose('p.parent_id', 'id', ids),
  ),
  answers('Answers of users.', ['/users/{ids}/answers', '/me/answers'], ({ users }) =>
    whose('p.owner_id', 'user', users),
  ),
];
