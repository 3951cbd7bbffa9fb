import { expect, it, vi } from 'vitest';
import { schedulerOverClient } from '../scheduler-over-client.ts';

const minute = 60_000;

it('forgets what a night of odd answers named, and goes on with what it polls', async () => {
  let odd = true;
  let number = 0;
  const world = schedulerOverClient({
    answer(path) {
      if (path !== '/me/associated' || !odd) return {};
      return {
        items: Array.from({ length: 250 }, () => {
          number += 1;
          const name = `odd${number}`;
          return {
            account_id: 1,
            user_id: 1,
            site_url: `https://${name}.example`,
            site_name: name,
            reputation: number,
          };
        }),
      };
    },
  });
  const kept = new Set<string>();
  const { setMark, deleteMark } = world.profile;
  vi.spyOn(world.profile, 'setMark').mockImplementation((name, value) => {
    if (name.startsWith('stream:')) kept.add(name);
    setMark.call(world.profile, name, value);
  });
  vi.spyOn(world.profile, 'deleteMark').mockImplementation((name) => {
    kept.delete(name);
    deleteMark.call(world.profile, name);
  });
  while (number < 1500) await world.clock.advance(minute);

  expect(kept.size).toBeLessThan(1400);
  odd = false;
  const before = world.times('/inbox').length;
  await world.clock.advance(30 * minute);
  expect(world.times('/inbox').length).toBeGreaterThan(before);
  await world.end();
});
