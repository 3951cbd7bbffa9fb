import { fc, it } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import {
  afterShowing,
  BundleLimiter,
  freeSlots,
  nextQuietChange,
  nextSlotAt,
  quietUntil,
  snoozeEnd,
} from '../../../../electron/agent/notifications/quiet.ts';
import { agentContext } from '../../../support/agent-context.ts';
import { SettingsStore } from '../../../../electron/store/settings.ts';
import { UserFacingError } from '../../../../electron/agent/user-facing-error.ts';
import type { QuietHours } from '../../../../common/contract/contract.ts';

const daily = [0, 1, 2, 3, 4, 5, 6];
const nights: QuietHours = { on: true, from: '22:00', to: '07:00', days: daily, letThrough: 'nothing' };
/** Local time; the 1st of June 2026 is a Monday. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 5, day, hour, minute).getTime();

describe('quiet hours', () => {
  const fridays = { days: [5] };
  const wholeSaturday = { from: '00:00', to: '00:00', days: [6] };
  it.each<[string, Partial<QuietHours>, from: number, until: number, last: number]>([
    ['go over midnight', {}, at(1, 22), at(2, 7), at(2, 3)],
    ['lie within a day as well', { from: '12:00', to: '13:30' }, at(1, 12), at(1, 13, 30), at(1, 13, 29)],
    ['begin on the chosen days only, and end on the day after', fridays, at(5, 22), at(6, 7), at(6, 5)],
    ['last a whole day where they end when they begin', wholeSaturday, at(6, 0), at(7, 0), at(6, 23)],
  ])('%s', (_, part, from, until, last) => {
    const hours = { ...nights, ...part };
    for (const now of [from, last]) expect(quietUntil(hours, now)).toBe(until);
    expect(quietUntil(hours, from - 1)).toBeUndefined();
    expect(quietUntil(hours, until)).toBeUndefined();
  });

  it.each([{ on: false }, { days: [] }])('are nothing with %j', (part) => {
    const none = { ...nights, ...part };
    expect([quietUntil(none, at(1, 23)), nextQuietChange(none, at(1, 23))]).toEqual([undefined, undefined]);
  });

  describe('where the clock is set', () => {
    const { TZ } = process.env;
    const utc = (month: number, day: number, hour: number, minute = 0) => Date.UTC(2026, month, day, hour, minute);
    beforeAll(() => void (process.env['TZ'] = 'Europe/Berlin'));
    afterAll(() => void (TZ === undefined ? delete process.env['TZ'] : (process.env['TZ'] = TZ)));

    it('leave out a night in which they are skipped', () => {
      const early = { ...nights, from: '02:30', to: '03:00' };
      // On the 29th of March it is 3 o'clock right after 1:59, at 1 o'clock UTC.
      for (const minutes of [0, 30, 59, 60, 90, 120])
        expect(quietUntil(early, utc(2, 29, 0, 30) + minutes * 60_000)).toBeUndefined();
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
    const days = fc.uniqueArray(fc.nat({ max: 6 }));
    const some = fc.record({ from: time, to: time, days }).map((hours) => ({ ...nights, ...hours }));
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

const minute = 60_000;
const hour = 60 * minute;
const now = Date.UTC(2026, 5, 1, 9);

/** Shows as soon as it may, within the hour, what waits from each of these moments on. Returns when it was shown. */
function shownAt(limit: number, waiting: readonly number[]): number[] {
  let fullAt = 0;
  const shown: number[] = [];
  for (const moment of waiting.toSorted((one, other) => one - other)) {
    // What came while something waited comes with it.
    if (moment <= (shown.at(-1) ?? -Infinity)) continue;
    const at = nextSlotAt(fullAt, limit, moment);
    expect(at - moment).toBeLessThanOrEqual(hour);
    expect(freeSlots(fullAt, limit, moment) > 0).toBe(at === moment);
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

  it.prop([fc.integer({ min: 1, max: 20 }), times])(
    'never lets more come in ten minutes than wanted, nor more than one an hour on top, nor one wait for longer',
    (limit, waiting) => {
      const shown = shownAt(limit, waiting);
      for (const at of shown)
        expect(shown.filter((other) => other > at - 10 * minute && other <= at).length).toBeLessThanOrEqual(limit);
      const [first = 0, last = 0] = [shown.at(0), shown.at(-1)];
      expect(shown.length).toBeLessThanOrEqual(limit + (last - first) / hour);
    },
  );

  it('does not limit where nobody wants that, nor by a clock that was ahead', () => {
    expect(nextSlotAt(now + 3 * hour, 'none', now)).toBe(now);
    expect(freeSlots(now + 3 * hour, 'none', now)).toBe(Infinity);
    expect(freeSlots(now * 2, 3, now)).toBe(3);
    expect(nextSlotAt(now * 2, 3, now)).toBe(now);
  });

  it('gives back what was refused, and begins calm where what was kept cannot be read', () => {
    let kept: unknown = { shownAt: [now], recoveredAt: now };
    const limiter = new BundleLimiter(
      agentContext({
        clock: { now: () => now },
        settings: new SettingsStore({ path: '', store: { preferences: { notificationLimit: 1 } } }),
        history: { sharedMark: () => kept, setSharedMark: (_name: string, value: unknown) => void (kept = value) },
      }),
    );
    expect(limiter.free()).toBe(1);
    const undo = limiter.take();
    expect([limiter.free(), limiter.nextAt()]).toEqual([0, now + hour]);
    undo();
    expect(limiter.free()).toBe(1);
  });
});

it('snooze ends when it says', () => {
  expect(snoozeEnd('30-minutes', now)).toBe(now + hour / 2);
  expect(snoozeEnd('1-hour', now)).toBe(now + hour);
  expect(snoozeEnd('until-tomorrow', at(1, 12))).toBe(at(2, 9));
  // On the next Monday to come.
  for (const day of [1, 2, 3, 4, 5, 6, 7]) expect([day, snoozeEnd('next-week', at(day, 12))]).toEqual([day, at(8, 9)]);
});

it.prop([fc.integer({ min: -2 * 366 * 24 * hour, max: 2 * 366 * 24 * hour })])(
  'snooze ends at a chosen moment, which is to come and no more than a year away',
  (ms) => {
    const until = new Date(now + ms);
    if (ms > 0 && ms <= 366 * 24 * hour) expect(snoozeEnd(until, now)).toBe(now + ms);
    else expect(() => snoozeEnd(until, now)).toThrow(UserFacingError);
  },
);
