import type { ItemMark } from '../../../common/contract/inbox.ts';
import { MATCH_KIND } from '../../../common/schemas/match-kind.ts';
import { UNTIL_REPLY_AT } from '../../../common/snooze.ts';
import type { ProfileDatabase } from '../database/database.ts';
import type { InboxEvent, PostKind } from '../events.ts';
import { freePlace, inboxColumns, toItem, type StoredInboxItem } from './inbox-row.ts';
import { unreadCount } from './counts.ts';
import { InboxSearch } from './search.ts';

/** Columns of an item as they were before a change, for undo. */
export interface ItemBefore extends Partial<Record<MarkColumn, number | null>> {
  key: string;
}
type MarkColumn = 'read_at' | 'kept_unread' | 'snoozed_until' | 'done_at' | 'saved_at';

/** Change of items: the columns, what they are set to (`?3`: a time in ms), and which items it applies to. */
interface ItemChange {
  columns: readonly MarkColumn[];
  set: string;
  where: string;
}

const MARK_CHANGES: Record<ItemMark, ItemChange> = {
  read: { columns: ['read_at'], set: 'read_at = ?3', where: 'read_at IS NULL' },
  // Even if they are read at the network. What is unread belongs in the list.
  unread: {
    columns: ['read_at', 'kept_unread', 'done_at'],
    set: 'read_at = NULL, kept_unread = 1, done_at = NULL',
    where: 'read_at IS NOT NULL',
  },
  done: {
    columns: ['read_at', 'snoozed_until', 'done_at'],
    set: 'read_at = coalesce(read_at, ?3), snoozed_until = NULL, done_at = ?3',
    where: 'done_at IS NULL',
  },
  listed: {
    columns: ['snoozed_until', 'done_at'],
    set: 'snoozed_until = NULL, done_at = NULL',
    where: '(snoozed_until IS NOT NULL OR done_at IS NOT NULL)',
  },
  saved: { columns: ['saved_at'], set: 'saved_at = ?3', where: 'saved_at IS NULL' },
  unsaved: { columns: ['saved_at'], set: 'saved_at = NULL', where: 'saved_at IS NOT NULL' },
};

const ONE_ITEM = 'WHERE profile_id = ?1 AND key = ?2';
const OF_QUESTION = 'WHERE profile_id = ?1 AND site_id = ?2 AND question_id = ?3';
/** Condition for network items, without matches of watches. */
const FROM_NETWORK = `item_type <> '${MATCH_KIND}'`;
/**
 * Condition for items that are unread since they arrived, neither marked unread by the user nor returned from a snooze:
 * they become read when they are read at the network.
 */
const READABLE_AT_NETWORK = `read_at IS NULL AND snoozed_until IS NULL AND ${FROM_NETWORK} AND kept_unread = 0
  AND listed_at = created_at`;

/**
 * Items without tags, by the condition of the index `inbox_untold`, verbatim. The index is named because this runs
 * after each poll, and SQLite would otherwise read every item of the profile.
 */
const ITEMS_WITHOUT_TAGS = `inbox_items INDEXED BY inbox_untold
  WHERE profile_id = ? AND question_id IS NOT NULL AND tags = '[]' AND tags_withheld = 0`;

/**
 * Inbox of one profile. The network's API cannot set read marks; items read at the network become read here, but not
 * vice versa. Matches of watches are in the same table (database/schema.ts) and are read, snoozed and marked by key in
 * the same way.
 */
export class InboxItems {
  readonly #db: ProfileDatabase;

  constructor(db: ProfileDatabase) {
    this.#db = db;
  }

