import { expect, it } from 'vitest';
import { schedulerOverClient } from '../scheduler-over-client.ts';

const minute = 60_000;

// Error 404 says that there is no such operation (docs/api.md, "Errors"); of all at once it says something else.
it('a network that for hours knows no operation at all is asked as before once it does', async () => {
  let isBroken = false;
  const refusal = { error_id: 404, error_name: 'no_method', error_message: 'no method found with this name' };
  const world = schedulerOverClient({ answer: () => (isBroken ? { refusal } : {}) });
  await world.clock.advance(10 * minute);
  const [inbox, history] = ['/inbox', '/users/1/reputation-history'];
  for (const path of [inbox, history]) expect(world.times(path), path).not.toEqual([]);
  isBroken = true;
  await world.clock.advance(3 * 60 * minute);
  isBroken = false;
  const mendedAt = world.passed();
  world.scheduler().pollNow({ byPerson: true });
  await world.clock.advance(5 * minute);
  for (const path of [inbox, history]) expect(world.times(path).at(-1), path).toBeGreaterThan(mendedAt);
  expect(world.scheduler().conditions()).toEqual([]);
  await world.end();
});

it('and one that knows none while a first sign-in has no site yet is asked for the inbox of all sites again', async () => {
  let isBroken = true;
  const refusal = { error_id: 404, error_name: 'no_method', error_message: 'no method found with this name' };
  const world = schedulerOverClient({ answer: () => (isBroken ? { refusal } : {}) });
  await world.clock.advance(60 * minute);
  isBroken = false;
  const mendedAt = world.passed();
  world.scheduler().pollNow({ byPerson: true });
  await world.clock.advance(65 * minute);
  expect(world.times('/inbox').at(-1)).toBeGreaterThan(mendedAt);
  await world.end();
});
