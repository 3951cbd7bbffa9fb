import type { Database } from '../database/database.ts';
import type { PostKind } from '../posts.ts';

/** Condition of the index `inbox_untold`, verbatim. */
const WITHOUT_TAGS = "question_id IS NOT NULL AND tags = '[]' AND tags_withheld = 0";
/** The index is named because this runs after each poll, and SQLite would otherwise read every item of the profile. */
const ITEMS_WITHOUT_TAGS = 'inbox_items INDEXED BY inbox_untold';

/** Details of inbox items' posts and questions that become known later: texts, authors, tags. */
export class ItemDetails {
  readonly #db: Database;
  readonly #profile: number;

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  /** Stores a fetched post: its text and author become searchable. */
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

  /** Sets the tags of a question in all its items. */
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
   * Returns questions of one site whose tags are unknown, newest items first; only sites for which `isAskable` returns
   * true.
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

  /**
   * Records that the network does not provide the tags of these questions; they are no longer returned as questions
   * without tags.
   */
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
