import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import { readMark } from '../domain/read-mark.ts';

/** What is remembered of a watch beside its rule. */
const WatchMark = z.object({
  /**
   * Questions asked from then on are news; ms since the epoch by the network's clock. Absent for watches that are older
   * than this mark.
   */
  since: z.number().optional(),
  /** The network had not told its time yet: `since` is by this machine's clock until the first poll. */
  byOwnClock: z.boolean().optional(),
  /** When it was made, by this machine's clock. */
  madeAt: z.number(),
  /** Matches a day, as its preview estimated them. */
  expected: z.number().optional(),
});
export type WatchMark = z.output<typeof WatchMark>;

const markName = (watchId: string): string => `watch:${watchId}`;

export const watchMark = (history: ProfileHistory, watchId: string): WatchMark | undefined =>
  readMark(history, markName(watchId), WatchMark);

export const setWatchMark = (history: ProfileHistory, watchId: string, mark: WatchMark): void =>
  history.setMark(markName(watchId), mark);

export const deleteWatchMark = (history: ProfileHistory, watchId: string): void =>
  history.deleteMark(markName(watchId));

function byNetworkClock({ since, madeAt, expected }: WatchMark, aheadMs: number): WatchMark {
  return {
    madeAt,
    ...(since !== undefined && { since: since + aheadMs }),
    ...(expected !== undefined && { expected }),
  };
}

/**
 * Since when the questions of a watch are news, in ms by the network's clock and down to the second, as creation dates
 * are. A time that is still to come was noted under a wrong clock and counts as when the watch was made.
 */
export function watchedSince(
  history: ProfileHistory,
  watchId: string,
  { networkNow, now }: { networkNow: () => number; now: () => number },
): number | undefined {
  const kept = watchMark(history, watchId);
  const mark = kept?.byOwnClock === true ? byNetworkClock(kept, networkNow() - now()) : kept;
  if (mark?.since === undefined) return undefined;
  // A network whose clock is days behind this machine's may be wrong itself, and would make old questions news.
  const latest = networkNow() < now() - DAY_MS ? now() : networkNow();
  const since = mark.since <= latest ? mark.since : Math.min(mark.madeAt, latest);
  if (since !== kept?.since || mark !== kept) setWatchMark(history, watchId, { ...mark, since });
  return Math.floor(since / 1000) * 1000;
}
