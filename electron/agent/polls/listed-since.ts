import { DAY_MS } from '../../../common/durations.ts';
import { CLEARED_MARKS } from '../../store/deletion.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { Preferences } from '../../store/settings.ts';

/**
 * Older items are not listed: the person deleted them, or wants to keep items for a number of days only. Gives the date
 * of the oldest that is listed, in ms since the epoch.
 */
export const listedSince = (profile: ProfileHistory, { retention }: Preferences, now: number): number =>
  Math.max(
    Number(profile.mark(CLEARED_MARKS.inbox) ?? -Infinity) + 1,
    retention === 'forever' ? -Infinity : now - retention * DAY_MS,
  );
