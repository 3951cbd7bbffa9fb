import { isDeepStrictEqual } from 'node:util';
import { CLEARED_MARKS } from '../../../store/deletion.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import { isUnexplained } from '../../../store/reputation/reputation-events.ts';
import { readMark } from '../../domain/read-mark.ts';
import { MAX_LAG_MS } from '../../reputation/explained-total.ts';
import { ListedChanges } from '../../reputation/listed-changes.ts';

const listMark = (siteId: string) => `listed-changes:${siteId}`;

/** How many of the latest announced changes are remembered. */
const MAX_ANNOUNCED = 200;

/** What the network listed of a site's changes last; undefined where that was not remembered. */
export const listedChanges = (history: ProfileHistory, siteId: string): ListedChanges | undefined =>
  readMark(history, listMark(siteId), ListedChanges);

/** Remembers a list. Gives what was announced of late. */
export function rememberListed(
  history: ProfileHistory,
  siteId: string,
  listed: ListedChanges,
): ListedChanges['announced'] {
  const announced = listed.announced.filter(([at]) => listed.at - at <= MAX_LAG_MS).slice(-MAX_ANNOUNCED);
  const next = { ...listed, announced };
  const before = listedChanges(history, siteId);
  // Only when it was read has changed.
  if (before && isDeepStrictEqual(next, { ...before, at: next.at })) history.setMarkLater(listMark(siteId), next);
  else history.setMark(listMark(siteId), next);
  return announced;
}

/** Until when changes are not listed: the person deleted them. */
export const clearedUntil = (history: ProfileHistory, siteId: string): number =>
  Number(history.mark(CLEARED_MARKS.reputation(siteId)) ?? -Infinity);

/** How many of the newest changes are searched for one that the network has dated. */
const MAX_LOOKED_THROUGH = 50;

/**
 * The earlier list to compare a list with. An earlier version remembered none, and a list of the other operation cannot
 * be compared: then all changes count as known that are no later than the newest known one.
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
