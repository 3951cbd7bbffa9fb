import type { Database } from '../database/database.ts';
import type { PostKind } from '../posts.ts';

/** The condition of the index `inbox_untold`, word for word. */
const WITHOUT_TAGS = "question_id IS NOT NULL AND tags = '[]' AND tags_withheld = 0";
/**
 * The index is named because this is asked after each poll, and SQLite by itself would read every item of the profile.
 */
const ITEMS_WITHOUT_TAGS = 'inbox_items INDEXED BY inbox_untold';

/** What becomes known later of the posts and questions that inbox items are about: texts, writers, tags. */
export class ItemDetails {
  readonly #db: Database;
  readonly #profile: number;

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  /** A post was read: its text and writer become searchable with the items about it. */
  setPost(siteId: string, kind: PostKind, postId: number, { body, person }: { body: string; person: string }): void {
    const about = {
      comment: 'comment_id = ?',
      answer: 'answer_id = ? AND comment_id IS NULL',
      question: 'question_id = ? AND answer_id IS NULL AND comment_id IS NULL',
    }[kind];
    this.#db.run(
      `UPDATE inbox_items SET body = ?, person = ? WHERE profile_id = ? AND site_id = ? AND ${about}`,
      body,
      person,
      this.#profile,
      siteId,
      postId,
    );
  }

  /** The tags of a question, for all items about it. */
  setTags(siteId: string, questionId: number, tags: string[]): void {
    const json = JSON.stringify(tags);
    this.#db.run(
      'UPDATE inbox_items SET tags = ? WHERE profile_id = ? AND site_id = ? AND question_id = ? AND tags <> ?',
      json,
      this.#profile,
      siteId,
      questionId,
      json,
    );
  }

  /**
   * Questions of one site whose tags are not known, of the newest items first, where something can be asked of the
   * site.
   */
  questionsWithoutTags(
    limit: number,
    isAskable: (siteId: string) => boolean,
  ): { siteId: string; ids: number[] } | undefined {
    const found = this.#db
      .all<{ site_id: string }>(
        `SELECT site_id FROM ${ITEMS_WITHOUT_TAGS} WHERE profile_id = ? AND ${WITHOUT_TAGS} GROUP BY site_id
           ORDER BY max(id) DESC`,
        this.#profile,
      )
      .find(({ site_id }) => isAskable(site_id));
    if (!found) return undefined;
    const ids = this.#db
      .all<{ id: number }>(
        `SELECT question_id AS id FROM ${ITEMS_WITHOUT_TAGS} WHERE profile_id = ? AND site_id = ? AND ${WITHOUT_TAGS}
           GROUP BY question_id ORDER BY max(id) DESC LIMIT ?`,
        this.#profile,
        found.site_id,
        limit,
      )
      .map(({ id }) => id);
    return { siteId: found.site_id, ids };
  }

  /** The network does not tell the tags of these questions: they are not among those without tags any more. */
  markTagsUnavailable(siteId: string, questionIds: readonly number[]): void {
    for (const id of questionIds)
      this.#db.run(
        'UPDATE inbox_items SET tags_withheld = 1 WHERE profile_id = ? AND site_id = ? AND question_id = ?',
        this.#profile,
        siteId,
        id,
      );
  }
}
