import type { Words } from './words.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * How long ago, in the shortest words: `now`, `5 min`, `3 h`, `2 d`. Takes ms; a wrong clock never makes it negative.
 */
export function shortAge(ms: number, words: Words): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return words('tray.now');
  if (minutes < 60) return words('tray.minutes', { count: minutes });
  return minutes < 24 * 60
    ? words('tray.hours', { count: Math.floor(minutes / 60) })
    : words('tray.days', { count: Math.floor(minutes / 1440) });
}

/** In how many ms `shortAge` gives something else for the age. Takes ms. */
export function untilNextAge(ms: number): number {
  const age = Math.max(0, ms);
  const unit = age < HOUR_MS ? MINUTE_MS : age < DAY_MS ? HOUR_MS : DAY_MS;
  return unit - (age % unit) + Math.max(0, -ms);
}

/** How much longer, in the shortest words, rounded up: `45 s`, `3 min`, `2 h`. Takes ms. */
export function shortWait(ms: number, words: Words): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 90) return words('tray.seconds', { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90
    ? words('tray.minutes', { count: minutes })
    : words('tray.hours', { count: Math.ceil(minutes / 60) });
}
