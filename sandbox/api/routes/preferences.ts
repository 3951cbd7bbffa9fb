import { ApiError } from '../errors.ts';
import { NEW_TEXTS } from './write.ts';
import { JSON_ROWS, jsonRows } from '../query/list-sql.ts';
import { defineRoute, type Route } from '../query/route.ts';
import { accountMerge, tagPreference, writePermission } from '../objects/personal.ts';

const DAILY_ACTIONS = 1000;
const EVERYWHERE_COMMENT = 50;

interface Permission {
  object_type: string;
  can_add: boolean;
  can_edit: boolean;
  can_delete: boolean;
  max_daily_actions: number;
  min_seconds_between_actions: number;
}

/** Returns the permissions of a user: anybody answers and asks, and comments everywhere from a reputation on. */
const permissionsOf = (reputation: number): Permission[] =>
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

export const preferenceRoutes: readonly Route[] = [
  defineRoute({
    path: '/users/{ids}/merges',
    summary: 'Lists the accounts that became part of an account.',
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
  defineRoute({
    path: '/users/{id}/tag-preferences',
    summary: "Lists the tags that the token's user watches or ignores.",
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
  defineRoute({
    ...JSON_ROWS,
    path: '/users/{id}/write-permissions',
    summary: 'Tells what a user may write.',
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
