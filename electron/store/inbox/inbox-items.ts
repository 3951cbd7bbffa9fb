import { MATCH_KIND } from '../../../common/contract/contract.ts';
import type { Database } from '../database/database.ts';
import type { InboxEvent } from '../events.ts';
import type { PostKind } from '../posts.ts';
import { INBOX_COLUMNS, placeOf, PLACES_PER_SECOND, toItem, type InboxRow, type StoredInboxItem } from './inbox-row.ts';

/** What an item was before it was snoozed, so that the snooze can be undone. */
export interface SnoozedBefore {
  key: string;
  readAt: number | null;
  snoozedUntil: number | null;
}

/** As the index `inbox_untold` says it. */
const WITHOUT_TAGS = "question_id IS NOT NULL AND tags = '[]' AND tags_withheld = 0";

const ONE_ITEM = 'WHERE profile_id = ? AND key = ?';
const UNREAD = 'read_at IS NULL AND snoozed_until IS NULL';
/** What the network sent, without what watches found. */
const FROM_NETWORK = `item_type <> '${MATCH_KIND}'`;
const NOT_MUTED = `NOT EXISTS (SELECT 1 FROM muted_questions AS mute
  WHERE mute.profile_id = inbox_items.profile_id AND mute.site_id = inbox_items.site_id
    AND mute.question_id = inbox_items.question_id)`;
/** What the network sent; what a muted question brings is listed, and counted nowhere. */
const COUNTED = `${FROM_NETWORK} AND ${UNREAD} AND ${NOT_MUTED}`;
/** What watches found counts while one of them is not muted; the muted watches are a parameter. */
const OF_OPEN_WATCH = `EXISTS (SELECT 1 FROM json_each(watch_ids) AS watch
  WHERE watch.value NOT IN (SELECT value FROM json_each(?)))`;

