import { describe, expect } from 'vitest';
import { MINUTE_MS } from '../../common/durations.ts';
import { it } from './story.ts';

describe('somebody leaves and comes back', () => {
  // So small that the plan alone would leave a minute without a look.
  it.override('options', { sandbox: { quota: { key: 150 } } });
  it.beforeEach(({ world }) => world.pass(3 * MINUTE_MS));

  it('is told what came meanwhile at once, and sees in the window that Askbell knew', async ({ world, people }) => {
    expect((await world.state()).presence.state).toBe('present');
    world.become('away');
    expect((await world.state()).presence).toEqual({ state: 'away', since: new Date(world.clock.now()) });
    await world.pass(70_000);
    people.answers();
    world.become('present');
    await world.pass(5_000);
    expect(world.shown()).toContain(`inbox: ${people.title}`);
  });

  it('keeps a machine that wakes or connects for nobody from asking', async ({ world }) => {
    world.become('away');
    await world.pass(2 * MINUTE_MS);
    const before = world.sandbox.requests.length;
    world.desktop.emit('woke', undefined);
    world.desktop.emit('online', undefined);
    await world.pass(5_000);
    expect(world.sandbox.requests).toHaveLength(before);
    world.become('present');
    await world.pass(5_000);
    expect(world.sandbox.requests.length).toBeGreaterThan(before);
  });
});
