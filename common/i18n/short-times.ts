import { MINUTE_MS, HOUR_MS, DAY_MS } from '../durations.ts';
import type { Words } from './words.ts';

/** Returns an age in its shortest form: `now`, `5m`, `3h`, `2d`. Takes ms; negative values count as 0. */
export function shortAge(ms: number, words: Words): string {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS);
  if (minutes < 1) return words('shortTime.now');
  if (minutes < 60) return words('shortTime.ageMinutes', { count: minutes });
  return minutes < 24 * 60
    ? words('shortTime.ageHours', { count: Math.floor(minutes / 60) })
    : words('shortTime.ageDays', { count: Math.floor(minutes / 1440) });
}

/** Returns the ms until the text of `shortAge` changes. Takes the age in ms. */
export function untilNextAge(ms: number): number {
  const age = Math.max(0, ms);
  const unit = age < HOUR_MS ? MINUTE_MS : age < DAY_MS ? HOUR_MS : DAY_MS;
  return unit - (age % unit) + Math.max(0, -ms);
}

/** Returns a waiting time in its shortest form, rounded up: `45 s`, `3 min`, `2 h`. Takes ms. */
export function shortWait(ms: number, words: Words): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 90) return words('time.seconds', { seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? words('time.minutes', { minutes }) : words('time.hours', { hours: Math.ceil(minutes / 60) });
}

/** Waits shorter than this, in ms, are told in minutes or seconds, so that their text changes often. */
export const WAIT_IN_MINUTES_MS = 89 * MINUTE_MS;

/** Returns the ms until the text of `shortWait` changes. Takes a wait in ms that is told in hours. */
export function untilNextHour(ms: number): number {
  const lessHours = Math.ceil(ms / HOUR_MS) - 1;
  return ms - Math.max(lessHours * HOUR_MS, WAIT_IN_MINUTES_MS);
}
