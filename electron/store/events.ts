/**
 * Events on the network, as stored. Times are milliseconds since the epoch. Polls create them from validated resources;
 * the history stores them; notifications are created from new ones.
 */

/** Kind of a network's post. */
export type PostKind = 'question' | 'answer' | 'comment';

/** Site for display: its identifier in requests, its name, its icon. */
export interface SiteRef {
  id: string;
  name: string;
  iconUrl?: string | undefined;
}

export interface InboxEvent {
  /** Stable across polls; derived, because the network gives inbox items no id. */
  key: string;
  itemType: string;
  site: SiteRef;
  title: string;
  /** Plain text, shortened. */
  excerpt: string;
  link?: string | undefined;
  createdAt: number;
  unreadAtNetwork: boolean;
  /** Ids of its posts, if the network provides them. */
  questionId?: number | undefined;
  answerId?: number | undefined;
  commentId?: number | undefined;
}

export interface ReputationEvent {
  key: string;
  site: SiteRef;
  change: number;
  /** Absent for a change known only from the account's total. */
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
  /** User id of the asker on the site; identifies a question that was deleted and asked again. */
  ownerId?: number | undefined;
  /** Watches that it matches; empty if it was only seen. */
  watchIds: string[];
}

/** Ranks of badges, rarest first. */
export const BADGE_RANKS = ['gold', 'silver', 'bronze'] as const;

/** Badge of the user on a site. */
export interface BadgeEvent {
  site: SiteRef;
  badgeId: number;
  name: string;
  rank: (typeof BADGE_RANKS)[number];
  /** Number of times it was awarded so far. */
  times: number;
  link?: string | undefined;
  /** The user's profile page on the site. */
  profileLink?: string | undefined;
}

/** Achievement of the user on a site, from the network's list of achievements. */
export interface AchievementEvent {
  kind: 'reputation' | 'badge' | 'privilege';
  site: SiteRef;
  /** Whether the site belongs to a known account. */
  isOwnSite: boolean;
  title: string;
  link?: string | undefined;
  /** In ms since the epoch, by the network's clock. */
  createdAt: number;
  /** Reputation points; 0 for other kinds. */
  change: number;
}

/** Account of the user on a site, with its current reputation. */
export interface AccountFact {
  site: SiteRef;
  userId: number;
  reputation: number;
  /** Time of the reputation by the network's clock; ms since the epoch. */
  saidAt?: number | undefined;
}

/** Subject of a notification. `account`: its network account, if a notification combines several. */
export type Subject = { account?: string } & (
  | { kind: 'inbox'; key: string }
  | { kind: 'question'; siteId: string; questionId: number }
  /** `change`: sum of the events with these keys; absent for privileges, and in old notifications. */
  | { kind: 'reputation'; siteId: string; change?: number; keys?: string[] }
  | { kind: 'badges'; siteId: string }
  /** Status of Askbell itself, as part of a summary. */
  | { kind: 'status'; title: string }
);

/** Notification before it is shown. */
export interface NewNotification {
  /** `activity`: inbox items that are not addressed to the user, such as changes of followed posts. */
  kind: 'inbox' | 'activity' | 'reputation' | 'question' | 'badges' | 'summary' | 'status';
  title: string;
  body: string;
  /** Link opened by a click, if the notification has a single subject. */
  link?: string | undefined;
  /** Number of subjects (a summary of summaries adds them up). */
  count: number;
  subjects: Subject[];
  /** Whether it is shown without sound, because all its watches are silent. */
  silent?: boolean | undefined;
}

/** Notification stored in the history. */
export interface StoredNotification extends NewNotification {
  id: number;
  createdAt: number;
}
