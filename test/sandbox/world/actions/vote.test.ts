import { beforeEach, describe, expect, it } from 'vitest';
import { noon, openSmallWorld, reputationOf, rows, type SmallWorld } from '../small-world.ts';
import { ask, events, site } from './done.ts';

let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
});

describe('voting', () => {
  it('gives 10 for an up vote on a question or an answer', () => {
    const questionId = ask(world, 1);
    const answerId = world.actions.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    world.actions.vote({ site, userId: 3, postId: questionId, direction: 'up' });
    world.actions.vote({ site, userId: 3, postId: answerId, direction: 'up' });
    expect([reputationOf(world, 1), reputationOf(world, 2), reputationOf(world, 3)]).toEqual([11, 11, 1]);
    expect(events(world, 2)).toEqual([
      { change: 10, history_type: 'post_upvoted', vote_type: 'up_votes', post_id: answerId },
    ]);
    expect(rows(world, 'SELECT score, up_vote_count FROM posts ORDER BY id')).toEqual([
      { score: 1, up_vote_count: 1 },
      { score: 1, up_vote_count: 1 },
    ]);
  });

  it('takes 2 for a down vote, and 1 from the voter only on answers', () => {
    const questionId = ask(world, 1);
    const answerId = world.actions.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    for (const userId of [1, 2])
      for (const voterId of [4, 5])
        world.actions.vote({ site, userId: voterId, postId: userId === 1 ? questionId : answerId, direction: 'up' });
    const own = ask(world, 3);
    world.actions.vote({ site, userId: 1, postId: own, direction: 'up' });
    world.actions.vote({ site, userId: 3, postId: questionId, direction: 'down' });
    expect([reputationOf(world, 1), reputationOf(world, 3)]).toEqual([19, 11]);
    world.actions.vote({ site, userId: 3, postId: answerId, direction: 'down' });
    expect([reputationOf(world, 2), reputationOf(world, 3)]).toEqual([19, 10]);
  });

  it('never lets anybody fall below 1, and books nothing where nothing was taken', () => {
    world.actions.vote({ site, userId: 2, postId: ask(world, 1), direction: 'down' });
    expect(reputationOf(world, 1)).toBe(1);
    expect(events(world, 1)).toEqual([]);
  });

  it('stops at 200 a day from votes, and starts anew the next UTC day', () => {
    for (let count = 0; count < 21; count += 1)
      world.actions.vote({ site, userId: 2, postId: ask(world, 1), direction: 'up' });
    expect(reputationOf(world, 1)).toBe(201);
    expect(events(world, 1)).toHaveLength(20);
    world.time.now = noon + 43_200;
    world.actions.vote({ site, userId: 2, postId: ask(world, 1), direction: 'up' });
    expect(reputationOf(world, 1)).toBe(211);
  });

  it('counts the cap on each site by itself, and leaves acceptances out of it', () => {
    for (let count = 0; count < 20; count += 1)
      world.actions.vote({ site, userId: 2, postId: ask(world, 1), direction: 'up' });
    const elsewhere = world.actions.ask({ site: 'two', userId: 1, title: 'T', body: '<p>b</p>', tags: ['a'] });
    world.actions.vote({ site: 'two', userId: 2, postId: elsewhere, direction: 'up' });
    expect(reputationOf(world, 1, 2)).toBe(11);
    const answerId = world.actions.answer({ site, userId: 1, questionId: ask(world, 2), body: '<p>a</p>' });
    world.actions.accept({ site, answerId });
    expect(reputationOf(world, 1)).toBe(216);
  });

  it('is refused on one’s own post, twice, on deleted posts, and in no direction', () => {
    const postId = ask(world, 1);
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
