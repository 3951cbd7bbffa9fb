import { z } from 'zod';
import type { NotificationLimit, QuietHours } from '../../../common/contract/contract.ts';
import { DAY_MS, HOUR_MS } from '../../../common/durations.ts';
import { MAX_SNOOZE_DAYS, SNOOZE_ENDS, type ItemSnoozeLength, type SnoozeLength } from '../../../common/snooze.ts';
import type { Clock } from '../../base/clock.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { SettingsStore } from '../../store/settings.ts';
import { userFacingError } from '../user-facing-error.ts';
import type { AgentContext } from '../context.ts';

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
  if (timed?.by === 'snooze') return timed.by;
  const follows = settings.get().preferences.respectDoNotDisturb;
  return follows && (await desktop.doNotDisturb()) === true ? 'do-not-disturb' : timed?.by;
}

/**
 * Returns when a snooze that begins at `now` ends; both in ms since the epoch.
 * @throws UserFacingError if that is in the past or too far away
 */
export function snoozeEnd(until: SnoozeLength | ItemSnoozeLength | Date, now: number): number {
  if (!(until instanceof Date)) return SNOOZE_ENDS[until](now);
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

/**
 * Time in which the bucket of bundled notifications regains one, in ms. It holds as many as the user chose, and each
 * one shown takes one out. Its whole state is the time at which it is full again, in ms since the epoch.
 */
const REFILL_MS = HOUR_MS;

/** Returns how many ms the bucket takes to fill, or 0 if that is longer than possible: then the clock was set back. */
function fillTime(fullAt: number, limit: number, now: number): number {
  const left = fullAt - now;
  return left > 0 && left <= limit * REFILL_MS ? left : 0;
}

/** Returns the number of notifications that may be shown now. Pure. */
export const freeSlots = (fullAt: number, limit: NotificationLimit, now: number): number =>
  limit === 'none' ? Infinity : Math.floor(limit - fillTime(fullAt, limit, now) / REFILL_MS);

/** Returns when the next notification may be shown: `now`, or later. Pure. */
export const nextSlotAt = (fullAt: number, limit: NotificationLimit, now: number): number =>
  limit === 'none' ? now : Math.max(now, now + fillTime(fullAt, limit, now) - (limit - 1) * REFILL_MS);

/** Returns when the bucket is full again after one was shown. Pure. */
export const afterShowing = (fullAt: number, limit: NotificationLimit, now: number): number =>
  limit === 'none' ? now : now + Math.min(limit * REFILL_MS, fillTime(fullAt, limit, now) + REFILL_MS);

const FULL_AT_MARK = 'bundle-limit-full-at';

/** Limits the bundled notifications of all accounts by the user's setting; its state survives a restart. */
export class BundleLimiter {
  readonly #context: AgentContext;

  constructor(context: AgentContext) {
    this.#context = context;
  }

  /** Returns the number of notifications that may be shown now. */
  free(): number {
    return freeSlots(this.#fullAt(), this.#limit(), this.#context.clock.now());
  }

  /**
   * Returns when the next notification may be shown, in ms since the epoch; not later than now if one may be shown now.
   */
  nextAt(): number {
    return nextSlotAt(this.#fullAt(), this.#limit(), this.#context.clock.now());
  }

  /** Counts a notification that is shown now. Returns a function that undoes it, for one that the desktop refuses. */
  take(): () => void {
    const { clock, history } = this.#context;
    const before = this.#fullAt();
    history.setSharedMark(FULL_AT_MARK, afterShowing(before, this.#limit(), clock.now()));
    return () => history.setSharedMark(FULL_AT_MARK, before);
  }

  #fullAt(): number {
    return z.number().safeParse(this.#context.history.sharedMark(FULL_AT_MARK)).data ?? 0;
  }

  #limit(): NotificationLimit {
    return this.#context.settings.get().preferences.notificationLimit;
  }
}