  /**
   * Stores and returns new items; existing ones stay unchanged, including their read state. Of items that a network
   * tells (`areNews`), those of the same question that are snoozed until somebody writes return.
   */
  add(events: InboxEvent[], now: number, areNews = true): InboxEvent[] {
    return this.#db.database.transaction(() =>
      events.filter((event) => {
        if (this.has(event.key)) return false;
        if (areNews) this.#returnReplied(event);
        this.#db.add('inbox_items', {
          id: freePlace(this.#db.database, event.createdAt),
          key: event.key,
          item_type: event.itemType,
          site_id: event.site.id,
          site_name: event.site.name,
          icon_url: event.site.iconUrl,
          title: event.title,
          excerpt: event.excerpt,
          link: event.link,
          created_at: event.createdAt,
          listed_at: event.createdAt,
          first_seen_at: now,
          read_at: event.unreadAtNetwork ? null : now,
          question_id: event.questionId,
          answer_id: event.answerId,
          comment_id: event.commentId,
          tags: this.#knownTags(event),
        });
        return true;
      }),
    );
  }

  /** Returns network items, newest first, without snoozed ones; `before` is the previous page's last item. */
  list(limit: number, before?: { place: number }): StoredInboxItem[] {
    const sql = `SELECT ${inboxColumns()} FROM inbox_items NOT INDEXED
      WHERE profile_id = ? AND ${FROM_NETWORK} AND snoozed_until IS NULL AND id < ? ORDER BY id DESC LIMIT ?`;
    return this.#db.all<object>(sql, before?.place ?? Number.MAX_SAFE_INTEGER, limit).map(toItem);
  }

  /** Whether an item exists. Called for each item of each poll, most of which exist. */
  has(key: string): boolean {
    const sql = `SELECT 1 FROM inbox_items ${ONE_ITEM}`;
    return this.#db.allUnchanged(sql, key).length > 0;
  }

  /** Returns the items whose key is `key`, or begins with it and a bar; also called by each poll. */
  alike(key: string): readonly Pick<StoredInboxItem, 'key' | 'title' | 'excerpt'>[] {
    // With OR, SQLite reads all items of the profile. The brace is the character that follows the bar.
    return this.#db.allUnchanged<Pick<StoredInboxItem, 'key' | 'title' | 'excerpt'>>(
      `SELECT key, title, excerpt FROM inbox_items WHERE profile_id = ?1 AND key = ?2
       UNION ALL SELECT key, title, excerpt FROM inbox_items
       WHERE profile_id = ?1 AND key > ?2 || '|' AND key < ?2 || '}' ORDER BY key`,
      key,
    );
  }

  get(key: string): StoredInboxItem | undefined {
    const row = this.#db.get<object>(`SELECT ${inboxColumns()} FROM inbox_items ${ONE_ITEM}`, key);
    return row && toItem(row);
  }

  /** Returns the newest unread items, from the network or from watches. */
  unread(source: 'inbox' | 'watches', limit: number, mutedWatches: readonly string[] = []): StoredInboxItem[] {
    const owners = { profileIds: [this.#db.id], mutedWatches };
    return new InboxSearch(this.#db.database, owners).unread({ source }, limit);
  }

  /** Returns the number of unread network items, without those of muted questions. */
  unreadCount(): number {
    return unreadCount(this.#db.database, this.#db.id, 'network');
  }

  /** Marks items. Returns those that it changed, as they were. */
  mark(keys: readonly string[], mark: ItemMark, now: number): ItemBefore[] {
    return this.#change(keys, MARK_CHANGES[mark], now);
  }

  /** Undoes a change of items. */
  restore(before: readonly ItemBefore[]): void {
    this.#db.database.transaction(() => {
      for (const { key, ...columns } of before) {
        const set = Object.keys(columns).map((column, index) => `${column} = ?${index + 3}`);
        this.#db.run(`UPDATE inbox_items SET ${set.join(', ')} ${ONE_ITEM}`, key, ...Object.values(columns));
        // It was marked done since: what is unread belongs in the list.
        this.#db.run(`UPDATE inbox_items SET done_at = NULL ${ONE_ITEM} AND read_at IS NULL`, key);
      }
    });
  }

  /** Marks items read. Returns the keys of those that were unread. */
  markRead(keys: readonly string[], now: number): string[] {
    return this.mark(keys, 'read', now).map(({ key }) => key);
  }

  /** Marks items read that were read at the network. Returns the keys of changed items. */
  markReadAtNetwork(keys: readonly string[], readAt: number): string[] {
    return this.#change(keys, { ...MARK_CHANGES.read, where: READABLE_AT_NETWORK }, readAt).map(({ key }) => key);
  }

  /** Returns the newest `limit` unread items of a period that become read when they are read at the network. */
  readableAtNetwork(since: number, before: number, limit: number): string[] {
    return this.#db
      .all<{ key: string }>(
        `SELECT key FROM inbox_items INDEXED BY inbox_readable
           WHERE profile_id = ? AND ${READABLE_AT_NETWORK} AND created_at >= ? AND created_at < ?
           ORDER BY created_at DESC LIMIT ?`,
        since,
        before,
        limit,
      )
      .map(({ key }) => key);
  }

  /** Stores a fetched post: its text and author become searchable. */
  setPost(siteId: string, kind: PostKind, postId: number, { body, person }: { body: string; person: string }): void {
    const about = {
      comment: 'comment_id = ?3',
      answer: 'answer_id = ?3 AND comment_id IS NULL',
      question: 'question_id = ?3 AND answer_id IS NULL AND comment_id IS NULL',
    }[kind];
    const sql = `UPDATE inbox_items SET body = ?4, person = ?5 WHERE profile_id = ?1 AND site_id = ?2 AND ${about}`;
    this.#db.run(sql, siteId, postId, body, person);
  }

  /** Sets the tags of a question in all its items. */
  setTags(siteId: string, questionId: number, tags: string[]): void {
    const sql = `UPDATE inbox_items SET tags = ?4 ${OF_QUESTION} AND tags <> ?4`;
    this.#db.run(sql, siteId, questionId, JSON.stringify(tags));
  }

  /**
   * Returns questions of one site whose tags are unknown, newest items first; only sites for which `isAskable` returns
   * true.
   */
  questionsWithoutTags(
    limit: number,
    isAskable: (siteId: string) => boolean,
  ): { siteId: string; ids: number[] } | undefined {
    const sites = `SELECT site_id AS id FROM ${ITEMS_WITHOUT_TAGS} GROUP BY site_id ORDER BY max(id) DESC`;
    const siteId = this.#db.all<{ id: string }>(sites).find(({ id }) => isAskable(id))?.id;
    if (siteId === undefined) return undefined;
    const questions = `SELECT question_id AS id FROM ${ITEMS_WITHOUT_TAGS} AND site_id = ?
      GROUP BY question_id ORDER BY max(id) DESC LIMIT ?`;
    return { siteId, ids: this.#db.all<{ id: number }>(questions, siteId, limit).map(({ id }) => id) };
  }

  /**
   * Records that the network does not provide the tags of these questions; they are no longer returned as questions
   * without tags.
   */
  markTagsUnavailable(siteId: string, questionIds: readonly number[]): void {
    for (const id of questionIds) this.#db.run(`UPDATE inbox_items SET tags_withheld = 1 ${OF_QUESTION}`, siteId, id);
  }

  /**
   * Hides items from the list until `until`. Returns them as they were. Items without a question of one's own cannot
   * wait for a reply and stay.
   */
  snooze(keys: readonly string[], until: number): ItemBefore[] {
    const where = until === UNTIL_REPLY_AT ? `question_id IS NOT NULL AND ${FROM_NETWORK}` : 'true';
    const columns = ['read_at', 'snoozed_until', 'done_at'] as const;
    return this.#change(keys, { columns, set: 'snoozed_until = ?3, done_at = NULL', where }, until);
  }

  /** Returns when the next snooze ends; undefined if no item is snoozed. */
  nextSnoozeEnd(): number | undefined {
    const sql = 'SELECT min(snoozed_until) AS at FROM inbox_items WHERE profile_id = ? AND snoozed_until IS NOT NULL';
    return this.#db.allUnchanged<{ at: number | null }>(sql)[0]?.at ?? undefined;
  }

  /** Makes items whose snooze has ended unread again and lists them under `now`. Returns them. */
  returnDue(now: number): StoredInboxItem[] {
    const due = 'SELECT id FROM inbox_items WHERE profile_id = ? AND snoozed_until <= ? ORDER BY id';
    return this.#bringBack(this.#db.all<{ id: number }>(due, now), now);
  }

  /** Returns items of a question to the list that were snoozed until somebody writes there, just below what is new. */
  #returnReplied({ questionId, site, createdAt }: InboxEvent): void {
    if (questionId === undefined) return;
    const waiting = `SELECT id FROM inbox_items ${OF_QUESTION} AND snoozed_until = ${UNTIL_REPLY_AT}
      AND created_at < ?4 ORDER BY id`;
    this.#bringBack(this.#db.all<{ id: number }>(waiting, site.id, questionId, createdAt), createdAt);
  }

  /** Makes items unread, and lists them under `at`. Returns them. */
  #bringBack(ids: { id: number }[], at: number): StoredInboxItem[] {
    return ids.flatMap(({ id }) =>
      this.#db
        .change<object>(
          `UPDATE inbox_items SET id = ?3, listed_at = ?4, snoozed_until = NULL, read_at = NULL
             WHERE profile_id = ?1 AND id = ?2 RETURNING ${inboxColumns()}`,
          id,
          freePlace(this.#db.database, at),
          at,
        )
        .map(toItem),
    );
  }

  /** Changes the items among some that it applies to. Returns them as they were. */
  #change(keys: readonly string[], { columns, set, where }: ItemChange, at: number): ItemBefore[] {
    const among = `WHERE profile_id = ?1 AND key IN (SELECT value FROM json_each(?2)) AND ${where}`;
    const named = JSON.stringify(keys);
    return this.#db.database.transaction(() => {
      const before = this.#db.all<ItemBefore>(`SELECT key, ${columns.join(', ')} FROM inbox_items ${among}`, named);
      const values = set.includes('?3') ? [named, at] : [named];
      if (before.length > 0) this.#db.run(`UPDATE inbox_items SET ${set} ${among}`, ...values);
      return before;
    });
  }

  /** Returns the tags of an item's question, if known from a watch or an earlier item; a JSON array. */
  #knownTags({ questionId, site }: InboxEvent): string {
    if (questionId === undefined) return '[]';
    const sql = `SELECT tags FROM questions ${OF_QUESTION}
      UNION ALL SELECT tags FROM inbox_items ${OF_QUESTION} AND tags <> '[]' LIMIT 1`;
    return this.#db.get<{ tags: string }>(sql, site.id, questionId)?.tags || '[]';
  }
}
