import { beforeEach, describe, expect, it } from 'vitest';
import { noon, openSmallWorld, reputationOf, rows, type SmallWorld } from './small-world.ts';

/** The site whose people do something. */
const site = 'one';
let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
});

describe('voting', () => {
  it('gives 10 for an up vote on a question or an answer', () => {
    const questionId = world.ask(1);
    const answerId = world.answer(questionId);
    world.upvote(questionId, 3);
    world.upvote(answerId, 3);
    expect([reputationOf(world, 1), reputationOf(world, 2), reputationOf(world, 3)]).toEqual([11, 11, 1]);
    expect(world.events(2)).toEqual([
      { change: 10, history_type: 'post_upvoted', vote_type: 'up_votes', post_id: answerId },
    ]);
    expect(rows(world, 'SELECT score, up_vote_count FROM posts ORDER BY id')).toEqual([
      { score: 1, up_vote_count: 1 },
      { score: 1, up_vote_count: 1 },
    ]);
  });

  it('takes 2 for a down vote, and 1 from the voter only on answers', () => {
    const questionId = world.ask(1);
    const answerId = world.answer(questionId);
    for (const userId of [1, 2])
      for (const voterId of [4, 5]) world.upvote(userId === 1 ? questionId : answerId, voterId);
    const own = world.ask(3);
    world.upvote(own, 1);
    world.actions.vote({ site, userId: 3, postId: questionId, direction: 'down' });
    expect([reputationOf(world, 1), reputationOf(world, 3)]).toEqual([19, 11]);
    world.actions.vote({ site, userId: 3, postId: answerId, direction: 'down' });
    expect([reputationOf(world, 2), reputationOf(world, 3)]).toEqual([19, 10]);
  });

  it('never lets anybody fall below 1, and books nothing where nothing was taken', () => {
    world.actions.vote({ site, userId: 2, postId: world.ask(1), direction: 'down' });
    expect(reputationOf(world, 1)).toBe(1);
    expect(world.events(1)).toEqual([]);
  });

  it('stops at 200 a day from votes, and starts anew the next UTC day', () => {
    for (let count = 0; count < 21; count += 1) world.upvote(world.ask(1), 2);
    expect(reputationOf(world, 1)).toBe(201);
    expect(world.events(1)).toHaveLength(20);
    world.time.now = noon + 43_200;
    world.upvote(world.ask(1), 2);
    expect(reputationOf(world, 1)).toBe(211);
  });

  it('counts the cap on each site by itself, and leaves acceptances out of it', () => {
    for (let count = 0; count < 20; count += 1) world.upvote(world.ask(1), 2);
    const elsewhere = world.actions.ask({ site: 'two', userId: 1, title: 'T', body: '<p>b</p>', tags: ['a'] });
    world.actions.vote({ site: 'two', userId: 2, postId: elsewhere, direction: 'up' });
    expect(reputationOf(world, 1, 2)).toBe(11);
    const answerId = world.answer(world.ask(2), 1);
    world.actions.accept({ site, answerId });
    expect(reputationOf(world, 1)).toBe(216);
  });

  it('is refused on one’s own post, twice, on deleted posts, and in no direction', () => {
    const postId = world.ask(1);
    const vote =
      (userId: number, direction: 'up' | 'down' = 'up') =>
      () =>
        world.actions.vote({ site, userId, postId, direction });
    expect(vote(1)).toThrow('own post');
    vote(2)();
    expect(vote(2, 'down')).toThrow('already voted');
    expect(vote(3, 'sideways' as 'up')).toThrow('up or down');
    world.actions.remove({ site, postId });
    expect(vote(3)).toThrow('deleted');
  });
});

describe('accepting', () => {
  it('gives 15 to the answer’s owner and 2 to the asker, and takes both back', () => {
    const questionId = world.ask(1);
    const answerId = world.answer(questionId);
    world.actions.accept({ site, answerId });
    expect([reputationOf(world, 1), reputationOf(world, 2)]).toEqual([3, 16]);
    expect(rows(world, 'SELECT accepted_answer_id FROM posts WHERE id = ?', questionId)).toEqual([
      { accepted_answer_id: answerId },
    ]);
    world.actions.unaccept({ site, answerId });
    expect([reputationOf(world, 1), reputationOf(world, 2)]).toEqual([1, 1]);
    expect(rows(world, 'SELECT accepted_answer_id FROM posts WHERE id = ?', questionId)).toEqual([
      { accepted_answer_id: null },
    ]);
  });

  it('gives nothing for one’s own answer', () => {
    const answerId = world.answer(world.ask(1), 1);
    world.actions.accept({ site, answerId });
    expect(world.events(1)).toEqual([]);
  });

  it('is refused where an answer is accepted already, and taking back where it is not', () => {
    const questionId = world.ask(1);
    const first = world.answer(questionId);
    const second = world.answer(questionId, 3);
    world.actions.accept({ site, answerId: first });
    expect(() => world.actions.accept({ site, answerId: second })).toThrow('accepted answer already');
    expect(() => world.actions.unaccept({ site, answerId: second })).toThrow('not the accepted one');
    expect(() => world.actions.accept({ site, answerId: questionId })).toThrow(`no answer ${questionId}`);
  });
});

describe('bounties', () => {
  it('moves a bounty from who offers it to who wins it', () => {
    for (let count = 0; count < 10; count += 1) world.upvote(world.ask(1), 2);
    const questionId = world.ask(4);
    const answerId = world.answer(questionId, 3);
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
    const questionId = world.ask(1);
    const bounty = (amount: number) => () => world.actions.bounty({ site, questionId, userId: 2, amount });
    expect(bounty(49)).toThrow('50 to 500');
    expect(bounty(50.5)).toThrow('50 to 500');
    expect(bounty(50)).toThrow('cannot afford');
  });
});

describe('badges', () => {
  it('awards badges it knows', () => {
    world.actions.award({ site, userId: 2, badge: 'Tester' });
    expect(rows(world, 'SELECT badge_id, user_id, awarded_at FROM user_badges')).toEqual([
      { badge_id: 1, user_id: 2, awarded_at: noon },
    ]);
    expect(() => world.actions.award({ site, userId: 2, badge: 'Wizard' })).toThrow('no badge "Wizard"');
  });
});
