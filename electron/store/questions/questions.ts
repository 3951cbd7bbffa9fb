import type { Database } from '../database/database.ts';
import type { QuestionEvent } from '../events.ts';
import { HOUR_MS } from '../../../common/durations.ts';
import { inboxCells, unreadCount } from '../inbox/inbox-counts.ts';
import { listOf } from '../json-column.ts';

/** A question that matched a watch, with the local read mark. */
export interface StoredMatch extends QuestionEvent {
  /** When it came to match, by the network's clock. */
  matchedAt: number;
  unread: boolean;
}

/** A question that was seen, matched or not, with its title and tags as they were then. */
export interface SeenQuestion extends StoredMatch {
  announced: boolean;
  /** It was met among the new questions, not only by its score or its bounty. */
  met: boolean;
}

/** What is kept of a question that was not seen before. */
export interface FirstSeen {
  /** When it came to match, if it does. */
  matchedAt: number;
  read: boolean;
  met: boolean;
}

/** A match of a watch that is gone. */
export interface RemovedMatch {
  siteId: string;
  questionId: number;
  matchedAt: number;
  /** It was unread, and counts as read since no watch lists it any more. */
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

/** How exactly it is known when a question was seen last. Those that are not seen any more are kept for days. */
const SEEN_WITHIN_MS = 6 * HOUR_MS;

const ONE_QUESTION = 'WHERE profile_id = ? AND site_id = ? AND question_id = ?';

/** The questions one profile has seen, matched or not: one that was seen is never news again. */
export class Questions {
  readonly #db: Database;
  readonly #profile: number;

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  /** Keeps a question unless it was seen before; tells whether it was not. */
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

  /** It was seen again. `met`: among the new questions. Not every poll writes that anew: it is kept for days. */
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

  /** Sets which watches a question matches; `matchedAt` counts where it matched none before. */
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

  /** Announced questions of one person that were asked within a time of each other; all but the one named. */
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

  /** Watches and time of each match that came to match since a moment, the latest first; from an index alone. */
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

  /** The last few matches of each of these watches, however old, the latest first; by the watch. */
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

  /** Everything of a site that is kept and was asked since a moment, newest first. */
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

  /** The newest of a site, by when they were asked. */
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

  /** How many are counted as unread: of a watch that is not muted, on a question that is not. */
  unreadCount(mutedWatches: readonly string[] = []): number {
    return unreadCount(this.#db, this.#profile, 'watches', mutedWatches);
  }

  setRead(siteId: string, questionId: number, readAt: number | null): void {
    this.#db.run(`UPDATE questions SET read_at = ? ${ONE_QUESTION}`, readAt, this.#profile, siteId, questionId);
  }

  /**
   * Takes a watch off the questions it matched; those that no watch matches any more leave the list. Gives what it had
   * matched.
   */
  removeWatch(watchId: string, now: number): RemovedMatch[] {
    return this.removeWatches(new Set([watchId]), now);
  }

  /** The same for several watches. */
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

  /** Gives a watch back what it had matched, as far as it is kept. */
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

  /** Drops unmatched questions asked before a moment and not seen since another: no poll will come upon them again. */
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
