import type { QuietHours } from '../../../common/contract/contract.ts';

/**
 * Local time of the day that `now` is in, some days on, in ms since the epoch. Days are the calendar's: 23 to 25 hours.
 */
function timeOn(now: number, daysOn: number, timeOfDay: string): Date {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  const at = new Date(now);
  at.setDate(at.getDate() + daysOn);
  at.setHours(hours, minutes, 0, 0);
  return at;
}

/** The quiet stretch that begins a number of days on, if there is one. */
function stretch(
  { from, to, days }: QuietHours,
  now: number,
  daysOn: number,
): { begin: number; end: number } | undefined {
  const begin = timeOn(now, daysOn, from);
  if (!days.includes(begin.getDay())) return undefined;
  const end = timeOn(now, to > from ? daysOn : daysOn + 1, to);
  // In the night in which the clock goes forward a begin that is left out comes an hour later, perhaps after the end.
  return begin < end ? { begin: begin.getTime(), end: end.getTime() } : undefined;
}

/** When the quiet hours that are now end, in ms since the epoch; undefined when it is not quiet. */
export function quietUntil(quiet: QuietHours, now: number): number | undefined {
  if (!quiet.on) return undefined;
  const ends = [-1, 0]
    .map((daysOn) => stretch(quiet, now, daysOn))
    .flatMap((found) => (found && found.begin <= now && now < found.end ? [found.end] : []));
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

/** The next moment at which quiet hours begin or end, in ms since the epoch; undefined when they never do. */
export function nextQuietChange(quiet: QuietHours, now: number): number | undefined {
  if (!quiet.on) return undefined;
  const end = quietUntil(quiet, now);
  if (end !== undefined) return end;
  for (let daysOn = 0; daysOn <= 7; daysOn++) {
    const found = stretch(quiet, now, daysOn);
    if (found && found.begin > now) return found.begin;
  }
  return undefined;
}
