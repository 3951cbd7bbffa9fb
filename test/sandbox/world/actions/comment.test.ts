import { beforeEach, describe, expect, it } from 'vitest';
import { addressee } from '../../../../sandbox/world/actions/comment.ts';
import { openSmallWorld, rows, type SmallWorld } from '../small-world.ts';
import { ask, inboxOf, site } from './done.ts';

let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
});

describe('commenting', () => {
  it('tells the post’s owner, and the person replied to', () => {
    const postId = ask(world, 1);
    world.actions.comment({ site, userId: 3, postId, body: 'Which compiler?' });
    const reply = world.actions.comment({ site, userId: 2, postId, body: '@ChenWei the newest.' });
    expect(inboxOf(world, 11).map((item) => item['body'])).toEqual(['Which compiler?', '@ChenWei the newest.']);
    expect(inboxOf(world, 13)).toMatchObject([
      { item_type: 'comment', question_id: postId, comment_id: reply, answer_id: null },
    ]);
    expect(rows(world, 'SELECT reply_to_user_id FROM comments WHERE id = ?', reply)).toEqual([{ reply_to_user_id: 3 }]);
  });

  it('tells a person once where the owner is the one replied to', () => {
    const postId = ask(world, 1);
    world.actions.comment({ site, userId: 2, postId, body: '@Ana Sousa is that all?' });
    expect(inboxOf(world, 11)).toHaveLength(1);
  });

  it('never tells those who speak, even when they call themselves', () => {
    const postId = ask(world, 1);
    world.actions.comment({ site, userId: 1, postId, body: '@AnaSousa note to self' });
    expect(inboxOf(world, 11)).toEqual([]);
  });

  it('names the question and the answer when it stands under an answer', () => {
    const questionId = ask(world, 1);
    const answerId = world.actions.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    world.actions.comment({ site, userId: 3, postId: answerId, body: 'Thank you' });
    expect(inboxOf(world, 12)).toMatchObject([
      { item_type: 'comment', question_id: questionId, answer_id: answerId, title: 'Why does a < b && c > d "fail"?' },
    ]);
    expect(inboxOf(world, 11)).toHaveLength(1);
  });

  it('is possible on closed questions, not on deleted ones or with nothing to say', () => {
    const closed = ask(world);
    world.actions.close({ site, questionId: closed, reason: 'Duplicate' });
    expect(world.actions.comment({ site, userId: 2, postId: closed, body: 'Pity.' })).toBe(1);
    expect(() => world.actions.comment({ site, userId: 2, postId: closed, body: '<b> </b>' })).toThrow('needs a text');
    world.actions.remove({ site, postId: closed });
    expect(() => world.actions.comment({ site, userId: 2, postId: closed, body: 'Hello?' })).toThrow('deleted');
  });

  it.each([
    ['@AnaSousa yes', 'Ana Sousa'],
    ['@Ana Sousa yes', 'Ana Sousa'],
    ['@ana, yes', 'Ana Sousa'],
    ['Well, @DagnyO’Hara, no', 'Dagny O’Hara'],
    ['@Bo yes', 'Bo'],
    ['@An yes', undefined],
    ['mail me at x@anasousa', undefined],
    ['@Nobody', undefined],
  ])('finds whom "%s" addresses', (text, expected) => {
    const participants = ['Ana Sousa', 'Bo', 'Dagny O’Hara'].map((name) => ({ display_name: name }));
    expect(addressee(text, participants)?.display_name).toBe(expected);
  });
});
