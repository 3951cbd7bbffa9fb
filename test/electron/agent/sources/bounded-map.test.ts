import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BoundedMap } from '../../../../electron/agent/sources/bounded-map.ts';

it('holds the entries that were set last, each with its last value', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat())),
      (max, entries) => {
        const map = new BoundedMap<number, number>(max);
        for (const [key, value] of entries) map.set(key, value);
        const newestFirst = new Map<number, number>();
        for (const [key, value] of entries.toReversed()) if (!newestFirst.has(key)) newestFirst.set(key, value);
        expect([...map].toReversed()).toEqual([...newestFirst].slice(0, max));
      },
    ),
  );
});
