import { describe, expect, it } from 'vitest';
import { changesByPost } from '../../../../electron/agent/library/today.ts';
import type { StoredReputationEvent } from '../../../../electron/store/reputation/reputation-events.ts';

const site = { id: 's', name: 'S' };
const changes = (...all: Pick<StoredReputationEvent, 'change' | 'voteType'>[]): StoredReputationEvent[] =>
  all.map((each, id) => ({
    id,
    key: String(id),
    site,
    postId: 7,
    onDate: 1000 + id,
    ...each,
    voteType: each.voteType ?? 'accepts',
  }));

describe('today’s changes by post', () => {
  it('leave out what was taken back: an answer accepted, then not', () => {
    expect(changesByPost(changes({ change: 2 }, { change: -2 }))).toEqual([]);
    const [post] = changesByPost(changes({ change: 2 }, { change: -2 }, { change: 2 }));
    expect(post).toMatchObject({ change: 2, kinds: [{ voteType: 'accepts', times: 1, change: 2 }] });
  });

  it('keep what remains on the post', () => {
    const [post] = changesByPost(
      changes(
        { change: 10, voteType: 'up_votes' },
        { change: 10, voteType: 'up_votes' },
        { change: 2 },
        { change: -2 },
      ),
    );
    expect(post).toMatchObject({ change: 20, kinds: [{ voteType: 'up_votes', times: 2, change: 20 }] });
  });

  it('count what brought nothing, such as upvotes past a day’s limit, and different changes for themselves', () => {
    expect(changesByPost(changes({ change: 0 }, { change: 0 }))[0]?.kinds).toMatchObject([{ times: 2, change: 0 }]);
    expect(changesByPost(changes({ change: 10 }, { change: -2 }))[0]?.kinds).toMatchObject([{ times: 2, change: 8 }]);
  });
});
