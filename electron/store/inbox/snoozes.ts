import type { Database } from '../database/database.ts';
import { freePlace, INBOX_COLUMNS, toItem, type InboxRow, type StoredInboxItem } from './inbox-row.ts';

/** State of an item before it was snoozed, for undo. */
export interface SnoozedBefore {
  key: string;
  readAt: number | null;
  snoozedUntil: number | null;
}

const ONE_ITEM = 'WHERE profile_id = ? AND key = ?';

/** Snoozed items of one profile. */
export class ItemSnoozes {
  readonly #db: Database;
  readonly #profile: number;

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  /** Hides items from the list until `until`. Returns their previous states. */
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

  /** Undoes a snooze and restores the previous states. */
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

  /** Ends snoozes early; the items are otherwise unchanged. Returns the items with the ends of their snoozes. */
  end(keys: string[]): { key: string; until: number }[] {
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

  /** Returns when the next snooze ends; undefined if no item is snoozed. */
  nextEnd(): number | undefined {
    const sql = 'SELECT min(snoozed_until) AS at FROM inbox_items WHERE profile_id = ? AND snoozed_until IS NOT NULL';
    return this.#db.allUnchanged<{ at: number | null }>(sql, this.#profile)[0]?.at ?? undefined;
  }

  /** Makes items whose snooze has ended unread again and lists them under `now`. Returns them. */
  returnDue(now: number): StoredInboxItem[] {
    const due = this.#db.all<InboxRow>(
      `SELECT ${INBOX_COLUMNS} FROM inbox_items WHERE profile_id = ? AND snoozed_until <= ? ORDER BY id`,
      this.#profile,
      now,
    );
    for (const row of due) {
      this.#db.run(
        'UPDATE inbox_items SET id = ?, listed_at = ?, snoozed_until = NULL, read_at = NULL WHERE id = ?',
        freePlace(this.#db, now),
        now,
        row.id,
      );
    }
    const all = due.flatMap(({ key }) =>
      this.#db.all<InboxRow>(`SELECT ${INBOX_COLUMNS} FROM inbox_items ${ONE_ITEM}`, this.#profile, key),
    );
    return all.map(toItem);
  }
}
