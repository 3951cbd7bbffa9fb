import type { Clock } from '../../clock.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { SettingsStore } from '../../store/settings.ts';
import { quietUntil } from './quiet-hours.ts';

/** Why notifications are suppressed. */
export type SuppressedBy = 'snooze' | 'quiet-hours' | 'do-not-disturb';

/** Why the person is not to be disturbed just now; undefined where they may be. Never rejects. */
export async function suppressionNow({
  settings,
  clock,
  desktop,
}: {
  settings: SettingsStore;
  clock: Clock;
  desktop: Pick<Desktop, 'doNotDisturb'>;
}): Promise<SuppressedBy | undefined> {
  const { snoozedUntil, preferences } = settings.get();
  if ((snoozedUntil ?? 0) > clock.now()) return 'snooze';
  if (quietUntil(preferences.quietHours, clock.now()) !== undefined) return 'quiet-hours';
  return preferences.respectDoNotDisturb && (await desktop.doNotDisturb()) === true ? 'do-not-disturb' : undefined;
}
