import { beforeEach, describe, expect, it } from 'vitest';
import { openSmallWorld, reputationOf, rows, type SmallWorld } from '../small-world.ts';
import { ask, events, site } from './done.ts';

let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
});

describe('accepting', () => {
  it('gives 15 to the answer’s owner and 2 to the asker, and takes both back', () => {
    const questionId = ask(world, 1);
    const answerId = world.actions.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
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
    const answerId = world.actions.answer({ site, userId: 1, questionId: ask(world, 1), body: '<p>a</p>' });
    world.actions.accept({ site, answerId });
    expect(events(world, 1)).toEqual([]);
  });

  it('is refused where an answer is accepted already, and taking back where it is not', () => {
    const questionId = ask(world, 1);
    const first = world.actions.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    const second = world.actions.answer({ site, userId: 3, questionId, body: '<p>b</p>' });
    world.actions.accept({ site, answerId: first });
    expect(() => world.actions.accept({ site, answerId: second })).toThrow('accepted answer already');
    expect(() => world.actions.unaccept({ site, answerId: second })).toThrow('not the accepted one');
    expect(() => world.actions.accept({ site, answerId: questionId })).toThrow(`no answer ${questionId}`);
  });
});
