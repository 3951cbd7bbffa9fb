import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterShowing, CALM, nextShowing, NotificationPace } from '../../../../electron/agent/notifications/pace.ts';

const minute = 60_000;
const now = Date.UTC(2026, 5, 1, 9);

/** Shows as soon as it may, with something waiting from each of these moments on; gives when it was shown. */
function shownAt(limit: number, waiting: readonly number[]): number[] {
  let state = CALM;
  const shown: number[] = [];
  for (const moment of waiting.toSorted((one, other) => one - other)) {
    // What came while something waited comes with it.
    if (moment <= (shown.at(-1) ?? -Infinity)) continue;
    const next = nextShowing(state, limit, moment);
    if (next > moment) state = { ...state, hasHeld: true };
    state = afterShowing(state, limit, next);
    shown.push(next);
  }
  return shown;
}

describe('the pace of notifications', () => {
  it('lets a few come as they are, and holds the rest back for a summary', () => {
    const shown = shownAt(
      3,
      [0, 1, 2, 3, 4, 5].map((at) => now + at * minute),
    );
    expect(shown.slice(0, 3)).toEqual([0, 1, 2].map((at) => now + at * minute));
    expect(shown[3]).toBeGreaterThanOrEqual(now + 10 * minute);
    expect(shown).toHaveLength(4);
  });

  it('never lets more come in ten minutes than the person wants, whenever news come', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 480 * minute }), { maxLength: 200 }),
        (limit, times) => {
          const shown = shownAt(
            limit,
            times.map((at) => now + at),
          );
          for (const at of shown)
            expect(shown.filter((other) => other > at - 10 * minute && other <= at).length).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });

  it('keeps nothing back for longer than its ten minutes on a calm day, and for three hours at the most', () => {
    expect(nextShowing({ ...CALM, shownAt: [now - 11 * minute] }, 3, now)).toBe(now);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 480 * minute }), { minLength: 1, maxLength: 200 }), (times) => {
        let state = CALM;
        for (const moment of times.toSorted((one, other) => one - other)) {
          const next = nextShowing(state, 3, now + moment);
          expect(next - now - moment).toBeLessThanOrEqual(180 * minute);
          state = next === now + moment ? afterShowing(state, 3, next) : { ...state, hasHeld: true };
        }
      }),
    );
  });

  it('does not limit where nobody wants that, nor by a clock that was ahead', () => {
    const rush = { shownAt: [now, now, now, now], hasHeld: true, recoveredAt: now + 100 * minute };
    expect(nextShowing(rush, 'none', now)).toBe(now);
    const ahead = {
      shownAt: [1, 2, 3].map((day) => now + day * 24 * 60 * minute),
      hasHeld: true,
      recoveredAt: now * 2,
    };
    expect(nextShowing(ahead, 3, now)).toBe(now);
  });

  it('takes back what was refused, and begins calm where what was kept cannot be read', () => {
    let kept: unknown = 'nonsense';
    const pace = new NotificationPace({
      clock: { now: () => now },
      limit: () => 1,
      load: () => kept,
      save: (state) => void (kept = state),
    });
    expect(pace.isOpen()).toBe(true);
    const takeBack = pace.noteShown();
    expect(pace.isOpen()).toBe(false);
    takeBack();
    expect(pace.isOpen()).toBe(true);
  });
});
