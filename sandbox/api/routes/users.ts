import { z } from 'zod';
import type { Statements } from '../../world/database/statements.ts';
import { textKey, textKeysOf } from '../../world/database/text.ts';
import { ApiError } from '../errors.ts';
import { accountMerge, tagPreference, writePermission } from '../objects/network.ts';
import { user as userObject, networkUser } from '../objects/people.ts';
import { idsFrom, kept, lookUp, sqlList, JSON_ROWS, jsonRows } from '../query/list-sql.ts';
import { SearchText, List } from '../query/parameters.ts';
import { defineRoute, listsOf, type Route, type Selection, byNumber, byDate, byText } from '../query/route.ts';
import { NEW_TEXTS } from './write.ts';

/** Lists of users of the request's site. */
export const USERS = {
  of: userObject,
  from: ['users', 'u'],
  sorts: {
    reputation: byNumber('$.reputation'),
    creation: byDate('$.created_at'),
    name: byText('$.display_name COLLATE NOCASE'),
    modified: byDate('coalesce($.last_modified_at, $.created_at)'),
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
  const parts = signs.slice(MIN_LETTERS - 1).map((_, index) => signs.slice(index, index + MIN_LETTERS).join(''));
  const letters = parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ');
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
const associated = defineRoute(
  '/users/{ids}/associated',
  "Accounts on every site that belong to the token's user, or to network accounts.",
  {
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
      const ofTypes =
        types.length > 0 ? [`u.site_id IN (SELECT id FROM sites WHERE site_type IN (${kinds.list}))`] : [];
      return {
        where: [`u.account_id IN (${accounts.list})`, ...ofTypes],
        bindings: { ...kinds.bindings, ...accounts.bindings },
      };
    },
  },
);

const DAILY_ACTIONS = 1000;
const EVERYWHERE_COMMENT = 50;

/** Returns the permissions of a user: anybody answers and asks, and comments everywhere from a reputation on. */
const permissionsOf = (reputation: number) =>
  (['answer', 'comment', 'question'] as const).map((type) => {
    const { seconds, until } = NEW_TEXTS[type];
    const may = type !== 'comment' || reputation >= EVERYWHERE_COMMENT;
    return {
      object_type: type,
      can_add: may,
      can_edit: may,
      can_delete: may,
      max_daily_actions: may ? DAILY_ACTIONS : 0,
      min_seconds_between_actions: reputation < until ? seconds : 0,
    };
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
  defineRoute('/users/{ids}/merges', 'Lists the accounts that became part of an account.', {
    site: 'refused',
    since: 2.1,
    of: accountMerge,
    from: ['account_merges', 'm'],
    tie: '$.merged_at, $.old_account_id',
    created: '$.merged_at',
    select: ({ template, accountId, ids }) => ({
      where: ['m.new_account_id IN (SELECT value FROM json_each(:accounts))'],
      bindings: { accounts: JSON.stringify(template.startsWith('/me') ? [accountId] : ids) },
    }),
  }),
  defineRoute('/users/{id}/tag-preferences', "Lists the tags that the token's user watches or ignores.", {
    since: 2.2,
    needs: 'private_info',
    of: tagPreference,
    from: ['tag_preferences', 'f'],
    order: '$.tag',
    select({ users: [user = null], own }) {
      if (user !== null && !own().includes(user))
        throw new ApiError(403, "The tags that somebody watches are for the token's own user only");
      return { where: ['f.site_id = :site', 'f.user_id = :user'], bindings: { user } };
    },
  }),
  defineRoute('/users/{id}/write-permissions', 'Tells what a user may write.', {
    ...JSON_ROWS,
    since: 2.1,
    of: writePermission,
    select({ statements, site, users: [user = null] }) {
      const row = statements.get('SELECT reputation FROM users WHERE site_id = :site AND id = :user', {
        site: site.id,
        user,
      });
      const { bindings } = jsonRows(row ? permissionsOf(Number(row['reputation'])) : []);
      return { bindings: { ...bindings, user } };
    },
  }),
];
