import { defineRoute } from '../http/route.ts';
import { inboxItem } from '../objects/inbox-item.ts';

/** Items of every site, whichever `site` is named (network-api "Endpoints"). */
export const inbox = defineRoute({
  name: '/inbox',
  paths: ['/me/inbox'],
  site: 'required',
  needs: 'read_inbox',
  of: inboxItem,
  from: ['inbox_items', 'i'],
  tie: '$.created_at, $.id',
  created: '$.created_at',
  select: ({ accountId }) => ({ where: ['i.account_id = :account'], bindings: { account: accountId } }),
});
