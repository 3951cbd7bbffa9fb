import { expect, it } from 'vitest';
import { schedulerOverClient } from '../scheduler-over-client.ts';

const hour = 3600_000;

it('waits for the end of a day that it saw begin where a refusal names no time, and then looks hourly at most', async () => {
  let lasts = false;
  const refusal = { error_id: 502, error_name: 'throttle_violation', error_message: 'too many requests' };
  const world = schedulerOverClient({ quota: 300, answer: () => (lasts ? { refusal } : {}) });
  await world.clock.advance(34 * hour);
  const sent = world.asked.length;
  world.spendAll();
  await world.clock.advance(13.9 * hour);
  // One refusal tells.
  expect(world.asked.length - sent).toBe(1);
  await world.clock.advance(0.2 * hour);
  expect(world.asked.length - sent).toBeGreaterThan(2);
  expect(world.asked[sent + 1]!.at).toBeGreaterThanOrEqual(48 * hour);
  expect(world.asked[sent + 1]!.at).toBeLessThan(48 * hour + 60_000);
  // The day after, the quota is not full again when it should be.
  await world.clock.advance(20 * hour);
  lasts = true;
  world.spendAll();
  await world.clock.advance(72 * hour - world.clock.elapsed!());
  const dayOver = world.asked.length;
  world.spendAll();
  for (let passed = 0; passed < 5; passed++) {
    await world.clock.advance(hour);
    world.spendAll();
  }
  expect(world.asked.length - dayOver).toBeGreaterThan(3);
  expect(world.asked.length - dayOver).toBeLessThanOrEqual(6);
  await world.end();
});

it('looks hourly where it has seen no day begin', async () => {
  const world = schedulerOverClient({ quota: 300 });
  await world.clock.advance(2 * hour);
  const sent = world.asked.length;
  world.spendAll();
  await world.clock.advance(5.5 * hour);
  expect(world.asked.length - sent).toBeGreaterThan(3);
  expect(world.asked.length - sent).toBeLessThanOrEqual(6);
  await world.end();
});
