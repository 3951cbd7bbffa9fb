/**
 * How long notifications can be held back, in the order they are offered: the length, and the name of its words in the
 * catalogue (`tray.snooze30`).
 */
export const SNOOZE_LENGTHS = {
  '30-minutes': 'snooze30',
  '1-hour': 'snooze60',
  'until-tomorrow': 'snoozeTomorrow',
} as const;
export type SnoozeLength = keyof typeof SNOOZE_LENGTHS;

/**
 * How long an inbox item can be snoozed, in the order offered: the length, and the name of its words in the catalogue
 * (`inbox.snooze.laterToday`).
 */
export const ITEM_SNOOZE_LENGTHS = {
  'later-today': 'laterToday',
  tomorrow: 'tomorrow',
  'next-week': 'nextWeek',
} as const;
export type ItemSnoozeLength = keyof typeof ITEM_SNOOZE_LENGTHS;

/** The lengths of a table as a list, in their order. */
export const lengthsOf = <Length extends string>(table: Record<Length, string>): [Length, ...Length[]] =>
  Object.keys(table) as [Length, ...Length[]];

/** How far away a chosen moment may be, in days. */
export const MAX_SNOOZE_DAYS = 366;
