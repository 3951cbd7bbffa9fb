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
 * The operations of the network API that Askbell uses, each declared once: its route, the parameters it takes and the
 * object it gives (docs/api.md, "Endpoints"). The client's methods and the type `Network` derive from this table.
 */

/** One operation. Array parameters are sent as vectors (`a;b`); a switch that is off is not sent. */
export interface Endpoint<Parameters extends z.ZodObject = z.ZodObject, Item = unknown> {
  /** The route as the network documents it, e.g. `/users/{id}/reputation`: what backoffs, logs and errors name. */
  path: string;
  parameters: Parameters;
  /** What the network calls a parameter, where Askbell calls it otherwise. One that the path names goes there. */
  sentAs?: Readonly<Record<string, string>>;
  /** Query parameters that are always the same. */
  fixed?: Readonly<Record<string, string | number>>;
  /** See `ApiRequest.isWrite`. */
  isWrite?: boolean;
  /** It changes a token rather than a site, so it is no write, and its answer may be empty. */
  changesToken?: boolean;
  /** The object that the answer lists. */
  item: z.ZodType<Item>;
}

const endpoint = <Parameters extends z.ZodObject, Item>(
  declared: Endpoint<Parameters, Item>,
): Endpoint<Parameters, Item> => declared;

/** `page` counts from 1; `pagesize` is 100 at most. */
export const PAGING = { page: z.number().exactOptional(), pagesize: z.number().exactOptional() };
const ON_SITE = { site: z.string() };
const LIST_ON_SITE = { ...ON_SITE, ...PAGING };
const LIST_OF_USER = { ...LIST_ON_SITE, userId: z.number() };
const POST_ON_SITE = { ...ON_SITE, id: z.number() };
const ORDER = z.enum(['asc', 'desc']);

