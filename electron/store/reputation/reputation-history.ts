import { withoutNulls, type ProfileDatabase } from '../database/profile-database.ts';

/** Reputation change of any source. Times are ms since the epoch. */
export interface DatedChange {
  onDate: number;
  change: number;
}

/** Reputation change from before Askbell was installed. */
export interface PastChange extends DatedChange {
  kind?: string | undefined;
  postId?: number | undefined;
}

/** Reputation history from before Askbell, for one profile. */
export class ReputationHistory {
  readonly #db: ProfileDatabase;

  constructor(db: ProfileDatabase) {
    this.#db = db;
  }

  /** Stores changes; the caller ensures that each is added once. */
  add(siteId: string, changes: PastChange[]): void {
    for (const { onDate, change, kind, postId } of changes)
      this.#db.add('reputation_history', { site_id: siteId, on_date: onDate, change, kind, post_id: postId });
  }

  /** Returns the changes of one second. */
  at(siteId: string, onDate: number): PastChange[] {
    const sql = `SELECT on_date AS onDate, change, kind, post_id AS postId FROM reputation_history
      WHERE profile_id = ? AND site_id = ? AND on_date = ?`;
    return this.#db.all<object>(sql, siteId, onDate).map((row) => withoutNulls(row));
  }

  /** Returns the number of changes and their sum. */
  total(siteId: string): { count: number; change: number } {
    const sql = `SELECT count(*) AS count, total(change) AS change FROM reputation_history
      WHERE profile_id = ? AND site_id = ?`;
    return this.#db.get<{ count: number; change: number }>(sql, siteId)!;
  }

  /**
   * Returns the changes of a site since a time, oldest first: those of the history up to `readUpTo`, then later events.
   */
  changes(siteId: string, since: number, readUpTo: number): DatedChange[] {
    return this.#db.all<DatedChange>(
      `SELECT on_date AS onDate, change FROM reputation_history WHERE profile_id = ?1 AND site_id = ?2 AND on_date >= ?3
       UNION ALL SELECT on_date AS onDate, change FROM reputation_events
       WHERE profile_id = ?1 AND site_id = ?2 AND on_date >= ?3 AND on_date > ?4
       ORDER BY onDate`,
      siteId,
      since,
      readUpTo,
    );
  }

  /** Returns the time of the oldest event. */
  firstEvent(siteId: string): number | undefined {
    const sql = 'SELECT min(on_date) AS first FROM reputation_events WHERE profile_id = ? AND site_id = ?';
    return this.#db.get<{ first: number | null }>(sql, siteId)?.first ?? undefined;
  }
}
