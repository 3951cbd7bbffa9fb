import type { Database } from '../database.ts';

/** A question of which nothing is announced. */
export interface MutedQuestion {
  siteId: string;
  siteName: string;
  questionId: number;
  title: string;
  link?: string | undefined;
  mutedAt: number;
}

interface MuteRow {
  site_id: string;
  site_name: string;
  question_id: number;
  title: string;
  link: string | null;
  muted_at: number;
}

/** The questions that one profile has muted: what happens there is listed and not announced. */
export function mutedQuestions(db: Database, profile: number) {
  const one = 'WHERE profile_id = ? AND site_id = ? AND question_id = ?';
  return {
    has: (siteId: string, questionId: number): boolean =>
      db.get(`SELECT 1 FROM muted_questions ${one}`, profile, siteId, questionId) !== undefined,
    /** The latest first. */
    list(): MutedQuestion[] {
      return db
        .all<MuteRow>('SELECT * FROM muted_questions WHERE profile_id = ? ORDER BY muted_at DESC', profile)
        .map((row) => ({
          siteId: row.site_id,
          siteName: row.site_name,
          questionId: row.question_id,
          title: row.title,
          link: row.link ?? undefined,
          mutedAt: row.muted_at,
        }));
    },
    /** False when it was muted already. */
    add(mute: MutedQuestion): boolean {
      return (
        db.run(
          'INSERT INTO muted_questions (profile_id, site_id, question_id, site_name, title, link, muted_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
          profile,
          mute.siteId,
          mute.questionId,
          mute.siteName,
          mute.title,
          mute.link ?? null,
          mute.mutedAt,
        ).changes > 0
      );
    },
    remove(siteId: string, questionId: number): void {
      db.run(`DELETE FROM muted_questions ${one}`, profile, siteId, questionId);
    },
  };
}
