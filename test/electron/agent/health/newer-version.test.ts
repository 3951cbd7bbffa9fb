import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNewer } from '../../../../electron/agent/health/newer-version.ts';

const part = fc.nat(9_999);
const version = fc.tuple(part, part, part);
const text = (numbers: readonly number[]) => numbers.join('.');

test('a version comes after another by the first number that differs, and never after itself', () => {
  fc.assert(
    fc.property(version, version, (one, other) => {
      const order = one.map((number, index) => number - (other[index] as number)).find((step) => step !== 0) ?? 0;
      expect(isNewer(text(one), text(other))).toBe(order > 0);
      expect(isNewer(`v${text(one)}`, text(other))).toBe(order > 0);
    }),
  );
});

test('what is no plain version is never newer: trial releases, words, nothing', () => {
  for (const odd of ['1.0.0-beta.1', '99', '', 'latest', '1.0', '1.0.0.0', ' 9.9.9']) {
    expect(isNewer(odd, '0.1.0')).toBe(false);
    expect(isNewer('9.9.9', odd)).toBe(false);
  }
});
