/** How long notifications can be held back. */
export type SnoozeLength = '30-minutes' | '1-hour' | 'until-tomorrow';

/** When people start their day; "until tomorrow" ends then, by this machine's time zone. */
const morningHour = 8;

/** When a snooze that begins at `now` ends; both in ms since the epoch. */
export function snoozeEnd(length: SnoozeLength, now: number): number {
  if (length === '30-minutes') return now + 30 * 60_000;
  if (length === '1-hour') return now + 60 * 60_000;
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(morningHour, 0, 0, 0);
  return morning.getTime();
}

/** Local midnight before `now`, in ms since the epoch. */
export function startOfToday(now: number): number {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  return midnight.getTime();
}
