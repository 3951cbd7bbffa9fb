import type { Words } from './words.ts';

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

/** How much longer, in the shortest words, rounded up: `45 s`, `3 min`, `2 h`. Takes ms. */
export function shortWait(ms: number, words: Words): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 90) return words('tray.seconds', { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90
    ? words('tray.minutes', { count: minutes })
    : words('tray.hours', { count: Math.ceil(minutes / 60) });
}
