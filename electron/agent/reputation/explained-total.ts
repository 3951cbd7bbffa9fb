import type { StoredAccount } from '../../store/reputation/reputation-events.ts';

/** The network tells the time in whole seconds, and its machines differ by about as much. In ms. */
const CLOCK_TOLERANCE_MS = 2000;
/** The network gives an answer again for so long (specification: identical requests), in ms. */
const CACHED_MS = 60_000;

interface Change {
  onDate: number;
  change: number;
}

/** When a total was told. */
type Total = Pick<StoredAccount, 'saidAt'>;

/** Which changes happened after the network had said what the account's reputation is, so that they are not in it. */
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
 * latter. It may be as old as the network's cache, so as many of the newest count as later as make it add up; where
 * none do, those that surely are.
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
