import { neededTime, neededWhole, whole } from './fields.ts';
import type { DumpTable } from './table.ts';

export const votes: DumpTable = {
  file: 'Votes.xml',
  parts: ['votes'],
  columns: ['PostId', 'VoteTypeId', 'CreationDate', 'UserId', 'BountyAmount'],
  into({ db, siteId }) {
    const insert = db.prepare(
      `INSERT INTO votes (site_id, post_id, voter_id, vote_type, created_at, bounty_amount)
         VALUES (?, ?, ?, ?, ?, ?)`,
    );
    return ([postId, voteType, created, userId, bounty]) => {
      insert.run(
        siteId,
        neededWhole('PostId', postId),
        whole('UserId', userId),
        neededWhole('VoteTypeId', voteType),
        neededTime('CreationDate', created),
        whole('BountyAmount', bounty),
      );
    };
  },
};
