/**
 * What happened on the network, as Askbell keeps it. Times are milliseconds since the epoch. A poll makes these from
 * checked resources; the history keeps them; notices are made from the ones that are new.
 */

/** A site as it is shown: its identifier in requests, its name, its icon. */
export interface SiteRef {
  id: string;
  name: string;
  iconUrl?: string | undefined;
}

export interface InboxEvent {
  /** Stable across polls: the network gives inbox items no id of their own. */
  key: string;
  itemType: string;
  site: SiteRef;
  title: string;
  /** Plain text, shortened. */
  excerpt: string;
  link?: string | undefined;
  createdAt: number;
  unreadAtNetwork: boolean;
  /** The posts it is about, where the network named them. */
  questionId?: number | undefined;
  answerId?: number | undefined;
  commentId?: number | undefined;
}

export interface ReputationEvent {
  key: string;
  site: SiteRef;
  change: number;
  /** Absent for a change that only the account's total told of. */
  voteType?: string | undefined;
  postId?: number | undefined;
  title?: string | undefined;
  link?: string | undefined;
  onDate: number;
}

export interface QuestionEvent {
  site: SiteRef;
  questionId: number;
  title: string;
  tags: string[];
  link?: string | undefined;
  createdAt: number;
  /** Who asked, within the site; tells a question that was deleted and asked again. */
  ownerId?: number | undefined;
  /** The watches it matches; empty when it was only seen. */
  watchIds: string[];
}

/** The ranks of badges, the rarest first. */
export const BADGE_RANKS = ['gold', 'silver', 'bronze'] as const;

/** A badge that the person has on a site. */
export interface BadgeEvent {
  site: SiteRef;
  badgeId: number;
  name: string;
  rank: (typeof BADGE_RANKS)[number];
  /** How often it was awarded so far. */
  times: number;
  link?: string | undefined;
  /** The person's own page on the site. */
  profileLink?: string | undefined;
}

/** Something that the person reached on a site, as the network's list of achievements tells it. */
export interface AchievementEvent {
  kind: 'reputation' | 'badge' | 'privilege';
  site: SiteRef;
  /** Whether it is the site of an account that is known. */
  isOwnSite: boolean;
  title: string;
  link?: string | undefined;
  /** In ms since the epoch, by the network's clock. */
  createdAt: number;
  /** Points, of reputation; 0 for anything else. */
  change: number;
}

/** One account of the person, with the reputation that the network says it has now. */
export interface AccountFact {
  site: SiteRef;
  userId: number;
  reputation: number;
  /** When the network said so, by its clock; ms since the epoch. */
  saidAt?: number | undefined;
}

/** A thing a notification is about. `account`: the network it is of, where one notification tells of several. */
export type Subject = { account?: string } & (
  | { kind: 'inbox'; key: string }
  | { kind: 'question'; siteId: string; questionId: number }
  /** `change`: by how much it moved, by the events of these keys; absent for privileges, and in notices of before. */
  | { kind: 'reputation'; siteId: string; change?: number; keys?: string[] }
  | { kind: 'badges'; siteId: string }
  /** How Askbell itself stands, as a summary tells it. */
  | { kind: 'status'; title: string }
);

/** A notification as it is decided, before it is shown. */
export interface Notice {
  /** `activity`: inbox items that are not addressed to the person, such as changes of followed posts. */
  kind: 'inbox' | 'activity' | 'reputation' | 'question' | 'badges' | 'summary' | 'status';
  title: string;
  body: string;
  /** Opened by a click when the notice is about one thing. */
  link?: string | undefined;
  /** How many things it tells of (a summary of summaries adds them up). */
  count: number;
  subjects: Subject[];
  /** Shown without a sound, because every watch behind it is a silent one. */
  silent?: boolean | undefined;
}

/** A notice in the history. */
export interface StoredNotice extends Notice {
  id: number;
  createdAt: number;
}
