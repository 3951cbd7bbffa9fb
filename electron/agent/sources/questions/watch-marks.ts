import { z } from 'zod';
import { DAY_MS } from '../../../../common/durations.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import type { Poll } from '../poll.ts';

/** Stored data of a watch beside its rule. */
const WatchMark = z.object({
  /**
   * Time from which questions are new; ms since the epoch, server time. Absent for watches that are older than this
   * mark.
   */
  since: z.number().optional(),
  /** Whether `since` is in local time until the first poll, because server time was unknown. */
  byOwnClock: z.boolean().optional(),
  /** Creation of the watch; ms since the epoch, local time. */
  madeAt: z.number(),
  /** Matches per day, as estimated by its preview. */
  expected: z.number().optional(),
});
export type WatchMark = z.output<typeof WatchMark>;

const markName = (watchId: string): string => `watch:${watchId}`;

export const watchMark = (profile: ProfileHistory, watchId: string): WatchMark | undefined =>
  readMark(profile, markName(watchId), WatchMark);

export const setWatchMark = (profile: ProfileHistory, watchId: string, mark: WatchMark): void =>
  profile.setMark(markName(watchId), mark);

export const deleteWatchMark = (profile: ProfileHistory, watchId: string): void =>
  profile.deleteMark(markName(watchId));

function byNetworkClock({ since, madeAt, expected }: WatchMark, aheadMs: number): WatchMark {
  return {
    madeAt,
    ...(since !== undefined && { since: since + aheadMs }),
    ...(expected !== undefined && { expected }),
  };
}

/**
 * Returns the time from which a watch's questions are new, in ms since the epoch, server time, rounded down to the
 * second as creation dates are. A time in the future was stored under a wrong clock and is replaced by the watch's
 * creation.
 */
export function watchedSince(poll: Pick<Poll, 'profile' | 'now' | 'networkNow'>, watchId: string): number | undefined {
  const { profile } = poll;
  const [now, networkNow] = [poll.now(), poll.networkNow()];
  const kept = watchMark(profile, watchId);
  const mark = kept?.byOwnClock === true ? byNetworkClock(kept, networkNow - now) : kept;
  if (mark?.since === undefined) return undefined;
  // A server clock that is days behind the local one may be wrong itself, and would make old questions new.
  const latest = networkNow < now - DAY_MS ? now : networkNow;
  const since = mark.since <= latest ? mark.since : Math.min(mark.madeAt, latest);
  if (since !== kept?.since || mark !== kept) setWatchMark(profile, watchId, { ...mark, since });
  return Math.floor(since / 1000) * 1000;
}
