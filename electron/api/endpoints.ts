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

/** Options of an endpoint beside its route, parameters and item. */
type Besides = Omit<Endpoint, 'path' | 'parameters' | 'item'>;

const endpoint = <Shape extends z.ZodRawShape, Item>(
  path: string,
  parameters: Shape,
  item: z.ZodType<Item>,
  besides: Besides = {},
): Endpoint<z.ZodObject<Shape>, Item> => ({ path, parameters: z.object(parameters), item, ...besides });

/** Paging parameters: `page` counts from 1; `pagesize` is 100 at most. */
export const PAGING = { page: z.number().exactOptional(), pagesize: z.number().exactOptional() };
const ON_SITE = { site: z.string() };
const LIST_ON_SITE = { ...ON_SITE, ...PAGING };
const LIST_OF_USER = { ...LIST_ON_SITE, userId: z.number() };
const POST_ON_SITE = { ...ON_SITE, id: z.number() };
const ORDER = z.enum(['asc', 'desc']);
/** Filter that adds the bodies to the fields of the default filter. */
const WITH_BODY = { filter: 'withbody' };

export const ENDPOINTS = {
  /** Returns the token's owner on one site. `site` is required although the person is the same everywhere. */
  me: endpoint('/me', ON_SITE, User),

  /** Lists the items of every site, newest first. `withbody` adds the excerpt that a notification shows. */
  inbox: endpoint('/inbox', PAGING, InboxItem, { fixed: WITH_BODY }),

  /**
   * Lists the inbox by the operation of the specification, which requires a site: items of every site are returned for
   * any site.
   */
  myInbox: endpoint('/me/inbox', LIST_ON_SITE, InboxItem, { fixed: WITH_BODY }),

  /** Lists the inbox items that the person has not read yet, here or at the network. */
  unreadInbox: endpoint('/inbox/unread', PAGING, InboxItem, { fixed: WITH_BODY }),

  /** Lists the person's accounts on all sites, each with its reputation. */
  associated: endpoint('/me/associated', PAGING, NetworkUser),

  /**
   * Lists the person's recent achievements on every site, newest first. Needs the scope `private_info`; the
   * specification has no such operation (docs/api.md, "Inbox and achievements").
   */
  achievements: endpoint('/me/achievements', PAGING, Achievement),

  sites: endpoint('/sites', PAGING, Site),

  /**
   * Creates a filter: the default fields and some more, named `type.field`. The same fields give the same filter, which
   * never expires. Needs no key.
   */
  createFilter: endpoint('/filters/create', { include: z.array(z.string()) }, MadeFilter, {
    fixed: { base: 'default', unsafe: 'false' },
  }),

  /** Lists reputation changes, newest first. `filter`: one created by `createFilter`. */
  reputation: endpoint('/users/{id}/reputation', { ...LIST_OF_USER, filter: z.string().exactOptional() }, Reputation, {
    sentAs: { userId: 'id' },
  }),

  /**
   * Lists questions by creation. `fromdate` in epoch seconds, inclusive, server time; it bounds the creation date
   * whatever the sort.
   */
  questions: endpoint('/questions', { ...LIST_ON_SITE, order: ORDER, fromdate: z.number().exactOptional() }, Question, {
    fixed: { sort: 'creation' },
  }),

  /**
   * Lists questions with any of the tags by creation, unlike `tagged` of /questions, which requires all of them
   * (docs/api.md, "Tags and search").
   */
  search: endpoint(
    '/search',
    { ...LIST_ON_SITE, tagged: z.array(z.string()), order: ORDER, fromdate: z.number().exactOptional() },
    Question,
    { fixed: { sort: 'creation' } },
  ),

  /**
   * Lists questions created since `fromdate` whose score is `minScore` or more; with any of the tags, if given. `min`
   * bounds the sort field, the score. Ascending, so that those that have just reached it come first.
   */
  scored: endpoint(
    '/search/advanced',
    { ...LIST_ON_SITE, minScore: z.number(), fromdate: z.number(), tagged: z.array(z.string()).exactOptional() },
    Question,
    { sentAs: { minScore: 'min' }, fixed: { sort: 'votes', order: 'asc' } },
  ),

  /**
   * Lists questions with an open bounty, newest first. A sort by the bounty's end does not exist (docs/api.md,
   * "Sorts"), so callers read all pages.
   */
  featured: endpoint('/questions/featured', LIST_ON_SITE, Question, { fixed: { sort: 'creation', order: 'desc' } }),

  /**
   * Lists reputation changes, newest first, with the type of each; changes that would reveal the person's votes are
   * left out (docs/api.md, "Objects"). Public from version 2.1 on; the specification names `/users/{id}/reputation`
   * only, so a network may lack it.
   */
  reputationHistory: endpoint('/users/{ids}/reputation-history', LIST_OF_USER, ReputationChange, {
    sentAs: { userId: 'ids' },
  }),

  /** Lists the privileges of a site, lowest reputation first. */
  privileges: endpoint('/privileges', LIST_ON_SITE, Privilege),

  /** Lists the person's privileges on a site. */
  myPrivileges: endpoint('/me/privileges', LIST_ON_SITE, Privilege),

  /**
   * Lists a user's badges, last awarded first; each with the number of awards. Badges have no date, and the public
   * service supports this sort on this route only, not under `/me` (docs/api.md, "Sorts").
   */
  badgesOf: endpoint('/users/{ids}/badges', LIST_OF_USER, Badge, {
    sentAs: { userId: 'ids' },
    fixed: { sort: 'awarded', order: 'desc' },
  }),

  /** Lists the tags of the person's posts with the number of posts, most used first. */
  myTags: endpoint('/me/tags', LIST_ON_SITE, Tag, { fixed: { sort: 'popular', order: 'desc' } }),

  /** Lists the person's latest questions, with their tags. */
  questionsOf: endpoint('/users/{ids}/questions', LIST_OF_USER, Question, {
    sentAs: { userId: 'ids' },
    fixed: { sort: 'activity', order: 'desc' },
  }),

  /** Lists the person's latest answers, with their question's tags from version 2.1 on. */
  answersOf: endpoint('/users/{ids}/answers', LIST_OF_USER, Answer, {
    sentAs: { userId: 'ids' },
    fixed: { sort: 'activity', order: 'desc' },
  }),

  /** Lists those of some tags (20 at most) that the site has; unknown ones are left out of the answer. */
  tagInfo: endpoint('/tags/{tags}/info', { ...ON_SITE, tags: z.array(z.string()) }, Tag, { fixed: { pagesize: 100 } }),

  /**
   * Lists the users with the highest-scored answers under a tag: no more than the 20 or 30 that the network returns
   * (docs/api.md, "Tags and search").
   */
  topAnswerers: endpoint(
    '/tags/{tag}/top-answerers/{period}',
    { ...ON_SITE, tag: z.string(), period: z.enum(['month', 'all_time']) },
    TopAnswerer,
  ),

  /**
   * Returns a question with its body; no item if it was deleted. `withbody` adds the body to the fields of the default
   * filter.
   */
  question: endpoint('/questions/{ids}', POST_ON_SITE, Question, { sentAs: { id: 'ids' }, fixed: WITH_BODY }),

  /** Returns an answer with its body; no item if it was deleted. */
  answer: endpoint('/answers/{ids}', POST_ON_SITE, Answer, { sentAs: { id: 'ids' }, fixed: WITH_BODY }),

  /** Returns a comment with its body; no item if it was deleted. */
  comment: endpoint('/comments/{ids}', POST_ON_SITE, Comment, { sentAs: { id: 'ids' }, fixed: WITH_BODY }),

  /** Lists the comments under a post with their bodies, oldest first: no more than a page, which few posts exceed. */
  commentsUnder: endpoint('/posts/{ids}/comments', POST_ON_SITE, Comment, {
    sentAs: { id: 'ids' },
    fixed: { ...WITH_BODY, pagesize: 100, sort: 'creation', order: 'asc' },
  }),

  /** Lists up to 100 questions (docs/api.md, "Vectors"), without their bodies. */
  questionsById: endpoint('/questions/{ids}', { ...ON_SITE, ids: z.array(z.number()) }, Question, {
    fixed: { pagesize: 100 },
  }),

  /**
   * Accepts an answer to one's own question; `preview` only asks whether the network would (docs/api.md, "Writing").
   * Needs the scope `write_access`. Never answered from memory.
   */
  accept: endpoint('/answers/{id}/accept', { ...POST_ON_SITE, preview: z.boolean().exactOptional() }, Answer, {
    isWrite: true,
  }),

  /** Undoes an acceptance, in the same way. */
  undoAccept: endpoint('/answers/{id}/accept/undo', { ...POST_ON_SITE, preview: z.boolean().exactOptional() }, Answer, {
    isWrite: true,
  }),

  /** Lists tags whose name contains `inname`, most used first. */
  tags: endpoint('/tags', { ...LIST_ON_SITE, inname: z.string() }, Tag, { fixed: { sort: 'popular', order: 'desc' } }),
};

/** Invalidates a token (https://api.stackexchange.com/docs/invalidate-access-tokens). The token is part of the path. */
export const INVALIDATE_TOKEN = endpoint('/access-tokens/{token}/invalidate', { token: z.string() }, z.unknown(), {
  changesToken: true,
});

/**
 * Removes the application from the token owner's account, with every token
 * (https://api.stackexchange.com/docs/application-de-authenticate).
 */
export const DEAUTHENTICATE_APP = endpoint('/apps/{token}/de-authenticate', { token: z.string() }, z.unknown(), {
  changesToken: true,
});
