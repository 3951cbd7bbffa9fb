import { z } from 'zod';
import {
  Achievement,
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

/**
 * Operations of the network API that Askbell uses, each declared once: its route, parameters and the listed object
 * (docs/api.md, "Endpoints"). The client's methods and the type `Network` derive from this table.
 */

/** Operation. Array parameters are sent as vectors (`a;b`); a switch that is off is not sent. */
export interface Endpoint<Parameters extends z.ZodObject = z.ZodObject, Item = unknown> {
  /** Route as the network documents it, e.g. `/users/{id}/reputation`; named in backoffs, logs and errors. */
  path: string;
  parameters: Parameters;
  /** The network's names of parameters that differ from Askbell's. A parameter in the path is sent there. */
  sentAs?: Readonly<Record<string, string>>;
  /** Constant query parameters. */
  fixed?: Readonly<Record<string, string | number>>;
  /** See `ApiRequest.isWrite`. */
  isWrite?: boolean;
  /**
   * Whether the operation changes a token rather than a site, so that it is not a write, and its answer may be empty.
   */
  changesToken?: boolean;
  /** Schema of the listed object. */
  item: z.ZodType<Item>;
}

const endpoint = <Parameters extends z.ZodObject, Item>(
  declared: Endpoint<Parameters, Item>,
): Endpoint<Parameters, Item> => declared;

/** Paging parameters: `page` counts from 1; `pagesize` is 100 at most. */
export const PAGING = { page: z.number().exactOptional(), pagesize: z.number().exactOptional() };
const ON_SITE = { site: z.string() };
const LIST_ON_SITE = { ...ON_SITE, ...PAGING };
const LIST_OF_USER = { ...LIST_ON_SITE, userId: z.number() };
const POST_ON_SITE = { ...ON_SITE, id: z.number() };
const ORDER = z.enum(['asc', 'desc']);

export const ENDPOINTS = {
  /** Returns the token's owner on one site. `site` is required although the person is the same everywhere. */
  me: endpoint({ path: '/me', parameters: z.object(ON_SITE), item: User }),

  /** Lists the items of every site, newest first. `withbody` adds the excerpt that a notification shows. */
  inbox: endpoint({
    path: '/inbox',
    parameters: z.object(PAGING),
    fixed: { filter: 'withbody' },
    item: InboxItem,
  }),

  /**
   * Lists the inbox by the operation of the specification, which requires a site: items of every site are returned for
   * any site.
   */
  myInbox: endpoint({
    path: '/me/inbox',
    parameters: z.object(LIST_ON_SITE),
    fixed: { filter: 'withbody' },
    item: InboxItem,
  }),

  /** Lists the inbox items that the person has not read yet, here or at the network. */
  unreadInbox: endpoint({
    path: '/inbox/unread',
    parameters: z.object(PAGING),
    fixed: { filter: 'withbody' },
    item: InboxItem,
  }),

  /** Lists the person's accounts on all sites, each with its reputation. */
  associated: endpoint({ path: '/me/associated', parameters: z.object(PAGING), item: NetworkUser }),

  /**
   * Lists the person's recent achievements on every site, newest first. Needs the scope `private_info`; the
   * specification has no such operation (docs/api.md, "Inbox and achievements").
   */
  achievements: endpoint({ path: '/me/achievements', parameters: z.object(PAGING), item: Achievement }),

  sites: endpoint({ path: '/sites', parameters: z.object(PAGING), item: Site }),

  /**
   * Creates a filter: the default fields and some more, named `type.field`. The same fields give the same filter, which
   * never expires. Needs no key.
   */
  createFilter: endpoint({
    path: '/filters/create',
    parameters: z.object({ include: z.array(z.string()) }),
    fixed: { base: 'default', unsafe: 'false' },
    item: MadeFilter,
  }),

  /** Lists reputation changes, newest first. `filter`: one created by `createFilter`. */
  reputation: endpoint({
    path: '/users/{id}/reputation',
    parameters: z.object({ ...LIST_OF_USER, filter: z.string().exactOptional() }),
    sentAs: { userId: 'id' },
    item: Reputation,
  }),

  /**
   * Lists questions by creation. `fromdate` in epoch seconds, inclusive, server time; it bounds the creation date
   * whatever the sort.
   */
  questions: endpoint({
    path: '/questions',
    parameters: z.object({ ...LIST_ON_SITE, order: ORDER, fromdate: z.number().exactOptional() }),
    fixed: { sort: 'creation' },
    item: Question,
  }),

  /**
   * Lists questions with any of the tags by creation, unlike `tagged` of /questions, which requires all of them
   * (docs/api.md, "Tags and search").
   */
  search: endpoint({
    path: '/search',
    parameters: z.object({
      ...LIST_ON_SITE,
      tagged: z.array(z.string()),
      order: ORDER,
      fromdate: z.number().exactOptional(),
    }),
    fixed: { sort: 'creation' },
    item: Question,
  }),

  /**
   * Lists questions created since `fromdate` whose score is `minScore` or more; with any of the tags, if given. `min`
   * bounds the sort field, the score. Ascending, so that those that have just reached it come first.
   */
  scored: endpoint({
    path: '/search/advanced',
    parameters: z.object({
      ...LIST_ON_SITE,
      minScore: z.number(),
      fromdate: z.number(),
      tagged: z.array(z.string()).exactOptional(),
    }),
    sentAs: { minScore: 'min' },
    fixed: { sort: 'votes', order: 'asc' },
    item: Question,
  }),

  /**
   * Lists questions with an open bounty, newest first. A sort by the bounty's end does not exist (docs/api.md,
   * "Sorts"), so callers read all pages.
   */
  featured: endpoint({
    path: '/questions/featured',
    parameters: z.object(LIST_ON_SITE),
    fixed: { sort: 'creation', order: 'desc' },
    item: Question,
  }),

  /**
   * Lists reputation changes, newest first, with the type of each; changes that would reveal the person's votes are
   * left out (docs/api.md, "Objects"). Public from version 2.1 on; the specification names `/users/{id}/reputation`
   * only, so a network may lack it.
   */
  reputationHistory: endpoint({
    path: '/users/{ids}/reputation-history',
    parameters: z.object(LIST_OF_USER),
    sentAs: { userId: 'ids' },
    item: ReputationChange,
  }),

  /** Lists the privileges of a site, lowest reputation first. */
  privileges: endpoint({ path: '/privileges', parameters: z.object(LIST_ON_SITE), item: Privilege }),

  /** Lists the person's privileges on a site. */
  myPrivileges: endpoint({ path: '/me/privileges', parameters: z.object(LIST_ON_SITE), item: Privilege }),

  /**
   * Lists a user's badges, last awarded first; each with the number of awards. Badges have no date, and the public
   * service supports this sort on this route only, not under `/me` (docs/api.md, "Sorts").
   */
  badgesOf: endpoint({
    path: '/users/{ids}/badges',
    parameters: z.object(LIST_OF_USER),
    sentAs: { userId: 'ids' },
    fixed: { sort: 'awarded', order: 'desc' },
    item: Badge,
  }),

  /** Lists the tags of the person's posts with the number of posts, most used first. */
  myTags: endpoint({
    path: '/me/tags',
    parameters: z.object(LIST_ON_SITE),
    fixed: { sort: 'popular', order: 'desc' },
    item: Tag,
  }),

  /** Lists the person's latest questions, with their tags. */
  questionsOf: endpoint({
    path: '/users/{ids}/questions',
    parameters: z.object(LIST_OF_USER),
    sentAs: { userId: 'ids' },
    fixed: { sort: 'activity', order: 'desc' },
    item: Question,
  }),

  /** Lists the person's latest answers, with their question's tags from version 2.1 on. */
  answersOf: endpoint({
    path: '/users/{ids}/answers',
    parameters: z.object(LIST_OF_USER),
    sentAs: { userId: 'ids' },
    fixed: { sort: 'activity', order: 'desc' },
    item: Answer,
  }),

  /** Lists those of some tags (20 at most) that the site has; unknown ones are left out of the answer. */
  tagInfo: endpoint({
    path: '/tags/{tags}/info',
    parameters: z.object({ ...ON_SITE, tags: z.array(z.string()) }),
    fixed: { pagesize: 100 },
    item: Tag,
  }),

  /**
   * Lists the users with the highest-scored answers under a tag: no more than the 20 or 30 that the network returns
   * (docs/api.md, "Tags and search").
   */
  topAnswerers: endpoint({
    path: '/tags/{tag}/top-answerers/{period}',
    parameters: z.object({ ...ON_SITE, tag: z.string(), period: z.enum(['month', 'all_time']) }),
    item: TopAnswerer,
  }),

  /**
   * Returns a question with its body; no item if it was deleted. `withbody` adds the body to the fields of the default
   * filter.
   */
  question: endpoint({
    path: '/questions/{ids}',
    parameters: z.object(POST_ON_SITE),
    sentAs: { id: 'ids' },
    fixed: { filter: 'withbody' },
    item: Question,
  }),

  /** Returns an answer with its body; no item if it was deleted. */
  answer: endpoint({
    path: '/answers/{ids}',
    parameters: z.object(POST_ON_SITE),
    sentAs: { id: 'ids' },
    fixed: { filter: 'withbody' },
    item: Answer,
  }),

  /** Returns a comment with its body; no item if it was deleted. */
  comment: endpoint({
    path: '/comments/{ids}',
    parameters: z.object(POST_ON_SITE),
    sentAs: { id: 'ids' },
    fixed: { filter: 'withbody' },
    item: Comment,
  }),

  /** Lists up to 100 questions (docs/api.md, "Vectors"), without their bodies. */
  questionsById: endpoint({
    path: '/questions/{ids}',
    parameters: z.object({ ...ON_SITE, ids: z.array(z.number()) }),
    fixed: { pagesize: 100 },
    item: Question,
  }),

  /**
   * Accepts an answer to one's own question; `preview` only asks whether the network would (docs/api.md, "Writing").
   * Needs the scope `write_access`. Never answered from memory.
   */
  accept: endpoint({
    path: '/answers/{id}/accept',
    parameters: z.object({ ...POST_ON_SITE, preview: z.boolean().exactOptional() }),
    isWrite: true,
    item: Answer,
  }),

  /** Undoes an acceptance, in the same way. */
  undoAccept: endpoint({
    path: '/answers/{id}/accept/undo',
    parameters: z.object({ ...POST_ON_SITE, preview: z.boolean().exactOptional() }),
    isWrite: true,
    item: Answer,
  }),

  /** Lists tags whose name contains `inname`, most used first. */
  tags: endpoint({
    path: '/tags',
    parameters: z.object({ ...LIST_ON_SITE, inname: z.string() }),
    fixed: { sort: 'popular', order: 'desc' },
    item: Tag,
  }),
};

/** Invalidates a token (https://api.stackexchange.com/docs/invalidate-access-tokens). The token is part of the path. */
export const INVALIDATE_TOKEN = endpoint({
  path: '/access-tokens/{token}/invalidate',
  parameters: z.object({ token: z.string() }),
  changesToken: true,
  item: z.unknown(),
});

/**
 * Removes the application from the token owner's account, with every token
 * (https://api.stackexchange.com/docs/application-de-authenticate).
 */
export const DEAUTHENTICATE_APP = endpoint({
  path: '/apps/{token}/de-authenticate',
  parameters: z.object({ token: z.string() }),
  changesToken: true,
  item: z.unknown(),
});
