import type { ActionContext, Given } from './context.ts';
import type { Effects } from './effects.ts';
import type { Tagging } from './post.ts';

/**
 * Creates the action that deletes a question with its answers, or one answer. Counts follow, and everyone's reputation
 * loses what the post had brought, or regains what it had cost.
 */
export function createRemove(
  { db, find, visit }: ActionContext,
  { updateAcceptRate, bookReputation }: Effects,
  tagging: Tagging,
) {
  const mark = db.prepare('UPDATE posts SET deleted_at = ? WHERE site_id = ? AND id = ?');
  const endBounty = db.prepare(
    `UPDATE posts SET bounty_amount = NULL, bounty_closes_at = NULL, bounty_user_id = NULL
       WHERE site_id = ? AND id = ?`,
  );
  const uncountAnswer = db.prepare(
    `UPDATE posts SET answer_count = answer_count - 1, accepted_answer_id = nullif(accepted_answer_id, ?3)
       WHERE site_id = ?1 AND id = ?2`,
  );
  // The plus keeps SQLite from walking through all posts of the site, which are in this order already.
  const answersOf = db.prepare(
    // Left alone, SQLite takes parents for less telling than the site, and reads all of it.
    `SELECT id FROM posts WHERE site_id = ? AND likelihood(parent_id = ?, 0.00001) AND post_type = 2
       AND deleted_at IS NULL ORDER BY +id`,
  );
  // The plus keeps SQLite from walking through all changes of the site, which are grouped like this already.
  const netOfPost = db.prepare(
    `SELECT user_id, sum(change) AS net FROM reputation_events WHERE site_id = ? AND post_id = ? GROUP BY +user_id
       HAVING net <> 0 ORDER BY user_id`,
  );
  const reverseReputation = (siteId: number, postId: number, postType: 'question' | 'answer', at: number): void => {
    const nets = netOfPost.all(siteId, postId) as unknown as { user_id: number; net: number }[];
    for (const { user_id: userId, net } of nets)
      bookReputation({ siteId, userId, change: -net, postId, postType, historyType: 'post_deleted', at });
  };
  const removeAnswer = (siteId: number, answerId: number, questionId: number | null, at: number): void => {
    mark.run(at, siteId, answerId);
    uncountAnswer.run(siteId, questionId, answerId);
    reverseReputation(siteId, answerId, 'answer', at);
  };
  return visit(({ siteId, at, postId }: Given<'remove'>): void => {
    const post = find.post(siteId, postId);
    if (post.post_type === 2) {
      removeAnswer(siteId, postId, post.parent_id, at);
      if (post.parent_id !== null) updateAcceptRate(siteId, find.question(siteId, post.parent_id).owner_id);
      return;
    }
    const answers = answersOf.all(siteId, postId) as unknown as { id: number }[];
    for (const { id } of answers) removeAnswer(siteId, id, postId, at);
    tagging.uncountAll(siteId, postId);
    mark.run(at, siteId, postId);
    endBounty.run(siteId, postId);
    updateAcceptRate(siteId, post.owner_id);
    reverseReputation(siteId, postId, 'question', at);
  });
}
