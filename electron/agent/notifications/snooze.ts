import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../common/durations.ts';
import { MAX_SNOOZE_DAYS, type ItemSnoozeLength, type SnoozeLength } from '../../../common/snooze.ts';
import type { AgentContext } from '../context.ts';
import { userFacingError } from '../user-facing-error.ts';

/** Local hour at which a snooze until another day ends. */
const MORNING_HOUR = 8;

/** Returns the morning `days` days after `now`, in ms since the epoch. */
function morningAfter(now: number, days: number): number {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + days);
  morning.setHours(MORNING_HOUR, 0, 0, 0);
  return morning.getTime();
}

/** Returns the number of days to the next Monday: 1 to 7. */
const daysToMonday = (now: number): number => (8 - new Date(now).getDay()) % 7 || 7;

/** The end of each snooze that begins at `now`, for notifications and inbox items. */
const ENDS: Record<SnoozeLength | ItemSnoozeLength, (now: number) => number> = {
  '30-minutes': (now) => now + 30 * MINUTE_MS,
  '1-hour': (now) => now + HOUR_MS,
  'until-tomorrow': (now) => morningAfter(now, 1),
  'later-today': (now) => now + 3 * HOUR_MS,
  tomorrow: (now) => morningAfter(now, 1),
  'next-week': (now) => morningAfter(now, daysToMonday(now)),
};

/**
 * Returns when a snooze that begins at `now` ends; both in ms since the epoch.
 * @throws UserFacingError if that is in the past or too far away
 */
export function snoozeEnd(until: SnoozeLength | ItemSnoozeLength | Date, now: number): number {
  if (!(until instanceof Date)) return ENDS[until](now);
  const end = until.getTime();
  if (end <= now) throw userFacingError('snoozeOver');
  if (end > now + MAX_SNOOZE_DAYS * DAY_MS) throw userFacingError('snoozeTooLong');
  return end;
}

/**
 * Snoozes all notifications.
 * @throws UserFacingError if the end is in the past or too far away
 */
export function snoozeNotifications(
  { settings, clock, events }: Pick<AgentContext, 'settings' | 'clock' | 'events'>,
  until: SnoozeLength | Date,
): void {
  settings.change({ snoozedUntil: snoozeEnd(until, clock.now()) });
  events.emit('due-changed');
  events.emit('state-changed');
}

/** Returns the local midnight before `now`, in ms since the epoch. */
export function startOfToday(now: number): number {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  return midnight.getTime();
}
