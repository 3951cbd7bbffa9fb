import { isDeepStrictEqual } from 'node:util';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../../common/durations.ts';
import { CLEARED_MARKS } from '../../../store/deletion.ts';
import type { ReputationEvent } from '../../../store/events.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import { isUnexplained, type StoredAccount } from '../../../store/reputation.ts';
import { plausibleDate } from '../poll.ts';
import {
  differences,
  ListedChanges,
  remembered,
  sumOf,
  type ListedDifference,
  type ReputationList,
} from './listed-changes.ts';

/** New changes in a list, and those still open. */
interface FoundChanges {
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
export function findNewChanges(profile: ProfileHistory, comparison: Comparison): FoundChanges {
  const { account, moved, list, networkNow, now } = comparison;
  const siteId = account.site.id;
  const before = listToCompare(profile, siteId, list.route);
  const unexplained = profile.reputation.unexplained(siteId, networkNow - MAX_LAG_MS);
  const announced = announcedUntil(profile, siteId, networkNow);
  const isDoubtful = ({ isLess, isUndated, change }: ListedDifference) =>
    isLess || (isUndated && unexplained !== undefined && mayBePartOf(change, unexplained));
  const all = differences(before, list, account.site, networkNow).map((difference) => ({
    ...difference,
    onDate: plausibleDate(difference.onDate, networkNow),
  }));
  const doubtful = all.filter(isDoubtful);
  const undoubted = all.filter((difference) => !isDoubtful(difference));
  const certain = profile.reputation.add(undoubted, now);
  /** Whether a change is new. Changes up to `announced` belong to a difference that was announced without a reason. */
  const isNews = ({ isUndated, onDate }: ListedDifference) => isUndated || onDate > announced;
  const newAmong = (changes: ListedDifference[]) => changes.filter(isNews);
  profile.reputation.reduceUnexplained(siteId, sumOf(certain.filter((change) => !isNews(change))));
  const found = partedWithUndated(certain, account, moved, newAmong);
  if (doubtful.length === 0) return { ...found, open: [], before };

  // A total that lags confirms the oldest first.
  const oldestFirst = doubtful.toReversed();
  for (let count = sumOf(found.news) === moved ? 0 : doubtful.length; count > 0; count--) {
    const taken = oldestFirst.slice(0, count);
    const together = [...certain, ...taken].toSorted((a, b) => b.onDate - a.onDate);
    const confirmed = partedWithUndated(together, account, moved, newAmong);
    if (sumOf(confirmed.news) !== moved) continue;
    profile.reputation.add(taken, now);
    const open = oldestFirst.slice(count);
    return { ...confirmed, open, before, ...(open.length > 0 && { doubtedSince: networkNow }) };
  }
  const doubtedSince = before.doubtedSince ?? networkNow;
  if (isStatedAfter(account, doubtedSince) && unexplained !== undefined && mayBePartOf(sumOf(doubtful), unexplained)) {
    profile.reputation.add(doubtful, now);
    profile.reputation.reduceUnexplained(siteId, sumOf(doubtful));
    return { ...found, open: [], before };
  }
  return { ...found, open: doubtful, doubtedSince, before };
}

/**
 * Returns the new changes in the first list of an account: the newest ones that explain a total which has already
 * changed.
 */
export function firstNewChanges(profile: ProfileHistory, comparison: Comparison): FoundChanges {
  const { account, moved, list, networkNow, now } = comparison;
  const cleared = clearedUntil(profile, account.site.id);
  const listed = list.events
    .filter(({ change, onDate }) => change !== 0 && onDate > cleared)
    .map((event) => ({ ...event, onDate: plausibleDate(event.onDate, networkNow) }));
  const unknown = profile.reputation.add(listed, now);
  return { ...parted(unknown, account, moved, (candidates) => newestAddingUpTo(candidates, moved)), open: [] };
}

/** Returns the newest events that add up to a difference, or none if they never do. */
function newestAddingUpTo(newestFirst: ReputationEvent[], difference: number): ReputationEvent[] {
  if (difference === 0) return [];
  let sum = 0;
  for (const [index, event] of newestFirst.entries()) {
    sum += event.change;
    if (sum === difference) return newestFirst.slice(0, index + 1);
  }
  return [];
}

/**
 * Returns until when changes belong to a difference that was announced without a reason. A time in the future was noted
 * under a wrong clock and counts as now.
 */
function announcedUntil(profile: ProfileHistory, siteId: string, networkNow: number): number {
  const name = `told:${siteId}`;
  const announced = Number(profile.mark(name) ?? 0);
  if (announced > networkNow + MAX_AHEAD_MS) profile.setMark(name, networkNow);
  return Math.min(announced, networkNow + MAX_AHEAD_MS);
}

/** How far the network's servers may be ahead of each other, rounding to seconds included, in ms. */
const MAX_AHEAD_MS = MINUTE_MS;

/** Whether an account's total certainly includes all changes up to a time. */
export const isStatedAfter = ({ saidAt }: Pick<StoredAccount, 'saidAt'>, moment: number): boolean =>
  saidAt !== undefined && saidAt > moment + CACHED_MS;

/** Whether a change may be part of an unexplained difference. */
const mayBePartOf = (change: number, unexplained: number): boolean =>
  Math.sign(change) === Math.sign(unexplained) && Math.abs(change) <= Math.abs(unexplained);

const listMark = (siteId: string) => `listed-changes:${siteId}`;

/** Maximum number of announced changes that are remembered. */
const MAX_ANNOUNCED = 200;

/** Returns the last list of a site's changes, or undefined if none is stored. */
export const listedChanges = (profile: ProfileHistory, siteId: string): ListedChanges | undefined =>
  readMark(profile, listMark(siteId), ListedChanges);

/** Stores a list with its new changes. Returns those announced lately, each with its time and amount. */
export function rememberFound(
  profile: ProfileHistory,
  siteId: string,
  list: ReputationList,
  { later, news, open, before, doubtedSince }: FoundChanges,
  networkNow: number,
): ListedChanges['announced'] {
  const oldestFirst = [...later, ...news].toSorted((a, b) => a.onDate - b.onDate);
  const announced = [
    ...(before?.announced ?? []).filter(([at]) => networkNow - at <= MAX_LAG_MS),
    ...oldestFirst.map(({ change }): [number, number] => [networkNow, change]),
  ].slice(-MAX_ANNOUNCED);
  const doubt = doubtedSince === undefined ? {} : { doubtedSince };
  const next: ListedChanges = { ...remembered(before, list, networkNow, open), announced, ...doubt };
  const stored = listedChanges(profile, siteId);
  // Only the time of reading has changed.
  if (stored && isDeepStrictEqual(next, { ...stored, at: next.at })) profile.setMarkLater(listMark(siteId), next);
  else profile.setMark(listMark(siteId), next);
  return announced;
}

/** Returns until when changes are not listed, because the user deleted them. */
const clearedUntil = (profile: ProfileHistory, siteId: string): number =>
  Number(profile.mark(CLEARED_MARKS.reputation(siteId)) ?? -Infinity);

/** Number of the newest changes among which one dated by the network is searched. */
const MAX_LOOKED_THROUGH = 50;

/**
 * Returns the earlier list to compare a list with. If there is none, or it is from the other operation and not
 * comparable, all changes up to the newest known one count as known.
 */
function listToCompare(profile: ProfileHistory, siteId: string, route: string): ListedChanges {
  const kept = listedChanges(profile, siteId);
  if (kept?.route === route) return kept;
  const newest = profile.reputation
    .list(MAX_LOOKED_THROUGH, { site: siteId })
    .find((event) => !isUnexplained(event))?.onDate;
  const since = Math.max(kept?.at ?? -Infinity, newest ?? clearedUntil(profile, siteId));
  return {
    route,
    at: kept?.at ?? 0,
    entries: [],
    announced: kept?.announced ?? [],
    ...(Number.isFinite(since) && { since }),
  };
}

/** Tolerance for server times, which are in whole seconds; the network's machines differ by about as much. In ms. */
const CLOCK_TOLERANCE_MS = 2000;
/** Time for which the network repeats a cached answer (docs/api.md, "Caching and compression"). */
const CACHED_MS = MINUTE_MS;

interface Change {
  onDate: number;
  change: number;
  /** Whether the network does not state when the change happened. */
  isUndated?: boolean;
}

/** Time at which the network gave a total. */
type Total = Pick<StoredAccount, 'saidAt'>;

/** Returns a predicate for changes after the network gave the account's total, which the total does not include. */
export function isLater({ saidAt = Infinity }: Total): (change: { onDate: number }) => boolean {
  return ({ onDate }) => onDate > saidAt + CLOCK_TOLERANCE_MS;
}

/** Returns the time after which a change is certainly not in a total. */
export const endOf = (saidAt: number): number => saidAt + CLOCK_TOLERANCE_MS;

/**
 * Splits changes, newest first, into those not in a total and the new ones that are in it and moved it by `moved`. The
 * total may be as old as the network's cache, so as many of the newest changes count as later as make it add up; if no
 * number does, those that certainly are later.
 * @param newAmong returns the new changes among those in the total
 */
export function parted<Of extends Change>(
  changes: readonly Of[],
  { saidAt }: Total,
  moved: number,
  newAmong: (inTotal: Of[]) => Of[],
): { later: Of[]; news: Of[] } {
  const at = (count: number) => ({ later: changes.slice(0, count), news: newAmong(changes.slice(count)) });
  const surely = changes.filter(isLater({ saidAt })).length;
  const perhaps =
    saidAt === undefined ? 0 : changes.filter(({ onDate }) => onDate > saidAt - CACHED_MS - CLOCK_TOLERANCE_MS).length;
  for (let count = surely; count <= perhaps; count++) {
    const found = at(count);
    if (sumOf(found.news) === moved) return found;
  }
  return at(surely);
}

/**
 * Splits changes like `parted` if some are undated: all of those count as in the total, or as later if only that makes
 * it add up.
 */
function partedWithUndated<Of extends Change>(
  changes: readonly Of[],
  total: Total,
  moved: number,
  newAmong: (inTotal: Of[]) => Of[],
): { later: Of[]; news: Of[] } {
  const byDate = parted(changes, total, moved, newAmong);
  const undated = changes.filter(({ isUndated }) => isUndated === true);
  if (undated.length === 0 || sumOf(byDate.news) === moved) return byDate;
  const dated = changes.filter(({ isUndated }) => isUndated !== true);
  const inTotal = newAmong(undated);
  const withoutThem = parted(dated, total, moved - sumOf(inTotal), newAmong);
  if (sumOf(withoutThem.news) + sumOf(inTotal) === moved)
    return { later: withoutThem.later, news: [...withoutThem.news, ...inTotal] };
  const beside = parted(dated, total, moved, newAmong);
  return sumOf(beside.news) === moved ? { later: [...undated, ...beside.later], news: beside.news } : byDate;
}

/** Maximum time for which a total may lag behind announced changes. */
const MAX_LAG_MS = DAY_MS;
/** Maximum age of an announced change that explains only a part of the difference. */
const PARTIAL_LAG_MS = 4 * HOUR_MS;

/** Number of the latest changes of which a total may lack any: their order is not always known. */
const MAX_UNORDERED = 8;

/**
 * Returns whether a difference may come from a total that lags behind the last announced changes: `whole` if that
 * explains all of it, `part` if the newest changes may be one part of it.
 * @param rest difference to the announced total
 * @param announced time and amount of each change, oldest first
 */
export function lagOf(
  rest: number,
  announced: readonly (readonly [number, number])[],
  now: number,
): 'whole' | 'part' | 'none' {
  const newestFirst = announced.toReversed().filter(([at]) => now - at <= MAX_LAG_MS);
  const missing = [0];
  let sum = 0;
  let isPart = false;
  for (const [index, [at, change]] of newestFirst.entries()) {
    sum += change;
    if (index < MAX_UNORDERED) missing.push(...missing.map((part) => part + change));
    if (sum === -rest || missing.includes(-rest)) return 'whole';
    const mayBePart = sum !== 0 && Math.sign(sum) === -Math.sign(rest) && Math.abs(sum) < Math.abs(rest);
    isPart ||= mayBePart && now - at <= PARTIAL_LAG_MS;
  }
  return isPart ? 'part' : 'none';
}
