import { beforeEach, describe, expect, it } from 'vitest';
import { noon, openSmallWorld, rows, type SmallWorld } from '../small-world.ts';
import { site } from './done.ts';

let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
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
