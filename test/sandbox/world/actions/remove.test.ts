import { beforeEach, describe, expect, it } from 'vitest';
import { noon, openSmallWorld, reputationOf, rows, type SmallWorld } from '../small-world.ts';
import { ask, events, site } from './done.ts';

let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
});

describe('deleting', () => {
  it('takes back what a deleted answer had brought to anyone', () => {
    const questionId = ask(world, 1);
    const answerId = world.actions.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    world.actions.vote({ site, userId: 3, postId: answerId, direction: 'up' });
    world.actions.accept({ site, answerId });
    world.actions.remove({ site, postId: answerId });
    expect([reputationOf(world, 1), reputationOf(world, 2)]).toEqual([1, 1]);
    expect(events(world, 2).at(-1)).toMatchObject({ change: -25, history_type: 'post_deleted' });
    expect(rows(world, 'SELECT answer_count, accepted_answer_id FROM posts WHERE id = ?', questionId)).toEqual([
      { answer_count: 0, accepted_answer_id: null },
    ]);
  });

  it('deletes a question with its answers and uncounts its tags', () => {
    const questionId = ask(world, 1);
    world.actions.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    expect(() => world.actions.remove({ site, postId: questionId, userId: 99 })).toThrow('no user 99');
    world.actions.remove({ site, postId: questionId, userId: 5, at: noon + 1 });
    expect(rows(world, 'SELECT last_access_at FROM users WHERE site_id = 1 AND id = 5')).toEqual([
      { last_access_at: noon + 1 },
    ]);
    expect(rows(world, 'SELECT DISTINCT deleted_at FROM posts')).toEqual([{ deleted_at: noon + 1 }]);
    expect(rows(world, 'SELECT DISTINCT count FROM tags')).toEqual([{ count: 0 }]);
    expect(() => world.actions.remove({ site, postId: questionId })).toThrow('deleted');
  });

  it('keeps the sites apart: the same ids live on both', () => {
    const here = ask(world, 1);
    const there = world.actions.ask({ site: 'two', userId: 1, title: 'T', body: '<p>b</p>', tags: ['c++'] });
    expect(there).toBe(here);
    world.actions.remove({ site, postId: here });
    expect(rows(world, "SELECT site_id, count FROM tags WHERE name = 'c++' ORDER BY 1")).toEqual([
      { site_id: 1, count: 0 },
      { site_id: 2, count: 1 },
    ]);
  });
});
