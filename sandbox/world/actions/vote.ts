import { insertInto } from '../database/statements.ts';
import { ActionError, RepeatError, type ActionContext, type Given, hasOpenBounty } from './context.ts';
import type { Effects } from './effects.ts';

/** Reputation by a vote for the post's owner, and its cost for the voter of an answer down. */
export const VOTE_WORTH = { up: 10, down: -2, downvotingAnAnswer: -1 } as const;
/** Reputation by an accepted answer for who wrote it and for who accepts it; nothing when they are the same. */
export const ACCEPT_WORTH = { answerer: 15, asker: 2 } as const;

/** Creates the actions that vote on a post, once per voter, and take the vote back with all that it brought. */
export function createVote({ db, find, visit }: ActionContext, { recordVote, bookReputation }: Effects) {
  const earlier = db.prepare(
    'SELECT id, vote_type FROM votes WHERE site_id = ? AND post_id = ? AND voter_id = ? AND vote_type IN (2, 3)',
  );
  const count = db.prepare(
    `UPDATE posts SET score = score + ?3 - ?4, up_vote_count = up_vote_count + ?3,
       down_vote_count = down_vote_count + ?4 WHERE site_id = ?1 AND id = ?2`,
  );
  const cast = db.prepare(
    `UPDATE users SET up_vote_count = up_vote_count + ?3, down_vote_count = down_vote_count + ?4
       WHERE site_id = ?1 AND id = ?2`,
  );
  const tally = (siteId: number, postId: number, userId: number, isUp: boolean, by: 1 | -1): void => {
    const [up, down] = isUp ? [by, 0] : [0, by];
    count.run(siteId, postId, up, down);
    cast.run(siteId, userId, up, down);
  };
  const erase = db.prepare('DELETE FROM votes WHERE id = ?');
  const broughtBy = db.prepare(
    `SELECT id, user_id, post_type, vote_type, history_type, change FROM reputation_events
       WHERE site_id = ? AND post_id = ? AND vote_id = ?`,
  );
  // Another vote may get the id of one that is gone.
  const forgetVote = db.prepare('UPDATE reputation_events SET vote_id = NULL WHERE id = ?');
  return {
    vote: visit(({ siteId, at, userId, postId, direction }: Given<'vote'>): void => {
      if (direction !== 'up' && direction !== 'down') throw new ActionError('A vote goes up or down');
      const post = find.post(siteId, postId);
      if (post.owner_id === userId) throw new ActionError('Nobody votes on their own post');
      if (earlier.get(siteId, postId, userId) !== undefined)
        throw new RepeatError(`The user ${userId} has already voted on the post ${postId}`);
      const voteId = recordVote({ siteId, postId, at }, direction, userId);
      tally(siteId, postId, userId, direction === 'up', 1);
      const postType = post.post_type === 1 ? 'question' : 'answer';
      const about = { siteId, postId, postType, voteType: `${direction}_votes`, voteId, at } as const;
      bookReputation(about, `post_${direction}voted`, post.owner_id, VOTE_WORTH[direction]);
      if (direction === 'down' && postType === 'answer')
        bookReputation(about, 'voter_downvotes', userId, VOTE_WORTH.downvotingAnAnswer);
    }),
    unvote: visit(({ siteId, at, userId, postId }: Given<'unvote'>): void => {
      find.post(siteId, postId);
      const vote = earlier.get(siteId, postId, userId) as { id: number; vote_type: number } | undefined;
      if (vote === undefined) throw new ActionError(`The user ${userId} has not voted on the post ${postId}`);
      erase.run(vote.id);
      tally(siteId, postId, userId, vote.vote_type === 2, -1);
      for (const event of broughtBy.all(siteId, postId, vote.id) as unknown as BookedChange[]) {
        const { post_type: postType, vote_type: voteType } = event;
        // post_upvoted becomes post_unupvoted, voter_downvotes voter_undownvotes.
        const historyType = event.history_type.replace('_', '_un');
        bookReputation({ siteId, postId, postType, voteType, at }, historyType, event.user_id, -event.change);
        forgetVote.run(event.id);
      }
    }),
  };
}

/** A change of reputation by a vote, as it was booked. */
interface BookedChange {
  id: number;
  user_id: number;
  post_type: 'question' | 'answer';
  vote_type: 'up_votes' | 'down_votes';
  history_type: string;
  change: number;
}

