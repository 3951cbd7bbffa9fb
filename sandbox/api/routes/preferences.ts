import { ApiError } from '../errors.ts';
import { NEW_TEXTS } from './write.ts';
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

/** What a user may write: anybody answers and asks, and comments everywhere from a reputation on. */
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
    summary: 'Lists the accounts that became part of an account.',
    name: '/users/{ids}/merges',
    paths: ['/users/{ids}/merges', '/me/merges'],
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
    summary: "Lists the tags that the token's user watches or ignores.",
    name: '/users/{id}/tag-preferences',
    paths: ['/users/{id}/tag-preferences', '/me/tag-preferences'],
    site: 'required',
    since: 2.2,
    needs: 'private_info',
    of: tagPreference,
    from: ['tag_preferences', 'f'],
    tie: '$.tag',
    keepsOrder: true,
    select({ users: [user = null], own }) {
      if (user !== null && !own().includes(user))
        throw new ApiError(403, "The tags that somebody watches are for the token's own user only");
      return { where: ['f.site_id = :site', 'f.user_id = :user'], bindings: { user } };
    },
  }),
  defineRoute({
    summary: 'Tells what a user may write.',
    name: '/users/{id}/write-permissions',
    paths: ['/users/{id}/write-permissions', '/me/write-permissions'],
    site: 'required',
    since: 2.1,
    of: writePermission,
    from: ['json_each(:permissions)', 'w'],
    tie: '$.key',
    keepsOrder: true,
    select({ statements, site, users: [user = null] }) {
      const row = statements.get('SELECT reputation FROM users WHERE site_id = :site AND id = :user', {
        site: site.id,
        user,
      });
      const permissions = row ? permissionsOf(Number(row['reputation'])) : [];
      return { where: [], bindings: { permissions: JSON.stringify(permissions), user } };
    },
  }),
];
