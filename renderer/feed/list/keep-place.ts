import type { FeedRow } from './threads.ts';

/**
 * Where each row of a list ends, in px from its beginning, by the key that stands for the row from one list to the
 * next.
 */
type RowEnds<Row> = ReadonlyMap<Row, number>;

/**
 * How far a list must be scrolled, in px, for a row to stand where it stood on the screen. Rows are known by their
 * ends: what may come or go within one, its headings, stands above the item. Pure.
 * @param wanted the rows to be kept in their places, the most important one first; those that are gone are passed over
 * @param scrolled how far the list was scrolled before it changed
 */
export function scrollToKeep<Row>(
  wanted: Iterable<Row>,
  before: RowEnds<Row>,
  after: (row: Row) => number | undefined,
  scrolled: number,
): number {
  for (const row of wanted) {
    const [was, is] = [before.get(row), after(row)];
    if (was !== undefined && is !== undefined) return Math.max(0, scrolled + is - was);
  }
  return scrolled;
}

/**
 * Up to which row even a short list can be scrolled, so that nothing has to move when items come in above: the first
 * row that is sorted in, or past them all where every item is newer. Pure.
 * @param settled the place of the newest item that is sorted in
 */
export function firstSettledRow(rows: readonly FeedRow[], settled: number): number {
  const first = rows.findIndex(({ entry }) => entry.place <= settled);
  return first === -1 ? rows.length : first;
}