/**
 * Unread as it came: neither marked unread here nor back from a snooze, so that reading it at the network counts here.
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
          this.#freePlace(event.createdAt),
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
        `SELECT ${INBOX_COLUMNS} FROM inbox_items
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
      `SELECT key, title, excerpt FROM inbox_items
         WHERE profile_id = ? AND (key = ? OR (key > ? AND key < ?)) ORDER BY key`,
      this.#profile,
      key,
      `${key}|`,
      `${key}}`,
    );
  }

  get(key: string): StoredInboxItem | undefined {
    const row = this.#db.get<InboxRow>(`SELECT ${INBOX_COLUMNS} FROM inbox_items ${ONE_ITEM}`, this.#profile, key);
    return row && toItem(row);
  }

  /** What the network sent and is counted as unread, newest first. */
  unread(limit: number): StoredInboxItem[] {
    return this.#db
      .allUnchanged<InboxRow>(
        `SELECT ${INBOX_COLUMNS} FROM inbox_items WHERE profile_id = ? AND ${COUNTED} ORDER BY id DESC LIMIT ?`,
        this.#profile,
        limit,
      )
      .map(toItem);
  }

  /** How many items that the network sent are unread, without what muted questions bring. */
  unreadCount(): number {
    return (
      this.#db.allUnchanged<{ n: number }>(
        `SELECT count(*) AS n FROM inbox_items WHERE profile_id = ? AND ${COUNTED}`,
        this.#profile,
      )[0]?.n ?? 0
    );
  }

  /** Keys of all that counts as unread: what the network sent, and what watches found. */
  countedKeys(mutedWatches: readonly string[]): string[] {
    return this.#db
      .all<{ key: string }>(
        `SELECT key FROM inbox_items
           WHERE profile_id = ? AND ${UNREAD} AND ${NOT_MUTED} AND (${FROM_NETWORK} OR ${OF_OPEN_WATCH})`,
        this.#profile,
        JSON.stringify(mutedWatches),
      )
      .map(({ key }) => key);
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

  /** The unread items that reading at the network makes read here, made before a moment. */
  readableThere(before: number): { key: string; createdAt: number }[] {
    return this.#db.all<{ key: string; createdAt: number }>(
      `SELECT key, created_at AS createdAt FROM inbox_items
         WHERE profile_id = ? AND ${READABLE_THERE} AND created_at < ?`,
      this.#profile,
      before,
    );
  }

  /** Marks everything read, what watches found included. Gives the keys of what was unread. */
  markAllRead(readAt: number): string[] {
    return this.#db
      .all<{ key: string }>(
        `UPDATE inbox_items SET read_at = ? WHERE profile_id = ? AND ${UNREAD} RETURNING key`,
        readAt,
        this.#profile,
      )
      .map(({ key }) => key);
  }

  /** Takes items out of the list until then. Gives what they were before. */
  snooze(keys: string[], until: number): SnoozedBefore[] {
    return keys.flatMap((key) => {
      const before = this.#db.get<{ read_at: number | null; snoozed_until: number | null }>(
        `SELECT read_at, snoozed_until FROM inbox_items ${ONE_ITEM}`,
        this.#profile,
        key,
      );
      if (!before) return [];
      this.#db.run(`UPDATE inbox_items SET snoozed_until = ? ${ONE_ITEM}`, until, this.#profile, key);
      return [{ key, readAt: before.read_at, snoozedUntil: before.snoozed_until }];
    });
  }

  /** Takes a snooze back: everything as it was. */
  unsnooze(before: SnoozedBefore[]): void {
    for (const { key, readAt, snoozedUntil } of before)
      this.#db.run(
        `UPDATE inbox_items SET snoozed_until = ?, read_at = ? ${ONE_ITEM}`,
        snoozedUntil,
        readAt,
        this.#profile,
        key,
      );
  }

  /** Ends snoozes before their time; everything else stays as it is. Gives what was snoozed, and until when. */
  endSnooze(keys: string[]): { key: string; until: number }[] {
    return keys.flatMap((key) => {
      const until = this.#db.get<{ until: number | null }>(
        `SELECT snoozed_until AS until FROM inbox_items ${ONE_ITEM}`,
        this.#profile,
        key,
      )?.until;
      if (until === null || until === undefined) return [];
      this.#db.run(`UPDATE inbox_items SET snoozed_until = NULL ${ONE_ITEM}`, this.#profile, key);
      return [{ key, until }];
    });
  }

  /** When the next snooze ends; undefined when nothing is snoozed. */
  nextSnoozeEnd(): number | undefined {
    return (
      this.#db.get<{ at: number | null }>(
        'SELECT min(snoozed_until) AS at FROM inbox_items WHERE profile_id = ? AND snoozed_until IS NOT NULL',
        this.#profile,
      )?.at ?? undefined
    );
  }

  /** Items whose snooze has ended are unread again, and listed as of now. Gives them. */
  returnSnoozed(now: number): StoredInboxItem[] {
    const due = this.#db.all<InboxRow>(
      `SELECT ${INBOX_COLUMNS} FROM inbox_items WHERE profile_id = ? AND snoozed_until <= ? ORDER BY id`,
      this.#profile,
      now,
    );
    for (const row of due) {
      this.#db.run(
        'UPDATE inbox_items SET id = ?, listed_at = ?, snoozed_until = NULL, read_at = NULL WHERE id = ?',
        this.#freePlace(now),
        now,
        row.id,
      );
    }
    return due.map((row) => this.get(row.key)!);
  }

  /** A post was read: its text and writer become searchable with the items about it. */
  setPost(siteId: string, kind: PostKind, postId: number, { body, person }: { body: string; person: string }): void {
    const about = {
      comment: 'comment_id = ?',
      answer: 'answer_id = ? AND comment_id IS NULL',
      question: 'question_id = ? AND answer_id IS NULL AND comment_id IS NULL',
    }[kind];
    this.#db.run(
      `UPDATE inbox_items SET body = ?, person = ? WHERE profile_id = ? AND site_id = ? AND ${about}`,
      body,
      person,
      this.#profile,
      siteId,
      postId,
    );
  }

  /** The tags of a question, for all items about it. */
  setTags(siteId: string, questionId: number, tags: string[]): void {
    const json = JSON.stringify(tags);
    this.#db.run(
      'UPDATE inbox_items SET tags = ? WHERE profile_id = ? AND site_id = ? AND question_id = ? AND tags <> ?',
      json,
      this.#profile,
      siteId,
      questionId,
      json,
    );
  }

  /**
   * Questions of one site whose tags are not known, of the newest items first, where something can be asked of the
   * site.
   */
  questionsWithoutTags(
    limit: number,
    isAskable: (siteId: string) => boolean,
  ): { siteId: string; ids: number[] } | undefined {
    const found = this.#db
      .all<{ site_id: string }>(
        `SELECT site_id FROM inbox_items WHERE profile_id = ? AND ${WITHOUT_TAGS} GROUP BY site_id
           ORDER BY max(id) DESC`,
        this.#profile,
      )
      .find(({ site_id }) => isAskable(site_id));
    if (!found) return undefined;
    const ids = this.#db
      .all<{ id: number }>(
        `SELECT question_id AS id FROM inbox_items WHERE profile_id = ? AND site_id = ? AND ${WITHOUT_TAGS}
           GROUP BY question_id ORDER BY max(id) DESC LIMIT ?`,
        this.#profile,
        found.site_id,
        limit,
      )
      .map(({ id }) => id);
    return { siteId: found.site_id, ids };
  }

  /** The network does not tell the tags of these questions: they are not among those without tags any more. */
  markTagsUnavailable(siteId: string, questionIds: readonly number[]): void {
    for (const id of questionIds)
      this.#db.run(
        'UPDATE inbox_items SET tags_withheld = 1 WHERE profile_id = ? AND site_id = ? AND question_id = ?',
        this.#profile,
        siteId,
        id,
      );
  }

  /** The next free place in the second of a moment. */
  #freePlace(at: number): number {
    const first = placeOf(at);
    const last = this.#db.get<{ id: number | null }>(
      'SELECT max(id) AS id FROM inbox_items WHERE id >= ? AND id < ?',
      first,
      // Above are the places of what watches found.
      first + PLACES_PER_SECOND / 2,
    )?.id;
    return (last ?? first) + 1;
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
