import type { Desk } from './effects/context.ts';
import { DeedError } from './effects/error.ts';
import { inTransaction } from './effects/transaction.ts';

export interface Message {
  site: string;
  userId: number;
  /** Any item type, known to clients or not, e.g. `moderator_message`. */
  itemType: string;
  /** Plain text. */
  title: string;
  /** HTML. */
  body: string;
  questionId?: number;
  at?: number;
}

/** Puts something else than an answer or a comment into a person's inbox; gives the item's id. */
export function createMessage({ db, clock, find, inbox }: Desk): (deed: Message) => number {
  return (deed) =>
    inTransaction(db, () => {
      const siteId = find.site(deed.site);
      const { account_id: accountId } = find.user(siteId, deed.userId);
      if (accountId === null) throw new DeedError(`The user ${deed.userId} has no account and so no inbox`);
      if (deed.questionId !== undefined) find.question(siteId, deed.questionId);
      return inbox({
        accountId,
        siteId,
        itemType: deed.itemType,
        ...(deed.questionId === undefined ? {} : { questionId: deed.questionId }),
        title: deed.title,
        html: deed.body,
        at: deed.at ?? clock.now(),
      });
    });
}
