import { forEach, lookUp } from '../../query/list-sql.ts';
import { defineRoute, type Route, type RouteRequest, type Selection } from '../../query/route.ts';
import { answer } from '../../objects/posts/answer.ts';
import { QUESTION_SORTS } from './question-sorts.ts';

/** Answers of the request's site that are not deleted. */
export const LIVE_ANSWERS = ['p.site_id = :site', 'p.post_type = 2', 'p.deleted_at IS NULL'] as const;

const answers = (
  summary: string,
  paths: readonly [string, ...string[]],
  meant: (request: RouteRequest) => Partial<Selection>,
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
      const { where = [], ...rest } = meant(request);
      return { ...rest, where: [...LIVE_ANSWERS, ...where] };
    },
  });

export const answerRoutes: readonly Route[] = [
  answers('Lists answers.', ['/answers'], () => ({
    by: 'posts',
    total: '(SELECT answers FROM sites WHERE id = :site)',
  })),
  answers('Gives answers by identifier.', ['/answers/{ids}'], ({ ids }) => lookUp('$.id', ids)),
  answers('Lists the answers of questions.', ['/questions/{ids}/answers'], ({ ids }) =>
    lookUp('$.parent_id', ids, 'posts_parent'),
  ),
  answers('Answers of users.', ['/users/{ids}/answers', '/me/answers'], ({ users }) => ({
    by: 'posts_owner',
    ...forEach('$.owner_id', 'user', users),
  })),
];
