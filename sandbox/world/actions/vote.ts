import { ActionError, type ActionContext, type Given } from './context.ts';
import type { Effects } from './effects.ts';

/** What a vote is worth to the post's owner, and what voting an answer down costs the voter. */
export const VOTE_WORTH = { up: 10, down: -2, downvotingAnAnswer: -1 } as const;
/** What an accepted answer is worth to who wrote it and to who accepts it; nothing when they are the same. */
export const ACCEPT_WORTH = { answerer: 15, asker: 2 } as const;

/** Creates the action that votes on a post, once per voter. */
export function createVote({ db, find, visit }: ActionContext, { recordVote, bookReputation }: Effects) {
  const earlier = db.prepare(
    'SELECT 1 FROM votes WHERE site_id = ? AND post_id = ? AND voter_id = ? AND vote_type IN (2, 3)',
  );
  const count = {
    up: db.prepare(
      'UPDATE posts SET score = score + 1, up_vote_count = up_vote_count + 1 WHERE site_id = ? AND id = ?',
    ),
    down: db.prepare(
      'UPDATE posts SET score = score - 1, down_vote_count = down_vote_count + 1 WHERE site_id = ? AND id = ?',
    ),
  };
  const cast = {
    up: db.prepare('UPDATE users SET up_vote_count = up_vote_count + 1 WHERE site_id = ? AND id = ?'),
    down: db.prepare('UPDATE users SET down_vote_count = down_vote_count + 1 WHERE site_id = ? AND id = ?'),
  };
  return visit(({ siteId, at, userId, postId, direction }: Given<'vote'>): void => {
    if (direction !== 'up' && direction !== 'down') throw new ActionError('A vote goes up or down');
    const post = find.post(siteId, postId);
    if (post.owner_id === userId) throw new ActionError('Nobody votes on their own post');
    if (earlier.get(siteId, postId, userId) !== undefined)
      throw new ActionError(`The user ${userId} has already voted on the post ${postId}`);
    recordVote({ siteId, postId, voterId: userId, type: direction, at });
    count[direction].run(siteId, postId);
    cast[direction].run(siteId, userId);
    const postType = post.post_type === 1 ? 'question' : 'answer';
    const about = { siteId, postId, postType, voteType: `${direction}_votes`, at } as const;
    bookReputation({
      ...about,
      userId: post.owner_id,
      change: VOTE_WORTH[direction],
      historyType: `post_${direction}voted`,
    });
    if (direction === 'down' && postType === 'answer')
      bookReputation({ ...about, userId, change: VOTE_WORTH.downvotingAnAnswer, historyType: 'voter_downvotes' });
  });
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
      if (accepted && question.accepted_answer_id !== null)
        throw new ActionError(`The question ${question.id} has an accepted answer already`);
      if (!accepted && question.accepted_answer_id !== answerId)
        throw new ActionError(`The answer ${answerId} is not the accepted one`);
      mark.run(accepted ? answerId : null, siteId, question.id);
      if (accepted) recordVote({ siteId, postId: answerId, voterId: question.owner_id, type: 'accept', at });
      else removeVote.run(siteId, answerId);
      updateAcceptRate(siteId, question.owner_id);
      if (question.owner_id !== null) markSeen(siteId, question.owner_id, at);
      if (answer.owner_id === question.owner_id) return;
      const sign = accepted ? 1 : -1;
      const about = { siteId, postId: answerId, postType: 'answer', voteType: 'accepts', at } as const;
      bookReputation({
        ...about,
        userId: answer.owner_id,
        change: sign * ACCEPT_WORTH.answerer,
        historyType: accepted ? 'answer_accepted' : 'answer_unaccepted',
      });
      bookReputation({
        ...about,
        userId: question.owner_id,
        change: sign * ACCEPT_WORTH.asker,
        historyType: accepted ? 'asker_accepts_answer' : 'asker_unaccept_answer',
      });
    });
  return { accept: decision(true), unaccept: decision(false) };
}
