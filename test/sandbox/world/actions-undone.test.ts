import { beforeEach, expect, it } from 'vitest';
import { ActionError, type Actions } from '../../../sandbox/world/world.ts';
import { brokenRules, openSmallWorld, type SmallWorld } from './small-world.ts';

let world: SmallWorld;
beforeEach(() => void (world = openSmallWorld()));
const changes = (userId: number) => world.events(userId).map((one) => [one.history_type, one.change].join(' '));

it('undoing a vote books the contrary, under names of its own; one against a question costs its voter nothing', () => {
  const question = world.ask(1);
  const answer = world.answer(question, 2);
  world.upvote(world.ask(3), 1);
  world.upvote(answer, 1);
  for (const postId of [question, answer]) world.act.vote({ userId: 3, postId, direction: 'down' });
  world.act.unvote({ userId: 3, postId: answer });
  world.act.unvote({ userId: 1, postId: answer });
  expect(changes(2)).toEqual(['post_upvoted 10', 'post_downvoted -2', 'post_undownvoted 2', 'post_unupvoted -10']);
  expect(changes(3).slice(1)).toEqual(['voter_downvotes -1', 'voter_undownvotes 1']);
  expect(world.reputations([2, 3])).toEqual([1, 11]);
});

it('undoing a vote that the cap of the day left nothing of takes nothing, and leaves room for others', () => {
  const questions = Array.from({ length: 20 }, () => world.ask(1));
  const [first = 0] = questions;
  for (const id of questions) world.upvote(id, 2);
  world.upvote(first, 3);
  world.act.unvote({ userId: 3, postId: first });
  expect(world.reputations([1])).toEqual([201]);
  world.act.unvote({ userId: 2, postId: first });
  world.upvote(first, 4);
  expect(world.reputations([1])).toEqual([201]);
  expect(brokenRules(world)).toEqual({});
});

it('an edited comment tells whom it addresses anew, and no one twice; a deleted one is counted no more', () => {
  const question = world.ask(1);
  world.act.comment({ userId: 3, postId: question, body: 'Is it so?' });
  const commentId = world.act.comment({ userId: 2, postId: question, body: 'It is so.' });
  const told = () =>
    [11, 13].map((accountId) => world.inboxOf(accountId).filter((item) => item['comment_id'] === commentId).length);
  expect(told()).toEqual([1, 0]);
  for (const body of ['@ChenWei it is.', '@ChenWei it is so.', '@AnaSousa it is.'])
    world.act.editComment({ userId: 2, commentId, body });
  expect(told()).toEqual([1, 1]);
  const comments = 'SELECT body, edited, reply_to_user_id, deleted_at IS NULL AS there FROM comments WHERE id = ?';
  expect(world.rows(comments, commentId)).toEqual([
    { body: '@AnaSousa it is.', edited: 1, reply_to_user_id: 1, there: 1 },
  ]);
  world.act.removeComment({ userId: 2, commentId });
  expect(world.rows('SELECT comment_count FROM posts WHERE id = ?', question)).toEqual([{ comment_count: 1 }]);
  expect(world.rows('SELECT comments FROM sites WHERE id = 1')).toEqual([{ comments: 1 }]);
});

it.each<[keyof Actions, object, string]>([
  ['unvote', { userId: 2, postId: 1 }, 'has not voted'],
  ['favorite', { userId: 2, questionId: 9 }, 'no question 9'],
  ['editComment', { userId: 3, commentId: 1, body: ' ' }, 'needs a text'],
  ['removeComment', { userId: 3, commentId: 9 }, 'no comment 9'],
  ['flag', { userId: 2, optionId: 1 }, 'on a post or on a comment'],
])('%s with %j: %s', (name, given, message) => {
  world.act.comment({ userId: 3, postId: world.ask(1), body: 'Is it so?' });
  const acting = () => (world.act[name] as (all: object) => unknown)(given);
  expect(acting).toThrow(ActionError);
  expect(acting).toThrow(message);
});
