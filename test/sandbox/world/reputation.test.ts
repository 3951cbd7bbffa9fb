import { beforeEach, expect, it } from 'vitest';
import { noon, openSmallWorld, type SmallWorld } from './small-world.ts';

let world: SmallWorld;
beforeEach(() => void (world = openSmallWorld()));
const vote = (userId: number, postId: number, direction: 'up' | 'down' = 'down') =>
  world.act.vote({ userId, postId, direction });
/** Lets user 2 vote for so many questions of user 1. */
const voteFor = (count: number) => {
  for (let nth = 0; nth < count; nth += 1) world.upvote(world.ask(1), 2);
};

it('voting gives 10 for an up vote on a question or an answer', () => {
  const questionId = world.ask(1);
  const answerId = world.answer(questionId);
  world.upvote(questionId, 3);
  world.upvote(answerId, 3);
  expect(world.reputations([1, 2, 3])).toEqual([11, 11, 1]);
  expect(world.events(2)).toEqual([
    { change: 10, history_type: 'post_upvoted', vote_type: 'up_votes', post_id: answerId },
  ]);
  const once = { score: 1, up_vote_count: 1 };
  expect(world.rows('SELECT score, up_vote_count FROM posts ORDER BY id')).toEqual([once, once]);
});

it('voting takes 2 for a down vote, and 1 from the voter only on answers', () => {
  const questionId = world.ask(1);
  const answerId = world.answer(questionId);
  for (const voterId of [4, 5]) for (const postId of [questionId, answerId]) world.upvote(postId, voterId);
  world.upvote(world.ask(3), 1);
  vote(3, questionId);
  expect(world.reputations([1, 3])).toEqual([19, 11]);
  vote(3, answerId);
  expect(world.reputations([2, 3])).toEqual([19, 10]);
});

it('voting stops at 200 a day from votes, and starts anew the next UTC day', () => {
  voteFor(21);
  expect(world.reputations([1])).toEqual([201]);
  expect(world.events(1)).toHaveLength(20);
  world.time.now = noon + 43_200;
  voteFor(1);
  expect(world.reputations([1])).toEqual([211]);
});

it('voting counts the cap on each site by itself, and leaves acceptances out of it', () => {
  voteFor(20);
  const elsewhere = world.act.ask({ site: 'two', userId: 1, title: 'T', body: '<p>b</p>', tags: ['a'] });
  world.act.vote({ site: 'two', userId: 2, postId: elsewhere, direction: 'up' });
  expect(world.reputations([1], 2)).toEqual([11]);
  world.act.accept({ answerId: world.answer(world.ask(2), 1) });
  expect(world.reputations([1])).toEqual([216]);
});

it('accepting gives 15 to the answer’s owner and 2 to the asker, and takes both back', () => {
  const questionId = world.ask(1);
  const answerId = world.answer(questionId);
  const accepted = () => world.rows('SELECT accepted_answer_id AS id FROM posts WHERE id = ?', questionId)[0]?.['id'];
  world.act.accept({ answerId });
  expect([...world.reputations([1, 2]), accepted()]).toEqual([3, 16, answerId]);
  world.act.unaccept({ answerId });
  expect([...world.reputations([1, 2]), accepted()]).toEqual([1, 1, null]);
});

it('accepting gives nothing for one’s own answer', () => {
  world.act.accept({ answerId: world.answer(world.ask(1), 1) });
  expect(world.events(1)).toEqual([]);
});

it('moves a bounty from who offers it to who wins it', () => {
  voteFor(10);
  const questionId = world.ask(4);
  const answerId = world.answer(questionId, 3);
  world.act.bounty({ questionId, userId: 1, amount: 50 });
  expect(world.reputations([1])).toEqual([51]);
  const bounty = 'SELECT bounty_amount, bounty_closes_at, bounty_user_id FROM posts WHERE id = ?';
  expect(world.rows(bounty, questionId)).toEqual([
    { bounty_amount: 50, bounty_closes_at: noon + 7 * 86_400, bounty_user_id: 1 },
  ]);
  world.act.awardBounty({ answerId });
  expect(world.reputations([3])).toEqual([51]);
  expect(() => world.act.awardBounty({ answerId })).toThrow('no open bounty');
});
