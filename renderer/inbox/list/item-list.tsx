import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { useNow } from '../../widgets/use-now.ts';
import { useWords } from '../../appearance/language.tsx';
import type { GroupedEntry } from './group-by-day.ts';
import { ItemRow } from './item-row.tsx';

/** What others can have the list do. */
export interface ItemListHandle {
  /** Gives the focus to an item and shows it. */
  focus(key: string): void;
}

interface Props {
  ref?: Ref<ItemListHandle>;
  items: readonly GroupedEntry[];
  /** How many there are in all, where that is known. */
  total: number | undefined;
  openKey: string | undefined;
  activeKey: string | undefined;
  withSite: boolean;
  onActive: (key: string) => void;
  onOpen: (key: string) => void;
  onBrowser: (key: string) => void;
  onToggleRead: (item: GroupedEntry) => void;
  /** The end is near: more should be asked for. */
  onNearEnd: () => void;
}

/** Heights before a row is measured, in px. */
const ROW_HEIGHT_PX = 92;
const DAY_HEADING_HEIGHT_PX = 36;
const SITE_HEADING_HEIGHT_PX = 26;
/** Rows beyond the visible ones. */
const OVERSCAN_ROWS = 1;
/** This many rows before the end more is asked for. */
const LOAD_MORE_ROWS_BEFORE_END = 20;

/** What stands still when something is put in above it. */
interface Anchor {
  key: string;
  /** From the top of what is visible to the row. */
  distance: number;
}

const findRow = (list: HTMLElement | null, key: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"]`) ?? null;

/**
 * A list of any length, of which only what is visible is in the page. One row can be reached with Tab; arrows, Home and
 * End go on from there. Where the person is (scrolled, focus or pointer in it) nothing moves when newer items come.
 */
export function ItemList({
  ref,
  items,
  total,
  openKey,
  activeKey,
  withSite,
  onActive,
  onOpen,
  onBrowser,
  onToggleRead,
  onNearEnd,
}: Props) {
  const words = useWords();
  const now = useNow(20_000);
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>(undefined);
  const wanted = useRef<string>(undefined);
  /** The newest item that was at the top when the person was there. */
  const [seen, setSeen] = useState(0);
  const active = Math.max(
    0,
    items.findIndex(({ entry }) => entry.key === activeKey),
  );

  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) =>
      ROW_HEIGHT_PX +
      (items[index]?.day ? DAY_HEADING_HEIGHT_PX : 0) +
      (items[index]?.site ? SITE_HEADING_HEIGHT_PX : 0),
    // The same function for the same items: with another one all that was measured is looked through again.
    getItemKey: useCallback((index: number) => items[index]?.entry.key ?? index, [items]),
    overscan: OVERSCAN_ROWS,
    // The row that Tab reaches stays in the page, wherever the person scrolls.
    rangeExtractor: useCallback(
      (range: Range) =>
        [...new Set([...defaultRangeExtractor(range), ...(active < range.count ? [active] : [])])].toSorted(
          (a, b) => a - b,
        ),
      [active],
    ),
  });
  const rows = virtual.getVirtualItems();

  // Newer items above what the person looks at: everything below keeps its place on the screen.
  useLayoutEffect(() => {
    const element = scroller.current;
    const { current: held } = anchor;
    if (!element || !held) return;
    const inUse = element.scrollTop > 0 || element.contains(document.activeElement) || element.matches(':hover');
    const index = items.findIndex(({ entry }) => entry.key === held.key);
    const start = virtual.measurementsCache[index]?.start;
    if (!inUse || start === undefined) return;
    const to = Math.max(0, start - held.distance);
    if (Math.abs(to - element.scrollTop) >= 1) virtual.scrollToOffset(to);
    // oxlint-disable-next-line react/exhaustive-deps -- only other items move anything
  }, [items]);

  const offset = virtual.scrollOffset ?? 0;
  useEffect(() => {
    const first =
      virtual.getVirtualItems().find(({ end, index }) => end > offset && index !== active) ??
      virtual.getVirtualItemForOffset(offset);
    anchor.current = first && { key: String(first.key), distance: first.start - offset };
  });

  const newest = Math.max(0, ...items.slice(0, 100).map(({ entry }) => entry.place));
  const atTop = offset < 8;
  useEffect(() => {
    if (atTop) setSeen(newest);
  }, [atTop, newest]);
  const newer = items.slice(0, 100).filter(({ entry }) => entry.place > seen).length;

  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= items.length - LOAD_MORE_ROWS_BEFORE_END) onNearEnd();
  }, [last, items.length, onNearEnd]);

  const focus = useCallback(
    (key: string) => {
      const index = items.findIndex(({ entry }) => entry.key === key);
      if (index === -1) return;
      onActive(key);
      // In a short window the list itself may be out of sight.
      scroller.current?.scrollIntoView({ block: 'nearest' });
      virtual.scrollToIndex(index, { align: 'auto' });
      const there = findRow(scroller.current, key);
      if (there) there.focus({ preventScroll: true });
      else wanted.current = key;
    },
    [items, onActive, virtual],
  );
  // After it has come into the page.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const element = findRow(scroller.current, wanted.current);
    if (!element) return;
    wanted.current = undefined;
    // Who types somewhere meanwhile goes on there.
    if (!(document.activeElement instanceof HTMLInputElement)) element.focus({ preventScroll: true });
  });
  useImperativeHandle(ref, () => ({ focus }), [focus]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: items.length - 1 }[event.key];
    const target = to === undefined ? undefined : items[to];
    if (!target) return;
    event.preventDefault();
    focus(target.entry.key);
  };

  return (
    <div className="items">
      {newer > 0 && !atTop && (
        <button
          type="button"
          className="s-btn s-btn__filled s-btn__sm items--newer"
          onClick={() => virtual.scrollToOffset(0)}
        >
          ↑ {words('inbox.newer', { count: newer })}
        </button>
      )}
      <div className="items--scroll" ref={scroller}>
        {/* Arrow keys move the focus among the rows; what is pressed there is a link or a button. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul
          className="items--list"
          aria-label={words('inbox.items')}
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={onKeyDown}
        >
          {rows.map(({ index, key, start }) => {
            const one = items[index];
            if (!one) return null;
            return (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={total ?? -1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ItemRow
                  of={one}
                  now={now}
                  isActive={index === active}
                  isOpen={one.entry.key === openKey}
                  withSite={withSite}
                  onOpen={() => onOpen(one.entry.key)}
                  onBrowser={() => onBrowser(one.entry.key)}
                  onFocus={() => onActive(one.entry.key)}
                  onToggleRead={() => onToggleRead(one)}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
