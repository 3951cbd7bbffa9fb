import { DAY_MS } from '../../../common/durations.ts';
import { CLEARED_MARKS } from '../../store/deletion.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { Preferences } from '../../store/settings.ts';

/**
 * Returns the date of the oldest item to list, in ms since the epoch: the user deleted older ones, or keeps items for a
 * number of days only.
 */
export const listedSince = (profile: ProfileHistory, { retention }: Preferences, now: number): number =>
  Math.max(
    Number(profile.mark(CLEARED_MARKS.inbox) ?? -Infinity) + 1,
    retention === 'forever' ? -Infinity : now - retention * DAY_MS,
  );
