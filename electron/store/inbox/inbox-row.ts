import type { InboxEvent } from '../events.ts';
import { listOf, type Database, withoutNulls } from '../database/database.ts';

/** Profiles of an inbox, and what is excluded from its counts. */
export interface InboxOwners {
  profileIds: readonly number[];
  mutedWatches: readonly string[];
}

/** Stored inbox item or match, with its local read state. */
export interface StoredInboxItem extends InboxEvent {
  profileId: number;
  /** Short number that never changes, for people to type. */
  number?: number | undefined;
  /** Sort position among all items: higher is newer. */
  place: number;
  /** Time it is listed under: its creation, or the end of its snooze. */
  listedAt: number;
  unread: boolean;
  /** End of its snooze; until then it is not listed, nor counted as unread. */
  snoozedUntil?: number | undefined;
  /** Whether it was dealt with: listed only among done ones, and read. */
  done: boolean;
  saved: boolean;
  tags: string[];
  /** Display name of the author, once the post has been read. */
  person?: string | undefined;
  /** Watches that it matched; none for network items. */
  watchIds: string[];
}

/** Row of the inbox, of which some columns are converted. */
type InboxRow = Omit<
  StoredInboxItem,
  'site' | 'unread' | 'unreadAtNetwork' | 'done' | 'saved' | 'tags' | 'watchIds'
> & {
  siteId: string;
  siteName: string;
  iconUrl?: string;
  readAt?: number;
  doneAt?: number;
  savedAt?: number;
  tags: string;
  watchIds: string;
};

const INBOX_COLUMNS =
  'id AS place, profile_id AS profileId, key, item_type AS itemType, site_id AS siteId, site_name AS siteName, ' +
  'icon_url AS iconUrl, title, excerpt, link, created_at AS createdAt, listed_at AS listedAt, read_at AS readAt, ' +
  'question_id AS questionId, answer_id AS answerId, comment_id AS commentId, snoozed_until AS snoozedUntil, tags, ' +
  'person, watch_ids AS watchIds, done_at AS doneAt, saved_at AS savedAt';

/** Returns the columns of a row, but the post's text, which only the search reads. */
export const inboxColumns = (alias = 'inbox_items'): string => `${INBOX_COLUMNS.split(', ')
  .map((column) => `${alias}.${column}`)
  .join(', ')}, (SELECT e.id FROM events e
    WHERE e.profile_id = ${alias}.profile_id AND e.kind = 'item' AND e.key = ${alias}.key) AS number`;

/** Converts a row of `inboxColumns`. */
export function toItem(row: object): StoredInboxItem {
  const { siteId, siteName, iconUrl, readAt, doneAt, savedAt, tags, person, watchIds, ...item } =
    withoutNulls<InboxRow>(row);
  return {
    ...item,
    site: { id: siteId, name: siteName, iconUrl },
    unreadAtNetwork: false,
    // A snoozed item is not shown as unread until its snooze ends.
    unread: readAt === undefined && item.snoozedUntil === undefined,
    done: doneAt !== undefined,
    saved: savedAt !== undefined,
    tags: listOf<string>(tags),
    person: person === '' ? undefined : person,
    watchIds: listOf<string>(watchIds),
  };
}

/** Number of positions per second. */
export const PLACES_PER_SECOND = 2 ** 20;
const LAST_SECOND = 2 ** 32 - 1;

/** Returns the first position of the second of a time in ms; dates out of range get the first or last second. */
export const placeOf = (at: number): number =>
  Math.min(Math.max(Math.floor(at / 1000), 0), LAST_SECOND) * PLACES_PER_SECOND;

/** Returns the next free position for a network item in the second of a time in ms. */
export function freePlace(db: Database, at: number): number {
  const first = placeOf(at);
  const last = db.get<{ id: number | null }>(
    'SELECT max(id) AS id FROM inbox_items WHERE id >= ? AND id < ?',
    first,
    // The second half is for matches of watches.
    first + PLACES_PER_SECOND / 2,
  )?.id;
  return (last ?? first) + 1;
}
