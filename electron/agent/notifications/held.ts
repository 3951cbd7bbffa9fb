import type { Clock } from '../../base/clock.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { SettingsStore } from '../../store/settings.ts';
import { quietUntil } from './quiet-hours.ts';

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
