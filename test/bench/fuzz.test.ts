import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf, runTarget } from '../../bench/fuzz/run.ts';
import { assert, target } from '../../bench/fuzz/target.ts';
import { TARGETS } from '../../bench/fuzz/targets/targets.ts';

/** The window's frames need a whole Askbell, which the command starts. */
const QUICK_TARGETS = TARGETS.filter(({ open }) => open === undefined);

/** Enough to see that a target works; how it fares with many is for the command. */
const FEW = 15;

describe('fuzzing', () => {
  it.each(QUICK_TARGETS.map((each) => [each.name, each] as const))('%s takes a few cases', async (_name, each) => {
    expect(await runTarget(each, FEW, 1)).toMatchObject({ passed: true, cases: FEW });
  });

  it('reports what broke, as small as it goes, and finds it again by its seed and path', async () => {
    const broken = target({
      name: 'broken',
      holds: 'no number is above 1000',
      input: fc.nat(1_000_000),
      check: (number) => assert(number <= 1000, `${number} is above`),
    });
    const run = await runTarget(broken, 100, 7);
    expect(run).toMatchObject({ passed: false, seed: 7, counterexample: '1001' });
    expect(run.error).toContain('1001 is above');
    expect(await runTarget(broken, 100, 7, run.path)).toMatchObject({
      passed: false,
      cases: 1,
      counterexample: '1001',
    });
  });

  it('shares the cases, and gives each target one at least', () => {
    const shares = casesOf(TARGETS, 1000);
    expect(Math.min(...shares)).toBeGreaterThan(0);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeGreaterThanOrEqual(1000);
    expect(Math.min(...casesOf(TARGETS, 1))).toBe(1);
  });

  it('knows the targets that the house promises', () => {
    expect(TARGETS.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'classify',
        'client',
        'redirects',
        'sign-in',
        'contract',
        'settings',
        'import',
        'rules',
        'tag-paste',
        'dump',
        'frames',
      ]),
    );
  });
});
