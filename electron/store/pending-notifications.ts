import { DAY_MS } from '../../common/durations.ts';
import { type Database, listOf } from './database/database.ts';
import type { Notice, StoredNotice, Subject } from './events.ts';

interface NoticeRow {
  id: number;
  kind: Notice['kind'];
  title: string;
  body: string;
  link: string | null;
  count: number;
  subjects: string;
  silent: number;
  created_at: number;
}

const toNotice = (row: NoticeRow): StoredNotice => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  body: row.body,
  link: row.link ?? undefined,
  count: row.count,
  subjects: listOf<Subject>(row.subjects),
  silent: row.silent === 1,
  createdAt: row.created_at,
});

/** Time in ms during which a notification is retried on a desktop that refuses it. */
const RETRY_FOR_MS = DAY_MS;

/** Notifications of one profile, from creation to display. */
export class PendingNotifications {
  readonly #db: Database;
  readonly #profile: number;

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  add(notice: Notice, now: number): void {
    this.#db.run(
      `INSERT INTO notifications (profile_id, kind, title, body, link, count, subjects, silent, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      this.#profile,
      notice.kind,
      notice.title,
      notice.body,
      notice.link ?? null,
      notice.count,
      JSON.stringify(notice.subjects),
      notice.silent === true ? 1 : 0,
      now,
    );
  }

  pending(): StoredNotice[] {
    return this.#db
      .allUnchanged<NoticeRow>(
        "SELECT * FROM notifications WHERE profile_id = ? AND state = 'pending' ORDER BY id",
        this.#profile,
      )
      .map(toNotice);
  }

  get(id: number): StoredNotice | undefined {
    const row = this.#db.get<NoticeRow>(
      'SELECT * FROM notifications WHERE profile_id = ? AND id = ?',
      this.#profile,
      id,
    );
    return row && toNotice(row);
  }

  /**
   * Marks a notification shown *before* it is passed to the desktop, so that a crash in between does not announce it
   * twice. Its items stay unread in window and tray, so nothing is lost. Returns false if it was claimed already.
   */
  claim(id: number): boolean {
    return this.#db.run("UPDATE notifications SET state = 'shown' WHERE id = ? AND state = 'pending'", id).changes > 0;
  }

  /** Makes a refused notification pending again, or failed after a day. */
  release(id: number, now: number): void {
    this.#db.run(
      "UPDATE notifications SET state = CASE WHEN created_at < ? THEN 'failed' ELSE 'pending' END WHERE id = ?",
      now - RETRY_FOR_MS,
      id,
    );
  }

  /** Replaces a notification's contents, or drops it if there are none left. */
  retell(id: number, told: Notice | undefined): void {
    if (!told) this.#db.run("UPDATE notifications SET state = 'dropped' WHERE id = ?", id);
    else
      this.#db.run(
        'UPDATE notifications SET title = ?, body = ?, link = ?, count = ?, subjects = ?, silent = ? WHERE id = ?',
        told.title,
        told.body,
        told.link ?? null,
        told.count,
        JSON.stringify(told.subjects),
        told.silent === true ? 1 : 0,
        id,
      );
  }

  /** Marks notifications as included in a summary elsewhere. */
  mergeInto(notices: StoredNotice[]): void {
    for (const notice of notices) this.#db.run("UPDATE notifications SET state = 'merged' WHERE id = ?", notice.id);
  }

  /** Replaces several pending notifications by one summary. */
  merge(notices: StoredNotice[], summary: Notice, now: number): void {
    this.#db.transaction(() => {
      this.mergeInto(notices);
      this.add(summary, now);
    });
  }

  /** Deletes shown notifications older than `before`; a click on such an old one opens the window. */
  prune(before: number): void {
    this.#db.run(
      "DELETE FROM notifications WHERE profile_id = ? AND state <> 'pending' AND created_at < ?",
      this.#profile,
      before,
    );
  }
}
