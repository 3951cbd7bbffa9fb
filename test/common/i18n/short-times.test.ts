import { fc, it } from '@fast-check/vitest';
import { expect } from 'vitest';
import { localeOf } from '../../../common/i18n/locale.ts';
import {
  shortAge,
  shortWait,
  untilNextAge,
  untilNextHour,
  WAIT_IN_MINUTES_MS,
} from '../../../common/i18n/short-times.ts';

const { words } = localeOf('en');

it('tells ages and waits in short words, also with a wrong clock', () => {
  const ages = [-5000, 59_000, 60_000, 3 * 3600_000, 50 * 3600_000].map((ms) => shortAge(ms, words));
  expect(ages).toEqual(['now', 'now', '1m', '3h', '2d']);
  const waits = [-1, 500, 45_000, 200_000, 2 * 3600_000].map((ms) => shortWait(ms, words));
  expect(waits).toEqual(['1 s', '1 s', '45 s', '4 min', '2 h']);
});

const HOUR_MS = 3600_000;
const age = fc.oneof(fc.integer({ min: -HOUR_MS, max: 2 * HOUR_MS }), fc.integer({ min: 0, max: 40 * 24 * HOUR_MS }));
it.prop([age])('knows when an age reads differently: not a millisecond before, and then at once', (ms) => {
  const next = ms + untilNextAge(ms);
  expect(shortAge(next - 1, words)).toBe(shortAge(ms, words));
  expect(shortAge(next, words)).not.toBe(shortAge(ms, words));
});

const waits = fc.integer({ min: WAIT_IN_MINUTES_MS + 1, max: 400 * 3_600_000 });
it.prop([waits])('knows when the text of a wait in hours changes', (ms) => {
  const wait = untilNextHour(ms);
  expect(shortWait(ms - wait + 1, words)).toBe(shortWait(ms, words));
  expect(shortWait(ms - wait, words)).not.toBe(shortWait(ms, words));
});
