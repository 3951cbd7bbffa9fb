import { isDeepStrictEqual } from 'node:util';
import { CLEARED_MARKS } from '../../../store/deletion.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import { isUnexplained } from '../../../store/reputation/reputation-events.ts';
import { MAX_LAG_MS } from '../reputation/explained-total.ts';
import { ListedChanges } from '../reputation/listed-changes.ts';

const listMark = (siteId: string) => `listed-changes:${siteId}`;

/** Maximum number of announced changes that are remembered. */
const MAX_ANNOUNCED = 200;

/** Returns the last list of a site's changes, or undefined if none is stored. */
export const listedChanges = (history: ProfileHistory, siteId: string): ListedChanges | undefined =>
  readMark(history, listMark(siteId), ListedChanges);

/** Stores a list. Returns the changes announced lately. */
export function rememberListed(
  history: ProfileHistory,
  siteId: string,
  listed: ListedChanges,
): ListedChanges['announced'] {
  const announced = listed.announced.filter(([at]) => listed.at - at <= MAX_LAG_MS).slice(-MAX_ANNOUNCED);
  const next = { ...listed, announced };
  const before = listedChanges(history, siteId);
  // Only the time of reading has changed.
  if (before && isDeepStrictEqual(next, { ...before, at: next.at })) history.setMarkLater(listMark(siteId), next);
  else history.setMark(listMark(siteId), next);
  return announced;
}

/** Returns until when changes are not listed, because the user deleted them. */
export const clearedUntil = (history: ProfileHistory, siteId: string): number =>
  Number(history.mark(CLEARED_MARKS.reputation(siteId)) ?? -Infinity);

/** Number of the newest changes among which one dated by the network is searched. */
const MAX_LOOKED_THROUGH = 50;

/**
 * Returns the earlier list to compare a list with. If there is none (from an earlier version), or it is from the other
 * operation and not comparable, all changes up to the newest known one count as known.
 */
export function listToCompare(history: ProfileHistory, siteId: string, route: string): ListedChanges {
  const kept = listedChanges(history, siteId);
  if (kept?.route === route) return kept;
  const newest = history.reputation
    .list(MAX_LOOKED_THROUGH, { site: siteId })
    .find((event) => !isUnexplained(event))?.onDate;
  const since = Math.max(kept?.at ?? -Infinity, newest ?? clearedUntil(history, siteId));
  return {
    route,
    at: kept?.at ?? 0,
    entries: [],
    announced: kept?.announced ?? [],
    ...(Number.isFinite(since) && { since }),
  };
}