/** Creates the actions that mark a question as a user's favorite, and take that back. */
export function createFavorite({ db, find, visit }: ActionContext, { recordVote }: Effects) {
  const mine = 'site_id = ? AND post_id = ? AND voter_id = ? AND vote_type = 5';
  const earlier = db.prepare(`SELECT 1 FROM votes WHERE ${mine}`);
  const erase = db.prepare(`DELETE FROM votes WHERE ${mine}`);
  const count = db.prepare('UPDATE posts SET favorite_count = favorite_count + ?3 WHERE site_id = ?1 AND id = ?2');
  return {
    favorite: visit(({ siteId, at, userId, questionId }: Given<'favorite'>): void => {
      find.question(siteId, questionId);
      if (earlier.get(siteId, questionId, userId) !== undefined)
        throw new RepeatError(`The question ${questionId} is a favorite of the user ${userId} already`);
      recordVote({ siteId, postId: questionId, at }, 'favorite', userId);
      count.run(siteId, questionId, 1);
    }),
    unfavorite: visit(({ siteId, userId, questionId }: Given<'unfavorite'>): void => {
      find.question(siteId, questionId);
      if (erase.run(siteId, questionId, userId).changes === 0)
        throw new ActionError(`The question ${questionId} is no favorite of the user ${userId}`);
      count.run(siteId, questionId, -1);
    }),
  };
}

/** Creates the actions that accept an answer for its question's owner, and take that back. */
export function createAccept(
  { db, find, markSeen, action }: ActionContext,
  { recordVote, updateAcceptRate, bookReputation }: Effects,
) {
  const mark = db.prepare('UPDATE posts SET accepted_answer_id = ? WHERE site_id = ? AND id = ?');
  const removeVote = db.prepare('DELETE FROM votes WHERE site_id = ? AND post_id = ? AND vote_type = 1');
  const decision = (accepted: boolean) =>
    action(({ siteId, at, answerId }: Given<'accept'>): void => {
      const answer = find.answer(siteId, answerId);
      const question = find.question(siteId, answer.parent_id);
      if (accepted && question.accepted_answer_id === answerId)
        throw new RepeatError('This answer is accepted already');
      if (accepted && question.accepted_answer_id !== null)
        throw new ActionError('Another answer is accepted; undo that first');
      if (!accepted && question.accepted_answer_id !== answerId) throw new ActionError('This answer is not accepted');
      mark.run(accepted ? answerId : null, siteId, question.id);
      if (accepted) recordVote({ siteId, postId: answerId, at }, 'accept', question.owner_id);
      else removeVote.run(siteId, answerId);
      updateAcceptRate(siteId, question.owner_id);
      if (question.owner_id !== null) markSeen(siteId, question.owner_id, at);
      if (answer.owner_id === question.owner_id) return;
      const sign = accepted ? 1 : -1;
      const about = { siteId, postId: answerId, postType: 'answer', voteType: 'accepts', at } as const;
      const [given, taken] = accepted
        ? ['answer_accepted', 'asker_accepts_answer']
        : ['answer_unaccepted', 'asker_unaccept_answer'];
      bookReputation(about, given, answer.owner_id, sign * ACCEPT_WORTH.answerer);
      bookReputation(about, taken, question.owner_id, sign * ACCEPT_WORTH.asker);
    });
  return { accept: decision(true), unaccept: decision(false) };
}

/** Creates the action that flags a post or a comment, once per user and reason. It is recorded, and nothing follows. */
export function createFlag({ db, find, visit }: ActionContext) {
  const key = 'site_id = ? AND kind = ? AND subject_id = ? AND user_id = ? AND option_id = ?';
  const earlier = db.prepare(`SELECT 1 FROM flags WHERE ${key}`);
  const insert = db.prepare(insertInto('flags', 'site_id kind subject_id user_id option_id comment created_at'));
  return visit(({ siteId, at, userId, postId, commentId, optionId, comment }: Given<'flag'>): void => {
    if ((postId === undefined) === (commentId === undefined))
      throw new ActionError('A flag is on a post or on a comment');
    const { id } = postId === undefined ? find.comment(siteId, commentId ?? 0) : find.post(siteId, postId);
    const flag = [siteId, postId === undefined ? 'comment' : 'post', id, userId, optionId] as const;
    if (earlier.get(...flag) !== undefined) throw new RepeatError(`The user ${userId} has flagged it so already`);
    insert.run(...flag, comment ?? null, at);
  });
}

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
      const about = { siteId, postId: questionId, postType: 'question', voteType: 'bounties_offered', at } as const;
      recordVote(about, 'bounty', userId, amount);
      bookReputation(about, 'bounty_given', userId, -amount);
    }),
    awardBounty: action(({ siteId, at, answerId }: Given<'awardBounty'>): void => {
      const answer = find.answer(siteId, answerId);
      const question = find.question(siteId, answer.parent_id);
      const { bounty_amount: amount, bounty_user_id: offeredBy } = question;
      if (amount === null || !hasOpenBounty(question, at))
        throw new ActionError(`The question ${question.id} has no open bounty`);
      if (answer.owner_id === offeredBy) throw new ActionError('A bounty does not go to who offered it');
      offer.run(null, null, null, siteId, question.id);
      const about = { siteId, postId: answerId, postType: 'answer', voteType: 'bounties_won', at } as const;
      recordVote(about, 'bountyAward', offeredBy, amount);
      bookReputation(about, 'bounty_earned', answer.owner_id, amount);
    }),
  };
}
