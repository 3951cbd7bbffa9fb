import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextQuietChange, quietUntil } from '../../../../electron/agent/notifications/quiet.ts';
import type { QuietHours } from '../../../../common/contract/contract.ts';

const daily = [0, 1, 2, 3, 4, 5, 6];
const nights: QuietHours = { on: true, from: '22:00', to: '07:00', days: daily };
/** Local time; the 1st of June 2026 is a Monday. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 5, day, hour, minute).getTime();

describe('quiet hours', () => {
  it('go over midnight', () => {
    expect(quietUntil(nights, at(1, 21, 59))).toBeUndefined();
    expect(quietUntil(nights, at(1, 22))).toBe(at(2, 7));
    expect(quietUntil(nights, at(2, 3))).toBe(at(2, 7));
    expect(quietUntil(nights, at(2, 7))).toBeUndefined();
  });

  it('lie within a day as well', () => {
    const lunch = { ...nights, from: '12:00', to: '13:30' };
    expect([at(1, 11, 59), at(1, 12), at(1, 13, 29), at(1, 13, 30)].map((now) => quietUntil(lunch, now))).toEqual([
      undefined,
      at(1, 13, 30),
      at(1, 13, 30),
      undefined,
    ]);
  });

  it('begin on the chosen days only, and end on the day after', () => {
    const fridays = { ...nights, days: [5] };
    expect(quietUntil(fridays, at(4, 23))).toBeUndefined();
    expect(quietUntil(fridays, at(5, 23))).toBe(at(6, 7));
    expect(quietUntil(fridays, at(6, 5))).toBe(at(6, 7));
    expect(quietUntil(fridays, at(6, 23))).toBeUndefined();
    expect(nextQuietChange(fridays, at(6, 8))).toBe(at(12, 22));
  });

  it('last a whole day where they end when they begin', () => {
    const weekend = { ...nights, from: '00:00', to: '00:00', days: [6, 0] };
    expect(quietUntil(weekend, at(6, 12))).toBe(at(7, 0));
    expect(quietUntil(weekend, at(8, 0))).toBeUndefined();
  });

  it('are nothing when switched off, or without days', () => {
    for (const none of [
      { ...nights, on: false },
      { ...nights, days: [] },
    ]) {
      expect(quietUntil(none, at(1, 23))).toBeUndefined();
      expect(nextQuietChange(none, at(1, 23))).toBeUndefined();
    }
  });

  describe('where the clock is set', () => {
    const { TZ } = process.env;
    const utc = (month: number, day: number, hour: number, minute = 0) => Date.UTC(2026, month, day, hour, minute);
    beforeAll(() => void (process.env['TZ'] = 'Europe/Berlin'));
    afterAll(() => void (TZ === undefined ? delete process.env['TZ'] : (process.env['TZ'] = TZ)));

    it('leave out a night in which they are skipped', () => {
      const early = { ...nights, from: '02:30', to: '03:00' };
      // On the 29th of March it is 3 o'clock right after 1:59, at 1 o'clock UTC.
      expect(
        [0, 30, 59, 60, 90, 120].map((minutes) => quietUntil(early, utc(2, 29, 0, 30) + minutes * 60_000)),
      ).toEqual(Array(6).fill(undefined));
      expect(nextQuietChange(early, utc(2, 28, 12))).toBe(utc(2, 30, 0, 30));
      expect(nextQuietChange(early, utc(2, 29, 0, 30))).toBe(utc(2, 30, 0, 30));
    });

    it('last an hour less in spring and an hour more in autumn', () => {
      expect(quietUntil(nights, utc(2, 28, 21))).toBe(utc(2, 29, 5));
      expect(nextQuietChange(nights, utc(2, 28, 20))).toBe(utc(2, 28, 21));
      expect(quietUntil(nights, utc(9, 24, 20))).toBe(utc(9, 25, 6));
      expect(nextQuietChange(nights, utc(9, 25, 7))).toBe(utc(9, 25, 21));
    });

    it('begin an hour later by the clock, where they were to begin in the hour that is left out', () => {
      const morning = { ...nights, from: '02:30', to: '05:00' };
      const begin = nextQuietChange(morning, utc(2, 28, 12))!;
      expect(begin).toBe(utc(2, 29, 1, 30));
      expect(quietUntil(morning, begin)).toBe(utc(2, 29, 3));
      expect(quietUntil(morning, begin - 1)).toBeUndefined();
    });
  });

  it('change exactly where the next change is told to be, whenever and whatever they are', () => {
    const time = fc
      .tuple(fc.nat({ max: 23 }), fc.constantFrom(0, 15, 30, 59))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
    const some = fc.record({ on: fc.constant(true), from: time, to: time, days: fc.uniqueArray(fc.nat({ max: 6 })) });
    fc.assert(
      fc.property(some, fc.integer({ min: at(1, 0), max: at(1, 0) + 400 * 86_400_000 }), (quiet, now) => {
        const change = nextQuietChange(quiet, now);
        expect(change === undefined).toBe(quiet.days.length === 0);
        if (change === undefined) return;
        expect(change).toBeGreaterThan(now);
        expect(change - now).toBeLessThanOrEqual(8.1 * 86_400_000);
        const isQuiet = (moment: number) => quietUntil(quiet, moment) !== undefined;
        // Nothing changes before it; at it something does, if only one stretch of quiet gives way to the next.
        expect(isQuiet(change - 1)).toBe(isQuiet(now));
        if (isQuiet(change) === isQuiet(now)) expect(quietUntil(quiet, now)).toBe(change);
        if (!isQuiet(now)) expect(isQuiet(change)).toBe(true);
      }),
    );
  });
});
