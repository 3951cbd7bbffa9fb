import { z } from 'zod';
import type { Network, Paging } from './network.ts';
import type { Ask } from './request/requester.ts';
import {
  Answer,
  Badge,
  Comment,
  InboxItem,
  MadeFilter,
  NetworkUser,
  Privilege,
  Question,
  Reputation,
  ReputationChange,
  Site,
  Tag,
  TopAnswerer,
  User,
} from '../../common/resources.ts';

/** The routes Askbell uses, each with its parameters and the object it gives (network-api "Endpoints"). */

type Query<Name extends Exclude<keyof Network, 'invalidate'>> = NonNullable<Parameters<Network[Name]>[0]>;

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

export const sites = (pages: Paging): Ask<Site> => ({
  method: '/sites',
  path: '/sites',
  query: paging(pages),
  item: Site,
});

/** No site, and no key is needed; both do no harm. */
export const createFilter = ({ include }: Query<'createFilter'>): Ask<MadeFilter> => ({
  method: '/filters/create',
  path: '/filters/create',
  query: { include: vector(include), base: 'default', unsafe: 'false' },
  item: MadeFilter,
});

export const reputation = ({ site, userId, filter, ...pages }: Query<'reputation'>): Ask<Reputation> => ({
  method: '/users/{id}/reputation',
  path: `/users/${encodeURIComponent(userId)}/reputation`,
  query: { site, filter, ...paging(pages) },
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
  query: {
    site,
    tagged: tagged && vector(tagged),
    sort: 'votes',
    order: 'asc',
    min: minScore,
    fromdate,
    ...paging(pages),
  },
  item: Question,
});

/** There is no sort by the bounty's end (network-api, "Endpoints"), so all pages are read. */
export const featured = ({ site, ...pages }: Query<'featured'>): Ask<Question> => ({
  method: '/questions/featured',
  path: '/questions/featured',
  query: { site, sort: 'creation', order: 'desc', ...paging(pages) },
  item: Question,
});

/** Public from version 2.1 on; the specification names `/users/{id}/reputation` only, so a network may lack it. */
export const reputationHistory = ({ site, userId, ...pages }: Query<'reputationHistory'>): Ask<ReputationChange> => ({
  method: '/users/{ids}/reputation-history',
  path: `/users/${encodeURIComponent(userId)}/reputation-history`,
  query: { site, ...paging(pages) },
  item: ReputationChange,
});

export const privileges = ({ site, ...pages }: Query<'privileges'>): Ask<Privilege> => ({
  method: '/privileges',
  path: '/privileges',
  query: { site, ...paging(pages) },
  item: Privilege,
});

export const myPrivileges = ({ site, ...pages }: Query<'myPrivileges'>): Ask<Privilege> => ({
  method: '/me/privileges',
  path: '/me/privileges',
  query: { site, ...paging(pages) },
  item: Privilege,
});

/** Badges carry no date; the sort by when they were awarded tells which are the latest (public-facts, section 4). */
export const myBadges = ({ site, ...pages }: Query<'myBadges'>): Ask<Badge> => ({
  method: '/me/badges',
  path: '/me/badges',
  query: { site, sort: 'awarded', order: 'desc', ...paging(pages) },
  item: Badge,
});

export const myTags = ({ site, ...pages }: Query<'myTags'>): Ask<Tag> => ({
  method: '/me/tags',
  path: '/me/tags',
  query: { site, sort: 'popular', order: 'desc', ...paging(pages) },
  item: Tag,
});

export const questionsOf = ({ site, userId, ...pages }: Query<'questionsOf'>): Ask<Question> => ({
  method: '/users/{ids}/questions',
  path: `/users/${encodeURIComponent(userId)}/questions`,
  query: { site, sort: 'activity', order: 'desc', ...paging(pages) },
  item: Question,
});

export const answersOf = ({ site, userId, ...pages }: Query<'answersOf'>): Ask<Answer> => ({
  method: '/users/{ids}/answers',
  path: `/users/${encodeURIComponent(userId)}/answers`,
  query: { site, sort: 'activity', order: 'desc', ...paging(pages) },
  item: Answer,
});

/** Unknown tags are left out of the answer. */
export const tagInfo = ({ site, tags: names }: Query<'tagInfo'>): Ask<Tag> => ({
  method: '/tags/{tags}/info',
  path: `/tags/${names.toSorted().map(encodeURIComponent).join(';')}/info`,
  query: { site, pagesize: 100 },
  item: Tag,
});

/** No sort and no more than the 20 or 30 that the network names (public-facts, section 4). */
export const topAnswerers = ({ site, tag, period }: Query<'topAnswerers'>): Ask<TopAnswerer> => ({
  method: '/tags/{tag}/top-answerers/{period}',
  path: `/tags/${encodeURIComponent(tag)}/top-answerers/${period}`,
  query: { site },
  item: TopAnswerer,
});

/** `withbody` adds the body, and leaves the fields of the default filter in. */
export const question = ({ site, id }: Query<'question'>): Ask<Question> => ({
  method: '/questions/{ids}',
  path: `/questions/${id}`,
  query: { site, filter: 'withbody' },
  item: Question,
});

export const answer = ({ site, id }: Query<'answer'>): Ask<Answer> => ({
  method: '/answers/{ids}',
  path: `/answers/${id}`,
  query: { site, filter: 'withbody' },
  item: Answer,
});

export const comment = ({ site, id }: Query<'comment'>): Ask<Comment> => ({
  method: '/comments/{ids}',
  path: `/comments/${id}`,
  query: { site, filter: 'withbody' },
  item: Comment,
});

/** 100 ids at most (public-facts, section 4). */
export const questionsById = ({ site, ids }: Query<'questionsById'>): Ask<Question> => ({
  method: '/questions/{ids}',
  path: `/questions/${ids.toSorted((a, b) => a - b).join(';')}`,
  query: { site, pagesize: 100 },
  item: Question,
});

/** Public-facts, section 7: a form; `preview` only asks whether the network would do it. */
export const accept = ({ site, id, undo = false, preview = false }: Query<'accept'>): Ask<Answer> => ({
  method: undo ? '/answers/{id}/accept/undo' : '/answers/{id}/accept',
  path: `/answers/${id}/accept${undo ? '/undo' : ''}`,
  query: { site, preview: preview ? 'true' : undefined },
  isWrite: true,
  item: Answer,
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

/** Takes the application away from the token's owner, and every token with it (https://api.stackexchange.com/docs/application-de-authenticate). */
export const deauthenticate = (token: string): Ask<unknown> => ({
  method: '/apps/{token}/de-authenticate',
  path: `/apps/${encodeURIComponent(token)}/de-authenticate`,
  item: z.unknown(),
});
