import { defaultRangeExtractor, useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { MOST_COUNTED } from './newer-button.tsx';
import { firstSettledRow, scrollToKeep } from './keep-place.ts';
import { SITE_HEADING_PX, useHeights } from './row-height.ts';
import type { FeedRow } from './threads.ts';

/** Rows kept in the page beyond the visible ones. */
const OVERSCAN_ROWS = 1;
/** How little a list may be scrolled for its top to be still in sight. */
const AT_TOP_PX = 8;

type Rows = Virtualizer<HTMLDivElement, Element>;
type Scroller = RefObject<HTMLDivElement | null>;

const findRow = (list: HTMLElement | null, key: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"]`) ?? null;

/**
 * Which rows are in the page, and where. `active`: the index of the row that Tab reaches; it always stays in the page.
 */
export function useItemRows(
  scroller: Scroller,
  items: readonly FeedRow[],
  { active, isOneLine }: { active: number; isOneLine: boolean },
): Rows {
  const { row: height, heading } = useHeights(isOneLine);
  // oxlint-disable-next-line react/incompatible-library -- the list is measured and drawn by the virtualizer alone
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) =>
      height +
      (items[index]?.group || items[index]?.isNewer ? heading : 0) +
      (items[index]?.site ? SITE_HEADING_PX : 0),
    // The same function for the same items: with another one everything that was measured is measured again.
    getItemKey: useCallback((index: number) => items[index]?.row ?? -1, [items]),
    overscan: OVERSCAN_ROWS,
    rangeExtractor: useCallback(
      (range: Range) =>
        [...new Set([...defaultRangeExtractor(range), ...(active < range.count ? [active] : [])])].toSorted(
          (a, b) => a - b,
        ),
      [active],
    ),
  });
  useLayoutEffect(() => rows.measure(), [rows, height]);
  return rows;
}

/** Where somebody reads while the list is in sight: the open item stands beside it. */
const READING_AREA = '.feed';

/** Somebody has scrolled it, or points at it or at what is read beside it, or has the focus there. */
function isInUse(element: HTMLElement): boolean {
  const area = element.closest(READING_AREA) ?? element;
  return element.scrollTop > 0 || area.contains(document.activeElement) || area.matches(':hover');
}

interface Settling {
  settled: number | undefined;
  onSettle: () => void;
}

/**
 * Lets new items take their place in the order as soon as nobody looks at the list. Until then they stand above
 * everything else. Gives how high they are together, in px: even a short list must be scrollable that far for nothing
 * to move.
 */
export function useSettling(
  scroller: Scroller,
  items: readonly FeedRow[],
  rows: Rows,
  { settled, onSettle }: Settling,
): number {
  useLayoutEffect(() => {
    const { current: element } = scroller;
    // `onSettle` is a new function whenever items came in.
    if (settled === undefined || (element && !isInUse(element))) onSettle();
  }, [scroller, settled, onSettle]);
  if (settled === undefined) return 0;
  return rows.measurementsCache[firstSettledRow(items, settled)]?.start ?? rows.getTotalSize();
}

/** The rows that are to stand still: the one under the pointer, the one with the focus, else the first in sight. */
function stillRows(element: HTMLElement, items: readonly FeedRow[], before: ReadonlyMap<number, number>): number[] {
  const under = ['li:hover', 'li:focus-within'].flatMap((state) => {
    const row = element.querySelector<HTMLElement>(state)?.dataset['index'];
    return items[Number(row ?? Number.NaN)]?.row ?? [];
  });
  return [...under, ...before.keys()];
}

/**
 * Keeps the rows where they are on the screen when others come in, change or go, while the person uses the list. Gives
 * what is called before somebody goes elsewhere in it.
 */
export function useStillRows(scroller: Scroller, items: readonly FeedRow[], rows: Rows): () => void {
  /** Where the rows in sight ended, the first of them first, and how far the list was scrolled. */
  const last = useRef({ ends: new Map<number, number>(), scrolled: 0 });
  const isLeaving = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    const { ends, scrolled } = last.current;
    if (!element || ends.size === 0 || !isInUse(element)) return;
    const endOf = (row: number) => rows.measurementsCache[items.findIndex((item) => item.row === row)]?.end;
    const to = scrollToKeep(stillRows(element, items, ends), ends, endOf, scrolled);
    if (Math.abs(to - element.scrollTop) >= 1) rows.scrollToOffset(to);
    // oxlint-disable-next-line react/exhaustive-deps -- only other items move anything
  }, [items]);
  useEffect(() => {
    // The list's own word: the virtualizer hears of a scroll a frame later, and what comes in between would undo it.
    const scrolled = scroller.current?.scrollTop ?? 0;
    // Until it has heard of the way elsewhere, too, its rows are those of the place that was left.
    if (isLeaving.current && Math.abs((rows.scrollOffset ?? 0) - scrolled) >= 1) return;
    isLeaving.current = false;
    const inSight = rows.getVirtualItems().filter(({ end }) => end > scrolled);
    last.current = { ends: new Map(inSight.map(({ key, end }) => [Number(key), end])), scrolled };
  });
  return useCallback(() => {
    isLeaving.current = true;
    last.current.ends.clear();
  }, []);
}

/** How many items have come in above what is visible since the person was at the top; 0 at the top. Counted among
 * the first rows only: from `MOST_COUNTED` on there may be more. */
export function useNewerCount(items: readonly FeedRow[], rows: Rows, settled: number | undefined): number {
  const first = items.slice(0, MOST_COUNTED).flatMap(({ entry, older }) => [entry, ...older]);
  const atTop = (rows.scrollOffset ?? 0) < AT_TOP_PX;
  // Items that come in while somebody is at the top are put above it, where they have not been seen.
  const visit = `${atTop} ${settled}`;
  const [seen, setSeen] = useState({ visit: '', place: 0 });
  if (seen.visit !== visit)
    setSeen({ visit, place: atTop ? Math.max(0, ...first.map(({ place }) => place)) : seen.place });
  return atTop ? 0 : first.filter(({ place }) => place > seen.place).length;
}

/** Gives the focus to an item by its key and scrolls to it, also where its row is not in the page yet. */
export function useFocusItem(
  scroller: Scroller,
  items: readonly FeedRow[],
  rows: Rows,
  onActive: (key: string) => void,
): (key: string) => void {
  const wanted = useRef<string>(undefined);
  // After it has come into the page.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const element = findRow(scroller.current, wanted.current);
    if (!element) return;
    wanted.current = undefined;
    // Whoever types somewhere meanwhile keeps the focus there.
    if (!(document.activeElement instanceof HTMLInputElement)) element.focus({ preventScroll: true });
  });
  return useCallback(
    (key: string) => {
      const index = items.findIndex(({ entry }) => entry.key === key);
      if (index === -1) return;
      onActive(key);
      // In a short window the list itself may be out of sight.
      scroller.current?.scrollIntoView({ block: 'nearest' });
      rows.scrollToIndex(index, { align: 'auto' });
      const row = findRow(scroller.current, key);
      if (row) row.focus({ preventScroll: true });
      else wanted.current = key;
    },
    [scroller, items, onActive, rows],
  );
}
