import type { ActionContext } from './effects/context.ts';
import { ActionError } from './effects/error.ts';
import { inTransaction } from './effects/transaction.ts';

export interface Read {
  site: string;
  userId: number;
  /** One inbox item of the person, whichever site it is from. */
  itemId?: number;
  /** What the inbox has of one question of the site. */
  questionId?: number;
  at?: number;
}

/**
 * Lets a person read in the inbox: one item, what is about a question, or, without either, all of every site. Being on
 * the site also ends the news of badges and privileges from before. Gives how many items were unread until then.
 */
export function createRead({ db, clock, find, markSeen }: ActionContext): (action: Read) => number {
  const owned = db.prepare('SELECT 1 FROM inbox_items WHERE account_id = ? AND id = ?');
  const read = db.prepare(
    `UPDATE inbox_items SET is_unread = 0 WHERE account_id = :accountId AND is_unread = 1 AND created_at <= :at
       AND (:itemId IS NULL OR id = :itemId)
       AND (:questionId IS NULL OR (site_id = :siteId AND question_id = :questionId))`,
  );
  return (action) =>
    inTransaction(db, () => {
      const at = action.at ?? clock.now();
      const siteId = find.site(action.site);
      const { account_id: accountId } = find.user(siteId, action.userId);
      if (accountId === null) throw new ActionError(`The user ${action.userId} has no account and so no inbox`);
      if (action.itemId !== undefined && owned.get(accountId, action.itemId) === undefined)
        throw new ActionError(`There is no item ${action.itemId} in the inbox of the user ${action.userId}`);
      if (action.questionId !== undefined) find.question(siteId, action.questionId);
      markSeen(siteId, action.userId, at);
      const { changes } = read.run({
        accountId,
        siteId,
        at,
        itemId: action.itemId ?? null,
        questionId: action.questionId ?? null,
      });
      return Number(changes);
    });
}
