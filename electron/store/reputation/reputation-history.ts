import type { Database } from '../database/database.ts';

/** A change of reputation, whatever told of it. Times are ms since the epoch. */
export interface DatedChange {
  onDate: number;
  change: number;
}

/** A change from before Askbell kept them itself. */
export interface PastChange extends DatedChange {
  kind?: string | undefined;
  postId?: number | undefined;
}

/** What was read of the time before Askbell, for one profile. */
export class ReputationHistory {
  readonly #db: Database;
  readonly #profile: number;

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  /** Keeps changes; the caller sees to it that each is given once. */
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

  /** The changes of one second. */
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

  /** How many there are, and what they add up to. */
  total(siteId: string): { count: number; change: number } {
    const row = this.#db.get<{ count: number; total: number }>(
      'SELECT count(*) AS count, total(change) AS total FROM reputation_history WHERE profile_id = ? AND site_id = ?',
      this.#profile,
      siteId,
    );
    return { count: row?.count ?? 0, change: row?.total ?? 0 };
  }

  /**
   * The changes of a site since a moment, the oldest first: those read once up to `readUpTo`, then those that came as
   * events.
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

  /** When the oldest event came that was not read as history. */
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
