import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mutated } from '../../../bench/fuzz/arbitraries.ts';

it('changed values are JSON as often as they are made: none comes to hold itself', () => {
  fc.assert(
    fc.property(mutated(fc.constant([[]]), 30), (value) => {
      expect(() => JSON.stringify(value)).not.toThrow();
    }),
    { seed: 1, numRuns: 1000 },
  );
});
