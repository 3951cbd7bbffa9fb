import { MATCH_KIND } from '../../../common/schemas/match-kind.ts';
import type { Database } from '../database/database.ts';
import type { InboxEvent } from '../events.ts';
import { isUnread } from './counted.ts';
import { freePlace } from './free-place.ts';
import { unreadCount } from './inbox-counts.ts';
import { INBOX_COLUMNS, toItem, type InboxRow, type StoredInboxItem } from './inbox-row.ts';
import { InboxSearch } from './inbox-search.ts';

const ONE_ITEM = 'WHERE profile_id = ? AND key = ?';
const UNREAD = isUnread('inbox_items');
/** What the network sent, without what watches found. */
const FROM_NETWORK = `item_type <> '${MATCH_KIND}'`;
/**
 * Items that are unread as they came, neither marked unread here nor back from a snooze: reading them at the network
 * counts here.
 */
const READABLE_THERE = `${UNREAD} AND ${FROM_NETWORK} AND kept_unread = 0 AND listed_at = created_at`;

/**
 * The inbox of one profile. The network's API cannot set read marks; what is read at the network is taken over, and
 * what is read here stays so here only. What watches found stands in the same table (match-migration.ts): items are
 * named by key, read, snoozed and marked alike, whichever they are.
 */
export class InboxItems {
  readonly #db: Database;
  readonly #profile: number;

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  /** Keeps what is new and gives it back; what was kept already stays as it is, read mark included. */
  add(events: InboxEvent[], now: number): InboxEvent[] {
    return this.#db.transaction(() =>
      events.filter((event) => {
        if (this.has(event.key)) return false;
        this.#db.run(
          `INSERT INTO inbox_items (id, profile_id, key, item_type, site_id, site_name, icon_url, title, excerpt, link,
             created_at, listed_at, first_seen_at, read_at, question_id, answer_id, comment_id, tags)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          freePlace(this.#db, event.createdAt),
          this.#profile,
          event.key,
          event.itemType,
          event.site.id,
          event.site.name,
          event.site.iconUrl ?? null,
          event.title,
          event.excerpt,
          event.link ?? null,
          event.createdAt,
          event.createdAt,
          now,
          event.unreadAtNetwork ? null : now,
          event.questionId ?? null,
          event.answerId ?? null,
          event.commentId ?? null,
          this.#knownTags(event),
        );
        return true;
      }),
    );
  }

  /** What the network sent, newest first, without snoozed items; `before` is the last item of the page before. */
  list(limit: number, before?: { place: number }): StoredInboxItem[] {
    return this.#db
      .all<InboxRow>(
        `SELECT ${INBOX_COLUMNS} FROM inbox_items NOT INDEXED
           WHERE profile_id = ? AND ${FROM_NETWORK} AND snoozed_until IS NULL AND id < ? ORDER BY id DESC LIMIT ?`,
        this.#profile,
        before?.place ?? Number.MAX_SAFE_INTEGER,
        limit,
      )
      .map(toItem);
  }

  /** Asked for each item of each poll; nearly all of them came with the poll before. */
  has(key: string): boolean {
    const sql = `SELECT 1 FROM inbox_items ${ONE_ITEM}`;
    return this.#db.allUnchanged(sql, this.#profile, key).length > 0;
  }

  /** What there is under a key and under keys that begin with it and a bar; asked with each poll, too. */
  alike(key: string): readonly Pick<StoredInboxItem, 'key' | 'title' | 'excerpt'>[] {
    // The brace is the character that follows the bar.
    return this.#db.allUnchanged<Pick<StoredInboxItem, 'key' | 'title' | 'excerpt'>>(
      // With OR, SQLite reads all items of the profile.
      `SELECT key, title, excerpt FROM inbox_items WHERE profile_id = ? AND key = ?
       UNION ALL SELECT key, title, excerpt FROM inbox_items WHERE profile_id = ? AND key > ? AND key < ? ORDER BY key`,
      this.#profile,
      key,
      this.#profile,
      `${key}|`,
      `${key}}`,
    );
  }

  get(key: string): StoredInboxItem | undefined {
    const row = this.#db.get<InboxRow>(`SELECT ${INBOX_COLUMNS} FROM inbox_items ${ONE_ITEM}`, this.#profile, key);
    return row && toItem(row);
  }

  /** The newest of what counts as unread, from the network or from watches. */
  unread(source: 'inbox' | 'watches', limit: number, mutedWatches: readonly string[] = []): StoredInboxItem[] {
    const owners = { profileIds: [this.#profile], mutedWatches, hasMutedQuestions: true };
    return new InboxSearch(this.#db, owners).unread({ source }, limit);
  }

  /** How many items that the network sent are unread, without what muted questions bring. */
  unreadCount(): number {
    return unreadCount(this.#db, this.#profile, 'network');
  }

  /** Gives the keys whose mark changed by it. What is marked unread stays so, whatever is read at the network. */
  setRead(keys: string[], readAt: number | null): string[] {
    const change =
      readAt === null
        ? { set: 'read_at = ?, kept_unread = 1', where: 'read_at IS NOT NULL' }
        : { set: 'read_at = ?', where: 'read_at IS NULL' };
    return keys.filter(
      (key) =>
        this.#db.run(`UPDATE inbox_items SET ${change.set} ${ONE_ITEM} AND ${change.where}`, readAt, this.#profile, key)
          .changes > 0,
    );
  }

  /** Takes back that items were marked read: reading at the network counts for them as it did before. */
  restoreUnread(keys: readonly string[]): void {
    for (const key of keys)
      this.#db.run(`UPDATE inbox_items SET read_at = NULL ${ONE_ITEM} AND read_at IS NOT NULL`, this.#profile, key);
  }

  /** Takes over that items were read at the network. Gives the keys of those that were unread till then. */
  setReadThere(keys: readonly string[], readAt: number): string[] {
    return keys.filter(
      (key) =>
        this.#db.run(`UPDATE inbox_items SET read_at = ? ${ONE_ITEM} AND ${READABLE_THERE}`, readAt, this.#profile, key)
          .changes > 0,
    );
  }

  /** Unread items made in a time that reading at the network makes read here, the newest `limit` of them. */
  readableThere(since: number, before: number, limit: number): string[] {
    return this.#db
      .all<{ key: string }>(
        `SELECT key FROM inbox_items INDEXED BY inbox_readable
           WHERE profile_id = ? AND ${READABLE_THERE} AND created_at >= ? AND created_at < ?
           ORDER BY created_at DESC LIMIT ?`,
        this.#profile,
        since,
        before,
        limit,
      )
      .map(({ key }) => key);
  }

  /** Tags of the question an item is about, where a watch or an earlier item has told them; a JSON array. */
  #knownTags({ questionId, site }: InboxEvent): string {
    if (questionId === undefined) return '[]';
    const known = this.#db.get<{ tags: string }>(
      `SELECT tags FROM questions WHERE profile_id = ? AND site_id = ? AND question_id = ?
       UNION ALL SELECT tags FROM inbox_items
       WHERE profile_id = ? AND site_id = ? AND question_id = ? AND tags <> '[]' LIMIT 1`,
      this.#profile,
      site.id,
      questionId,
      this.#profile,
      site.id,
      questionId,
    );
    return known?.tags || '[]';
  }
}
