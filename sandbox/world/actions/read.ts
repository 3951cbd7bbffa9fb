import type { Desk } from './effects/context.ts';
import { DeedError } from './effects/error.ts';
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
export function createRead({ db, clock, find, seen }: Desk): (deed: Read) => number {
  const owned = db.prepare('SELECT 1 FROM inbox_items WHERE account_id = ? AND id = ?');
  const read = db.prepare(
    `UPDATE inbox_items SET is_unread = 0 WHERE account_id = :accountId AND is_unread = 1 AND created_at <= :at
       AND (:itemId IS NULL OR id = :itemId) AND (:questionId IS NULL OR (site_id = :siteId AND question_id = :questionId))`,
  );
  return (deed) =>
    inTransaction(db, () => {
      const at = deed.at ?? clock.now();
      const siteId = find.site(deed.site);
      const { account_id: accountId } = find.user(siteId, deed.userId);
      if (accountId === null) throw new DeedError(`The user ${deed.userId} has no account and so no inbox`);
      if (deed.itemId !== undefined && owned.get(accountId, deed.itemId) === undefined)
        throw new DeedError(`There is no item ${deed.itemId} in the inbox of the user ${deed.userId}`);
      if (deed.questionId !== undefined) find.question(siteId, deed.questionId);
      seen(siteId, deed.userId, at);
      const { changes } = read.run({
        accountId,
        siteId,
        at,
        itemId: deed.itemId ?? null,
        questionId: deed.questionId ?? null,
      });
      return Number(changes);
    });
}
