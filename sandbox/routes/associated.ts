import { z } from 'zod';
import { defineRoute } from '../http/route.ts';
import { networkUser } from '../objects/network-user.ts';
import { among } from './among.ts';

const siteTypes = ['main_site', 'meta_site'] as const;

/** Takes `main_site;meta_site`; gives the words. */
const Types = z
  .string()
  .transform((sent) => sent.split(';').filter(Boolean))
  .pipe(z.array(z.enum(siteTypes)));

export const associated = defineRoute({
  name: '/users/{ids}/associated',
  paths: ['/me/associated'],
  site: 'refused',
  of: networkUser,
  from: ['users', 'u'],
  tie: '$.reputation, $.site_id',
  echoesPage: true,
  parameters: { types: Types.optional() },
  select({ accountId }, { types = [] }) {
    const { list, bindings } = among('type', types);
    const ofTypes = types.length > 0 ? [`u.site_id IN (SELECT id FROM sites WHERE site_type IN (${list}))`] : [];
    return { where: ['u.account_id = :account', ...ofTypes], bindings: { ...bindings, account: accountId } };
  },
});
