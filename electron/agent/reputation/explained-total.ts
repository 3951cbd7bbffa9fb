import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../common/durations.ts';
import type { StoredAccount } from '../../store/reputation/reputation-events.ts';

/** The network tells the time in whole seconds, and its machines differ by about as much. In ms. */
const CLOCK_TOLERANCE_MS = 2000;
/** How long the network repeats a cached answer (docs/api.md, "Caching and compression"). */
const CACHED_MS = MINUTE_MS;

interface Change {
  onDate: number;
  change: number;
  /** The network does not tell when it happened. */
  isUndated?: boolean;
}

/** When a total was told. */
type Total = Pick<StoredAccount, 'saidAt'>;

/** Tells which changes happened after the network had given the account's total, so that they are not in it. */
export function isLater({ saidAt = Infinity }: Total): (change: { onDate: number }) => boolean {
  return ({ onDate }) => onDate > saidAt + CLOCK_TOLERANCE_MS;
}

/** From when on a change is surely not in a total. */
export const endOf = (saidAt: number): number => saidAt + CLOCK_TOLERANCE_MS;

/** What changes add up to. */
export const sumOf = (changes: readonly { change: number }[]): number =>
  changes.reduce((sum, { change }) => sum + change, 0);

/**
 * Parts changes, the newest first, into those that are not in a total and the news that are: the total `moved` by the
 * latter. The total may be as old as the network's cache, so as many of the newest changes count as later as make it
 * add up; if no number does, those that surely are later.
 * @param newsAmong finds the news among changes that are in the total
 */
export function parted<Of extends Change>(
  changes: readonly Of[],
  { saidAt }: Total,
  moved: number,
  newsAmong: (inTotal: Of[]) => Of[],
): { later: Of[]; news: Of[] } {
  const at = (count: number) => ({ later: changes.slice(0, count), news: newsAmong(changes.slice(count)) });
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
 * Like `parted`, for changes of which some have no date of their own: all of those count as in the total, or as later
 * if only that makes it add up.
 */
export function partedWithUndated<Of extends Change>(
  changes: readonly Of[],
  total: Total,
  moved: number,
  newsAmong: (inTotal: Of[]) => Of[],
): { later: Of[]; news: Of[] } {
  const byDate = parted(changes, total, moved, newsAmong);
  const undated = changes.filter(({ isUndated }) => isUndated === true);
  if (undated.length === 0 || sumOf(byDate.news) === moved) return byDate;
  const dated = changes.filter(({ isUndated }) => isUndated !== true);
  const inTotal = newsAmong(undated);
  const withoutThem = parted(dated, total, moved - sumOf(inTotal), newsAmong);
  if (sumOf(withoutThem.news) + sumOf(inTotal) === moved)
    return { later: withoutThem.later, news: [...withoutThem.news, ...inTotal] };
  const beside = parted(dated, total, moved, newsAmong);
  return sumOf(beside.news) === moved ? { later: [...undated, ...beside.later], news: beside.news } : byDate;
}

/** How long a total is believed to lag behind what was announced. */
export const MAX_LAG_MS = DAY_MS;
/** How long a lag is waited for that explains only a part of the difference. */
const PARTIAL_LAG_MS = 4 * HOUR_MS;

/** Among how many of the latest changes a total may lack any: which of them happened first is not always known. */
const MAX_UNORDERED = 8;

/**
 * Whether a difference may come from a total that lags behind what was announced last: `whole` if that explains all of
 * it, `part` if the newest changes may be one part of it.
 * @param rest what is missing to what was announced
 * @param announced when and by how much, the oldest first
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
