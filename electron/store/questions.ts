import type { Database } from './database.ts';
import type { QuestionEvent } from './events.ts';

/** A question that matched a watch, with the local read mark. */
export interface KeptMatch extends QuestionEvent {
  unread: boolean;
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
}

const toMatch = (row: QuestionRow): KeptMatch => ({
  site: { id: row.site_id, name: row.site_name },
  questionId: row.question_id,
  title: row.title,
  tags: JSON.parse(row.tags) as string[],
  link: row.link ?? undefined,
  createdAt: row.created_at,
  watchIds: JSON.parse(row.watch_ids) as string[],
  unread: row.read_at === null,
});

/** The questions one profile has seen, matched or not: one that was seen is never news again. */
export function questions(db: Database, profile: number) {
  return {
    /** Keeps what was not seen before and gives it back. `read`: keep it as read (history from before the watch). */
    add(events: QuestionEvent[], now: number, read: boolean): QuestionEvent[] {
      return events.filter(
        (event) =>
          db.run(
            `INSERT INTO questions (profile_id, site_id, question_id, site_name, title, tags, link, created_at, first_seen_at, watch_ids, read_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
            profile,
            event.site.id,
            event.questionId,
            event.site.name,
            event.title,
            JSON.stringify(event.tags),
            event.link ?? null,
            event.createdAt,
            now,
            JSON.stringify(event.watchIds),
            read || event.watchIds.length === 0 ? now : null,
          ).changes > 0,
      );
    },
    /** Matches, newest first. */
    matches(limit: number): KeptMatch[] {
      return db
        .all<QuestionRow>(
          "SELECT * FROM questions WHERE profile_id = ? AND watch_ids <> '[]' ORDER BY created_at DESC, question_id DESC LIMIT ?",
          profile,
          limit,
        )
        .map(toMatch);
    },
    get(siteId: string, questionId: number): KeptMatch | undefined {
      const row = db.get<QuestionRow>(
        'SELECT * FROM questions WHERE profile_id = ? AND site_id = ? AND question_id = ?',
        profile,
        siteId,
        questionId,
      );
      return row && toMatch(row);
    },
    unread(limit: number): KeptMatch[] {
      return db
        .all<QuestionRow>(
          "SELECT * FROM questions WHERE profile_id = ? AND watch_ids <> '[]' AND read_at IS NULL ORDER BY created_at DESC LIMIT ?",
          profile,
          limit,
        )
        .map(toMatch);
    },
    unreadCount(): number {
      return (
        db.get<{ n: number }>("SELECT count(*) AS n FROM questions WHERE profile_id = ? AND watch_ids <> '[]' AND read_at IS NULL", profile)
          ?.n ?? 0
      );
    },
    setRead(siteId: string, questionId: number, readAt: number): void {
      db.run('UPDATE questions SET read_at = ? WHERE profile_id = ? AND site_id = ? AND question_id = ?', readAt, profile, siteId, questionId);
    },
    markAllRead(readAt: number): void {
      db.run('UPDATE questions SET read_at = ? WHERE profile_id = ? AND read_at IS NULL', readAt, profile);
    },
    /** Takes a watch off the questions it matched; those that no watch matches any more leave the list. */
    forgetWatch(watchId: string, now: number): void {
      for (const match of db
        .all<QuestionRow>("SELECT * FROM questions WHERE profile_id = ? AND watch_ids LIKE '%' || ? || '%'", profile, JSON.stringify(watchId))
        .map(toMatch)) {
        const left = match.watchIds.filter((id) => id !== watchId);
        db.run(
          'UPDATE questions SET watch_ids = ?, read_at = coalesce(read_at, ?) WHERE profile_id = ? AND site_id = ? AND question_id = ?',
          JSON.stringify(left),
          left.length === 0 ? now : null,
          profile,
          match.site.id,
          match.questionId,
        );
      }
    },
    /** Drops unmatched questions created before a moment: they are far outside any overlap between polls. */
    prune(siteId: string, before: number): void {
      db.run("DELETE FROM questions WHERE profile_id = ? AND site_id = ? AND watch_ids = '[]' AND created_at < ?", profile, siteId, before);
    },
  };
}
