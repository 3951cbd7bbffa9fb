import type { Database } from '../database.ts';
import type { InboxEvent } from '../events.ts';
import type { PostKind } from '../posts.ts';

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
}

/** An inbox item as it is kept, with the local read mark. */
export interface KeptInboxItem extends InboxEvent {
  profileId: number;
  /** Its place among all: the higher, the newer. */
  place: number;
  /** When it is listed: as it was made, or as it came back from being put off. */
  listedAt: number;
  unread: boolean;
  /** Put off until then: out of the list, not counted as unread. */
  snoozedUntil?: number | undefined;
  tags: string[];
  /** Who wrote it, once it was read. */
  person?: string | undefined;
}

export const toItem = (row: InboxRow): KeptInboxItem => ({
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
  // Its read mark waits for it to come back: what is put off need not be dealt with now.
  unread: row.read_at === null && row.snoozed_until === null,
  questionId: row.question_id ?? undefined,
  answerId: row.answer_id ?? undefined,
  commentId: row.comment_id ?? undefined,
  snoozedUntil: row.snoozed_until ?? undefined,
  tags: JSON.parse(row.tags) as string[],
  person: row.person === '' ? undefined : row.person,
});

/** How many items fit into one second of the order. */
export const placesPerSecond = 2 ** 20;
const lastSecond = 2 ** 32 - 1;

/** The first place of the second that a moment (in ms) is in; dates out of all reason stand at the ends. */
export const placeOf = (at: number): number =>
  Math.min(Math.max(Math.floor(at / 1000), 0), lastSecond) * placesPerSecond;

/** What an item was before it was put off; with it that can be undone. */
export interface SnoozedBefore {
  key: string;
  readAt: number | null;
  snoozedUntil: number | null;
}

const columns =
  'id, profile_id, key, item_type, site_id, site_name, icon_url, title, excerpt, link, created_at, listed_at, read_at, question_id, answer_id, comment_id, snoozed_until, tags, person';
export const inboxColumns = (alias: string): string =>
  columns
    .split(', ')
    .map((column) => `${alias}.${column}`)
    .join(', ');

/** As the index `inbox_untold` says it. */
const untold = "question_id IS NOT NULL AND tags = '[]' AND tags_withheld = 0";

