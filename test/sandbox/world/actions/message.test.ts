import { beforeEach, describe, expect, it } from 'vitest';
import { openSmallWorld, type SmallWorld } from '../small-world.ts';
import { inboxOf, site } from './done.ts';

let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
});

describe('messages', () => {
  it('puts a message of any type into the inbox', () => {
    world.actions.message({
      site,
      userId: 2,
      itemType: 'staging_ground',
      title: 'A & B',
      body: '<p>Hello &amp; welcome</p>',
    });
    expect(inboxOf(world, 12)).toMatchObject([
      { item_type: 'staging_ground', title: 'A & B', body: 'Hello &amp; welcome', question_id: null },
    ]);
  });
});
