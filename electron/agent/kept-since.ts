import { clearedMark } from '../store/forgetting.ts';
import type { ProfileHistory } from '../store/history.ts';
import type { Preferences } from '../store/settings.ts';

const day = 24 * 3600_000;

/** From when on the person wants to have what was received: since it was all deleted, and for so many days. In ms since the epoch by this machine's clock, as `now`. */
export const keptSince = (profile: ProfileHistory, { retention }: Preferences, now: number): number =>
  Math.max(Number(profile.mark(clearedMark) ?? -Infinity), retention === 'forever' ? -Infinity : now - retention * day);
