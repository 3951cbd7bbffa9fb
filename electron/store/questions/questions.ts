import { type Database, listOf } from '../database/database.ts';
import type { QuestionEvent } from '../events.ts';
import { HOUR_MS } from '../../../common/durations.ts';
import { inboxCells, unreadCount } from '../inbox/counts.ts';

/** Question that matched a watch, with its local read state. */
export interface StoredMatch extends QuestionEvent {
  /** Time of the match, by the network's clock. */
  matchedAt: number;
  unread: boolean;
}

/** Question that was seen, matched or not, with its title and tags at that time. */
export interface SeenQuestion extends StoredMatch {
  announced: boolean;
  /** Whether it was found among new questions, not only by its score or its bounty. */
  met: boolean;
}

/** Additional data of a question that is stored for the first time. */
export interface FirstSeen {
  /** Time of the match, if it matches. */
  matchedAt: number;
  read: boolean;
  met: boolean;
}

/** Match of a removed watch. */
export interface RemovedMatch {
  siteId: string;
  questionId: number;
  matchedAt: number;
  /** Whether it was unread; it counts as read if no other watch lists it. */
  leftUnread: boolean;
}

interface QuestionRow {
  site_id: string;
  site_name: string;
  question_id: number;
  title: string;
  tags: string;
  link: string | null;
  created_at: number;
  watch_ids: string;
  read_at: number | null;
  owner_id: number | null;
  matched_at: number | null;
  announced_at: number | null;
  met: number;
}

const toSeen = (row: QuestionRow): SeenQuestion => ({
  site: { id: row.site_id, name: row.site_name },
  questionId: row.question_id,
  title: row.title,
  tags: listOf<string>(row.tags),
  link: row.link ?? undefined,
  createdAt: row.created_at,
  ownerId: row.owner_id ?? undefined,
  watchIds: listOf<string>(row.watch_ids),
  matchedAt: row.matched_at ?? row.created_at,
  unread: row.read_at === null,
  announced: row.announced_at !== null,
  met: row.met === 1,
});

/** Precision of the time at which a question was last seen. Questions are kept for days after that. */
const SEEN_WITHIN_MS = 6 * HOUR_MS;

const ONE_QUESTION = 'WHERE profile_id = ? AND site_id = ? AND question_id = ?';

