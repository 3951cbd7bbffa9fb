import { expect, it } from 'vitest';
import { aRound, cast, createWorld } from './askbell.ts';

it('tells the window of the lists that polls changed, and of no other', async () => {
  const world = await createWorld();
  const stop = new AbortController();
  try {
    // In this time the sites are asked for, whose names stand in every list; they are not asked for again the same day.
    await world.pass(30 * 60_000);
    for (const { id } of (await world.window.watches.list()).watches) await world.window.watches.remove({ id });
    const changed = new Set<string>();
    const heard = (async () => {
      for await (const { of } of await world.window.changes(undefined, { signal: stop.signal })) changed.add(of);
    })().catch(() => undefined);
    const people = cast(world.sandbox);
    world.sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body: '<p>Yes.</p>',
    });
    await world.pass(aRound);
    expect([...changed]).toContain('inbox');
    // Nothing is watched, so that no poll could have changed the watches or their matches.
    expect([...changed]).not.toContain('watches');
    // A round that brings nothing has the window fetch no list of items.
    changed.clear();
    await world.pass(aRound);
    stop.abort();
    await heard;
    expect([...changed]).not.toContain('inbox');
    expect([...changed]).not.toContain('sites');
  } finally {
    stop.abort();
    await world.close();
  }
});
