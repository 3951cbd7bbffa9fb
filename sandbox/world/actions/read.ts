import type { ActionContext } from './effects/context.ts';
import { ActionError } from './effects/lookup.ts';
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

export interface ReadOnWebsite {
  /** The person's account, as reading is not a matter of one site. */
  accountId: number;
  /** One inbox item of the person; left out, it is all of what is meant by `what`. */
  itemId?: number;
  /** The inbox, or what else people are told: badges, privileges and reputation; left out, both. */
  what?: 'inbox' | 'achievements';
  at?: number;
}

/** Lets a person read on the network's own pages what is there by then. Gives how many inbox items were unread. */
export function createReadOnWebsite({ db, clock }: ActionContext): (action: ReadOnWebsite) => number {
  const known = db.prepare('SELECT 1 FROM accounts WHERE id = ?');
  const owned = db.prepare('SELECT 1 FROM inbox_items WHERE account_id = ? AND id = ?');
  const readItems = db.prepare(
    `UPDATE inbox_items SET is_unread = 0 WHERE account_id = :accountId AND is_unread = 1 AND created_at <= :at
       AND (:itemId IS NULL OR id = :itemId)`,
  );
  const readAchievements = db.prepare(
    `INSERT INTO website_reads (account_id, read_until) VALUES (:accountId, :at)
       ON CONFLICT (account_id) DO UPDATE SET read_until = max(read_until, excluded.read_until)`,
  );
  return ({ accountId, itemId, what, at = clock.now() }) =>
    inTransaction(db, () => {
      if (known.get(accountId) === undefined) throw new ActionError(`There is no account ${accountId}`);
      if (itemId !== undefined && owned.get(accountId, itemId) === undefined)
        throw new ActionError(`There is no item ${itemId} in the inbox of the account ${accountId}`);
      if (what !== 'inbox' && itemId === undefined) readAchievements.run({ accountId, at });
      if (what === 'achievements') return 0;
      return Number(readItems.run({ accountId, at, itemId: itemId ?? null }).changes);
    });
}