/** Questions that one profile has seen, matched or not: a seen question is never new again. */
export class Questions {
  readonly #db: Database;
  readonly #profile: number;

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  /** Stores a question unless it was seen before. Returns whether it is new. */
  add(event: QuestionEvent, now: number, { matchedAt, read, met }: FirstSeen): boolean {
    const { changes } = this.#db.run(
      `INSERT INTO questions (profile_id, site_id, question_id, site_name, title, tags, link, created_at, first_seen_at,
         last_seen_at,
         owner_id, watch_ids, matched_at, read_at, met)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      this.#profile,
      event.site.id,
      event.questionId,
      event.site.name,
      event.title,
      JSON.stringify(event.tags),
      event.link ?? null,
      event.createdAt,
      now,
      now,
      event.ownerId ?? null,
      JSON.stringify(event.watchIds),
      event.watchIds.length === 0 ? null : matchedAt,
      read || event.watchIds.length === 0 ? now : null,
      met ? 1 : 0,
    );
    return changes > 0;
  }

  /**
   * Records that a question was seen again. `met`: among new questions. Not written by every poll, because questions
   * are kept for days.
   */
  markSeen(siteId: string, questionId: number, now: number, met: boolean): void {
    this.#db.run(
      `UPDATE questions SET last_seen_at = ?, met = max(met, ?) ${ONE_QUESTION}
         AND (met < ? OR abs(? - last_seen_at) >= ${SEEN_WITHIN_MS})`,
      now,
      met ? 1 : 0,
      this.#profile,
      siteId,
      questionId,
      met ? 1 : 0,
      now,
    );
  }

  /** Sets the watches that a question matches; `matchedAt` applies if it matched none before. */
  setWatches(siteId: string, questionId: number, watchIds: string[], matchedAt: number, now: number): void {
    const ids = JSON.stringify(watchIds);
    this.#db.run(
      `UPDATE questions SET watch_ids = ?, matched_at = CASE WHEN ? = '[]' THEN NULL ELSE coalesce(matched_at, ?) END,
         read_at = CASE WHEN ? = '[]' THEN coalesce(read_at, ?) ELSE read_at END ${ONE_QUESTION}`,
      ids,
      ids,
      matchedAt,
      ids,
      now,
      this.#profile,
      siteId,
      questionId,
    );
  }

  setAnnounced(siteId: string, questionId: number, now: number): void {
    this.#db.run(
      `UPDATE questions SET announced_at = coalesce(announced_at, ?) ${ONE_QUESTION}`,
      now,
      this.#profile,
      siteId,
      questionId,
    );
  }

  /** Returns announced questions of one user that were asked within a period, except `besides`. */
  announcedBy(siteId: string, ownerId: number, from: number, to: number, besides: number): SeenQuestion[] {
    return this.#db
      .all<QuestionRow>(
        `SELECT * FROM questions WHERE profile_id = ? AND site_id = ? AND owner_id = ? AND announced_at IS NOT NULL
         AND created_at BETWEEN ? AND ? AND question_id <> ?`,
        this.#profile,
        siteId,
        ownerId,
        from,
        to,
        besides,
      )
      .map(toSeen);
  }

  /** Returns watches and time of each match since `from`, latest first; read from an index alone. */
  matchTimesSince(from: number): { watchIds: string[]; matchedAt: number }[] {
    return this.#db
      .all<{ watch_ids: string; matched_at: number }>(
        `SELECT watch_ids, matched_at FROM questions INDEXED BY matches_newest
           WHERE profile_id = ? AND watch_ids <> '[]' AND matched_at >= ? ORDER BY matched_at DESC`,
        this.#profile,
        from,
      )
      .map((row) => ({ watchIds: listOf<string>(row.watch_ids), matchedAt: row.matched_at }));
  }

  /** Returns the latest matches of each of these watches by watch, regardless of age, latest first. */
  latestOfEachWatch(count: number, watchIds: ReadonlySet<string>): Map<string, StoredMatch[]> {
    const latest = new Map<string, StoredMatch[]>();
    const sql = `SELECT * FROM questions INDEXED BY matches_by_watches WHERE profile_id = ? AND watch_ids = ?
      AND watch_ids <> '[]' ORDER BY matched_at DESC, question_id DESC LIMIT ?`;
    for (const set of new Set(inboxCells(this.#db, [this.#profile]).map((cell) => cell.watchIds))) {
      const wanted = listOf<string>(set).filter((id) => watchIds.has(id));
      if (wanted.length === 0) continue;
      const matches = this.#db.all<QuestionRow>(sql, this.#profile, set, count).map(toSeen);
      for (const id of wanted) latest.set(id, [...(latest.get(id) ?? []), ...matches]);
    }
    for (const [id, matches] of latest)
      latest.set(
        id,
        matches.toSorted((a, b) => b.matchedAt - a.matchedAt || b.questionId - a.questionId).slice(0, count),
      );
    return latest;
  }

  /** Returns the stored questions of a site asked since `from`, newest first. */
  seenSince(siteId: string, from: number): SeenQuestion[] {
    return this.#db
      .all<QuestionRow>(
        `SELECT * FROM questions WHERE profile_id = ? AND site_id = ? AND created_at >= ?
           ORDER BY created_at DESC, question_id DESC`,
        this.#profile,
        siteId,
        from,
      )
      .map(toSeen);
  }

  /** Returns the newest questions of a site by creation date. */
  latest(siteId: string, limit: number): SeenQuestion[] {
    return this.#db
      .all<QuestionRow>(
        'SELECT * FROM questions WHERE profile_id = ? AND site_id = ? AND met = 1 ORDER BY created_at DESC LIMIT ?',
        this.#profile,
        siteId,
        limit,
      )
      .map(toSeen);
  }

  get(siteId: string, questionId: number): SeenQuestion | undefined {
    const row = this.#db.get<QuestionRow>(`SELECT * FROM questions ${ONE_QUESTION}`, this.#profile, siteId, questionId);
    return row && toSeen(row);
  }

  /** Returns the number of unread matches, without muted watches and questions. */
  unreadCount(mutedWatches: readonly string[] = []): number {
    return unreadCount(this.#db, this.#profile, 'watches', mutedWatches);
  }

  setRead(siteId: string, questionId: number, readAt: number | null): void {
    this.#db.run(`UPDATE questions SET read_at = ? ${ONE_QUESTION}`, readAt, this.#profile, siteId, questionId);
  }

  /**
   * Removes a watch from its matches; those without other watches are no longer listed. Returns the removed matches.
   */
  removeWatch(watchId: string, now: number): RemovedMatch[] {
    return this.removeWatches(new Set([watchId]), now);
  }

  /** Removes several watches from their matches. */
  removeWatches(gone: ReadonlySet<string>, now: number): RemovedMatch[] {
    const sets = new Set(inboxCells(this.#db, [this.#profile]).map(({ watchIds }) => watchIds));
    return [...sets]
      .filter((set) => listOf<string>(set).some((id) => gone.has(id)))
      .flatMap((set) =>
        this.#db.all<QuestionRow>(
          "SELECT * FROM questions WHERE profile_id = ? AND watch_ids = ? AND watch_ids <> '[]'",
          this.#profile,
          set,
        ),
      )
      .map(toSeen)
      .map(({ site, questionId, watchIds, matchedAt, unread }) => {
        const others = watchIds.filter((id) => !gone.has(id));
        this.setWatches(site.id, questionId, others, matchedAt, now);
        return { siteId: site.id, questionId, matchedAt, leftUnread: unread && others.length === 0 };
      });
  }

  /** Restores the matches of a removed watch that are still stored. */
  restoreWatch(watchId: string, forgotten: RemovedMatch[]): void {
    for (const { siteId, questionId, matchedAt, leftUnread } of forgotten) {
      const kept = this.get(siteId, questionId);
      if (!kept || kept.watchIds.includes(watchId)) continue;
      this.#db.run(
        `UPDATE questions SET watch_ids = ?, matched_at = coalesce(matched_at, ?),
           read_at = CASE WHEN ? THEN NULL ELSE read_at END ${ONE_QUESTION}`,
        JSON.stringify([...kept.watchIds, watchId]),
        matchedAt,
        leftUnread ? 1 : 0,
        this.#profile,
        siteId,
        questionId,
      );
    }
  }

  /**
   * Deletes unmatched questions asked before `askedBefore` and last seen before `seenBefore`: polls will not return
   * them again.
   */
  prune(siteId: string, askedBefore: number, seenBefore: number): void {
    this.#db.run(
      `DELETE FROM questions WHERE profile_id = ? AND site_id = ? AND watch_ids = '[]' AND created_at < ?
         AND last_seen_at < ?`,
      this.#profile,
      siteId,
      askedBefore,
      seenBefore,
    );
  }
}
