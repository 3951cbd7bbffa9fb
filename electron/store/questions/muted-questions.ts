import type { Database } from '../database/database.ts';

/** Question without notifications. */
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

const ONE_QUESTION = 'WHERE profile_id = ? AND site_id = ? AND question_id = ?';

/** Muted questions of one profile: their items are listed and not announced. */
export class MutedQuestions {
  readonly #db: Database;
  readonly #profile: number;

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  has(siteId: string, questionId: number): boolean {
    return (
      this.#db.get(`SELECT 1 FROM muted_questions ${ONE_QUESTION}`, this.#profile, siteId, questionId) !== undefined
    );
  }

  /** Returns the muted questions, latest first. */
  list(): MutedQuestion[] {
    return this.#db
      .all<MuteRow>('SELECT * FROM muted_questions WHERE profile_id = ? ORDER BY muted_at DESC', this.#profile)
      .map((row) => ({
        siteId: row.site_id,
        siteName: row.site_name,
        questionId: row.question_id,
        title: row.title,
        link: row.link ?? undefined,
        mutedAt: row.muted_at,
      }));
  }

  /** Mutes a question. Returns false if it was muted already. */
  add(mute: MutedQuestion): boolean {
    return (
      this.#db.run(
        `INSERT INTO muted_questions (profile_id, site_id, question_id, site_name, title, link, muted_at)
           VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        this.#profile,
        mute.siteId,
        mute.questionId,
        mute.siteName,
        mute.title,
        mute.link ?? null,
        mute.mutedAt,
      ).changes > 0
    );
  }

  remove(siteId: string, questionId: number): void {
    this.#db.run(`DELETE FROM muted_questions ${ONE_QUESTION}`, this.#profile, siteId, questionId);
  }
}
