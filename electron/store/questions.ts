import type { SQLInputValue } from 'node:sqlite';
import { listOf, withoutNulls, type ProfileDatabase } from './database/database.ts';
import type { QuestionEvent } from './events.ts';
import { HOUR_MS } from '../../common/durations.ts';
import { MATCH_KIND } from '../../common/schemas/match-kind.ts';
import { inboxCells, unreadCount } from './inbox/counts.ts';

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
  /** The marks of its item, which goes where no other watch lists it. */
  marks: { done_at: number | null; saved_at: number | null } | undefined;
}

const ITEM = `WHERE profile_id = ?1 AND site_id = ?2 AND question_id = ?3 AND item_type = '${MATCH_KIND}'`;

const QUESTION = `site_id AS siteId, site_name AS siteName, question_id AS questionId, title, tags, link,
  created_at AS createdAt, watch_ids AS watchIds, read_at IS NULL AS unread, owner_id AS ownerId,
  coalesce(matched_at, created_at) AS matchedAt, announced_at IS NOT NULL AS announced, met`;

type Listed = 'tags' | 'watchIds';
type Flag = 'unread' | 'announced' | 'met';
type QuestionRow = Omit<SeenQuestion, 'site' | Listed | Flag> &
  Record<'siteId' | 'siteName' | Listed, string> &
  Record<Flag, number>;

function toSeen(row: object): SeenQuestion {
  const { siteId, siteName, tags, watchIds, unread, announced, met, ...question } = withoutNulls<QuestionRow>(row);
  return {
    ...question,
    site: { id: siteId, name: siteName },
    tags: listOf<string>(tags),
    watchIds: listOf<string>(watchIds),
    unread: unread === 1,
    announced: announced === 1,
    met: met === 1,
  };
}

/** Precision of the time at which a question was last seen. Questions are kept for days after that. */
const SEEN_WITHIN_MS = 6 * HOUR_MS;

/** Condition for one question: its site and id are the first values. */
export const ONE_QUESTION = 'WHERE profile_id = ?1 AND site_id = ?2 AND question_id = ?3';

/** Questions that one profile has seen, matched or not: a seen question is never new again. */
export class Questions {
  readonly #db: ProfileDatabase;

  constructor(db: ProfileDatabase) {
    this.#db = db;
  }

