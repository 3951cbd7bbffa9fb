import { expect } from 'vitest';
import { it } from './story.ts';

it('tells the window of the lists that polls changed, and of no other', async ({ world, people }) => {
  // In this time the sites are asked for, whose names stand in every list; they are not asked for again the same day.
  await world.pass(30 * 60_000);
  await world.unwatch();
  const changed = new Set<string>();
  const close = await world.follow(
    (options) => world.window.changes(undefined, options),
    ({ of }) => changed.add(of),
  );
  people.answers();
  await world.round();
  expect([...changed]).toContain('inbox');
  // Nothing is watched, so that no poll could have changed the watches or their matches.
  expect([...changed]).not.toContain('watches');
  // A round that brings nothing has the window fetch no list of items.
  changed.clear();
  await world.round();
  close();
  expect([...changed]).not.toContain('inbox');
  expect([...changed]).not.toContain('sites');
});
