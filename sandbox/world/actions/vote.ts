import type { ActionContext } from './effects/context.ts';
import { ActionError } from './effects/lookup.ts';
import { inTransaction } from './effects/transaction.ts';

export interface Vote {
  site: string;
  /** Who votes. */
  userId: number;
  postId: number;
  direction: 'up' | 'down';
  at?: number;
}

/** What a vote is worth to the post's owner, and what voting an answer down costs the voter. */
export const VOTE_WORTH = { up: 10, down: -2, downvotingAnAnswer: -1 } as const;

/** Votes on a post, once per voter. The owner's reputation follows, within the daily cap. */
export function createVote({ db, clock, find, nextId, reputation, markSeen }: ActionContext): (action: Vote) => void {
  const earlier = db.prepare(
    'SELECT 1 FROM votes WHERE site_id = ? AND post_id = ? AND voter_id = ? AND vote_type IN (2, 3)',
  );
  const insert = db.prepare(
    'INSERT INTO votes (site_id, id, post_id, voter_id, vote_type, created_at) VALUES (?, ?, ?, ?, ?, ?)',
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
  return (action) =>
    inTransaction(db, () => {
      const at = action.at ?? clock.now();
      const { direction } = action;
      if (direction !== 'up' && direction !== 'down') throw new ActionError('A vote goes up or down');
      const siteId = find.site(action.site);
      find.user(siteId, action.userId);
      const post = find.post(siteId, action.postId);
      if (post.owner_id === action.userId) throw new ActionError('Nobody votes on their own post');
      if (earlier.get(siteId, post.id, action.userId) !== undefined)
        throw new ActionError(`The user ${action.userId} has already voted on the post ${post.id}`);
      const postType = post.post_type === 1 ? 'question' : 'answer';
      insert.run(siteId, nextId('votes', siteId), post.id, action.userId, direction === 'up' ? 2 : 3, at);
      count[direction].run(siteId, post.id);
      cast[direction].run(siteId, action.userId);
      const about = {
        siteId,
        postId: post.id,
        postType,
        voteType: direction === 'up' ? 'up_votes' : 'down_votes',
        at,
      } as const;
      if (post.owner_id !== null)
        reputation.book({
          ...about,
          userId: post.owner_id,
          change: VOTE_WORTH[direction],
          historyType: direction === 'up' ? 'post_upvoted' : 'post_downvoted',
        });
      if (direction === 'down' && postType === 'answer')
        reputation.book({
          ...about,
          userId: action.userId,
          change: VOTE_WORTH.downvotingAnAnswer,
          historyType: 'voter_downvotes',
        });
      markSeen(siteId, action.userId, at);
    });
}
