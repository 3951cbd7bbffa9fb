import { describe, expect, it } from 'vitest';
import { reputationEvents } from '../../../../../electron/agent/sources/reputation/listed-changes.ts';
import type { Reputation } from '../../../../../common/resources.ts';

const site = { id: 's', name: 'S' };
const vote = (second: number, postId: number, change = 10): Reputation => {
  return { on_date: new Date(second * 1000), post_id: postId, vote_type: 'up_votes', reputation_change: change };
};
const listed = (items: Reputation[]) =>
  reputationEvents(items, site).map(({ onDate, postId, change }) => [onDate / 1000, postId, change]);

describe('a list of reputation', () => {
  const items = [vote(30, 1), vote(20, 2, -2), vote(10, 1)];
  const once = listed(items);
  const keys = (from: Reputation[]) => reputationEvents(from, site).map(({ key }) => key);

  it('that tells each change twice tells each once, by the same key', () => {
    const doubled = items.flatMap((item) => [item, item]);
    expect([listed(doubled), keys(doubled)]).toEqual([once, keys(items)]);
    expect(listed([...items, ...items])).toEqual(once);
  });

  it('keeps two votes that are alike: two people may vote in one second', () => {
    expect(listed([vote(30, 1), vote(30, 1)])).toHaveLength(2);
    expect(listed([vote(30, 1), vote(30, 1), vote(20, 2)])).toHaveLength(3);
    const twoVoters = [...items, vote(10, 1)];
    expect(listed(twoVoters)).toHaveLength(4);
    // Doubled, it has the two votes still.
    expect(listed(twoVoters.flatMap((item) => [item, item]))).toEqual(listed(twoVoters));
  });

  it('tells two votes of one second apart, and keeps their keys when newer ones come', () => {
    const before = keys([vote(100, 1), vote(100, 1)]);
    expect(new Set(before).size).toBe(2);
    expect(keys([vote(200, 1), vote(100, 1), vote(100, 1), vote(100, 1)]).slice(2)).toEqual(before);
  });
});
