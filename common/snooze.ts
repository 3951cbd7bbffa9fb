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
} as const;
export type ItemSnoozeLength = keyof typeof ITEM_SNOOZE_LENGTHS;

/** Returns the durations of a table in their order. */
export const lengthsOf = <Length extends string>(table: Record<Length, string>): [Length, ...Length[]] =>
  Object.keys(table) as [Length, ...Length[]];

/** Maximum number of days until a chosen snooze end. */
export const MAX_SNOOZE_DAYS = 366;
