import type { QuietHours } from '../../../common/contract/contract.ts';

/** Returns a local time of day, `daysOn` days after that of `now`. Days are calendar days of 23 to 25 hours. */
function timeOn(now: number, daysOn: number, timeOfDay: string): Date {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  const at = new Date(now);
  at.setDate(at.getDate() + daysOn);
  at.setHours(hours, minutes, 0, 0);
  return at;
}

/**
 * Returns the quiet period that begins `daysOn` days from now, in ms since the epoch, or undefined if there is none.
 */
function stretch(
  { from, to, days }: QuietHours,
  now: number,
  daysOn: number,
): { begin: number; end: number } | undefined {
  const begin = timeOn(now, daysOn, from);
  if (!days.includes(begin.getDay())) return undefined;
  const end = timeOn(now, to > from ? daysOn : daysOn + 1, to);
  // When the clock goes forward, a begin in the skipped hour moves an hour later, perhaps past the end.
  return begin < end ? { begin: begin.getTime(), end: end.getTime() } : undefined;
}

/** Returns when the current quiet hours end, in ms since the epoch, or undefined if it is not quiet now. */
export function quietUntil(quiet: QuietHours, now: number): number | undefined {
  if (!quiet.on) return undefined;
  const ends = [-1, 0]
    .map((daysOn) => stretch(quiet, now, daysOn))
    .flatMap((found) => (found && found.begin <= now && now < found.end ? [found.end] : []));
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

/** Returns when quiet hours next begin or end, in ms since the epoch, or undefined if never. */
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
