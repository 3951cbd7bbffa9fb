import { DAY_MS } from '../../common/durations.ts';
import { listOf, withoutNulls, type ProfileDatabase } from './database/database.ts';
import type { NewNotification, StoredNotification, Subject } from './events.ts';

type NotificationRow = Omit<StoredNotification, 'subjects' | 'silent'> & { subjects: string; silent: number };

const COLUMNS = 'id, kind, title, body, link, count, subjects, silent, created_at AS createdAt';

const toNotification = (row: object): StoredNotification => {
  const { subjects, silent, ...notification } = withoutNulls<NotificationRow>(row);
  return { ...notification, subjects: listOf<Subject>(subjects), silent: silent === 1 };
};

/** Returns the columns of a notification's contents, without its kind, which never changes. */
const contentsOf = ({ title, body, link, count, subjects, silent }: NewNotification) => ({
  title,
  body,
  link: link ?? null,
  count,
  subjects: JSON.stringify(subjects),
  silent: silent === true ? 1 : 0,
});

/** Time in ms during which a notification is retried on a desktop that refuses it. */
const RETRY_FOR_MS = DAY_MS;

/** Notifications of one profile, from creation to display. */
export class PendingNotifications {
  readonly #db: ProfileDatabase;

  constructor(db: ProfileDatabase) {
    this.#db = db;
  }

  add(notification: NewNotification, now: number): void {
    this.#db.add('notifications', { kind: notification.kind, ...contentsOf(notification), created_at: now });
  }

  pending(): StoredNotification[] {
    const pending = "WHERE profile_id = ? AND state = 'pending' ORDER BY id";
    return this.#db.allUnchanged<object>(`SELECT ${COLUMNS} FROM notifications ${pending}`).map(toNotification);
  }

  get(id: number): StoredNotification | undefined {
    const row = this.#db.get<object>(`SELECT ${COLUMNS} FROM notifications WHERE profile_id = ? AND id = ?`, id);
    return row && toNotification(row);
  }

  /**
   * Marks a notification shown *before* it is passed to the desktop, so that a crash in between does not announce it
   * twice. Its items stay unread in window and tray, so nothing is lost. Returns false if it was claimed already.
   */
  claim(id: number): boolean {
    return this.#change(id, "state = 'shown'", "AND state = 'pending'") > 0;
  }

  /** Makes a refused notification pending again, or failed after a day. */
  release(id: number, now: number): void {
    const set = "state = CASE WHEN created_at < ?3 THEN 'failed' ELSE 'pending' END";
    this.#change(id, set, '', now - RETRY_FOR_MS);
  }

  /** Replaces a notification's contents, or drops it if there are none left. */
  rewrite(id: number, notification: NewNotification | undefined): void {
    if (!notification) return void this.#change(id, "state = 'dropped'");
    const columns = contentsOf(notification);
    const set = Object.keys(columns).map((name, index) => `${name} = ?${index + 3}`);
    this.#change(id, set.join(', '), '', ...Object.values(columns));
  }

  /** Marks notifications as included in a summary elsewhere. */
  mergeInto(notifications: StoredNotification[]): void {
    for (const notification of notifications) this.#change(notification.id, "state = 'merged'");
  }

  /** Replaces several pending notifications by one summary. */
  merge(notifications: StoredNotification[], summary: NewNotification, now: number): void {
    this.#db.database.transaction(() => {
      this.mergeInto(notifications);
      this.add(summary, now);
    });
  }

  /** Deletes shown notifications older than `before`; a click on such an old one opens the window. */
  prune(before: number): void {
    this.#db.run("DELETE FROM notifications WHERE profile_id = ? AND state <> 'pending' AND created_at < ?", before);
  }

  #change(id: number, set: string, where = '', ...values: (string | number | null)[]): number {
    const sql = `UPDATE notifications SET ${set} WHERE profile_id = ?1 AND id = ?2 ${where}`;
    return this.#db.run(sql, id, ...values);
  }
}
