import { ApiError } from '../../errors.ts';
import { defineRoute, type RouteRequest } from '../../query/route.ts';
import { inboxItem } from '../../objects/personal/inbox-item.ts';
import { NO_SITE } from '../../query/site.ts';
import { EpochSeconds } from '../parameter-schemas.ts';

/** Refuses to show another person's items. Without a site nobody else can be named. */
export function checkOwn({ template, ids, own, site }: RouteRequest): void {
  if (template.startsWith('/users') && site.id !== NO_SITE.id && !own().some((user) => user === ids[0]))
    throw new ApiError(403, "This method is for the token's own user only");
}

const common = {
  needs: 'read_inbox',
  of: inboxItem,
  from: ['inbox_items', 'i'],
  tie: '$.created_at, $.id',
  created: '$.created_at',
} as const;

const all = (request: RouteRequest) => {
  checkOwn(request);
  return { where: ['i.account_id = :account'], bindings: { account: request.accountId } };
};

const unread = (request: RouteRequest, since: number | undefined) => {
  const { where, bindings } = all(request);
  const later = since === undefined ? [] : ['i.created_at >= :since'];
  return { where: [...where, 'i.is_unread = 1', ...later], bindings: { ...bindings, since: since ?? null } };
};

/** Items of every site, whichever `site` is named (docs/api.md, "Endpoints"). */
const ofUser = {
  ...common,
  summary: "Inbox items of the token's user, from every site.",
  name: '/users/{id}/inbox',
  paths: ['/users/{id}/inbox', '/me/inbox'],
  site: 'required',
  select: all,
} as const;

export const myInbox = defineRoute({
  ...ofUser,
  instead: { flag: 'inboxWithoutSite', route: defineRoute({ ...ofUser, site: 'optional' }) },
});

const unreadOfUser = {
  ...common,
  summary: "Inbox items that the token's user has not read, from every site.",
  name: '/users/{id}/inbox/unread',
  paths: ['/users/{id}/inbox/unread', '/me/inbox/unread'],
  site: 'required',
  parameters: { since: EpochSeconds.optional() },
  select: (request: RouteRequest, { since }: { since?: number | undefined }) => unread(request, since),
} as const;

export const myUnreadInbox = defineRoute({
  ...unreadOfUser,
  instead: { flag: 'inboxWithoutSite', route: defineRoute({ ...unreadOfUser, site: 'optional' }) },
});

export const inbox = defineRoute({
  ...common,
  summary: "Inbox items of the token's user, from every site.",
  name: '/inbox',
  paths: ['/inbox'],
  site: 'ignored',
  select: all,
});

export const unreadInbox = defineRoute({
  ...common,
  summary: "Inbox items that the token's user has not read, from every site.",
  name: '/inbox/unread',
  paths: ['/inbox/unread'],
  site: 'ignored',
  parameters: { since: EpochSeconds.optional() },
  select: (request, { since }) => unread(request, since),
});