export const ENDPOINTS = {
  /** The person who owns the token, on one site. `site` is required although the person is the same everywhere. */
  me: endpoint({ path: '/me', parameters: z.object(ON_SITE), item: User }),

  /** The items of every site, the newest first. `withbody` gives the excerpt that a notification shows. */
  inbox: endpoint({
    path: '/inbox',
    parameters: z.object(PAGING),
    fixed: { filter: 'withbody' },
    item: InboxItem,
  }),

  /**
   * The inbox by the operation of the specification, which wants a site: items of every site come, whichever is named.
   */
  myInbox: endpoint({
    path: '/me/inbox',
    parameters: z.object(LIST_ON_SITE),
    fixed: { filter: 'withbody' },
    item: InboxItem,
  }),

  /** The inbox items that the person has not read yet, here or at the network. */
  unreadInbox: endpoint({
    path: '/inbox/unread',
    parameters: z.object(PAGING),
    fixed: { filter: 'withbody' },
    item: InboxItem,
  }),

  /** The person's accounts on all sites, each with its reputation. */
  associated: endpoint({ path: '/me/associated', parameters: z.object(PAGING), item: NetworkUser }),

  /**
   * What the person reached on every site lately, the newest first. Needs the scope `private_info`; the specification
   * has no such operation (docs/api.md, "Inbox and achievements").
   */
  achievements: endpoint({ path: '/me/achievements', parameters: z.object(PAGING), item: Achievement }),

  sites: endpoint({ path: '/sites', parameters: z.object(PAGING), item: Site }),

  /**
   * Makes a filter: the default fields and some more, named `type.field`. The same fields give the same filter, which
   * never expires. It needs no key.
   */
  createFilter: endpoint({
    path: '/filters/create',
    parameters: z.object({ include: z.array(z.string()) }),
    fixed: { base: 'default', unsafe: 'false' },
    item: MadeFilter,
  }),

  /** Newest first. `filter`: one that `createFilter` made. */
  reputation: endpoint({
    path: '/users/{id}/reputation',
    parameters: z.object({ ...LIST_OF_USER, filter: z.string().exactOptional() }),
    sentAs: { userId: 'id' },
    item: Reputation,
  }),

  /**
   * By creation. `fromdate` in epoch seconds, inclusive, by the network's clock; it bounds the creation date whatever
   * the sort.
   */
  questions: endpoint({
    path: '/questions',
    parameters: z.object({ ...LIST_ON_SITE, order: ORDER, fromdate: z.number().exactOptional() }),
    fixed: { sort: 'creation' },
    item: Question,
  }),

  /**
   * By creation, those that carry any of the tags, unlike `tagged` of /questions, which asks for all of them
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
   * Questions created since `fromdate` whose score is `minScore` or more; with any of the tags, if given. `min` bounds
   * the sort field, the score. Ascending, so that those that have just reached it come first.
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
   * Questions with an open bounty, the newest first. There is no sort by the bounty's end (docs/api.md, "Sorts"), so
   * callers read all pages.
   */
  featured: endpoint({
    path: '/questions/featured',
    parameters: z.object(LIST_ON_SITE),
    fixed: { sort: 'creation', order: 'desc' },
    item: Question,
  }),

  /**
   * Newest first, with the kind of each change; what would tell how the person voted is left out (docs/api.md,
   * "Objects"). Public from version 2.1 on; the specification names `/users/{id}/reputation` only, so a network may
   * lack it.
   */
  reputationHistory: endpoint({
    path: '/users/{ids}/reputation-history',
    parameters: z.object(LIST_OF_USER),
    sentAs: { userId: 'ids' },
    item: ReputationChange,
  }),

  /** What reputation allows on a site, the cheapest first. */
  privileges: endpoint({ path: '/privileges', parameters: z.object(LIST_ON_SITE), item: Privilege }),

  /** What the person may do there. */
  myPrivileges: endpoint({ path: '/me/privileges', parameters: z.object(LIST_ON_SITE), item: Privilege }),

  /**
   * Somebody's badges, those first that were awarded last; each with how often it was awarded. Badges carry no date,
   * and the public service sorts them so on this route only, not under `/me` (docs/api.md, "Sorts").
   */
  badgesOf: endpoint({
    path: '/users/{ids}/badges',
    parameters: z.object(LIST_OF_USER),
    sentAs: { userId: 'ids' },
    fixed: { sort: 'awarded', order: 'desc' },
    item: Badge,
  }),

  /** Tags that the person writes about, each with how many posts; the most used first. */
  myTags: endpoint({
    path: '/me/tags',
    parameters: z.object(LIST_ON_SITE),
    fixed: { sort: 'popular', order: 'desc' },
    item: Tag,
  }),

  /** The person's latest questions, with their tags. */
  questionsOf: endpoint({
    path: '/users/{ids}/questions',
    parameters: z.object(LIST_OF_USER),
    sentAs: { userId: 'ids' },
    fixed: { sort: 'activity', order: 'desc' },
    item: Question,
  }),

  /** The person's latest answers; they carry their question's tags from version 2.1 on. */
  answersOf: endpoint({
    path: '/users/{ids}/answers',
    parameters: z.object(LIST_OF_USER),
    sentAs: { userId: 'ids' },
    fixed: { sort: 'activity', order: 'desc' },
    item: Answer,
  }),

  /** Which of some tags (20 at most) the site has; unknown ones are left out of the answer. */
  tagInfo: endpoint({
    path: '/tags/{tags}/info',
    parameters: z.object({ ...ON_SITE, tags: z.array(z.string()) }),
    fixed: { pagesize: 100 },
    item: Tag,
  }),

  /**
   * Whose answers under a tag are liked best: no more than the 20 or 30 that the network names (docs/api.md, "Tags and
   * search").
   */
  topAnswerers: endpoint({
    path: '/tags/{tag}/top-answerers/{period}',
    parameters: z.object({ ...ON_SITE, tag: z.string(), period: z.enum(['month', 'all_time']) }),
    item: TopAnswerer,
  }),

  /**
   * A question with its body; no item where it is gone. `withbody` adds the body to the fields of the default filter.
   */
  question: endpoint({
    path: '/questions/{ids}',
    parameters: z.object(POST_ON_SITE),
    sentAs: { id: 'ids' },
    fixed: { filter: 'withbody' },
    item: Question,
  }),

  /** An answer with its body; no item where it is gone. */
  answer: endpoint({
    path: '/answers/{ids}',
    parameters: z.object(POST_ON_SITE),
    sentAs: { id: 'ids' },
    fixed: { filter: 'withbody' },
    item: Answer,
  }),

  /** A comment with its body; no item where it is gone. */
  comment: endpoint({
    path: '/comments/{ids}',
    parameters: z.object(POST_ON_SITE),
    sentAs: { id: 'ids' },
    fixed: { filter: 'withbody' },
    item: Comment,
  }),

  /** Up to 100 questions (docs/api.md, "Vectors"), without their bodies. */
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

  /** Takes an acceptance back, in the same way. */
  undoAccept: endpoint({
    path: '/answers/{id}/accept/undo',
    parameters: z.object({ ...POST_ON_SITE, preview: z.boolean().exactOptional() }),
    isWrite: true,
    item: Answer,
  }),

  /** Tags whose name contains `inname`, the most used first. */
  tags: endpoint({
    path: '/tags',
    parameters: z.object({ ...LIST_ON_SITE, inname: z.string() }),
    fixed: { sort: 'popular', order: 'desc' },
    item: Tag,
  }),
};

/** Ends a token (https://api.stackexchange.com/docs/invalidate-access-tokens). The token is part of the path. */
export const INVALIDATE_TOKEN = endpoint({
  path: '/access-tokens/{token}/invalidate',
  parameters: z.object({ token: z.string() }),
  changesToken: true,
  item: z.unknown(),
});

/**
 * Takes the application away from the token's owner, and every token with it
 * (https://api.stackexchange.com/docs/application-de-authenticate).
 */
export const DEAUTHENTICATE_APP = endpoint({
  path: '/apps/{token}/de-authenticate',
  parameters: z.object({ token: z.string() }),
  changesToken: true,
  item: z.unknown(),
});
