import type {
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

/** Where a network answers and how Askbell names itself there. The key is secret-ish; the client id is not. */
export interface NetworkAddress {
  /** Base address of the API without the version, e.g. `https://api.stackexchange.com`. */
  apiBaseUrl: string;
  /** Address of the authorization dialog's host, e.g. `https://stackoverflow.com`. */
  authUrl: string;
  clientId: string;
  /** API version, the first path segment. */
  version: string;
}

/** What identifies the caller. Both travel only in the query of an API request (network-api "Authentication"). */
export interface Credentials {
  key?: string;
  accessToken?: string;
}

/** One checked answer of a list route. */
export interface Page<T> {
  items: T[];
  hasMore: boolean;
  /** Items of a shape Askbell cannot read; they were left out. */
  broken: number;
  /** The quota as this answer told it, in the body or in the X-RateLimit headers. */
  quota?: { max: number; remaining: number };
  /** Milliseconds since the epoch until which this method must not be asked again, where the network said so. */
  backoffUntil?: number;
  /** Milliseconds since the epoch by the network's clock (`Date` header): tells a wrong clock on this side. Not when repeated. */
  networkTime?: number;
  /** True when the same request was answered less than a minute ago and that answer was given again. */
  repeated: boolean;
}

export interface Paging {
  /** From 1. */
  page?: number;
  /** 100 at most. */
  pagesize?: number;
}

/** How one request is to be sent. */
export interface Sending {
  signal?: AbortSignal;
}

/** The part of the network API that Askbell uses. Every call rejects with a `NetworkError` only. */
export interface Network {
  /** The person who owns the token, on one site. */
  me(query: { site: string }, sending?: Sending): Promise<Page<User>>;
  /** Newest first; items of every site, whichever is named. Asks for bodies too. */
  inbox(query: { site: string } & Paging, sending?: Sending): Promise<Page<InboxItem>>;
  /** The person's accounts, each with its reputation. */
  associated(query?: Paging, sending?: Sending): Promise<Page<NetworkUser>>;
  sites(query?: Paging, sending?: Sending): Promise<Page<Site>>;
  /** Makes a filter: the default fields and some more, named `type.field`. The same fields give the same filter, which never expires. */
  createFilter(query: { include: string[] }, sending?: Sending): Promise<Page<MadeFilter>>;
  /** Newest first. `filter`: of one that was made. */
  reputation(
    query: { site: string; userId: number; filter?: string } & Paging,
    sending?: Sending,
  ): Promise<Page<Reputation>>;
  /** By creation. `fromdate` in epoch seconds, inclusive, by the network's clock. */
  questions(
    query: { site: string; order: 'asc' | 'desc'; fromdate?: number } & Paging,
    sending?: Sending,
  ): Promise<Page<Question>>;
  /** By creation, those that carry any of the tags (unlike `tagged` of /questions, which asks for all of them). */
  search(
    query: { site: string; tagged: string[]; order: 'asc' | 'desc'; fromdate?: number } & Paging,
    sending?: Sending,
  ): Promise<Page<Question>>;
  /** Questions created since `fromdate` whose score is `minScore` or more, the lowest first; with any of the tags, if given. */
  scored(
    query: { site: string; minScore: number; fromdate: number; tagged?: string[] } & Paging,
    sending?: Sending,
  ): Promise<Page<Question>>;
  /** Questions with an open bounty, the newest first. */
  featured(query: { site: string } & Paging, sending?: Sending): Promise<Page<Question>>;
  /** Newest first, with the kind of each change; what would tell how the person voted is left out (public-facts, section 6). */
  reputationHistory(
    query: { site: string; userId: number } & Paging,
    sending?: Sending,
  ): Promise<Page<ReputationChange>>;
  /** What reputation allows on a site, the cheapest first. */
  privileges(query: { site: string } & Paging, sending?: Sending): Promise<Page<Privilege>>;
  /** What the person may do there. */
  myPrivileges(query: { site: string } & Paging, sending?: Sending): Promise<Page<Privilege>>;
  /** The person's badges, the latest first. */
  myBadges(query: { site: string } & Paging, sending?: Sending): Promise<Page<Badge>>;
  /** Tags that the person writes about, each with how many posts; the most used first. */
  myTags(query: { site: string } & Paging, sending?: Sending): Promise<Page<Tag>>;
  /** The person's latest questions, with their tags. */
  questionsOf(query: { site: string; userId: number } & Paging, sending?: Sending): Promise<Page<Question>>;
  /** The person's latest answers; they carry their question's tags from version 2.1 on. */
  answersOf(query: { site: string; userId: number } & Paging, sending?: Sending): Promise<Page<Answer>>;
  /** Those of some tags (20 at most) that the site has. */
  tagInfo(query: { site: string; tags: string[] }, sending?: Sending): Promise<Page<Tag>>;
  /** Whose answers under a tag are liked best. */
  topAnswerers(
    query: { site: string; tag: string; period: 'month' | 'all_time' },
    sending?: Sending,
  ): Promise<Page<TopAnswerer>>;
  /** A question with its body; no item where it is gone. */
  question(query: { site: string; id: number }, sending?: Sending): Promise<Page<Question>>;
  /** An answer with its body; no item where it is gone. */
  answer(query: { site: string; id: number }, sending?: Sending): Promise<Page<Answer>>;
  /** A comment with its body; no item where it is gone. */
  comment(query: { site: string; id: number }, sending?: Sending): Promise<Page<Comment>>;
  /** Up to 100 questions, without their bodies. */
  questionsById(query: { site: string; ids: number[] }, sending?: Sending): Promise<Page<Question>>;
  /**
   * Accepts an answer to one's own question, or takes that back; `preview` only asks whether the network would. Needs
   * the scope `write_access`. Never answered from memory.
   */
  accept(
    query: { site: string; id: number; undo?: boolean; preview?: boolean },
    sending?: Sending,
  ): Promise<Page<Answer>>;
  /** Tags whose name contains `inname`, the most used first. */
  tags(query: { site: string; inname: string } & Paging, sending?: Sending): Promise<Page<Tag>>;
  /**
   * Ends the token at the network, as on signing out, and forgets the answers of the last minute. Done as well when
   * there is no token or the network already refuses it. Where the network lacks the route, the application is taken away from
   * the person's account; where it lacks that too, it rejects with `not-found`.
   */
  invalidate?(sending?: Sending): Promise<void>;
}
