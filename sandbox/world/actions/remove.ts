import type { ActionContext } from './effects/context.ts';
import { inTransaction } from './effects/transaction.ts';

export interface Remove {
  site: string;
  postId: number;
  /** Who deletes it; unknown unless given. */
  userId?: number;
  at?: number;
}

/**
 * Deletes a question with its answers, or one answer. Counts follow, and everyone's reputation loses what the post had
 * brought (or regains what it had cost).
 */
export function createRemove({
  db,
  clock,
  find,
  updateAcceptRate,
  reputation,
  markSeen,
}: ActionContext): (action: Remove) => void {
  const mark = db.prepare('UPDATE posts SET deleted_at = ? WHERE site_id = ? AND id = ?');
  const endBounty = db.prepare(
    `UPDATE posts SET bounty_amount = NULL, bounty_closes_at = NULL, bounty_user_id = NULL
       WHERE site_id = ? AND id = ?`,
  );
  const uncountTags = db.prepare(
    `UPDATE tags SET count = count - 1
       WHERE site_id = ?1 AND id IN (SELECT tag_id FROM post_tags WHERE site_id = ?1 AND post_id = ?2)`,
  );
  const uncountAnswer = db.prepare(
    `UPDATE posts SET answer_count = answer_count - 1, accepted_answer_id = nullif(accepted_answer_id, ?3)
       WHERE site_id = ?1 AND id = ?2`,
  );
  // The plus keeps SQLite from walking through all posts of the site, which are in this order already.
  const answersOf = db.prepare(
    'SELECT id FROM posts WHERE site_id = ? AND parent_id = ? AND post_type = 2 AND deleted_at IS NULL ORDER BY +id',
  );
  return (action) =>
    inTransaction(db, () => {
      const at = action.at ?? clock.now();
      const siteId = find.site(action.site);
      if (action.userId !== undefined) {
        find.user(siteId, action.userId);
        markSeen(siteId, action.userId, at);
      }
      const post = find.post(siteId, action.postId);
      const removeAnswer = (answerId: number, questionId: number | null): void => {
        mark.run(at, siteId, answerId);
        if (questionId !== null) uncountAnswer.run(siteId, questionId, answerId);
        reputation.reverse(siteId, answerId, 'answer', at);
      };
      if (post.post_type === 2) {
        removeAnswer(post.id, post.parent_id);
        if (post.parent_id !== null) updateAcceptRate(siteId, find.question(siteId, post.parent_id).owner_id);
        return;
      }
      for (const { id } of answersOf.all(siteId, post.id) as unknown as { id: number }[]) removeAnswer(id, post.id);
      uncountTags.run(siteId, post.id);
      mark.run(at, siteId, post.id);
      endBounty.run(siteId, post.id);
      updateAcceptRate(siteId, post.owner_id);
      reputation.reverse(siteId, post.id, 'question', at);
    });
}
