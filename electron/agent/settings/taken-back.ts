import { isDeepStrictEqual } from 'node:util';
import type { Choices } from './import-plan.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undoes a change of a value, unless it was changed again since. Pure. */
function valueTakenBack(now: unknown, before: unknown, after: unknown): unknown {
  if (isObject(now) && isObject(before) && isObject(after))
    return Object.fromEntries(
      Object.entries(now).map(([name, value]) => [name, valueTakenBack(value, before[name], after[name])]),
    );
  return isDeepStrictEqual(now, after) ? before : now;
}

/**
 * Returns the present state with a change undone. Later changes are kept, down to the single value; without any, the
 * result is exactly the state before. Pure.
 */
export function takenBack(now: Choices, before: Choices, after: Choices): Choices {
  const [had, got] = [before, after].map(({ watches }) => new Map(watches.map((watch) => [watch.id, watch])));
  return {
    preferences: valueTakenBack(now.preferences, before.preferences, after.preferences) as Choices['preferences'],
    watches: now.watches.flatMap((watch) => {
      if (!isDeepStrictEqual(watch, got!.get(watch.id))) return watch;
      // Added watches are removed; replaced ones are restored.
      return had!.get(watch.id) ?? [];
    }),
  };
}
