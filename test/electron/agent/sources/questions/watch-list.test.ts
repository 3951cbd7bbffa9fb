import { expect, it } from 'vitest';
import { setWatchMark, watchedSince, watchMark } from '../../../../../electron/agent/sources/questions/watch-list.ts';
import { openProfile } from '../../../../support/profile.ts';

const MINUTE_MS = 60_000;
const MADE = Date.UTC(2026, 5, 1, 12);

const kept = (mark: Parameters<typeof setWatchMark>[2]) => {
  const { profile } = openProfile();
  setWatchMark(profile, 'w', mark);
  return profile;
};

it.each([
  ['this machine’s clock is right', 0],
  ['it is ten minutes ahead', -10 * MINUTE_MS],
  ['it is ten minutes behind', 10 * MINUTE_MS],
])('a watch that was made before the network told its time counts from then on where %s', (_how, skew) => {
  const profile = kept({ since: MADE, byOwnClock: true, madeAt: MADE, expected: 3 });
  const now = () => MADE + 60 * MINUTE_MS;
  const networkNow = () => now() + skew;
  expect(watchedSince({ profile, now, networkNow }, 'w')).toBe(MADE + skew);
  // What is known by the network's clock stays, whatever becomes of this machine's.
  expect(watchedSince({ profile, now: () => now() + 5 * MINUTE_MS, networkNow }, 'w')).toBe(MADE + skew);
  expect(watchMark(profile, 'w')).toEqual({ since: MADE + skew, madeAt: MADE, expected: 3 });
});

it('a watch of which rows were lost still begins with its next poll', () => {
  const profile = kept({ byOwnClock: true, madeAt: MADE });
  expect(watchedSince({ profile, now: () => MADE, networkNow: () => MADE }, 'w')).toBeUndefined();
});
