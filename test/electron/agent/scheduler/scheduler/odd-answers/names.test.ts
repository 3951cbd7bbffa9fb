import { expect, it, vi } from 'vitest';
import { accountOnWire, schedulerOverClient } from '../scheduler-over-client.ts';

const minute = 60_000;
/** Sites that a response names. */
const SITES = 400;

it('forgets what a night of odd answers named, and goes on with what it polls', async () => {
  let odd = true;
  let polls = 0;
  const world = schedulerOverClient({
    answer(path) {
      if (path !== '/me/associated' || !odd) return {};
      // Every second response changes the totals of the sites in the one before, which are polled for that.
      const from = Math.floor(polls / 2) * SITES;
      polls += 1;
      const account = (name: string) => ({ ...accountOnWire(1, name), reputation: 100 * polls });
      return { items: Array.from({ length: SITES }, (_, index) => account(`odd${from + index}`)) };
    },
  });
  // A stream's state is read from its mark once, and deleted with it.
  const kept = new Set<string>();
  const { mark, deleteMark } = world.profile;
  vi.spyOn(world.profile, 'mark').mockImplementation((name) => {
    if (name.startsWith('stream:')) kept.add(name);
    return mark.call(world.profile, name);
  });
  vi.spyOn(world.profile, 'deleteMark').mockImplementation((name) => {
    kept.delete(name);
    deleteMark.call(world.profile, name);
  });
  while (polls < 7) await world.clock.advance(minute);

  expect(kept.size).toBeLessThan(1100);
  odd = false;
  const before = world.times('/inbox').length;
  await world.clock.advance(10 * minute);
  expect(world.times('/inbox').length).toBeGreaterThan(before);
});
