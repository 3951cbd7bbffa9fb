import { z } from 'zod';
import { defineRoute, type RouteRequest } from '../../query/route.ts';
import { networkUser } from '../../objects/people/network-user.ts';
import { sqlList } from '../../query/list-sql.ts';
import { List } from '../parameter-schemas.ts';

/** Takes `main_site;meta_site`; gives the words. */
const Types = List.pipe(z.array(z.enum(['main_site', 'meta_site'])));

/** The ids are of accounts, not of users of a site (docs/api.md, "Endpoints"). */
const common = {
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
  ...common,
  tie: '$.reputation DESC, $.site_id DESC',
  instead: { flag: 'manyAccounts', route: defineRoute({ ...common, tie: SCATTERED, echoesPage: false }) },
});
