import { HOUR_MS, MINUTE_MS } from './durations.ts';

/** Snooze durations of notifications in display order, each with its key in the catalogue (`tray.snooze30`). */
export const SNOOZE_LENGTHS = {
  '30-minutes': 'snooze30',
  '1-hour': 'snooze60',
  'until-tomorrow': 'snoozeTomorrow',
} as const;
export type SnoozeLength = keyof typeof SNOOZE_LENGTHS;

/** Snooze durations of inbox items in display order, each with its key in the catalogue (`inbox.snooze.laterToday`). */
export const ITEM_SNOOZE_LENGTHS = {
  'later-today': 'laterToday',
  tomorrow: 'tomorrow',
  'next-week': 'nextWeek',
  reply: 'reply',
} as const;
export type ItemSnoozeLength = keyof typeof ITEM_SNOOZE_LENGTHS;

/** Returns the durations of a table in their order. */
export const lengthsOf = <Length extends string>(table: Record<Length, string>): [Length, ...Length[]] =>
  Object.keys(table) as [Length, ...Length[]];

/** Maximum number of days until a chosen snooze end. */
export const MAX_SNOOZE_DAYS = 366;

/** The end of a snooze until somebody writes, in ms since the epoch: later than any that can be chosen. */
export const UNTIL_REPLY_AT = Date.UTC(9999, 11, 31);

/** Local hour at which a snooze until another day ends. */
const MORNING_HOUR = 9;

/** Returns the morning `days` days after `now`, in ms since the epoch. */
export function morningAfter(now: number, days: number): number {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + days);
  morning.setHours(MORNING_HOUR, 0, 0, 0);
  return morning.getTime();
}

/** Returns the number of days to the next Monday: 1 to 7. */
const daysToMonday = (now: number): number => (8 - new Date(now).getDay()) % 7 || 7;

/** The end of each snooze that begins at `now`, for notifications and inbox items; both in ms since the epoch. */
export const SNOOZE_ENDS: Record<SnoozeLength | ItemSnoozeLength, (now: number) => number> = {
  '30-minutes': (now) => now + 30 * MINUTE_MS,
  '1-hour': (now) => now + HOUR_MS,
  'until-tomorrow': (now) => morningAfter(now, 1),
  'later-today': (now) => now + 3 * HOUR_MS,
  tomorrow: (now) => morningAfter(now, 1),
  'next-week': (now) => morningAfter(now, daysToMonday(now)),
  reply: () => UNTIL_REPLY_AT,
};
