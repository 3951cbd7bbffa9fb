import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import {
  believedCoverage,
  NO_TRUST,
  settled,
  withHint,
  withPoll,
  type HintReason,
  type Trust,
} from '../../../../../electron/agent/scheduler/push/trust.ts';

const MINUTE_MS = 60_000;

/** Days of a socket: each round something happens or not, is hinted at or not, and is polled for. */
function lived(rounds: number, hints: boolean, news: boolean, from: Trust = NO_TRUST, at = 0): Trust {
  let trust = from;
  for (let round = 0; round < rounds; round++) {
    const now = at + round * 10 * MINUTE_MS;
    if (hints) trust = withHint(trust, now, 'new');
    trust = withPoll(trust, now + 1000, now + 2000, news);
  }
  return trust;
}

describe('a socket is believed', () => {
  test('the more, the more news it hinted at, and never altogether', () => {
    const known = [0, 5, 30, 300].map((rounds) => believedCoverage(lived(rounds, true, true)));
    expect(known).toEqual(known.toSorted((a, b) => a - b));
    expect(known[0]).toBe(0);
    expect(known[2]).toBeGreaterThan(0.9);
    expect(known[3]).toBeLessThan(1);
  });

  test('hardly any more after a single piece of news it did not hint at: it may have fallen silent', () => {
    const before = lived(100, true, true);
    const after = lived(1, false, true, before, 1e9);
    expect(believedCoverage(after)).toBeLessThan(0.3);
    expect(believedCoverage(settled(after, 2e9))).toBeLessThan(0.3);
  });

  test('as before where the hint came only seconds after the poll that found it', () => {
    const before = lived(100, true, true);
    const at = 1e9;
    const late = withHint(withPoll(before, at, at, true), at + 3000, 'new');
    expect(believedCoverage(late)).toBeGreaterThanOrEqual(before.coverage);
    const tooLate = withHint(withPoll(before, at, at, true), at + 30_000, 'new');
    expect(believedCoverage(tooLate)).toBeLessThan(0.3);
  });

  test('no more once its hints are empty, until they are followed by news again', () => {
    const lying = lived(40, true, false);
    expect([lying.isIgnored, lived(10, true, true, lying, 1e9).isIgnored]).toEqual([true, false]);
  });

  test('through polls that were under way when the hint came, however many', () => {
    let trust = withHint(NO_TRUST, 1000, 'new');
    for (let polls = 0; polls < 3; polls++) trust = withPoll(trust, 0, 2000, false);
    expect(trust.open).toBeDefined();
    expect(withPoll(withPoll(trust, 3000, 3000, false), 4000, 4000, false).open).toBeUndefined();
  });

  // Living network, "Push": a list may be a minute behind, so that a hint is looked after twice.
  test.each(['new', 'read'] as const)('in vain at first, about what is %s', (reason) => {
    const once = withPoll(withHint(NO_TRUST, 0, reason), 10, 20, false);
    expect([once.open !== undefined, once.precision]).toEqual([true, NO_TRUST.precision]);
    const found = withPoll(once, MINUTE_MS, MINUTE_MS, reason === 'new', true);
    expect([found.open, found.coverage > 0]).toEqual([undefined, reason === 'new']);
    // It told the truth, and the next one is followed at once.
    expect(withHint(found, MINUTE_MS + 1, reason).open).toBeDefined();
    const twice = withPoll(once, MINUTE_MS, MINUTE_MS, false);
    expect([twice.open, twice.precision < NO_TRUST.precision]).toEqual([undefined, reason === 'new']);
  });

  test('as before where what was read elsewhere is nothing new (living network: counts fire when they fall, too)', () => {
    const read = withPoll(withHint(NO_TRUST, 0, 'read'), 10, 20, false, true);
    expect(read).toEqual({ ...NO_TRUST, open: undefined });
    const twice = withPoll(withPoll(withHint(NO_TRUST, 0, 'read'), 10, 20, false), MINUTE_MS, MINUTE_MS, false);
    expect(twice).toMatchObject(NO_TRUST);
    expect(twice.open).toBeUndefined();
  });

  test.each([
    ['of a count that falls every minute for nothing', false, 30],
    ['of a count that falls as often as something is read', true, 1440],
  ])('with few polls a day or many: %s', (_what, foundRead, most) => {
    let [trust, polls] = [NO_TRUST, 0];
    for (let at = 0; at < 24 * 60 * MINUTE_MS; at += MINUTE_MS) {
      trust = withHint(trust, at, 'read');
      if (!trust.open) continue;
      trust = withPoll(trust, at + 1000, at + 2000, false, foundRead);
      polls++;
    }
    expect(polls).toBeLessThanOrEqual(most);
    expect(polls).toBeGreaterThanOrEqual(most / 2);
  });
});

const step = fc.oneof(
  fc.record({ what: fc.constant('hint' as const), reason: fc.constantFrom<HintReason>('new', 'read', 'unknown') }),
  fc.record({ what: fc.constant('poll' as const), foundNews: fc.boolean(), took: fc.integer({ min: 0, max: 5000 }) }),
);

test.prop([fc.array(fc.tuple(step, fc.integer({ min: 0, max: 200_000 })), { maxLength: 80 })])(
  'whatever comes in whatever order, chances stay chances, and two polls after a hint close it',
  (steps) => {
    let [trust, at, hintedAt, pollsSince] = [NO_TRUST, 0, 0, 0];
    for (const [{ ...each }, wait] of steps) {
      at += wait;
      if (each.what === 'hint') {
        trust = withHint(trust, at, each.reason);
        [hintedAt, pollsSince] = [at, 0];
      } else {
        trust = withPoll(trust, at - each.took, at, each.foundNews);
        // One that was under way when the hint came says nothing of it.
        if (at - each.took >= hintedAt) pollsSince++;
      }
      expect(trust.coverage >= 0 && trust.coverage < 1).toBe(true);
      expect(trust.precision > 0 && trust.precision <= 1).toBe(true);
      expect(believedCoverage(trust)).toBeLessThanOrEqual(trust.coverage);
      if (trust.open) expect(pollsSince).toBeLessThan(2);
    }
  },
);
