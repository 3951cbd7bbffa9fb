import { beforeEach, describe, expect, it } from 'vitest';
import { noon, openSmallWorld, reputationOf, rows, type SmallWorld } from '../small-world.ts';
import { ask, site } from './done.ts';

let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
});

describe('bounties', () => {
  it('moves a bounty from who offers it to who wins it', () => {
    for (let count = 0; count < 10; count += 1)
      world.actions.vote({ site, userId: 2, postId: ask(world, 1), direction: 'up' });
    const questionId = ask(world, 4);
    const answerId = world.actions.answer({ site, userId: 3, questionId, body: '<p>a</p>' });
    world.actions.bounty({ site, questionId, userId: 1, amount: 50 });
    expect(reputationOf(world, 1)).toBe(51);
    expect(
      rows(world, 'SELECT bounty_amount, bounty_closes_at, bounty_user_id FROM posts WHERE id = ?', questionId),
    ).toEqual([{ bounty_amount: 50, bounty_closes_at: noon + 7 * 86_400, bounty_user_id: 1 }]);
    expect(() => world.actions.bounty({ site, questionId, userId: 1, amount: 50 })).toThrow('open bounty already');
    expect(() => world.actions.close({ site, questionId, reason: 'Duplicate' })).toThrow('open bounty');
    world.actions.awardBounty({ site, answerId });
    expect(reputationOf(world, 3)).toBe(51);
    expect(() => world.actions.awardBounty({ site, answerId })).toThrow('no open bounty');
  });

  it('refuses a bounty that is odd or cannot be afforded', () => {
    const questionId = ask(world, 1);
    const bounty = (amount: number) => () => world.actions.bounty({ site, questionId, userId: 2, amount });
    expect(bounty(49)).toThrow('50 to 500');
    expect(bounty(50.5)).toThrow('50 to 500');
    expect(bounty(50)).toThrow('cannot afford');
  });
});