/** The inbox of one profile. Read marks are Askbell's own: the network's API cannot set them. */
export function inboxItems(db: Database, profile: number) {
  const one = 'WHERE profile_id = ? AND key = ?';
  const shown = 'read_at IS NULL AND snoozed_until IS NULL';
  /** The next free place in the second of a moment. */
  const freePlace = (at: number): number => {
    const first = placeOf(at);
    const last = db.get<{ id: number | null }>(
      'SELECT max(id) AS id FROM inbox_items WHERE id >= ? AND id < ?',
      first,
      first + placesPerSecond,
    )?.id;
    return (last ?? first) + 1;
  };
  /** Tags of the question an item is about, where a watch or an earlier item has told them. */
  const knownTags = (event: InboxEvent): string =>
    (event.questionId !== undefined &&
      db.get<{ tags: string }>(
        `SELECT tags FROM questions WHERE profile_id = ? AND site_id = ? AND question_id = ?
         UNION ALL SELECT tags FROM inbox_items WHERE profile_id = ? AND site_id = ? AND question_id = ? AND tags <> '[]' LIMIT 1`,
        profile,
        event.site.id,
        event.questionId,
        profile,
        event.site.id,
        event.questionId,
      )?.tags) ||
    '[]';
  return {
    /** Keeps what is new and gives it back; what was kept already stays as it is, read mark included. */
    add(events: InboxEvent[], now: number): InboxEvent[] {
      return db.transaction(() =>
        events.filter((event) => {
          if (db.get(`SELECT 1 FROM inbox_items ${one}`, profile, event.key)) return false;
          db.run(
            `INSERT INTO inbox_items (id, profile_id, key, item_type, site_id, site_name, icon_url, title, excerpt, link, created_at, listed_at,
               first_seen_at, read_at, question_id, answer_id, comment_id, tags)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            freePlace(event.createdAt),
            profile,
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
            knownTags(event),
          );
          return true;
        }),
      );
    },
    /** Newest first, without what is put off; `before` is the last item of the page before. */
    list(limit: number, before?: { place: number }): KeptInboxItem[] {
      return db
        .all<InboxRow>(
          `SELECT ${columns} FROM inbox_items WHERE profile_id = ? AND snoozed_until IS NULL AND id < ? ORDER BY id DESC LIMIT ?`,
          profile,
          before?.place ?? Number.MAX_SAFE_INTEGER,
          limit,
        )
        .map(toItem);
    },
    get(key: string): KeptInboxItem | undefined {
      const row = db.get<InboxRow>(`SELECT ${columns} FROM inbox_items ${one}`, profile, key);
      return row && toItem(row);
    },
    unread(limit: number): KeptInboxItem[] {
      return db
        .all<InboxRow>(
          `SELECT ${columns} FROM inbox_items WHERE profile_id = ? AND ${shown} ORDER BY id DESC LIMIT ?`,
          profile,
          limit,
        )
        .map(toItem);
    },
    unreadCount(): number {
      return (
        db.get<{ n: number }>(`SELECT count(*) AS n FROM inbox_items WHERE profile_id = ? AND ${shown}`, profile)?.n ??
        0
      );
    },
    /** Gives the keys whose mark changed by it. */
    setRead(keys: string[], readAt: number | null): string[] {
      const differs = readAt === null ? 'read_at IS NOT NULL' : 'read_at IS NULL';
      return keys.filter(
        (key) => db.run(`UPDATE inbox_items SET read_at = ? ${one} AND ${differs}`, readAt, profile, key).changes > 0,
      );
    },
    /** Gives the keys of what was unread. */
    markAllRead(readAt: number): string[] {
      return db
        .all<{ key: string }>(
          `UPDATE inbox_items SET read_at = ? WHERE profile_id = ? AND ${shown} RETURNING key`,
          readAt,
          profile,
        )
        .map(({ key }) => key);
    },
    /** Puts items off: out of the list until then. Gives what they were before. */
    snooze(keys: string[], until: number): SnoozedBefore[] {
      return keys.flatMap((key) => {
        const before = db.get<{ read_at: number | null; snoozed_until: number | null }>(
          `SELECT read_at, snoozed_until FROM inbox_items ${one}`,
          profile,
          key,
        );
        if (!before) return [];
        db.run(`UPDATE inbox_items SET snoozed_until = ? ${one}`, until, profile, key);
        return [{ key, readAt: before.read_at, snoozedUntil: before.snoozed_until }];
      });
    },
    /** Takes a snooze back: everything as it was. */
    unsnooze(before: SnoozedBefore[]): void {
      for (const { key, readAt, snoozedUntil } of before)
        db.run(`UPDATE inbox_items SET snoozed_until = ?, read_at = ? ${one}`, snoozedUntil, readAt, profile, key);
    },
    /** Ends putting off before its time: everything else stays as it is. Gives what was put off, and until when. */
    bringBack(keys: string[]): { key: string; until: number }[] {
      return keys.flatMap((key) => {
        const until = db.get<{ until: number | null }>(
          `SELECT snoozed_until AS until FROM inbox_items ${one}`,
          profile,
          key,
        )?.until;
        if (until === null || until === undefined) return [];
        db.run(`UPDATE inbox_items SET snoozed_until = NULL ${one}`, profile, key);
        return [{ key, until }];
      });
    },
    /** When the next item comes back; undefined when none is put off. */
    nextReturn: (): number | undefined =>
      db.get<{ at: number | null }>(
        'SELECT min(snoozed_until) AS at FROM inbox_items WHERE profile_id = ? AND snoozed_until IS NOT NULL',
        profile,
      )?.at ?? undefined,
    /** What was put off until now or before comes back: unread, and listed as of now. Gives it. */
    comeBack(now: number): KeptInboxItem[] {
      const due = db.all<InboxRow>(
        `SELECT ${columns} FROM inbox_items WHERE profile_id = ? AND snoozed_until <= ? ORDER BY id`,
        profile,
        now,
      );
      for (const row of due) {
        db.run(
          'UPDATE inbox_items SET id = ?, listed_at = ?, snoozed_until = NULL, read_at = NULL WHERE id = ?',
          freePlace(now),
          now,
          row.id,
        );
      }
      return due.map((row) => this.get(row.key)!);
    },
    /** A post was read: its text and writer become searchable with the items about it. */
    setPost(siteId: string, kind: PostKind, postId: number, { body, person }: { body: string; person: string }): void {
      const about = {
        comment: 'comment_id = ?',
        answer: 'answer_id = ? AND comment_id IS NULL',
        question: 'question_id = ? AND answer_id IS NULL AND comment_id IS NULL',
      }[kind];
      db.run(
        `UPDATE inbox_items SET body = ?, person = ? WHERE profile_id = ? AND site_id = ? AND ${about}`,
        body,
        person,
        profile,
        siteId,
        postId,
      );
    },
    /** The tags of a question, for all items about it. */
    setTags(siteId: string, questionId: number, tags: string[]): void {
      const json = JSON.stringify(tags);
      db.run(
        'UPDATE inbox_items SET tags = ? WHERE profile_id = ? AND site_id = ? AND question_id = ? AND tags <> ?',
        json,
        profile,
        siteId,
        questionId,
        json,
      );
    },
    /** Questions of one site whose tags are not known, of the newest items first, where something can be asked of the site. */
    withoutTags(limit: number, isAskable: (siteId: string) => boolean): { siteId: string; ids: number[] } | undefined {
      const found = db
        .all<{ site_id: string }>(
          `SELECT site_id FROM inbox_items WHERE profile_id = ? AND ${untold} GROUP BY site_id ORDER BY max(id) DESC`,
          profile,
        )
        .find(({ site_id }) => isAskable(site_id));
      if (!found) return undefined;
      const ids = db
        .all<{ id: number }>(
          `SELECT question_id AS id FROM inbox_items WHERE profile_id = ? AND site_id = ? AND ${untold} GROUP BY question_id ORDER BY max(id) DESC LIMIT ?`,
          profile,
          found.site_id,
          limit,
        )
        .map(({ id }) => id);
      return { siteId: found.site_id, ids };
    },
    /** The network does not tell the tags of these questions: they are not among those without tags any more. */
    giveUpTags(siteId: string, questionIds: readonly number[]): void {
      for (const id of questionIds)
        db.run(
          'UPDATE inbox_items SET tags_withheld = 1 WHERE profile_id = ? AND site_id = ? AND question_id = ?',
          profile,
          siteId,
          id,
        );
    },
  };
}
