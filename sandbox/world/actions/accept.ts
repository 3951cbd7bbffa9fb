import type { ActionContext } from './effects/context.ts';
import { ActionError } from './effects/lookup.ts';
import { inTransaction } from './effects/transaction.ts';

export interface Accept {
  site: string;
  answerId: number;
  at?: number;
}

/** What an accepted answer is worth to who wrote it and to who accepts it; nothing when they are the same. */
export const ACCEPT_WORTH = { answerer: 15, asker: 2 } as const;

/** Accepts an answer for its question's owner, and takes that back. */
export function createAccept({ db, clock, find, nextId, updateAcceptRate, reputation, markSeen }: ActionContext): {
  accept(action: Accept): void;
  unaccept(action: Accept): void;
} {
  const mark = db.prepare('UPDATE posts SET accepted_answer_id = ? WHERE site_id = ? AND id = ?');
  const insertVote = db.prepare(
    'INSERT INTO votes (site_id, id, post_id, voter_id, vote_type, created_at) VALUES (?, ?, ?, ?, 1, ?)',
  );
  const removeVote = db.prepare('DELETE FROM votes WHERE site_id = ? AND post_id = ? AND vote_type = 1');
  const decide = (action: Accept, accepted: boolean): void =>
    inTransaction(db, () => {
      const at = action.at ?? clock.now();
      const siteId = find.site(action.site);
      const answer = find.answer(siteId, action.answerId);
      const question = find.question(siteId, answer.parent_id);
      if (accepted && question.accepted_answer_id !== null)
        throw new ActionError(`The question ${question.id} has an accepted answer already`);
      if (!accepted && question.accepted_answer_id !== answer.id)
        throw new ActionError(`The answer ${answer.id} is not the accepted one`);
      mark.run(accepted ? answer.id : null, siteId, question.id);
      if (accepted) insertVote.run(siteId, nextId('votes', siteId), answer.id, question.owner_id, at);
      else removeVote.run(siteId, answer.id);
      updateAcceptRate(siteId, question.owner_id);
      if (question.owner_id !== null) markSeen(siteId, question.owner_id, at);
      if (answer.owner_id === question.owner_id) return;
      const sign = accepted ? 1 : -1;
      const about = { siteId, postId: answer.id, postType: 'answer', voteType: 'accepts', at } as const;
      if (answer.owner_id !== null)
        reputation.book({
          ...about,
          userId: answer.owner_id,
          change: sign * ACCEPT_WORTH.answerer,
          historyType: accepted ? 'answer_accepted' : 'answer_unaccepted',
        });
      if (question.owner_id !== null)
        reputation.book({
          ...about,
          userId: question.owner_id,
          change: sign * ACCEPT_WORTH.asker,
          historyType: accepted ? 'asker_accepts_answer' : 'asker_unaccept_answer',
        });
    });
  return { accept: (action) => decide(action, true), unaccept: (action) => decide(action, false) };
}
