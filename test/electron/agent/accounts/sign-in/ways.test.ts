import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BROWSER_WAYS,
  describePlan,
  planWays,
  SIGN_IN_WAYS,
  type WayFacts,
} from '../../../../../electron/agent/accounts/sign-in/ways.ts';

const nothingAgainst: WayFacts = { usesWindow: false, hasDeepLinks: true, worked: undefined, refused: new Set() };
const order = (facts: Partial<WayFacts>) => planWays({ ...nothingAgainst, ...facts }).ways.map(({ way }) => way);

describe('the ways to sign in', () => {
  it('begins with a code that the browser brings back by itself, and ends with the implicit grant', () => {
    expect(order({})).toEqual(['loopback', 'deep-link', 'login-success', 'implicit']);
    expect(order({ hasDeepLinks: false })).toEqual(['loopback', 'login-success', 'implicit']);
  });

  it('leaves out what the network refuses, but never everything', () => {
    expect(order({ refused: new Set(['loopback', 'deep-link']) })).toEqual(['login-success', 'implicit']);
    // The specification's networks know nothing else.
    expect(order({ refused: new Set(SIGN_IN_WAYS) })).toEqual(['implicit']);
  });

  it('begins with what worked the last time, unless that is refused or impossible now', () => {
    expect(order({ worked: 'implicit' })).toEqual(['implicit', 'loopback', 'deep-link', 'login-success']);
    expect(order({ worked: 'deep-link', hasDeepLinks: false })[0]).toBe('loopback');
    expect(order({ worked: 'login-success', refused: new Set(['login-success']) })[0]).toBe('loopback');
  });

  it('uses a window of its own where it is told to, and nowhere else', () => {
    expect(order({ usesWindow: true, worked: 'loopback' })).toEqual(['window']);
    expect(BROWSER_WAYS).not.toContain('window');
  });

  it('says in a line why', () => {
    expect(describePlan(planWays({ ...nothingAgainst, hasDeepLinks: false, refused: new Set(['loopback']) }))).toBe(
      'login-success (best), implicit (fallback), not window (demo-only), not loopback (refused), not deep-link (no-deep-links)',
    );
  });

  it('names each way once, taken or left out, and takes nothing that speaks against itself', () => {
    const way = fc.constantFrom(...BROWSER_WAYS);
    fc.assert(
      fc.property(
        fc.record({
          usesWindow: fc.constant(false),
          hasDeepLinks: fc.boolean(),
          worked: fc.option(way, { nil: undefined }),
          refused: fc.uniqueArray(way).map((ways) => new Set(ways)),
        }),
        (facts) => {
          const { ways, skipped } = planWays(facts);
          expect([...ways, ...skipped].map((one) => one.way).toSorted()).toEqual([...SIGN_IN_WAYS].toSorted());
          expect(
            ways.filter((one) => one.way !== 'implicit' && [...facts.refused].some((way) => way === one.way)),
          ).toEqual([]);
          expect(ways.slice(1).every(({ why }) => why === 'fallback')).toBe(true);
        },
      ),
    );
  });
});
