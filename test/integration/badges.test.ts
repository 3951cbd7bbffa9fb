import { describe, expect } from 'vitest';
import { HOUR_MS } from '../../common/durations.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('new badges', () => {
  const told = ({ desktop }: World) => desktop.shown.filter(({ kind }) => kind === 'badges').map(({ title }) => title);
  /** Gives badges that can be won more than once, over HTTP. */
  const award = ({ people: { site, userId }, control }: World) =>
    control.act('award', { site, userId, badge: 'Sound Advice' });

  it('are told once each, across restarts, and those from before never', async ({ world, people }) => {
    await world.notifyOf({ badges: true });
    await world.round();
    expect(world.asked('/badges')).toHaveLength(5);
    expect(told(world)).toEqual([]);
    await award(world);
    await world.pass(1.2 * HOUR_MS);
    expect(told(world)).toEqual([`New badge: Sound Advice (bronze) on ${people.siteName}`]);
    await world.press('open');
    expect(world.desktop.opened).toEqual([expect.stringMatching(/\/sites\/[^/]+\/badges\/\d+$/)]);
    await world.restart();
    await world.pass(1.2 * HOUR_MS);
    expect(told(world)).toEqual([]);
  });

  it('cost nothing unless the person wants to hear of them, and what came meanwhile is no news later', async ({
    world,
  }) => {
    await award(world);
    await world.pass(1.2 * HOUR_MS);
    expect(world.asked('/badges')).toEqual([]);
    expect((await world.account()).plan!.filter(({ stream }) => stream.startsWith('Badges'))).toEqual([]);
    await world.notifyOf({ badges: true });
    await world.round();
    await world.notifyOf({ badges: false });
    const before = world.asked('/badges').length;
    await award(world);
    await world.pass(1.2 * HOUR_MS);
    expect(world.asked('/badges')).toHaveLength(before);
    await world.notifyOf({ badges: true });
    await world.pass(1.2 * HOUR_MS);
    expect(world.asked('/badges').length).toBeGreaterThan(before);
    expect(told(world)).toEqual([]);
  });
});
