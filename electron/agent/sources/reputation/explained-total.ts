import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../../common/durations.ts';
import type { StoredAccount } from '../../../store/reputation.ts';

/** Tolerance for server times, which are in whole seconds; the network's machines differ by about as much. In ms. */
const CLOCK_TOLERANCE_MS = 2000;
/** Time for which the network repeats a cached answer (docs/api.md, "Caching and compression"). */
export const CACHED_MS = MINUTE_MS;

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

/** Sums changes. */
export const sumOf = (changes: readonly { change: number }[]): number =>
  changes.reduce((sum, { change }) => sum + change, 0);

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
export function partedWithUndated<Of extends Change>(
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
export const MAX_LAG_MS = DAY_MS;
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
