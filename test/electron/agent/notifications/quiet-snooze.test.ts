import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserFacingError } from '../../../../electron/agent/user-facing-error.ts';
import { snoozeEnd } from '../../../../electron/agent/notifications/quiet.ts';
import { localDay } from '../../../../electron/base/clock.ts';

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;

describe('snooze', () => {
  it('ends when it says', () => {
    expect(snoozeEnd('30-minutes', now)).toBe(now + hour / 2);
    expect(snoozeEnd('1-hour', now)).toBe(now + hour);
    const morning = new Date(snoozeEnd('until-tomorrow', now));
    expect([morning.getHours(), morning.getMinutes(), morning.getDate() !== new Date(now).getDate()]).toEqual([
      8,
      0,
      true,
    ]);
  });

  it.each(['1', '2', '3', '4', '5', '6', '7'])(
    'until next week ends on the next Monday to come, begun on June %s',
    (day) => {
      const end = new Date(snoozeEnd('next-week', new Date(`2026-06-0${day}T12:00`).getTime()));
      expect([end.getDate(), end.getHours()]).toEqual([8, 8]);
    },
  );

  it('ends at a chosen moment, which is to come and no more than a year away', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2 * 366 * 24 * hour, max: 2 * 366 * 24 * hour }), (ms) => {
        const until = new Date(now + ms);
        if (ms > 0 && ms <= 366 * 24 * hour) expect(snoozeEnd(until, now)).toBe(now + ms);
        else expect(() => snoozeEnd(until, now)).toThrow(UserFacingError);
      }),
    );
  });

  it('knows where today begins', () => {
    expect(new Date(localDay(now)).getHours()).toBe(0);
    expect(localDay(now)).toBeLessThanOrEqual(now);
  });
});
