import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterShowing, BundleLimiter, freeSlots, nextSlotAt } from '../../../../electron/agent/notifications/quiet.ts';
import type { AgentContext } from '../../../../electron/agent/context.ts';

const minute = 60_000;
const hour = 60 * minute;
const now = Date.UTC(2026, 5, 1, 9);

/** Shows as soon as it may, with something waiting from each of these moments on. Returns when it was shown. */
function shownAt(limit: number, waiting: readonly number[]): number[] {
  let fullAt = 0;
  const shown: number[] = [];
  for (const moment of waiting.toSorted((one, other) => one - other)) {
    // What came while something waited comes with it.
    if (moment <= (shown.at(-1) ?? -Infinity)) continue;
    const at = nextSlotAt(fullAt, limit, moment);
    fullAt = afterShowing(fullAt, limit, at);
    shown.push(at);
  }
  return shown;
}

const times = fc.array(fc.integer({ min: 0, max: 480 * minute }), { minLength: 1, maxLength: 200 });

describe('the limit of bundled notifications', () => {
  it('lets a few come as they are, then one an hour, until it is calm', () => {
    const everyMinute = Array.from({ length: 200 }, (_, at) => now + at * minute);
    expect(shownAt(3, everyMinute)).toEqual([0, 1, 2, 60, 120, 180, 240].map((at) => now + at * minute));
    expect(freeSlots(now + 3 * hour, 3, now + 3 * hour)).toBe(3);
  });

  it('never lets more come in ten minutes than the person wants, nor more than one an hour on top of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), times, (limit, waiting) => {
        const shown = shownAt(limit, waiting);
        for (const at of shown)
          expect(shown.filter((other) => other > at - 10 * minute && other <= at).length).toBeLessThanOrEqual(limit);
        const [first = 0, last = 0] = [shown.at(0), shown.at(-1)];
        expect(shown.length).toBeLessThanOrEqual(limit + (last - first) / hour);
      }),
    );
  });

  it('keeps nothing back for longer than an hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), times, (limit, waiting) => {
        let fullAt = 0;
        for (const moment of waiting.toSorted((one, other) => one - other)) {
          const at = nextSlotAt(fullAt, limit, now + moment);
          expect(at - now - moment).toBeLessThanOrEqual(hour);
          expect(freeSlots(fullAt, limit, now + moment) > 0).toBe(at === now + moment);
          if (at === now + moment) fullAt = afterShowing(fullAt, limit, at);
        }
      }),
    );
  });

  it('does not limit where nobody wants that, nor by a clock that was ahead', () => {
    expect(nextSlotAt(now + 3 * hour, 'none', now)).toBe(now);
    expect(freeSlots(now + 3 * hour, 'none', now)).toBe(Infinity);
    expect(freeSlots(now * 2, 3, now)).toBe(3);
    expect(nextSlotAt(now * 2, 3, now)).toBe(now);
  });

  it('gives back what was refused, and begins calm where what was kept cannot be read', () => {
    let kept: unknown = { shownAt: [now], recoveredAt: now };
    const limiter = new BundleLimiter({
      clock: { now: () => now },
      settings: { get: () => ({ preferences: { notificationLimit: 1 } }) },
      history: { sharedMark: () => kept, setSharedMark: (_name: string, value: unknown) => void (kept = value) },
    } as unknown as AgentContext);
    expect(limiter.free()).toBe(1);
    const undo = limiter.take();
    expect([limiter.free(), limiter.nextAt()]).toEqual([0, now + hour]);
    undo();
    expect(limiter.free()).toBe(1);
  });
});
