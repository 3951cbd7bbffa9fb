import { CLEARED_MARKS } from '../../store/deletion.ts';
import type { ProfileHistory } from '../../store/history.ts';
import type { Preferences } from '../../store/settings.ts';

const day = 24 * 3600_000;

/** From when on the person wants to have what was received: what is newer than all that was deleted, for so many days. In ms since the epoch. */
export const listedSince = (profile: ProfileHistory, { retention }: Preferences, now: number): number =>
  Math.max(
    Number(profile.mark(CLEARED_MARKS.inbox) ?? -Infinity) + 1,
    retention === 'forever' ? -Infinity : now - retention * day,
  );
