import type { ProfileDatabase } from '../database/database.ts';
import { freePlace, inboxColumns, toItem, type StoredInboxItem } from './inbox-row.ts';

/** State of an item before it was snoozed, for undo. */
export interface SnoozedBefore {
  key: string;
  readAt: number | null;
  snoozedUntil: number | null;
}

const ONE_ITEM = 'WHERE profile_id = ?1 AND key = ?2';

/** Snoozed items of one profile. */
export class ItemSnoozes {
  readonly #db: ProfileDatabase;

  constructor(db: ProfileDatabase) {
    this.#db = db;
  }

  /** Hides items from the list until `until`. Returns their previous states. */
  snooze(keys: string[], until: number): SnoozedBefore[] {
    return keys.flatMap((key) => {
      const columns = 'key, read_at AS readAt, snoozed_until AS snoozedUntil';
      const before = this.#db.get<SnoozedBefore>(`SELECT ${columns} FROM inbox_items ${ONE_ITEM}`, key);
      if (!before) return [];
      this.#db.run(`UPDATE inbox_items SET snoozed_until = ?3 ${ONE_ITEM}`, key, until);
      return [before];
    });
  }

  /** Undoes a snooze and restores the previous states. */
  unsnooze(before: SnoozedBefore[]): void {
    for (const { key, readAt, snoozedUntil } of before)
      this.#db.run(`UPDATE inbox_items SET snoozed_until = ?3, read_at = ?4 ${ONE_ITEM}`, key, snoozedUntil, readAt);
  }

  /** Ends snoozes early; the items are otherwise unchanged. Returns the items with the ends of their snoozes. */
  end(keys: string[]): { key: string; until: number }[] {
    return keys.flatMap((key) => {
      const snoozed = `${ONE_ITEM} AND snoozed_until IS NOT NULL`;
      const sql = `SELECT key, snoozed_until AS until FROM inbox_items ${snoozed}`;
      const ended = this.#db.all<{ key: string; until: number }>(sql, key);
      this.#db.run(`UPDATE inbox_items SET snoozed_until = NULL ${snoozed}`, key);
      return ended;
    });
  }

  /** Returns when the next snooze ends; undefined if no item is snoozed. */
  nextEnd(): number | undefined {
    const sql = 'SELECT min(snoozed_until) AS at FROM inbox_items WHERE profile_id = ? AND snoozed_until IS NOT NULL';
    return this.#db.allUnchanged<{ at: number | null }>(sql)[0]?.at ?? undefined;
  }

  /** Makes items whose snooze has ended unread again and lists them under `now`. Returns them. */
  returnDue(now: number): StoredInboxItem[] {
    const due = 'SELECT id FROM inbox_items WHERE profile_id = ? AND snoozed_until <= ? ORDER BY id';
    return this.#db.all<{ id: number }>(due, now).flatMap(({ id }) =>
      this.#db
        .change<object>(
          `UPDATE inbox_items SET id = ?3, listed_at = ?4, snoozed_until = NULL, read_at = NULL
             WHERE profile_id = ?1 AND id = ?2 RETURNING ${inboxColumns()}`,
          id,
          freePlace(this.#db.database, now),
          now,
        )
        .map(toItem),
    );
  }
}
