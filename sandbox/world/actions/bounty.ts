import type { Desk } from './effects/context.ts';
import { DeedError } from './effects/error.ts';
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
export const bountyLasts = 7 * 86_400;

/** Offers a bounty on a question, and gives it to an answer. */
export function createBounty({ db, clock, find, nextId, reputation }: Desk): {
  bounty(deed: Bounty): void;
  awardBounty(deed: AwardBounty): void;
} {
  const offer = db.prepare(
    'UPDATE posts SET bounty_amount = ?, bounty_closes_at = ?, bounty_user_id = ? WHERE site_id = ? AND id = ?',
  );
  const insertVote = db.prepare(
    'INSERT INTO votes (site_id, id, post_id, voter_id, vote_type, created_at, bounty_amount) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  return {
    bounty: (deed) =>
      inTransaction(db, () => {
        const at = deed.at ?? clock.now();
        const siteId = find.site(deed.site);
        const user = find.user(siteId, deed.userId);
        const question = find.question(siteId, deed.questionId);
        if (!Number.isInteger(deed.amount) || deed.amount < 50 || deed.amount > 500)
          throw new DeedError('A bounty is 50 to 500');
        if (question.closed_at !== null)
          throw new DeedError(`The question ${question.id} is closed and takes no bounty`);
        if (question.bounty_amount !== null && (question.bounty_closes_at ?? 0) > at)
          throw new DeedError(`The question ${question.id} has an open bounty already`);
        if (user.reputation <= deed.amount)
          throw new DeedError(`The user ${user.id} cannot afford a bounty of ${deed.amount}`);
        offer.run(deed.amount, at + bountyLasts, user.id, siteId, question.id);
        insertVote.run(siteId, nextId('votes', siteId), question.id, user.id, 8, at, deed.amount);
        reputation.book({
          siteId,
          userId: user.id,
          change: -deed.amount,
          postId: question.id,
          postType: 'question',
          voteType: 'bounties_offered',
          historyType: 'bounty_given',
          at,
        });
      }),
    awardBounty: (deed) =>
      inTransaction(db, () => {
        const at = deed.at ?? clock.now();
        const siteId = find.site(deed.site);
        const answer = find.answer(siteId, deed.answerId);
        const question = find.question(siteId, answer.parent_id);
        const { bounty_amount: amount, bounty_user_id: offeredBy } = question;
        if (amount === null || (question.bounty_closes_at ?? 0) <= at)
          throw new DeedError(`The question ${question.id} has no open bounty`);
        if (answer.owner_id === offeredBy) throw new DeedError('A bounty does not go to who offered it');
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
