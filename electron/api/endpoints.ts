import { z } from 'zod';
import type { Network, Paging } from './network.ts';
import type { Ask } from './request.ts';
import { InboxItem, NetworkUser, Question, Reputation, Site, Tag, User } from './resources.ts';

/** The routes Askbell uses, each with its parameters and the object it gives (network-api "Endpoints"). */

type Query<Name extends 'me' | 'inbox' | 'reputation' | 'questions' | 'search' | 'scored' | 'featured' | 'tags'> = Parameters<Network[Name]>[0];

/** Several values of one parameter; sorted, so that the same request looks the same. */
const vector = (values: string[]): string => values.toSorted().join(';');

const paging = ({ page, pagesize }: Paging) => ({ page, pagesize });

/** `site` is required here although the person is the same everywhere. */
export const me = ({ site }: Query<'me'>): Ask<User> => ({ method: '/me', path: '/me', query: { site }, item: User });

/** `site` is required, yet items of every site come. `withbody` gives the excerpt that a notification shows. */
export const inbox = ({ site, ...pages }: Query<'inbox'>): Ask<InboxItem> => ({
  method: '/me/inbox',
  path: '/me/inbox',
  query: { site, filter: 'withbody', ...paging(pages) },
  item: InboxItem,
});

/** Accounts on all sites, so it takes no `site`. */
export const associated = (pages: Paging): Ask<NetworkUser> => ({
  method: '/me/associated',
  path: '/me/associated',
  query: paging(pages),
  item: NetworkUser,
});

export const sites = (pages: Paging): Ask<Site> => ({ method: '/sites', path: '/sites', query: paging(pages), item: Site });

export const reputation = ({ site, userId, ...pages }: Query<'reputation'>): Ask<Reputation> => ({
  method: '/users/{id}/reputation',
  path: `/users/${encodeURIComponent(userId)}/reputation`,
  query: { site, ...paging(pages) },
  item: Reputation,
});

/** `fromdate` bounds the creation date, whatever the sort. */
export const questions = ({ site, order, fromdate, ...pages }: Query<'questions'>): Ask<Question> => ({
  method: '/questions',
  path: '/questions',
  query: { site, sort: 'creation', order, fromdate, ...paging(pages) },
  item: Question,
});

/** Here `tagged` asks for any of the tags (public-facts, section 4). */
export const search = ({ site, tagged, order, fromdate, ...pages }: Query<'search'>): Ask<Question> => ({
  method: '/search',
  path: '/search',
  query: { site, tagged: vector(tagged), sort: 'creation', order, fromdate, ...paging(pages) },
  item: Question,
});

/** `min` bounds the sort field, the score. Ascending, so that those that have just reached it come first. */
export const scored = ({ site, minScore, fromdate, tagged, ...pages }: Query<'scored'>): Ask<Question> => ({
  method: '/search/advanced',
  path: '/search/advanced',
  query: { site, tagged: tagged && vector(tagged), sort: 'votes', order: 'asc', min: minScore, fromdate, ...paging(pages) },
  item: Question,
});

/** There is no sort by the bounty's end (network-api, "Endpoints"), so all pages are read. */
export const featured = ({ site, ...pages }: Query<'featured'>): Ask<Question> => ({
  method: '/questions/featured',
  path: '/questions/featured',
  query: { site, sort: 'creation', order: 'desc', ...paging(pages) },
  item: Question,
});

export const tags = ({ site, inname, ...pages }: Query<'tags'>): Ask<Tag> => ({
  method: '/tags',
  path: '/tags',
  query: { site, inname, sort: 'popular', order: 'desc', ...paging(pages) },
  item: Tag,
});

/** Ends a token (https://api.stackexchange.com/docs/invalidate-access-tokens). The token is part of the path. */
export const invalidate = (token: string): Ask<unknown> => ({
  method: '/access-tokens/{token}/invalidate',
  path: `/access-tokens/${encodeURIComponent(token)}/invalidate`,
  item: z.unknown(),
});
