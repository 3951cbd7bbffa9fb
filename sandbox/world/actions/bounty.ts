import type { ActionContext } from './effects/context.ts';
import { ActionError } from './effects/lookup.ts';
import { inTransaction } from './effects/transaction.ts';

export interface Bounty {
  site: string;
  questionId: number;
  /** Who pays for it. */
  userId: number;
  /** Reputation offered, 50 to 500. */
  amount: number;
  at?: number;
}

export interface AwardBounty {
  site: string;
  answerId: number;
  at?: number;
}

/** How long a bounty stays open, in seconds. */
export const BOUNTY_LASTS_SECONDS = 7 * 86_400;

/** Offers a bounty on a question, and gives it to an answer. */
export function createBounty({ db, clock, find, nextId, reputation }: ActionContext): {
  bounty(action: Bounty): void;
  awardBounty(action: AwardBounty): void;
} {
  const offer = db.prepare(
    'UPDATE posts SET bounty_amount = ?, bounty_closes_at = ?, bounty_user_id = ? WHERE site_id = ? AND id = ?',
  );
  const insertVote = db.prepare(
    `INSERT INTO votes (site_id, id, post_id, voter_id, vote_type, created_at, bounty_amount)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    bounty: (action) =>
      inTransaction(db, () => {
        const at = action.at ?? clock.now();
        const siteId = find.site(action.site);
        const user = find.user(siteId, action.userId);
        const question = find.question(siteId, action.questionId);
        if (!Number.isInteger(action.amount) || action.amount < 50 || action.amount > 500)
          throw new ActionError('A bounty is 50 to 500');
        if (question.closed_at !== null)
          throw new ActionError(`The question ${question.id} is closed and takes no bounty`);
        if (question.bounty_amount !== null && (question.bounty_closes_at ?? 0) > at)
          throw new ActionError(`The question ${question.id} has an open bounty already`);
        if (user.reputation <= action.amount)
          throw new ActionError(`The user ${user.id} cannot afford a bounty of ${action.amount}`);
        offer.run(action.amount, at + BOUNTY_LASTS_SECONDS, user.id, siteId, question.id);
        insertVote.run(siteId, nextId('votes', siteId), question.id, user.id, 8, at, action.amount);
        reputation.book({
          siteId,
          userId: user.id,
          change: -action.amount,
          postId: question.id,
          postType: 'question',
          voteType: 'bounties_offered',
          historyType: 'bounty_given',
          at,
        });
      }),
    awardBounty: (action) =>
      inTransaction(db, () => {
        const at = action.at ?? clock.now();
        const siteId = find.site(action.site);
        const answer = find.answer(siteId, action.answerId);
        const question = find.question(siteId, answer.parent_id);
        const { bounty_amount: amount, bounty_user_id: offeredBy } = question;
        if (amount === null || (question.bounty_closes_at ?? 0) <= at)
          throw new ActionError(`The question ${question.id} has no open bounty`);
        if (answer.owner_id === offeredBy) throw new ActionError('A bounty does not go to who offered it');
        offer.run(null, null, null, siteId, question.id);
        insertVote.run(siteId, nextId('votes', siteId), answer.id, offeredBy, 9, at, amount);
        if (answer.owner_id !== null)
          reputation.book({
            siteId,
            userId: answer.owner_id,
            change: amount,
            postId: answer.id,
            postType: 'answer',
            voteType: 'bounties_won',
            historyType: 'bounty_earned',
            at,
          });
      }),
  };
}