  /** Stores a question unless it was seen before. Returns whether it is new. */
  add(event: QuestionEvent, now: number, { matchedAt, read, met }: FirstSeen): boolean {
    const isMatch = event.watchIds.length > 0;
    const added = this.#db.add('questions', {
      site_id: event.site.id,
      question_id: event.questionId,
      site_name: event.site.name,
      title: event.title,
      tags: JSON.stringify(event.tags),
      link: event.link,
      created_at: event.createdAt,
      first_seen_at: now,
      last_seen_at: now,
      owner_id: event.ownerId,
      watch_ids: JSON.stringify(event.watchIds),
      matched_at: isMatch ? matchedAt : null,
      read_at: read || !isMatch ? now : null,
      met: met ? 1 : 0,
    });
    return added > 0;
  }

  /**
   * Records that a question was seen again. `met`: among new questions. Not written by every poll, because questions
   * are kept for days.
   */
  markSeen(siteId: string, questionId: number, now: number, met: boolean): void {
    this.#db.run(
      `UPDATE questions SET last_seen_at = ?4, met = max(met, ?5) ${ONE_QUESTION}
         AND (met < ?5 OR abs(?4 - last_seen_at) >= ${SEEN_WITHIN_MS})`,
      siteId,
      questionId,
      now,
      met ? 1 : 0,
    );
  }

  /** Sets the watches that a question matches; `matchedAt` applies if it matched none before. */
  setWatches(siteId: string, questionId: number, watchIds: string[], matchedAt: number, now: number): void {
    const [set, at] =
      watchIds.length === 0
        ? ['matched_at = NULL, read_at = coalesce(read_at, ?5)', now]
        : ['matched_at = coalesce(matched_at, ?5)', matchedAt];
    const sql = `UPDATE questions SET watch_ids = ?4, ${set} ${ONE_QUESTION}`;
    this.#db.run(sql, siteId, questionId, JSON.stringify(watchIds), at);
  }

  setAnnounced(siteId: string, questionId: number, now: number): void {
    const set = 'announced_at = coalesce(announced_at, ?4)';
    this.#db.run(`UPDATE questions SET ${set} ${ONE_QUESTION}`, siteId, questionId, now);
  }

  /** Returns announced questions of one user that were asked within a period, except `besides`. */
  announcedBy(siteId: string, ownerId: number, from: number, to: number, besides: number): SeenQuestion[] {
    const ofOwner = 'site_id = ? AND owner_id = ? AND announced_at IS NOT NULL';
    const where = `${ofOwner} AND created_at BETWEEN ? AND ? AND question_id <> ?`;
    return this.#select(where, siteId, ownerId, from, to, besides);
  }

  /** Returns watches and time of each match since `from`, latest first; read from an index alone. */
  matchTimesSince(from: number): { watchIds: string[]; matchedAt: number }[] {
    return this.#db
      .all<{ watchIds: string; matchedAt: number }>(
        `SELECT watch_ids AS watchIds, matched_at AS matchedAt FROM questions INDEXED BY matches_newest
           WHERE profile_id = ? AND watch_ids <> '[]' AND matched_at >= ? ORDER BY matched_at DESC`,
        from,
      )
      .map(({ watchIds, matchedAt }) => ({ watchIds: listOf<string>(watchIds), matchedAt }));
  }

  /** Returns the latest matches of each of these watches by watch, regardless of age, latest first. */
  latestOfEachWatch(count: number, watchIds: ReadonlySet<string>): Map<string, StoredMatch[]> {
    const latest = new Map<string, StoredMatch[]>();
    const sql = `SELECT ${QUESTION} FROM questions INDEXED BY matches_by_watches WHERE profile_id = ? AND watch_ids = ?
      AND watch_ids <> '[]' ORDER BY matched_at DESC, question_id DESC LIMIT ?`;
    for (const set of this.#watchSets()) {
      const wanted = listOf<string>(set).filter((id) => watchIds.has(id));
      if (wanted.length === 0) continue;
      const matches = this.#db.all<object>(sql, set, count).map(toSeen);
      for (const id of wanted) {
        const all = [...(latest.get(id) ?? []), ...matches];
        all.sort((a, b) => b.matchedAt - a.matchedAt || b.questionId - a.questionId);
        latest.set(id, all.slice(0, count));
      }
    }
    return latest;
  }

  /** Returns the stored questions of a site asked since `from`, newest first. */
  seenSince(siteId: string, from: number): SeenQuestion[] {
    return this.#select('site_id = ? AND created_at >= ? ORDER BY created_at DESC, question_id DESC', siteId, from);
  }

  /** Returns the newest questions of a site by creation date. */
  latest(siteId: string, limit: number): SeenQuestion[] {
    return this.#select('site_id = ? AND met = 1 ORDER BY created_at DESC LIMIT ?', siteId, limit);
  }

  get(siteId: string, questionId: number): SeenQuestion | undefined {
    return this.#select('site_id = ? AND question_id = ?', siteId, questionId)[0];
  }

  /** Returns the number of unread matches, without muted watches and questions. */
  unreadCount(mutedWatches: readonly string[] = []): number {
    return unreadCount(this.#db.database, this.#db.id, 'watches', mutedWatches);
  }

  setRead(siteId: string, questionId: number, readAt: number | null): void {
    this.#db.run(`UPDATE questions SET read_at = ?4 ${ONE_QUESTION}`, siteId, questionId, readAt);
  }

  /** Removes watches from their matches, which are not listed without other watches. Returns the removed matches. */
  removeWatches(gone: readonly string[], now: number): RemovedMatch[] {
    return [...this.#watchSets()]
      .filter((set) => listOf<string>(set).some((id) => gone.includes(id)))
      .flatMap((set) => this.#select("watch_ids = ? AND watch_ids <> '[]'", set))
      .map(({ site, questionId, watchIds, matchedAt, unread }) => {
        const others = watchIds.filter((id) => !gone.includes(id));
        const marks = this.#db.get<NonNullable<RemovedMatch['marks']>>(
          `SELECT done_at, saved_at FROM inbox_items ${ITEM}`,
          site.id,
          questionId,
        );
        this.setWatches(site.id, questionId, others, matchedAt, now);
        return { siteId: site.id, questionId, matchedAt, leftUnread: unread && others.length === 0, marks };
      });
  }

  /** Restores the matches of a removed watch that are still stored. */
  restoreWatch(watchId: string, forgotten: RemovedMatch[]): void {
    for (const { siteId, questionId, matchedAt, leftUnread, marks } of forgotten) {
      const kept = this.get(siteId, questionId);
      if (!kept || kept.watchIds.includes(watchId)) continue;
      this.#db.run(
        `UPDATE questions SET watch_ids = ?4, matched_at = coalesce(matched_at, ?5),
           read_at = CASE WHEN ?6 THEN NULL ELSE read_at END ${ONE_QUESTION}`,
        siteId,
        questionId,
        JSON.stringify([...kept.watchIds, watchId]),
        matchedAt,
        leftUnread ? 1 : 0,
      );
      if (!marks || kept.watchIds.length > 0) continue;
      const set = `UPDATE inbox_items SET done_at = ?4, saved_at = ?5 ${ITEM}`;
      this.#db.run(set, siteId, questionId, marks.done_at, marks.saved_at);
    }
  }

  /**
   * Deletes unmatched questions asked before `askedBefore` and last seen before `seenBefore`: polls will not return
   * them again.
   */
  prune(siteId: string, askedBefore: number, seenBefore: number): void {
    const old = "watch_ids = '[]' AND created_at < ? AND last_seen_at < ?";
    const sql = `DELETE FROM questions WHERE profile_id = ? AND site_id = ? AND ${old}`;
    this.#db.run(sql, siteId, askedBefore, seenBefore);
  }

  /** Returns the sets of watches that found anything, as in the column `watch_ids`. */
  #watchSets(): Set<string> {
    return new Set(inboxCells(this.#db.database, [this.#db.id]).map(({ watchIds }) => watchIds));
  }

  #select(where: string, ...values: SQLInputValue[]): SeenQuestion[] {
    const sql = `SELECT ${QUESTION} FROM questions WHERE profile_id = ? AND ${where}`;
    return this.#db.all<object>(sql, ...values).map(toSeen);
  }
}

