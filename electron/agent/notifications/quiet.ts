import type { QuietHours } from '../../../common/contract/contract.ts';
import type { Clock } from '../../base/clock.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { SettingsStore } from '../../store/settings.ts';

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
function stretch({ from, to, days }: QuietHours, now: number, daysOn: number) {
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
  const begins = [0, 1, 2, 3, 4, 5, 6, 7].map((daysOn) => stretch(quiet, now, daysOn)?.begin);
  return quietUntil(quiet, now) ?? begins.find((begin) => begin !== undefined && begin > now);
}

/** Reason why all notifications are held. */
export type HeldBy = 'snooze' | 'quiet-hours' | 'do-not-disturb';

/** Number of events waiting to be shown, the reason, and until when (ms since the epoch) if known. */
export interface Waiting {
  count: number;
  /** `busy`: only bundled events wait, for the next free slot. */
  because: HeldBy | 'busy';
  until?: number;
}

interface HoldingContext {
  settings: Pick<SettingsStore, 'get'>;
  clock: Pick<Clock, 'now'>;
}

/** Returns the current snooze or quiet hours, or undefined if there are none. */
export function timedHold({ settings, clock }: HoldingContext): { by: HeldBy; until: number } | undefined {
  const { snoozedUntil, preferences } = settings.get();
  const now = clock.now();
  if ((snoozedUntil ?? 0) > now) return { by: 'snooze', until: snoozedUntil! };
  const until = quietUntil(preferences.quietHours, now);
  return until === undefined ? undefined : { by: 'quiet-hours', until };
}

/** Returns why the user must not be disturbed now, or undefined if they may be. Never rejects. */
export async function heldNow(
  context: HoldingContext & { desktop: Pick<Desktop, 'doNotDisturb'> },
): Promise<HeldBy | undefined> {
  const { settings, desktop } = context;
  const timed = timedHold(context);
  if (timed) return timed.by;
  const follows = settings.get().preferences.respectDoNotDisturb;
  return follows && (await desktop.doNotDisturb()) === true ? 'do-not-disturb' : undefined;
}
