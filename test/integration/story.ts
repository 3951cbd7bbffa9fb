import { test } from 'vitest';
import { createWorld, type WorldOptions } from './askbell.ts';

/**
 * A test that has what it names: a `world` as `options` want it, in which everything that was there has been recorded,
 * and its `people`. `it.override('options', …)` changes the worlds of a file or of a `describe`.
 */
export const it = test
  .extend('options', (): WorldOptions => ({}))
  .extend('world', async ({ options }, { onCleanup }) => {
    const world = await createWorld(options);
    onCleanup(() => world.close());
    await world.round();
    return world;
  })
  .extend('people', ({ world }) => world.people);
