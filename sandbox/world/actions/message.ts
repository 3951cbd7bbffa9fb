import type { ActionContext } from './effects/context.ts';
import { ActionError } from './effects/lookup.ts';
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
export function createMessage({ db, clock, find, inbox }: ActionContext): (action: Message) => number {
  return (action) =>
    inTransaction(db, () => {
      const siteId = find.site(action.site);
      const { account_id: accountId } = find.user(siteId, action.userId);
      if (accountId === null) throw new ActionError(`The user ${action.userId} has no account and so no inbox`);
      if (action.questionId !== undefined) find.question(siteId, action.questionId);
      return inbox({
        accountId,
        siteId,
        itemType: action.itemType,
        ...(action.questionId === undefined ? {} : { questionId: action.questionId }),
        title: action.title,
        html: action.body,
        at: action.at ?? clock.now(),
      });
    });
}
