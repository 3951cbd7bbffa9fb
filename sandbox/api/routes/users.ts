import { z } from 'zod';
import { defineRoute, type Route, type RouteRequest, type Selection, type Sort } from '../query/route.ts';
import type { Statements } from '../../world/database/statements.ts';
import { user, networkUser } from '../objects/people.ts';
import { lookUp, sqlList } from '../query/list-sql.ts';
import { textKey, textKeysOf } from '../../world/database/text.ts';
import { SearchText, List } from '../query/parameters.ts';

export const USER_SORTS = {
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

/** The names of people are found by three letters in a row; so many hits are looked at one by one. */
const MIN_LETTERS = 3;
const MAX_HITS = 5000;

/** People whose name has a text in it: among the hits of its letters if these are few, or in the order of the list. */
function findPeople(statements: Statements, site: number, inname: string): Selection {
  const signs = [...inname];
  const letters = signs
    .slice(MIN_LETTERS - 1)
    .map(
      (_, index) =>
        `"${signs
          .slice(index, index + MIN_LETTERS)
          .join('')
          .replaceAll('"', '""')}"`,
    )
    .join(' AND ');
  const hits = `FROM text_people WHERE text_people MATCH :letters AND rowid BETWEEN ${textKeysOf(':site')}`;
  const where = ['u.site_id = :site', 'instr(fold(u.display_name), :inname) > 0'];
  const count =
    signs.length < MIN_LETTERS
      ? undefined
      : statements.get(`SELECT count(*) AS hits FROM (SELECT 1 ${hits} LIMIT ${MAX_HITS + 1})`, { letters, site });
  return count !== undefined && Number(count['hits']) <= MAX_HITS
    ? {
        among: { column: '$.id', values: `(SELECT rowid - ${textKey(':site', '0')} AS value ${hits})` },
        where,
        bindings: { inname, letters },
      }
    : { by: 'users', where, bindings: { inname } };
}

const users = (
  summary: string,
  paths: readonly [string, ...string[]],
  meant: (request: RouteRequest) => Partial<Selection>,
): Route =>
  defineRoute({
    ...common,
    summary,
    name: paths[0],
    paths,
    select(request) {
      const { where = [], ...rest } = meant(request);
      return { ...rest, where: ['u.site_id = :site', ...where] };
    },
  });

const MODERATORS = { index: 'users_moderators', where: ["u.user_type = 'moderator'"] };

export const userRoutes: readonly Route[] = [
  defineRoute({
    ...common,
    summary: 'Lists users.',
    name: '/users',
    paths: ['/users'],
    parameters: { inname: SearchText.optional() },
    select: ({ statements, site }, { inname }) =>
      inname
        ? findPeople(statements, site.id, inname.toLowerCase())
        : { by: 'users', where: ['u.site_id = :site'], total: '(SELECT users FROM sites WHERE id = :site)' },
  }),
  users("Gives users by identifier; under /me the token's user.", ['/users/{ids}', '/me'], (request) =>
    lookUp('$.id', request.users),
  ),
  users('Lists the moderators.', ['/users/moderators'], () => MODERATORS),
  users('Lists the moderators who were elected.', ['/users/moderators/elected'], () => ({
    ...MODERATORS,
    where: [...MODERATORS.where, 'u.is_elected = 1'],
  })),
];

/** Takes `main_site;meta_site`; gives the words. */
const Types = List.pipe(z.array(z.enum(['main_site', 'meta_site'])));

/** The ids are of accounts, not of users of a site (docs/api.md, "Endpoints"). */
const associatedRoute = {
  summary: "Accounts on every site that belong to the token's user, or to network accounts.",
  name: '/users/{ids}/associated',
  paths: ['/users/{ids}/associated', '/me/associated'],
  site: 'refused',
  of: networkUser,
  from: ['users', 'u'],
  keepsOrder: true,
  echoesPage: true,
  parameters: { types: Types.optional() },
  select({ accountId, ids, template }: RouteRequest, { types = [] }: { types?: string[] | undefined }) {
    const kinds = sqlList('type', types);
    const accounts = sqlList('account', template.startsWith('/me') ? [accountId] : ids);
    const ofTypes = types.length > 0 ? [`u.site_id IN (SELECT id FROM sites WHERE site_type IN (${kinds.list}))`] : [];
    return {
      where: [`u.account_id IN (${accounts.list})`, ...ofTypes],
      bindings: { ...kinds.bindings, ...accounts.bindings },
    };
  },
} as const;

/** In no order that would be of use; the public service promises none, and its wrapper is the usual one. */
const SCATTERED = '($.site_id * 7919) % 1009, $.site_id';

export const associated = defineRoute({
  ...associatedRoute,
  tie: '$.reputation DESC, $.site_id DESC',
  instead: { flag: 'manyAccounts', route: defineRoute({ ...associatedRoute, tie: SCATTERED, echoesPage: false }) },
});
