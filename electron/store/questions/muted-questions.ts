import { withoutNulls, type ProfileDatabase } from '../database/profile-database.ts';

/** Question without notifications. */
export interface MutedQuestion {
  siteId: string;
  siteName: string;
  questionId: number;
  title: string;
  link?: string | undefined;
  mutedAt: number;
}

const ONE_QUESTION = 'WHERE profile_id = ? AND site_id = ? AND question_id = ?';

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
    return this.#db.add('muted_questions', row).changes > 0;
  }

  remove(siteId: string, questionId: number): void {
    this.#db.run(`DELETE FROM muted_questions ${ONE_QUESTION}`, siteId, questionId);
  }
}
