import type { InboxEvent } from '../events.ts';
import { listOf } from '../json-column.ts';

/** What is to be listed; everything said must hold. */
export interface InboxFilter {
  /** Words of title, excerpt, body, tags, site or person; the last one may be unfinished. */
  text?: string | undefined;
  site?: string | undefined;
  kind?: string | undefined;
  tag?: string | undefined;
  /** Only what counts as unread, which leaves out what muted questions and watches bring. */
  unread?: boolean | undefined;
  /** Only snoozed items. Without it the list leaves them out, and a search does not. */
  snoozed?: boolean | undefined;
  /** `inbox`: only what the network sent; `watches`: only what watches found. */
  source?: 'inbox' | 'watches' | undefined;
  /** Only what this watch found. */
  watch?: string | undefined;
}

/** Whose inbox it is, and what of it counts nowhere. */
export interface InboxOwners {
  profileIds: readonly number[];
  mutedWatches: readonly string[];
  hasMutedQuestions: boolean;
}

/** A row of the inbox as SQLite gives it. */
export interface InboxRow {
  id: number;
  profile_id: number;
  key: string;
  item_type: string;
  site_id: string;
  site_name: string;
  icon_url: string | null;
  title: string;
  excerpt: string;
  link: string | null;
  created_at: number;
  listed_at: number;
  read_at: number | null;
  question_id: number | null;
  answer_id: number | null;
  comment_id: number | null;
  snoozed_until: number | null;
  tags: string;
  person: string;
  watch_ids: string;
}

/** An inbox item as it is kept, or a question that watches found, with the local read mark. */
export interface StoredInboxItem extends InboxEvent {
  profileId: number;
  /** Its place among all: the higher, the newer. */
  place: number;
  /** When it is listed: as it was made, or when its snooze ended. */
  listedAt: number;
  unread: boolean;
  /** Snoozed until then: out of the list, not counted as unread. */
  snoozedUntil?: number | undefined;
  tags: string[];
  /** Who wrote it, once it was read. */
  person?: string | undefined;
  /** The watches that found it; none for what came to the inbox. */
  watchIds: string[];
}

export const toItem = (row: InboxRow): StoredInboxItem => ({
  profileId: row.profile_id,
  place: row.id,
  key: row.key,
  itemType: row.item_type,
  site: { id: row.site_id, name: row.site_name, iconUrl: row.icon_url ?? undefined },
  title: row.title,
  excerpt: row.excerpt,
  link: row.link ?? undefined,
  createdAt: row.created_at,
  listedAt: row.listed_at,
  unreadAtNetwork: false,
  // Its read mark waits for the snooze to end: a snoozed item need not be dealt with now.
  unread: row.read_at === null && row.snoozed_until === null,
  questionId: row.question_id ?? undefined,
  answerId: row.answer_id ?? undefined,
  commentId: row.comment_id ?? undefined,
  snoozedUntil: row.snoozed_until ?? undefined,
  tags: listOf<string>(row.tags),
  person: row.person === '' ? undefined : row.person,
  watchIds: listOf<string>(row.watch_ids),
});

/** How many items fit into one second of the order. */
export const PLACES_PER_SECOND = 2 ** 20;
const LAST_SECOND = 2 ** 32 - 1;

/** The first place of the second that a moment (in ms) is in; absurd dates get the first or last place. */
export const placeOf = (at: number): number =>
  Math.min(Math.max(Math.floor(at / 1000), 0), LAST_SECOND) * PLACES_PER_SECOND;

/** All of a row but the post's text, which only the search reads. */
export const INBOX_COLUMNS =
  'id, profile_id, key, item_type, site_id, site_name, icon_url, title, excerpt, link, created_at, listed_at, ' +
  'read_at, question_id, answer_id, comment_id, snoozed_until, tags, person, watch_ids';
/** The columns of `INBOX_COLUMNS`, of the table under an alias. */
export const inboxColumnsOf = (alias: string): string =>
  INBOX_COLUMNS.split(', ')
    .map((column) => `${alias}.${column}`)
    .join(', ');
