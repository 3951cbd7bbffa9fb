import { MINUTE_MS } from '../../../../common/durations.ts';
import type { ReputationEvent } from '../../../store/events.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import { plausibleDate } from '../plausible-date.ts';
import type { StoredAccount } from '../../../store/reputation/reputation-events.ts';
import { MAX_LAG_MS, partedWithUndated, sumOf } from '../reputation/explained-total.ts';
import {
  differences,
  type ListedChanges,
  type ListedDifference,
  type ReputationList,
} from '../reputation/listed-changes.ts';
import { listToCompare } from './listed-memory.ts';

/** New changes in a list, and those still open. */
export interface FoundNews {
  /** New changes later than the total. */
  later: ReputationEvent[];
  /** New changes included in the total. */
  news: ReputationEvent[];
  /** Differences that only a later total can confirm. */
  open: ListedDifference[];
  /** Since when there have been open differences. */
  doubtedSince?: number;
  /** The list before. */
  before?: ListedChanges;
}

interface Comparison {
  account: StoredAccount;
  /** Difference of the total from its explained part. */
  moved: number;
  list: ReputationList;
  /** Server time and local time, in ms since the epoch. */
  networkNow: number;
  now: number;
}

/**
 * Compares a list with the one before, returns the new changes in the difference, and stores them. Two kinds of
 * difference are doubtful, and new only if the total changed by exactly as much: an entry that decreased, because a
 * response may be older than the one before it; and an entry without a date of its own after a difference that was
 * announced without a reason, because it may be that reason.
 */
export function findNews(history: ProfileHistory, comparison: Comparison): FoundNews {
  const { account, moved, list, networkNow, now } = comparison;
  const siteId = account.site.id;
  const before = listToCompare(history, siteId, list.route);
  const bare = history.reputation.unexplained(siteId, networkNow - MAX_LAG_MS);
  const told = toldUntil(history, siteId, networkNow);
  const isDoubtful = ({ isLess, isUndated, change }: ListedDifference) =>
    isLess || (isUndated && bare !== undefined && fits(change, bare));
  const all = differences(before, list, account.site, networkNow).map((difference) => ({
    ...difference,
    onDate: plausibleDate(difference.onDate, networkNow),
  }));
  const doubtful = all.filter(isDoubtful);
  const certain = history.reputation.add(
    all.filter((difference) => !isDoubtful(difference)),
    now,
  );
  /** Whether a change is new. Changes up to `told` belong to a difference that was announced without a reason. */
  const isNews = ({ isUndated, onDate }: ListedDifference) => isUndated || onDate > told;
  const newsAmong = (changes: ListedDifference[]) => changes.filter(isNews);
  history.reputation.reduceUnexplained(siteId, sumOf(certain.filter((change) => !isNews(change))));
  const found = partedWithUndated(certain, account, moved, newsAmong);
  if (doubtful.length === 0) return { ...found, open: [], before };

  // A total that lags confirms the oldest first.
  const oldestFirst = doubtful.toReversed();
  for (let count = sumOf(found.news) === moved ? 0 : doubtful.length; count > 0; count--) {
    const taken = oldestFirst.slice(0, count);
    const together = [...certain, ...taken].toSorted((a, b) => b.onDate - a.onDate);
    const confirmed = partedWithUndated(together, account, moved, newsAmong);
    if (sumOf(confirmed.news) !== moved) continue;
    history.reputation.add(taken, now);
    const open = oldestFirst.slice(count);
    return { ...confirmed, open, before, ...(open.length > 0 && { doubtedSince: networkNow }) };
  }
  const doubtedSince = before.doubtedSince ?? networkNow;
  if (isToldAfter(account, doubtedSince) && bare !== undefined && fits(sumOf(doubtful), bare)) {
    history.reputation.add(doubtful, now);
    history.reputation.reduceUnexplained(siteId, sumOf(doubtful));
    return { ...found, open: [], before };
  }
  return { ...found, open: doubtful, doubtedSince, before };
}

/**
 * Returns until when changes belong to a difference that was announced without a reason. A time in the future was noted
 * under a wrong clock and counts as now.
 */
function toldUntil(history: ProfileHistory, siteId: string, networkNow: number): number {
  const name = `told:${siteId}`;
  const told = Number(history.mark(name) ?? 0);
  if (told > networkNow + MAX_AHEAD_MS) history.setMark(name, networkNow);
  return Math.min(told, networkNow + MAX_AHEAD_MS);
}

/** How far the network's servers may be ahead of each other, rounding to seconds included, in ms. */
const MAX_AHEAD_MS = MINUTE_MS;

/** How long the network repeats a cached response, in ms (docs/api.md, "Caching and compression"). */
const CACHED_MS = MINUTE_MS;

/** Whether an account's total certainly includes all changes up to a time. */
export const isToldAfter = ({ saidAt }: Pick<StoredAccount, 'saidAt'>, moment: number): boolean =>
  saidAt !== undefined && saidAt > moment + CACHED_MS;

/** Whether a change may be part of an unexplained difference. */
const fits = (change: number, bare: number): boolean =>
  Math.sign(change) === Math.sign(bare) && Math.abs(change) <= Math.abs(bare);
