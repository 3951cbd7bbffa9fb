import { defaultRangeExtractor, useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { FeedRow } from './threads.ts';

/** Heights of a row and its headings before they are measured. */
const ROW_HEIGHT_PX = { comfortable: 56, compact: 32 };
const DAY_HEADING_HEIGHT_PX = 28;
const SITE_HEADING_HEIGHT_PX = 24;
/** Rows kept in the page beyond the visible ones. */
const OVERSCAN_ROWS = 1;
/** Of a list that was scrolled this little, the top is still in sight. */
const AT_TOP_PX = 8;
/** Newer items are counted among the first of the list only. */
const ITEMS_COUNTED = 100;

type Rows = Virtualizer<HTMLDivElement, Element>;
type Scroller = RefObject<HTMLDivElement | null>;

const findRow = (list: HTMLElement | null, key: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"]`) ?? null;

/**
 * Which rows are in the page, and where. `active`: the index of the row that Tab reaches; it always stays in the page.
 */
export function useItemRows(scroller: Scroller, items: readonly FeedRow[], active: number): Rows {
  const height = ROW_HEIGHT_PX[useDensity()];
  // oxlint-disable-next-line react/incompatible-library -- the list is measured and drawn by the virtualizer alone
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) =>
      height +
      (items[index]?.day || items[index]?.isNewer ? DAY_HEADING_HEIGHT_PX : 0) +
      (items[index]?.site ? SITE_HEADING_HEIGHT_PX : 0),
    // The same function for the same items: with another one all that was measured is looked through again.
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

const readDensity = () => (document.body.classList.contains('is-compact') ? 'compact' : 'comfortable');

function subscribeDensity(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

const useDensity = () => useSyncExternalStore(subscribeDensity, readDensity);

/** Somebody has scrolled it, points at it or has the focus in it. */
const isInUse = (element: HTMLElement): boolean =>
  element.scrollTop > 0 || element.contains(document.activeElement) || element.matches(':hover');

interface Settling {
  settled: number | undefined;
  onSettle: () => void;
}

/**
 * Has what came in take its place in the order as soon as nobody looks at the list. Until then it stands above
 * everything; gives how high that is, in px: so far even a short list must be scrolled for nothing to move.
 */
export function useSettling(
  scroller: Scroller,
  items: readonly FeedRow[],
  rows: Rows,
  { settled, onSettle }: Settling,
): number {
  useLayoutEffect(() => {
    const { current: element } = scroller;
    // What has come in since gives another `onSettle`.
    if (settled === undefined || (element && !isInUse(element))) onSettle();
  }, [scroller, settled, onSettle]);
  if (settled === undefined) return 0;
  const first = items.findIndex(({ entry }) => entry.place <= settled);
  return first <= 0 ? 0 : (rows.measurementsCache[first]?.start ?? 0);
}

/** Keeps the rows where they are on the screen when newer items come in above them, while the person uses the list. */
export function useStillRows(scroller: Scroller, items: readonly FeedRow[], rows: Rows, active: number): void {
  /** The row that is to stand still, and how far it is from the top of what is visible. */
  const anchor = useRef<{ row: number; distance: number }>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    const { current: anchored } = anchor;
    if (!element || !anchored) return;
    const index = items.findIndex(({ row }) => row === anchored.row);
    const start = rows.measurementsCache[index]?.start;
    if (!isInUse(element) || start === undefined) return;
    const to = Math.max(0, start - anchored.distance);
    if (Math.abs(to - element.scrollTop) >= 1) rows.scrollToOffset(to);
    // oxlint-disable-next-line react/exhaustive-deps -- only other items move anything
  }, [items]);
  const offset = rows.scrollOffset ?? 0;
  useEffect(() => {
    const first =
      rows.getVirtualItems().find(({ end, index }) => end > offset && index !== active) ??
      rows.getVirtualItemForOffset(offset);
    anchor.current = first && { row: Number(first.key), distance: first.start - offset };
  });
}

/** How many items have come in above what is visible since the person was at the top; 0 at the top. */
export function useNewerCount(items: readonly FeedRow[], rows: Rows, settled: number | undefined): number {
  const first = items.slice(0, ITEMS_COUNTED).flatMap(({ entry, older }) => [entry, ...older]);
  const atTop = (rows.scrollOffset ?? 0) < AT_TOP_PX;
  // What comes in while somebody is at the top is put above it, where it has not been seen.
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
    // Who types somewhere meanwhile goes on there.
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
