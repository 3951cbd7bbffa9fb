import { ActionError, hasOpenBounty, type ActionContext, type Given } from './context.ts';
import type { Effects } from './effects.ts';

/** How long a bounty stays open, in seconds. */
export const BOUNTY_LASTS_SECONDS = 7 * 86_400;

/** Creates the actions that offer a bounty on a question, and give it to an answer. */
export function createBounty({ db, find, action }: ActionContext, { recordVote, bookReputation }: Effects) {
  const offer = db.prepare(
    'UPDATE posts SET bounty_amount = ?, bounty_closes_at = ?, bounty_user_id = ? WHERE site_id = ? AND id = ?',
  );
  return {
    bounty: action(({ siteId, at, userId, questionId, amount }: Given<'bounty'>): void => {
      const question = find.question(siteId, questionId);
      if (!Number.isInteger(amount) || amount < 50 || amount > 500) throw new ActionError('A bounty is 50 to 500');
      if (question.closed_at !== null)
        throw new ActionError(`The question ${questionId} is closed and takes no bounty`);
      if (hasOpenBounty(question, at)) throw new ActionError(`The question ${questionId} has an open bounty already`);
      if (find.user(siteId, userId).reputation <= amount)
        throw new ActionError(`The user ${userId} cannot afford a bounty of ${amount}`);
      offer.run(amount, at + BOUNTY_LASTS_SECONDS, userId, siteId, questionId);
      recordVote({ siteId, postId: questionId, voterId: userId, type: 'bounty', at, amount });
      bookReputation({
        siteId,
        userId,
        change: -amount,
        postId: questionId,
        postType: 'question',
        voteType: 'bounties_offered',
        historyType: 'bounty_given',
        at,
      });
    }),
    awardBounty: action(({ siteId, at, answerId }: Given<'awardBounty'>): void => {
      const answer = find.answer(siteId, answerId);
      const question = find.question(siteId, answer.parent_id);
      const { bounty_amount: amount, bounty_user_id: offeredBy } = question;
      if (amount === null || !hasOpenBounty(question, at))
        throw new ActionError(`The question ${question.id} has no open bounty`);
      if (answer.owner_id === offeredBy) throw new ActionError('A bounty does not go to who offered it');
      offer.run(null, null, null, siteId, question.id);
      recordVote({ siteId, postId: answerId, voterId: offeredBy, type: 'bountyAward', at, amount });
      bookReputation({
        siteId,
        userId: answer.owner_id,
        change: amount,
        postId: answerId,
        postType: 'answer',
        voteType: 'bounties_won',
        historyType: 'bounty_earned',
        at,
      });
    }),
  };
}