/** Question without notifications. */
export interface MutedQuestion {
  siteId: string;
  siteName: string;
  questionId: number;
  title: string;
  link?: string | undefined;
  mutedAt: number;
}

/** Muted questions of one profile: their items are listed and not announced. */
export class MutedQuestions {
  readonly #db: ProfileDatabase;

  constructor(db: ProfileDatabase) {
    this.#db = db;
  }

  has(siteId: string, questionId: number): boolean {
    return this.#db.get(`SELECT 1 FROM muted_questions ${ONE_QUESTION}`, siteId, questionId) !== undefined;
  }

  /** Returns the muted questions, latest first. */
  list(): MutedQuestion[] {
    const columns =
      'site_id AS siteId, site_name AS siteName, question_id AS questionId, title, link, muted_at AS mutedAt';
    return this.#db
      .all<object>(`SELECT ${columns} FROM muted_questions WHERE profile_id = ? ORDER BY muted_at DESC`)
      .map((row) => withoutNulls(row));
  }

  /** Mutes a question. Returns false if it was muted already. */
  add({ siteId, siteName, questionId, title, link, mutedAt }: MutedQuestion): boolean {
    const row = { site_id: siteId, site_name: siteName, question_id: questionId, title, link, muted_at: mutedAt };
    return this.#db.add('muted_questions', row) > 0;
  }

  remove(siteId: string, questionId: number): void {
    this.#db.run(`DELETE FROM muted_questions ${ONE_QUESTION}`, siteId, questionId);
  }
}
