import { beforeEach, describe, expect, it } from 'vitest';
import { noon, openSmallWorld, rows, type SmallWorld } from '../small-world.ts';
import { ask, site } from './done.ts';

let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
});

describe('closing and reopening', () => {
  it('closes and reopens', () => {
    const questionId = ask(world);
    world.actions.close({ site, questionId, reason: 'Needs details or clarity', at: noon + 9 });
    expect(rows(world, 'SELECT closed_at, closed_reason FROM posts')).toEqual([
      { closed_at: noon + 9, closed_reason: 'Needs details or clarity' },
    ]);
    expect(() => world.actions.close({ site, questionId, reason: 'Duplicate' })).toThrow('closed already');
    world.actions.reopen({ site, questionId });
    expect(() => world.actions.reopen({ site, questionId })).toThrow('not closed');
    expect(world.actions.answer({ site, userId: 2, questionId, body: '<p>a</p>' })).toBeGreaterThan(questionId);
  });

  it('knows who does it, and sees them on the site', () => {
    const questionId = ask(world);
    const originalId = ask(world, 2);
    const closings = () => rows(world, 'SELECT closed_by FROM posts WHERE id = ?', questionId);
    const links = () => rows(world, 'SELECT post_id, related_post_id, link_type FROM post_links');
    const lastSeen = (userId: number) =>
      rows(world, 'SELECT last_access_at FROM users WHERE site_id = 1 AND id = ?', userId)[0]?.['last_access_at'];
    world.actions.close({ site, questionId, reason: 'Duplicate', userId: 3, originalId, at: noon + 900_009 });
    expect([closings(), links(), lastSeen(3)]).toEqual([
      [{ closed_by: '[3]' }],
      [{ post_id: questionId, related_post_id: originalId, link_type: 3 }],
      noon + 900_009,
    ]);
    world.actions.reopen({ site, questionId, userId: 4, at: noon + 900_010 });
    expect([closings(), links(), lastSeen(4)]).toEqual([[{ closed_by: null }], [], noon + 900_010]);
  });

  it('is done by people of the site, about another question', () => {
    const questionId = ask(world);
    expect(() => world.actions.close({ site, questionId, reason: 'Duplicate', userId: 99 })).toThrow('no user 99');
    expect(() => world.actions.close({ site, questionId, reason: 'Duplicate', originalId: 99 })).toThrow(
      'no question 99',
    );
    expect(() => world.actions.close({ site, questionId, reason: 'Duplicate', originalId: questionId })).toThrow(
      'does not repeat itself',
    );
    expect(rows(world, 'SELECT closed_at FROM posts')).toEqual([{ closed_at: null }]);
  });
});
