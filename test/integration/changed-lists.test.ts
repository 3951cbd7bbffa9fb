import { expect } from 'vitest';
import { it } from './story.ts';

it('tells the window of the lists that polls changed, and of no other', async ({ world, people }) => {
  // In this time the sites are asked for, whose names stand in every list; they are not asked for again the same day.
  await world.pass(30 * 60_000);
  for (const { id } of (await world.window.watches.list()).watches) await world.window.watches.remove({ id });
  const changed = new Set<string>();
  const closed = new AbortController();
  const changes = await world.window.changes(undefined, { signal: closed.signal });
  void (async () => {
    for await (const { of } of changes) changed.add(of);
  })().catch(() => undefined);
  people.answers();
  await world.round();
  expect([...changed]).toContain('inbox');
  // Nothing is watched, so that no poll could have changed the watches or their matches.
  expect([...changed]).not.toContain('watches');
  // A round that brings nothing has the window fetch no list of items.
  changed.clear();
  await world.round();
  closed.abort();
  expect([...changed]).not.toContain('inbox');
  expect([...changed]).not.toContain('sites');
});
