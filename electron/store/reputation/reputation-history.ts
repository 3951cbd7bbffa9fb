import type { Database } from '../database/database.ts';

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
  readonly #db: Database;
  readonly #profile: number;

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  /** Stores changes; the caller ensures that each is added once. */
  add(siteId: string, changes: PastChange[]): void {
    for (const { onDate, change, kind, postId } of changes) {
      this.#db.run(
        `INSERT INTO reputation_history (profile_id, site_id, on_date, change, kind, post_id)
           VALUES (?, ?, ?, ?, ?, ?)`,
        this.#profile,
        siteId,
        onDate,
        change,
        kind ?? null,
        postId ?? null,
      );
    }
  }

  /** Returns the changes of one second. */
  at(siteId: string, onDate: number): PastChange[] {
    return this.#db
      .all<{ change: number; kind: string | null; post_id: number | null }>(
        'SELECT change, kind, post_id FROM reputation_history WHERE profile_id = ? AND site_id = ? AND on_date = ?',
        this.#profile,
        siteId,
        onDate,
      )
      .map((row) => ({ onDate, change: row.change, kind: row.kind ?? undefined, postId: row.post_id ?? undefined }));
  }

  /** Returns the number of changes and their sum. */
  total(siteId: string): { count: number; change: number } {
    const row = this.#db.get<{ count: number; total: number }>(
      'SELECT count(*) AS count, total(change) AS total FROM reputation_history WHERE profile_id = ? AND site_id = ?',
      this.#profile,
      siteId,
    );
    return { count: row?.count ?? 0, change: row?.total ?? 0 };
  }

  /**
   * Returns the changes of a site since a time, oldest first: those of the history up to `readUpTo`, then later events.
   */
  changes(siteId: string, since: number, readUpTo: number): DatedChange[] {
    return this.#db.all<{ onDate: number; change: number }>(
      `SELECT on_date AS onDate, change FROM reputation_history WHERE profile_id = ?1 AND site_id = ?2 AND on_date >= ?3
       UNION ALL SELECT on_date AS onDate, change FROM reputation_events
       WHERE profile_id = ?1 AND site_id = ?2 AND on_date >= ?3 AND on_date > ?4
       ORDER BY onDate`,
      this.#profile,
      siteId,
      since,
      readUpTo,
    );
  }

  /** Returns the time of the oldest event. */
  firstEvent(siteId: string): number | undefined {
    return (
      this.#db.get<{ first: number | null }>(
        'SELECT min(on_date) AS first FROM reputation_events WHERE profile_id = ? AND site_id = ?',
        this.#profile,
        siteId,
      )?.first ?? undefined
    );
  }
}
