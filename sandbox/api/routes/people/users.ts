import { defineRoute, type Route, type RouteRequest, type Selection, type Sort } from '../../query/route.ts';
import { user } from '../../objects/people/user.ts';
import { sqlList } from '../../query/list-sql.ts';
import { SearchText } from '../parameter-schemas.ts';

const USER_SORTS = {
  reputation: { sql: '$.reputation', bound: 'number' },
  creation: { sql: '$.created_at', bound: 'date' },
  name: { sql: '$.display_name COLLATE NOCASE', bound: 'string' },
  modified: { sql: 'coalesce($.last_modified_at, $.created_at)', bound: 'date' },
} as const satisfies Record<string, Sort>;

const common = {
  site: 'required',
  of: user,
  from: ['users', 'u'],
  sorts: USER_SORTS,
  tie: '$.id',
  created: '$.created_at',
} as const;

const users = (
  summary: string,
  paths: readonly [string, ...string[]],
  meant: (request: RouteRequest) => Selection,
): Route =>
  defineRoute({
    ...common,
    summary,
    name: paths[0],
    paths,
    select(request) {
      const { where, bindings = {} } = meant(request);
      return { where: ['u.site_id = :site', ...where], bindings };
    },
  });

export const userRoutes: readonly Route[] = [
  defineRoute({
    ...common,
    summary: 'Lists users.',
    name: '/users',
    paths: ['/users'],
    parameters: { inname: SearchText.optional() },
    select: (_request, { inname }) => ({
      where: ['u.site_id = :site', ...(inname ? ['instr(fold(u.display_name), :inname) > 0'] : [])],
      bindings: { inname: inname?.toLowerCase() ?? null },
    }),
  }),
  users("Gives users by identifier; under /me the token's user.", ['/users/{ids}', '/me'], (request) => {
    const { list, bindings } = sqlList('user', request.users);
    return { where: [`u.id IN (${list})`], bindings };
  }),
  users('Lists the moderators.', ['/users/moderators'], () => ({ where: ["u.user_type = 'moderator'"] })),
  users('Lists the moderators who were elected.', ['/users/moderators/elected'], () => ({
    where: ["u.user_type = 'moderator'", 'u.is_elected = 1'],
  })),
];
