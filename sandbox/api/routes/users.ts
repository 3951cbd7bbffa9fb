import { z } from 'zod';
import { defineRoute, listsOf, type Route, type Selection } from '../query/route.ts';
import type { Statements } from '../../world/database/statements.ts';
import { user, networkUser } from '../objects/people.ts';
import { idsFrom, kept, lookUp, sqlList } from '../query/list-sql.ts';
import { textKey, textKeysOf } from '../../world/database/text.ts';
import { SearchText, List } from '../query/parameters.ts';

/** Lists of users of the request's site. */
export const USERS = {
  of: user,
  from: ['users', 'u'],
  sorts: {
    reputation: { sql: '$.reputation', bound: 'number' },
    creation: { sql: '$.created_at', bound: 'date' },
    name: { sql: '$.display_name COLLATE NOCASE', bound: 'string' },
    modified: { sql: 'coalesce($.last_modified_at, $.created_at)', bound: 'date' },
  },
  created: '$.created_at',
  where: ['u.site_id = :site'],
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
  const where = ['instr(fold(u.display_name), :inname) > 0'];
  const count =
    signs.length < MIN_LETTERS
      ? undefined
      : statements.get(`SELECT count(*) AS hits FROM (SELECT 1 ${hits} LIMIT ${MAX_HITS + 1})`, { letters, site });
  return count !== undefined && Number(count['hits']) <= MAX_HITS
    ? { where, ...idsFrom(`(SELECT rowid - ${textKey(':site', '0')} AS value ${hits})`, { inname, letters }) }
    : { by: 'users', where, bindings: { inname } };
}

const users = listsOf(USERS);
const MODERATORS = { index: 'users_moderators', where: ["u.user_type = 'moderator'"] };

/** The ids are of accounts, not of users of a site (docs/api.md, "Endpoints"). */
const associated = defineRoute({
  path: '/users/{ids}/associated',
  summary: "Accounts on every site that belong to the token's user, or to network accounts.",
  site: 'refused',
  of: networkUser,
  from: ['users', 'u'],
  order: '$.reputation DESC, $.site_id DESC',
  echoesPage: true,
  // In no order that would be of use; the public service promises none, and its wrapper is the usual one.
  instead: { flag: 'manyAccounts', order: '($.site_id * 7919) % 1009, $.site_id', echoesPage: false },
  parameters: { types: List.pipe(z.array(z.enum(['main_site', 'meta_site']))).optional() },
  select({ accountId, ids, template }, { types = [] }) {
    const kinds = sqlList('type', types);
    const accounts = sqlList('account', template.startsWith('/me') ? [accountId] : ids);
    const ofTypes = types.length > 0 ? [`u.site_id IN (SELECT id FROM sites WHERE site_type IN (${kinds.list}))`] : [];
    return {
      where: [`u.account_id IN (${accounts.list})`, ...ofTypes],
      bindings: { ...kinds.bindings, ...accounts.bindings },
    };
  },
});

export const userRoutes: readonly Route[] = [
  users<{ inname: z.ZodOptional<typeof SearchText> }>(
    '/users',
    'Lists users.',
    ({ statements, site }, { inname }) =>
      inname ? findPeople(statements, site.id, inname.toLowerCase()) : { by: 'users', total: kept('users') },
    { parameters: { inname: SearchText.optional() } },
  ),
  users('/users/{ids}', "Gives users by identifier; under /me the token's user.", (request) =>
    lookUp('$.id', request.users),
  ),
  users('/users/moderators', 'Lists the moderators.', () => MODERATORS),
  users('/users/moderators/elected', 'Lists the moderators who were elected.', () => ({
    ...MODERATORS,
    where: [...MODERATORS.where, 'u.is_elected = 1'],
  })),
  associated,
];
