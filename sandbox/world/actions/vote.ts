import type { Desk } from './effects/context.ts';
import { DeedError } from './effects/error.ts';
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
export const voteWorth = { up: 10, down: -2, downvotingAnAnswer: -1 } as const;

/** Votes on a post, once per voter. The owner's reputation follows, within the daily cap. */
export function createVote({ db, clock, find, nextId, reputation, seen }: Desk): (deed: Vote) => void {
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
  return (deed) =>
    inTransaction(db, () => {
      const at = deed.at ?? clock.now();
      const { direction } = deed;
      if (direction !== 'up' && direction !== 'down') throw new DeedError('A vote goes up or down');
      const siteId = find.site(deed.site);
      find.user(siteId, deed.userId);
      const post = find.post(siteId, deed.postId);
      if (post.owner_id === deed.userId) throw new DeedError('Nobody votes on their own post');
      if (earlier.get(siteId, post.id, deed.userId) !== undefined)
        throw new DeedError(`The user ${deed.userId} has already voted on the post ${post.id}`);
      const postType = post.post_type === 1 ? 'question' : 'answer';
      insert.run(siteId, nextId('votes', siteId), post.id, deed.userId, direction === 'up' ? 2 : 3, at);
      count[direction].run(siteId, post.id);
      cast[direction].run(siteId, deed.userId);
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
          change: voteWorth[direction],
          historyType: direction === 'up' ? 'post_upvoted' : 'post_downvoted',
        });
      if (direction === 'down' && postType === 'answer')
        reputation.book({
          ...about,
          userId: deed.userId,
          change: voteWorth.downvotingAnAnswer,
          historyType: 'voter_downvotes',
        });
      seen(siteId, deed.userId, at);
    });
}
